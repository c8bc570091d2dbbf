public import Model

/// The host's verdict on a described stick; the raw value is the argument of CTRL 82 (docs/protocol.md, "Sticks").
public enum StickVerdict: UInt8, CaseIterable, Error, Sendable {
  /// The host has made the device.
  case made
  /// The description breaks a rule.
  case invalid
  /// Only paired controllers with an encrypted session and the role gamepad may describe a stick.
  case notAllowed
  /// The host's settings forbid described sticks, or its owner has chosen another pad for this player.
  case unwanted
  /// The kernel has not made the device.
  case failed
  /// udev takes the device for one that types or points, so the host has unplugged it.
  case mistaken
}

/// The parts of the description of a stick (CTRL 81); part 0 has everything but the axes.
extension StickDescription {
  /// The number of bytes before the content of each part: revision, number of the part, and number of parts.
  fileprivate static let header = 3
  /// The size of part 0 without the name.
  fileprivate static let fixedSize = 34
  /// The number of bytes of the bit map that marks the stick's buttons among ``StickCodes/keys``.
  fileprivate static let mapSize = 17
  /// The size of an axis.
  fileprivate static let axisSize = 16
  /// The bit that is set for the axis moved by forces; it is in the byte of the axis's rest position.
  fileprivate static let pushedFlag: UInt8 = 4
  /// The maximum number of axes in a part.
  fileprivate static let axesPerPart = 15

  /// Returns the number of parts of a description with `axes` axes.
  fileprivate static func partCount(axes: Int) -> Int { 1 + (axes + axesPerPart - 1) / axesPerPart }

  /// Returns the texts of the messages that describe the stick, in the order of the parts.
  public func parts(revision: UInt8) -> [[UInt8]] {
    let count = StickDescription.partCount(axes: axes.count)
    return (0..<count).map { part in
      var text = Datagram<256>()
      for byte in [revision, UInt8(part), UInt8(count)] { text.append(byte) }
      if part == 0 { writeFirst(to: &text) } else { writeAxes(ofPart: part, to: &text) }
      return (0..<text.count).map { text[$0] }
    }
  }

  private func writeFirst(to text: inout Datagram<256>) {
    for number in [bus, vendor, product, version] { text.append(number) }
    text.append(UInt8(axes.count))
    text.append(UInt8(keys.count))
    text.append(effects.rawValue)
    var map = [UInt8](repeating: 0, count: StickDescription.mapSize)
    for (bit, code) in StickCodes.keys.enumerated() where keys.contains(code) {
      map[bit / 8] |= 1 << (bit % 8)
    }
    text.append(contentsOf: map.span)
    let bytes = Array(name.utf8)
    text.append(contentsOf: bytes.span)
  }

  private func writeAxes(ofPart part: Int, to text: inout Datagram<256>) {
    for axis in axes.dropFirst((part - 1) * StickDescription.axesPerPart).prefix(StickDescription.axesPerPart)
    {
      text.append(axis.code)
      text.append(axis.rest.rawValue | (axis.isPushed ? StickDescription.pushedFlag : 0))
      text.append(axis.minimum)
      text.append(axis.maximum)
      for number in [axis.fuzz, axis.flat, axis.resolution] { text.append(number) }
    }
  }
}

/// A description of a stick whose parts are still arriving.
public struct StickDraft: Sendable {
  private var revision: UInt8?
  private var description = StickDescription(
    name: "", bus: 0, vendor: 0, product: 0, version: 0, keys: [], axes: [])
  private var axisCount = 0
  private var next = 0

  /// Creates a draft without parts.
  public init() {}

  /// Returns the revision that `text`, a part, belongs to; nil if the text is too short.
  public static func revision(of text: Span<UInt8>) -> UInt8? { text.count > 2 ? text[0] : nil }

  /// Adds the part in `text`, the text of CTRL 81.
  ///
  /// Returns the description once its last part is there. A part 0 begins a new draft; any other part that is not the
  /// next one of the same revision is ignored, since its message has arrived before.
  ///
  /// - Throws: `invalid` if the part breaks a rule, and then forgets all parts.
  public mutating func add(_ text: Span<UInt8>) throws(StickVerdict) -> StickDescription? {
    do throws(StickVerdict) {
      return try added(text)
    } catch {
      self = StickDraft()
      throw error
    }
  }

  private mutating func added(_ text: Span<UInt8>) throws(StickVerdict) -> StickDescription? {
    guard text.count > StickDescription.header else { throw .invalid }
    let (part, parts) = (Int(text[1]), Int(text[2]))
    if part == 0 {
      try begin(text)
    } else {
      guard text[0] == revision, part == next else { return nil }
      try addAxes(text)
    }
    guard parts == StickDescription.partCount(axes: axisCount), next < parts else { throw .invalid }
    next += 1
    guard next == parts else { return nil }
    revision = nil
    guard description.axes.count == axisCount, description.isValid else { throw .invalid }
    return description
  }

  private mutating func begin(_ text: Span<UInt8>) throws(StickVerdict) {
    guard text.count > StickDescription.fixedSize,
      text.count <= StickDescription.fixedSize + StickDescription.longestName
    else { throw .invalid }
    revision = text[0]
    next = 0
    axisCount = Int(text[11])
    description = StickDescription(
      name: try StickDraft.name(text.extracting(droppingFirst: StickDescription.fixedSize)),
      bus: text.u16(at: 3), vendor: text.u16(at: 5), product: text.u16(at: 7), version: text.u16(at: 9),
      effects: StickEffects(rawValue: text.u32(at: 13)), keys: try StickDraft.keys(text), axes: [])
    guard description.keys.count == text[12], axisCount <= StickAxes.capacity else { throw .invalid }
  }

  private static func name(_ bytes: Span<UInt8>) throws(StickVerdict) -> String {
    guard let name = String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self) else {
      throw .invalid
    }
    return name
  }

  /// Returns the codes in the bit map; throws `invalid` for a bit beyond the last code.
  private static func keys(_ text: Span<UInt8>) throws(StickVerdict) -> [UInt16] {
    let bits = (0..<8 * StickDescription.mapSize).filter { text[17 + $0 / 8] >> ($0 % 8) & 1 == 1 }
    guard bits.last ?? 0 < StickCodes.keys.count else { throw .invalid }
    return bits.map { StickCodes.keys[$0] }
  }

  private mutating func addAxes(_ text: Span<UInt8>) throws(StickVerdict) {
    let content = text.count - StickDescription.header
    let count = min(StickDescription.axesPerPart, axisCount - description.axes.count)
    guard content == count * StickDescription.axisSize else { throw .invalid }
    for start in stride(from: StickDescription.header, to: text.count, by: StickDescription.axisSize) {
      let (place, flag) = (text[start + 1], StickDescription.pushedFlag)
      guard let rest = StickDescription.Axis.Rest(rawValue: place & ~flag) else { throw .invalid }
      description.axes.append(
        StickDescription.Axis(
          code: text[start], rest: rest, minimum: Int32(bitPattern: text.u32(at: start + 2)),
          maximum: Int32(bitPattern: text.u32(at: start + 6)), fuzz: text.u16(at: start + 10),
          flat: text.u16(at: start + 12), resolution: text.u16(at: start + 14), isPushed: place & flag != 0))
    }
  }
}
