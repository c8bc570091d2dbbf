package import Wire

/// A second implementation of the protocol's rules, written directly from docs/protocol.md and as simple as possible.
///
/// It shares no code with the module under test; if the two disagree, one of them is wrong. Checks run from the first
/// byte to the last, frame by frame; rules about several frames come at the end.
package enum Reference {
  /// Returns the reason for which `bytes` are refused, or nil if they are read.
  package static func reason(_ bytes: [UInt8], as form: Form) -> Drop? {
    if form == .plain {
      if bytes.isEmpty { return .tooShort }
      if bytes[0] != 0xdb { return .unknownType }
      if bytes.count < 8 { return .tooShort }
      if bytes.count > 512 { return .tooLong }
      if bytes[1] != 0 { return .reservedNotZero }
    }
    return reason(frames: Array(bytes.dropFirst(form.start)), fromHost: form == .hostFrames)
  }

  /// Returns the offsets at which the frames of `bytes` begin, and the end of the last one; nil if the frames do not
  /// fit.
  package static func boundaries(_ bytes: [UInt8], as form: Form) -> [Int]? {
    var boundaries = [form.start]
    while let last = boundaries.last, last != bytes.count {
      guard last + 2 <= bytes.count, last + 2 + Int(bytes[last + 1]) <= bytes.count else { return nil }
      boundaries.append(last + 2 + Int(bytes[last + 1]))
    }
    return boundaries
  }

  private static let fromController: Set<UInt8> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0x13, 0x14, 0x16]
  private static let fromHost: Set<UInt8> = [0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18]

  /// The lengths that the body of each frame type can have.
  package static let lengths: [UInt8: Set<Int>] = [
    0x01: [28], 0x02: [0, 8, 16, 24], 0x03: [12], 0x04: Set(stride(from: 2, through: 50, by: 3)),
    0x05: [8], 0x06: [12], 0x07: Set(stride(from: 0, through: 60, by: 6)), 0x08: [20],
    0x09: [1, 6, 11], 0x0a: Set(stride(from: 24, through: 86, by: 2)),
    0x0b: Set(stride(from: 2, through: 50, by: 3)),
    0x10: [14], 0x11: [4], 0x12: [8], 0x13: Set(4...255), 0x14: [2], 0x15: [8], 0x16: Set(1...201),
    0x17: [8], 0x18: [1, 14, 27, 40, 53],
  ]

  private static func reason(frames: [UInt8], fromHost: Bool) -> Drop? {
    if frames.isEmpty { return .empty }
    var rest = frames
    var seen: [UInt8] = []
    while !rest.isEmpty {
      guard rest.count >= 2, rest.count >= 2 + Int(rest[1]) else { return .frameTruncated }
      let type = rest[0]
      let body = Array(rest[2..<2 + Int(rest[1])])
      rest = Array(rest.dropFirst(2 + body.count))
      guard let lengths = lengths[type] else { continue }
      if !lengths.contains(body.count) { return .frameLength }
      if seen.contains(type) { return .frameRepeated }
      if !(fromHost ? self.fromHost : fromController).contains(type) { return .wrongDirection }
      if let reason = reason(type, body) { return reason }
      seen.append(type)
    }
    if seen.contains(0x01) && seen.contains(0x08) { return .frameRepeated }
    if seen.contains(0x02) && !seen.contains(0x01) && !seen.contains(0x08) { return .historyWithoutState }
    if seen.contains(0x0a) && (seen.contains(0x01) || seen.contains(0x08)) { return .frameRepeated }
    if seen.contains(0x0b) && seen.contains(0x04) { return .frameRepeated }
    if seen.contains(0x0b) && !seen.contains(0x0a) { return .historyWithoutState }
    return nil
  }

  /// Returns the reason for which the body of one frame is refused, or nil.
  private static func reason(_ type: UInt8, _ body: [UInt8]) -> Drop? {
    switch type {
    case 0x01:
      if body[4] > 15 { return .reservedNotZero }
      return body[5] > 100 && body[5] != 255 ? .batteryRange : nil
    case 0x04:
      let buttons = stride(from: 2, to: body.count, by: 3).map { body[$0] % 128 }
      return buttons.contains { $0 > 31 } ? .buttonRange : nil
    case 0x07:
      let phases = stride(from: 1, to: body.count, by: 6).map { body[$0] }
      return phases.contains { $0 > 3 } ? .touchPhase : nil
    case 0x09:
      if body.count != 1 + 5 * Int(body[0]) { return .frameLength }
      let numbers = stride(from: 1, to: body.count, by: 5).map { body[$0] }
      return numbers.contains { $0 > 127 } || Set(numbers).count < numbers.count ? .touchContact : nil
    case 0x0a:
      return [0, 4, 8, 12].contains(body[4]) ? nil : .reservedNotZero
    case 0x08:
      return [4, 8, 12].lazy.compactMap { angle(Array(body[$0..<$0 + 4])) }.first
    default:
      return nil
    }
  }

  private static func angle(_ bytes: [UInt8]) -> Drop? {
    let pattern = bytes.reversed().reduce(UInt32(0)) { $0 * 256 + UInt32($1) }
    let radians = Double(Float(bitPattern: pattern))
    if radians.isNaN || radians.isInfinite { return .angleNotFinite }
    return abs(radians) > 6.283_185_482_025_147 ? .angleRange : nil
  }
}
