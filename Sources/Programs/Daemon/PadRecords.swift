package import Bridge
package import Gamepad
package import Model
import Wire

/// The record of a pad, its identity and its owner, from which the next daemon takes the pad over.
package struct PadRecord: Hashable, Sendable {
  /// The name of the pad's identity in the configuration.
  package var identity: String
  /// The identity's ``Identity/fingerprint``.
  package var fingerprint: UInt64
  /// The key of the owner; nil for a pad without a player.
  package var owner: Roster.Key?
  /// The number of the identity that the owner's controller requests; 0 to leave it to the host.
  package var request: UInt8
  /// The description of the pad if it is a stick that a controller has described; nil for any other pad.
  package var stick: StickDescription?

  /// The name that records have for every stick, in place of an identity's name.
  private static let stickName = "stick"

  /// Creates the record of a pad with `identity`; fails if the configuration has no name for that identity.
  package init?(_ identity: Identity, owner: Roster.Key?, request: UInt8 = 0) {
    stick = identity.stick
    guard let label = stick == nil ? identity.label : PadRecord.stickName else { return nil }
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
/// requested number, then the owner's origin and number, or `nobody`. The line of a stick ends with `as` and the parts of
/// its description in hexadecimal digits.
package struct PadRecords: Equatable, Sendable {
  private static let heading = "tiltpad pads 1"
  private static let nobody = "nobody"
  private static let stickMark = Substring("as")

  /// The maximum size of the written records, in bytes.
  package static let limit = 32_768

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
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    var stick: StickDescription?
    if let mark = words.firstIndex(of: PadRecords.stickMark) {
      stick = StickDescription(digits: words[(mark + 1)...])
      guard stick != nil else { return nil }
      words.removeSubrange(mark...)
    }
    guard words.count == 5 || words.count == 6, let slot = Int(words[0]).flatMap(PlayerSlot.init(number:)),
      let fingerprint = number(words[2]), let request = UInt8(words[3])
    else { return nil }
    var record = PadRecord(identity: String(words[1]), fingerprint: fingerprint, request: request)
    record.stick = stick
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
    let stick = record.stick.map { [String(PadRecords.stickMark)] + $0.digits } ?? []
    return
      ([
        "\(slot.number) \(record.identity) \(PadRecords.digits(record.fingerprint)) \(record.request) \(owner)"
      ] + stick).joined(separator: " ")
  }

  fileprivate static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  fileprivate static func digits(of byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  fileprivate static func bytes(of digits: Substring) -> [UInt8]? {
    let values = digits.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard values.count == digits.utf8.count, values.count % 2 == 0 else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
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

extension StickDescription {
  /// The parts of the description, each in hexadecimal digits.
  fileprivate var digits: [String] {
    parts(revision: 0).map { $0.map { PadRecords.digits(of: $0) }.joined() }
  }

  /// Reads the description from the digits of its parts; fails if they break a rule.
  fileprivate init?(digits: ArraySlice<Substring>) {
    var draft = StickDraft()
    var found: StickDescription?
    for part in digits {
      guard found == nil, let bytes = PadRecords.bytes(of: part) else { return nil }
      do throws(StickVerdict) {
        found = try draft.add(bytes.span)
      } catch {
        return nil
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension Address {
  /// The address as 32 hexadecimal digits.
  var digits: String { PadRecords.digits(high) + PadRecords.digits(low) }

  init?(digits: Substring) {
    guard digits.utf8.count == 32, let high = PadRecords.number(digits.prefix(16)),
      let low = PadRecords.number(digits.suffix(16))
    else { return nil }
    self.init(high: high, low: low)
  }
}
