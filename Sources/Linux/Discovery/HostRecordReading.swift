import Model
public import Wire

/// The reason why a TXT record is not that of a Tiltpad host.
public enum RecordFault: Error, Hashable, Sendable {
  /// The record is longer than any of Tiltpad's.
  case size
  /// A string runs past the end of the record.
  case truncated
  /// The version of the record's form or of the protocol is unknown.
  case version
  /// A required key is missing.
  case missing
  /// A value is invalid.
  case value
}

extension HostRecord {
  /// The maximum size of a record that is read, in bytes.
  public static let longest = 400

  /// Creates the record from the TXT record `bytes` of a host called `name` that listens on UDP port `port`.
  ///
  /// Unknown keys are ignored; if a key occurs twice, the first value counts (RFC 6763 §6.4). If `port` is 0, the port
  /// comes from the record.
  public init(txt bytes: Span<UInt8>, name: DeviceName, port: UInt16) throws(RecordFault) {
    let pairs = try TextPairs(bytes)
    guard pairs["txtvers"] == [0x31], pairs["v"] == [0x31] else { throw .version }
    let players = try HostRecord.players(try pairs.required("np"))
    let announcement = Announcement(
      state: try HostRecord.state(try pairs.required("st")),
      pairing: HostRecord.pairing(pairs["pm"] ?? []),
      players: players.now, limit: players.limit,
      webPort: try HostRecord.port(pairs["ws"]) ?? 0,
      session: UInt64(try HostRecord.half(try pairs.required("sid"))), name: name)
    let own = try HostRecord.port(pairs["u"])
    guard let reached = port == 0 ? own : port else { throw .missing }
    self.init(announcement, key: try HostRecord.key(pairs["pk"]), port: reached)
  }

  private static func state(_ text: ArraySlice<UInt8>) throws(RecordFault) -> Announcement.State {
    guard let row = stateWords.first(where: { text.elementsEqual($0.word.utf8) }) else { throw .value }
    return row.state
  }

  /// Returns the ways of pairing in `text`; unknown ways are ignored.
  private static func pairing(_ text: ArraySlice<UInt8>) -> Announcement.Pairing {
    let letters = text.split(separator: UInt8(ascii: ","))
    let ways = pairingLetters.filter { way in letters.contains { $0.elementsEqual(String(way.letter).utf8) } }
    return ways.reduce(into: []) { $0.insert($1.way) }
  }

  private static func players(
    _ text: ArraySlice<UInt8>
  ) throws(RecordFault) -> (now: UInt8, limit: UInt8) {
    let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let now = number(parts[0]), let limit = number(parts[1]), limit >= 1,
      max(now, limit) <= PlayerSlot.limit
    else { throw .value }
    return (UInt8(now), UInt8(limit))
  }

  private static func port(_ text: ArraySlice<UInt8>?) throws(RecordFault) -> UInt16? {
    guard let text else { return nil }
    guard let number = number(text), let port = UInt16(exactly: number), port > 0 else { throw .value }
    return port
  }

  private static func key(_ text: ArraySlice<UInt8>?) throws(RecordFault) -> HostKey? {
    guard let text else { return nil }
    guard let key = HostKey(text) else { throw .value }
    return key
  }

  /// Returns the number that eight hexadecimal digits represent, with the first byte on the wire first.
  private static func half(_ text: ArraySlice<UInt8>) throws(RecordFault) -> UInt32 {
    guard text.count == 8, text.first != UInt8(ascii: "+"),
      let number = UInt32(String(decoding: text, as: UTF8.self), radix: 16)
    else { throw .value }
    return number.byteSwapped
  }

  /// Returns the number that one to five decimal digits represent, without a sign; nil for any other text.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    guard (1...5).contains(text.count), text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.reduce(0) { 10 * $0 + Int($1) - 0x30 }
  }
}

/// The key–value pairs of a TXT record, with keys in lower case.
private struct TextPairs {
  private var pairs: [(key: [UInt8], value: ArraySlice<UInt8>)] = []

  init(_ bytes: Span<UInt8>) throws(RecordFault) {
    guard bytes.count <= HostRecord.longest else { throw .size }
    let all = bytes.indices.map { bytes[$0] }
    var next = 0
    while next < all.count {
      let end = next + 1 + Int(all[next])
      guard end <= all.count else { throw .truncated }
      add(all[(next + 1)..<end])
      next = end
    }
  }

  /// Adds a pair; a string without `=` or with an empty key is ignored.
  private mutating func add(_ string: ArraySlice<UInt8>) {
    guard let equals = string.firstIndex(of: UInt8(ascii: "=")), equals > string.startIndex else { return }
    let key = string[..<equals].map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    if self[key] == nil { pairs.append((key, string[(equals + 1)...])) }
  }

  private subscript(key: [UInt8]) -> ArraySlice<UInt8>? { pairs.first { $0.key == key }?.value }

  /// The value of `key`; nil if the record does not have the key.
  subscript(key: String) -> ArraySlice<UInt8>? { self[Array(key.utf8)] }

  /// Returns the value of a required key.
  func required(_ key: String) throws(RecordFault) -> ArraySlice<UInt8> {
    guard let value = self[key] else { throw .missing }
    return value
  }
}
