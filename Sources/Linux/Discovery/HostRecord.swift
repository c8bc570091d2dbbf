public import Wire

/// A host's description of itself on the network, for every search method (docs/protocol.md, "Discovery").
public struct HostRecord: Hashable, Sendable {
  /// The announcement; a TXT record contains only the lower half of its session.
  public var announcement: Announcement
  /// The host's public key; nil if the host has none.
  public var key: HostKey?
  /// The UDP port to which controllers send.
  public var port: UInt16

  /// Creates the record of a host that listens on UDP port `port`.
  public init(_ announcement: Announcement, key: HostKey?, port: UInt16) {
    self.announcement = announcement
    self.key = key
    self.port = port
  }

  /// The lower half of the session, which all search methods report: bytes 16 to 19 of PROBE_REPLY, little-endian.
  public var sessionHalf: UInt32 { UInt32(truncatingIfNeeded: announcement.session) }

  /// True if a new player can join now.
  public var isAvailable: Bool { announcement.state == .open }

  /// Returns whether this record and `other` belong to one host.
  ///
  /// They do if they have the same key or, if one has no key, the same session.
  public func isOfSameHost(as other: HostRecord) -> Bool {
    if let key, let otherKey = other.key { return key == otherKey }
    return sessionHalf == other.sessionHalf
  }
}

/// The record as a TXT record (RFC 6763 §6): strings `key=value`, each after a byte with its length.
extension HostRecord {
  /// The version of the TXT record's form, and that of the protocol; both are 1.
  private static let versions = "1"

  /// The letters for the ways of pairing.
  static let pairingLetters: [(letter: Character, way: Announcement.Pairing)] = [
    ("q", .code), ("p", .pin), ("k", .confirm),
  ]

  /// The words for the states.
  static let stateWords: [(word: String, state: Announcement.State)] = [
    ("open", .open), ("full", .full), ("locked", .locked),
  ]

  /// The TXT record, less than 400 bytes long.
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

  /// Returns `half` as eight hexadecimal digits, with the first byte on the wire first.
  private static func hex(_ half: UInt32) -> String {
    let text = String(half.byteSwapped, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}
