internal import Model

/// A HID device: its report descriptor, and tables of its reports (Device Class Definition for HID 1.11).
///
/// Offsets in a report count from the report's number, which is the first byte.
public struct HIDDevice: Hashable, Sendable {
  /// The report descriptor.
  let descriptor: [UInt8]
  /// The feature reports that a driver may ask for.
  let features: [Feature]
  /// The report that shows the pad's state.
  let input: Input
  /// The report by which games ask for force feedback or light.
  let output: Output
  /// The time between two repetitions of the last report while a program has the device open.
  let repetition: Interval

  /// The maximum size of a report, in bytes (UHID_REPORT_LIMIT).
  static let reportLimit = 128

  /// A feature report, whose content does not change.
  struct Feature: Hashable, Sendable {
    /// The report, its number first, with zeros for the address and the checksum.
    let bytes: [UInt8]
    /// The offset of the pad's address, least significant byte first; nil if the report has no address.
    var address: Int?
    /// The seed of the checksum in the last four bytes; nil if the report has no checksum.
    var seed: UInt8?
  }

  /// The report that shows the pad's state.
  struct Input: Hashable, Sendable {
    /// The bytes of the report, its number first, with all values that never change.
    let template: [UInt8]
    /// The values that change.
    let fields: [Field]
    /// The seed of the checksum in the last four bytes; nil if the report has no checksum.
    var seed: UInt8?
  }

  /// A number in a report, stored with the least significant bit first.
  struct Field: Hashable, Sendable {
    /// The offset of the first bit, in bits.
    let bit: Int
    /// The number of bits, at most 32.
    let width: Int
    /// The meaning of the number.
    let source: Source

    /// Creates a field of `width` bits that starts at bit `bit` of byte `byte`.
    init(_ byte: Int, bit: Int = 0, width: Int = 8, _ source: Source) {
      self.bit = byte * 8 + bit
      self.width = width
      self.source = source
    }
  }

  /// The meaning of a number in a report.
  enum Source: Hashable, Sendable {
    /// The position of an axis within the range.
    case control(Identity.Control, ClosedRange<Int32>)
    /// 1 while one of the buttons is down, otherwise 0.
    case buttons(Buttons)
    /// 1 while a trigger is pulled, however little, otherwise 0.
    case pull(Identity.Control)
    /// The direction of the d-pad, clockwise in eighths of a turn: `up` stands for up, `none` for a d-pad at rest.
    case hat(up: UInt32, none: UInt32)
    /// One component of the acceleration, in 1/8192 g.
    case acceleration(Component)
    /// One component of the rotation, in 1/16 °/s.
    case rotation(Component)
    /// The time of the sensors' sample, in 1/3 µs.
    case time
    /// The battery of a DualSense: the charge in tenths, or a full and charged battery if it is unknown.
    case battery
    /// The touch point with this index, 0 or 1, in the format of a DualSense.
    case touch(Int)
    /// The number of reports sent before, modulo 256.
    case sequence
  }

  /// A component of a vector.
  enum Component: Hashable, Sendable {
    case x, y, z
  }

  /// The report by which games ask for force feedback or light.
  struct Output: Hashable, Sendable {
    /// The number of the report.
    let number: UInt8
    /// The size of the report, in bytes; the bytes of a longer report beyond this size are ignored.
    let size: Int
    /// The seed of the checksum in the last four bytes; nil if the report has no checksum.
    var seed: UInt8?
    /// The layouts that the report may have; the first that fits is used.
    ///
    /// Offsets in a layout count from the report's number. All others of the output report count from the
    /// start of the layout's block.
    let forms: [Form]
    /// The strong motor.
    let strong: Motor
    /// The weak motor.
    let weak: Motor
    /// The value that stands for a motor's full strength.
    let full: UInt32
    /// The offsets of the flag bytes; the motors come to rest when all these bytes are 0.
    var restless: [Int] = []
    /// The light; nil if the pad has none.
    var light: Light?
    /// The run time of the motors; nil if they run until the next report.
    var timing: Timing?
  }

  /// A layout of an output report.
  struct Form: Hashable, Sendable {
    /// The byte that marks this layout; nil if every report has it.
    var mark: Value?
    /// The offset of the block that contains the motors and the light.
    let start: Int
  }

  /// A byte of a report that serves as the mark of a layout or contains a flag.
  struct Value: Hashable, Sendable {
    /// The offset of the byte.
    let offset: Int
    /// The value of the whole byte for a mark; for a flag, the bits of which one has to be set.
    let bits: UInt8
  }

  /// A motor in an output report.
  struct Motor: Hashable, Sendable {
    /// The offset of the motor's strength.
    let offset: Int
    /// The flags; if any of them is set, the report sets the strength.
    let flags: [Value]
  }

  /// A light in an output report.
  struct Light: Hashable, Sendable {
    /// The offset of the red component; green and blue follow.
    let offset: Int
    /// The flag that is set if the report sets the colour.
    let flag: Value
  }

  /// The offsets of the bytes that determine how long the motors run; times are in units of 10 ms.
  struct Timing: Hashable, Sendable {
    /// The offset of the duration of one run.
    let duration: Int
    /// The offset of the delay before the first run.
    let delay: Int
    /// The offset of the number of runs after the first.
    let repeats: Int
  }
}

extension HIDDevice.Feature {
  /// Returns the report for the pad that has `address`.
  func report(for address: HardwareAddress) -> [UInt8] {
    var report = bytes
    if let offset = self.address {
      report.replaceSubrange(offset..<offset + 6, with: address.bytes.reversed())
    }
    if let seed { Checksum.seal(&report, seed: seed) }
    return report
  }
}

extension Checksum {
  /// Sets the last four bytes of `report` to its checksum, least significant byte first.
  static func seal(_ report: inout [UInt8], seed: UInt8) {
    let body = report.count - 4
    let checksum = of(report.span.extracting(first: body), seed: seed)
    for index in 0..<4 { report[body + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index)) }
  }

  /// Returns whether the last four bytes of `report` are its checksum.
  static func fits(_ report: Span<UInt8>, seed: UInt8) -> Bool {
    let body = report.count - 4
    let checksum = of(report.extracting(first: body), seed: seed)
    return (0..<4).allSatisfy { report[body + $0] == UInt8(truncatingIfNeeded: checksum >> UInt32(8 * $0)) }
  }
}
