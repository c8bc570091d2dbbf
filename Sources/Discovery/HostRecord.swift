public import Wire

/// What a host says of itself on the network, whichever way it is asked (docs/protocol.md, "Discovery").
public struct HostRecord: Hashable, Sendable {
  /// What everyone is told; of its session a TXT record tells only the lower half.
  public var announcement: Announcement
  /// The host's public key; nil when it has none.
  public var key: HostKey?
  /// The UDP port that controllers send to.
  public var port: UInt16

  /// What a host says that listens on UDP port `port`.
  public init(_ announcement: Announcement, key: HostKey?, port: UInt16) {
    self.announcement = announcement
    self.key = key
    self.port = port
  }

  /// The half of the session that all ways of asking tell: bytes 16 to 19 of PROBE_REPLY, little-endian.
  public var sessionHalf: UInt32 { UInt32(truncatingIfNeeded: announcement.session) }

  /// Whether a new player may come now.
  public var isAvailable: Bool { announcement.state == .open }

  /// Whether this and `other` are of one host: they have the same key, or the same session where one has none.
  public func isOfSameHost(as other: HostRecord) -> Bool {
    if let key, let otherKey = other.key { return key == otherKey }
    return sessionHalf == other.sessionHalf
  }
}

/// The TXT record (RFC 6763 §6): strings `key=value`, each behind a byte that says how long it is.
extension HostRecord {
  /// The version of these keys, and that of the protocol.
  private static let versions = "1"

  /// The letters of the ways of pairing.
  static let pairingLetters: [(letter: Character, way: Announcement.Pairing)] = [
    ("q", .code), ("p", .pin), ("k", .confirm),
  ]

  /// The words of the states.
  static let stateWords: [(word: String, state: Announcement.State)] = [
    ("open", .open), ("full", .full), ("locked", .locked),
  ]

  /// The record, under 400 bytes.
  public var txt: [UInt8] {
    pairs.reduce(into: []) { bytes, pair in
      let text = Array("\(pair.key)=\(pair.value)".utf8)
      bytes.append(UInt8(text.count))
      bytes += text
    }
  }

  private var pairs: [(key: String, value: String)] {
    let ways = HostRecord.pairingLetters.filter { announcement.pairing.contains($0.way) }
    let state = HostRecord.stateWords.first { $0.state == announcement.state }?.word ?? "locked"
    let pairs: [(String, String?)] = [
      ("txtvers", HostRecord.versions), ("v", HostRecord.versions), ("sid", HostRecord.hex(sessionHalf)),
      ("st", state), ("np", "\(announcement.players)/\(announcement.limit)"),
      ("pm", ways.map { String($0.letter) }.joined(separator: ",")), ("pk", key?.description),
      ("ws", announcement.webPort == 0 ? nil : "\(announcement.webPort)"), ("u", "\(port)"),
    ]
    return pairs.compactMap { pair in pair.1.map { (pair.0, $0) } }
  }

  /// Eight digits, the first byte on the wire first.
  private static func hex(_ half: UInt32) -> String {
    let text = String(half.byteSwapped, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}
