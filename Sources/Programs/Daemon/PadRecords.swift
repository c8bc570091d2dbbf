package import Bridge
package import Gamepad
package import Model

/// The record of a pad, with its identity and owner, for a successor that takes it over.
package struct PadRecord: Hashable, Sendable {
  /// The name of the pad's identity in the configuration.
  package var identity: String
  /// The identity's ``Identity/fingerprint``.
  package var fingerprint: UInt64
  /// The key of the owner; nil for a pad without a player.
  package var owner: Roster.Key?
  /// The number of the identity that the owner's controller requests; 0 to leave it to the host.
  package var request: UInt8

  /// Creates the record of a pad with `identity`; fails if the configuration has no name for that identity.
  package init?(_ identity: Identity, owner: Roster.Key?, request: UInt8 = 0) {
    guard let label = identity.label else { return nil }
    self.identity = label
    fingerprint = identity.fingerprint
    self.owner = owner
    self.request = request
  }

  /// Returns whether both records' pads have the same identity, with the same buttons and axes.
  package func looksLike(_ other: PadRecord) -> Bool {
    identity == other.identity && fingerprint == other.fingerprint
  }
}

/// The records of all pads by slot, and their format.
///
/// The format has a heading, and a line for each pad. A line contains the slot, the identity, its fingerprint and the
/// requested number, then the owner's origin and number, or `nobody`.
package struct PadRecords: Equatable, Sendable {
  private static let heading = "tiltpad pads 1"
  private static let nobody = "nobody"

  /// The maximum size of the written records, in bytes.
  package static let limit = 4_096

  private var records = [PadRecord?](repeating: nil, count: PlayerSlot.limit)

  /// Creates an empty set of records.
  package init() {}

  /// The record of the pad at `slot`; nil if there is none.
  package subscript(slot: PlayerSlot) -> PadRecord? {
    get { records[slot.index] }
    set { records[slot.index] = newValue }
  }

  /// Parses the records in `bytes`; fails if any part is damaged.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count <= PadRecords.limit, bytes.last == UInt8(ascii: "\n") else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.removeFirst() == PadRecords.heading, lines.popLast() == "" else { return nil }
    for line in lines {
      guard let (slot, record) = PadRecords.entry(line), records[slot.index] == nil else { return nil }
      records[slot.index] = record
    }
  }

  private static func entry(_ line: Substring) -> (PlayerSlot, PadRecord)? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 5 || words.count == 6, let slot = Int(words[0]).flatMap(PlayerSlot.init(number:)),
      let fingerprint = number(words[2]), let request = UInt8(words[3])
    else { return nil }
    var record = PadRecord(identity: String(words[1]), fingerprint: fingerprint, request: request)
    if words.count == 6 {
      guard let origin = Address(digits: words[4]), let token = UInt32(words[5]) else { return nil }
      record.owner = Roster.Key(origin: origin, token: token)
    } else if words[4] != nobody {
      return nil
    }
    return (slot, record)
  }

  /// The records in the file format.
  package var bytes: [UInt8] {
    let lines = records.indices.compactMap { index in
      records[index].map { line(PlayerSlot(index: index), $0) }
    }
    return Array(([PadRecords.heading] + lines).map { $0 + "\n" }.joined().utf8)
  }

  private func line(_ slot: PlayerSlot, _ record: PadRecord) -> String {
    let owner = record.owner.map { "\($0.origin.digits) \($0.token)" } ?? PadRecords.nobody
    return
      "\(slot.number) \(record.identity) \(PadRecords.digits(record.fingerprint)) \(record.request) \(owner)"
  }

  fileprivate static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  fileprivate static func number(_ digits: Substring) -> UInt64? {
    digits.utf8.count == 16 && digits.allSatisfy(\.isHexDigit) ? UInt64(digits, radix: 16) : nil
  }
}

extension PadRecord {
  fileprivate init(identity: String, fingerprint: UInt64, request: UInt8) {
    self.identity = identity
    self.fingerprint = fingerprint
    self.request = request
    owner = nil
  }
}

extension Address {
  /// The address as 32 hexadecimal digits.
  fileprivate var digits: String { PadRecords.digits(high) + PadRecords.digits(low) }

  fileprivate init?(digits: Substring) {
    guard digits.utf8.count == 32, let high = PadRecords.number(digits.prefix(16)),
      let low = PadRecords.number(digits.suffix(16))
    else { return nil }
    self.init(high: high, low: low)
  }
}
