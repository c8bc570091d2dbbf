internal import Model

/// A device that describes itself, and what its reports say, as tables (Device Class Definition for HID 1.11).
///
/// Places in a report are counted from its number, which is its first byte.
public struct HIDDevice: Hashable, Sendable {
  /// The report descriptor.
  let descriptor: [UInt8]
  /// What a driver may ask for.
  let features: [Feature]
  /// The report that shows the pad's state.
  let input: Input
  /// The report by which games ask for something.
  let output: Output
  /// How often the last report is given again while anybody listens.
  let repetition: Interval

  /// The longest report (UHID_REPORT_LIMIT).
  static let reportLimit = 128

  /// A report that tells what does not change.
  struct Feature: Hashable, Sendable {
    /// The report, its number first, with zeros for the address and the checksum.
    let bytes: [UInt8]
    /// Where the pad's address stands, least significant byte first.
    var address: Int?
    /// What its checksum begins with; nil: it has none.
    var seed: UInt8?
  }

  /// The report that shows the pad's state.
  struct Input: Hashable, Sendable {
    /// The report, its number first, with everything in it that never changes.
    let template: [UInt8]
    /// What does change.
    let fields: [Field]
    /// What the checksum in the last four bytes begins with; nil: there is none.
    var seed: UInt8?
  }

  /// A number in a report, least significant bit first.
  struct Field: Hashable, Sendable {
    /// The first bit: eight times the byte, and the bit in it.
    let bit: Int
    /// How many bits there are, at most 32.
    let width: Int
    /// What the number says.
    let source: Source

    /// The number in the bits from bit `bit` of byte `byte` on.
    init(_ byte: Int, bit: Int = 0, width: Int = 8, _ source: Source) {
      self.bit = byte * 8 + bit
      self.width = width
      self.source = source
    }
  }

  /// What a number in a report says.
  enum Source: Hashable, Sendable {
    /// Where an axis is, from one end to the other.
    case control(Identity.Control, ClosedRange<Int32>)
    /// 1 as long as one of the buttons is down.
    case buttons(Buttons)
    /// 1 as long as a trigger is pulled, however little.
    case pull(Identity.Control)
    /// The direction of the d-pad, clockwise from up, or that there is none.
    case hat(up: UInt32, none: UInt32)
    /// One component of the acceleration, 1/8192 g.
    case acceleration(Component)
    /// One component of the rotation, 1/16 °/s.
    case rotation(Component)
    /// When the sensors measured, 1/3 µs.
    case time
    /// How many reports came before.
    case sequence
  }

  /// A component of a vector.
  enum Component: Hashable, Sendable {
    case x, y, z
  }

  /// The report by which games ask for something.
  struct Output: Hashable, Sendable {
    /// The number of the report.
    let number: UInt8
    /// How long the report is; longer ones are read up to here.
    let size: Int
    /// What the checksum in the last four bytes begins with; nil: there is none.
    var seed: UInt8?
    /// The ways to send it, of which the first that fits counts.
    ///
    /// The other places are counted from its start.
    let forms: [Form]
    /// The strong motor.
    let strong: Motor
    /// The weak motor.
    let weak: Motor
    /// A motor's greatest strength.
    let full: UInt32
    /// Where the flags stand without any of which the motors come to rest.
    var restless: [Int] = []
    /// The light; nil: there is none.
    var light: Light?
    /// How long the motors run.
    var timing: Timing?
  }

  /// A way to send an output report.
  struct Form: Hashable, Sendable {
    /// What a byte has to be for this; nil: anything.
    var mark: Value?
    /// Where the rest begins.
    let start: Int
  }

  /// A byte and the bits in it that matter.
  struct Value: Hashable, Sendable {
    /// The place.
    let offset: Int
    /// The bits.
    let bits: UInt8
  }

  /// A motor in an output report.
  struct Motor: Hashable, Sendable {
    /// Where its strength stands.
    let offset: Int
    /// The flags with any of which the strength counts.
    let flags: [Value]
  }

  /// A light in an output report.
  struct Light: Hashable, Sendable {
    /// Where its red stands; green and blue follow.
    let offset: Int
    /// The flag with which the colour counts.
    let flag: Value
  }

  /// How long motors run, each in a byte: the delay and the duration in 10 ms, and how often it begins again.
  struct Timing: Hashable, Sendable {
    /// How long one run takes.
    let duration: Int
    /// When the first begins.
    let delay: Int
    /// How many follow it.
    let repeats: Int
  }
}

extension HIDDevice.Feature {
  /// The report of the pad that has `address`.
  func report(for address: HardwareAddress) -> [UInt8] {
    var report = bytes
    if let place = self.address { report.replaceSubrange(place..<place + 6, with: address.bytes.reversed()) }
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

  /// Whether the last four bytes of `report` are its checksum.
  static func fits(_ report: Span<UInt8>, seed: UInt8) -> Bool {
    let body = report.count - 4
    let checksum = of(report.extracting(first: body), seed: seed)
    return (0..<4).allSatisfy { report[body + $0] == UInt8(truncatingIfNeeded: checksum >> UInt32(8 * $0)) }
  }
}
