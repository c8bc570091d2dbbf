import Model
import Testing

@testable import Gamepad

/// The codes of input-event-codes.h.
private enum Code {
  static let key: UInt16 = 1
  static let axis: UInt16 = 3
  static let x: UInt16 = 0
  static let y: UInt16 = 1
  static let z: UInt16 = 2
  static let rx: UInt16 = 3
  static let ry: UInt16 = 4
  static let rz: UInt16 = 5
  static let gas: UInt16 = 9
  static let brake: UInt16 = 10
  static let hatX: UInt16 = 16
  static let hatY: UInt16 = 17
}

@Suite struct PadReadingTests {
  /// The axes of a wired Xbox 360 pad.
  private static let wired: [UInt16: ClosedRange<Int32>] = [
    Code.x: -32768...32767, Code.y: -32768...32767, Code.z: 0...255, Code.rx: -32768...32767,
    Code.ry: -32768...32767, Code.rz: 0...255, Code.hatX: -1...1, Code.hatY: -1...1,
  ]

  @Test(arguments: [(Int32(-32768), Int16(-32767)), (0, 0), (32767, 32767), (40000, 32767), (16384, 16384)])
  func `A stick keeps its place in the range of a report`(value: Int32, deflection: Int16) {
    var reading = PadReading(ranges: Self.wired)
    reading.apply(type: Code.axis, code: Code.ry, value: value)
    #expect(reading.report.rightStick == Stick(y: deflection))
  }

  @Test(arguments: [(Int32(0), UInt8(0)), (512, 128), (1023, 255), (-5, 0), (2000, 255)])
  func `A trigger keeps its part of the way`(value: Int32, pull: UInt8) {
    var ranges = Self.wired
    ranges[Code.z] = 0...1023
    var reading = PadReading(ranges: ranges)
    reading.apply(type: Code.axis, code: Code.z, value: value)
    #expect(reading.report.leftTrigger == pull)
  }

  @Test func `A hat is a d-pad`() {
    var reading = PadReading(ranges: Self.wired)
    reading.apply(type: Code.axis, code: Code.hatX, value: -1)
    reading.apply(type: Code.axis, code: Code.hatY, value: 1)
    #expect(reading.report.buttons == [Buttons(.dpadLeft), Buttons(.dpadDown)])
    reading.apply(type: Code.axis, code: Code.hatX, value: 0)
    #expect(reading.report.buttons == Buttons(.dpadDown))
  }

  @Test func `What is held when the pad is opened counts, on a hat or as a key`() {
    var reading = PadReading(ranges: Self.wired)
    reading.begin(at: [(Code.hatX, -1), (Code.hatY, 0)], holding: [0x130])
    #expect(reading.report.buttons == [Buttons(.dpadLeft), Buttons(.a)])
    var keyed = PadReading(ranges: Self.wired)
    keyed.begin(at: [(Code.hatX, 0), (Code.hatY, 0)], holding: [0x220])
    #expect(keyed.report.buttons == Buttons(.dpadUp))
  }

  @Test(arguments: [
    (UInt16(0x130), Button.a), (0x131, .b), (0x133, .x), (0x134, .y), (0x136, .leftShoulder), (0x13a, .back),
    (0x13c, .guide), (0x13e, .rightStick), (0x220, .dpadUp), (0x223, .dpadRight), (0x2c0, .extra1),
    (0x2ca, .extra11), (0xa7, .share),
  ])
  func `A key presses the button of its code`(code: UInt16, button: Button) {
    var reading = PadReading(ranges: Self.wired)
    reading.apply(type: Code.key, code: code, value: 1)
    #expect(reading.report.buttons == Buttons(button))
    reading.apply(type: Code.key, code: code, value: 0)
    #expect(reading.report == .neutral)
  }

  @Test func `A pad that names its buttons by their places has the upper one first`() {
    var reading = PadReading(ranges: Self.wired, isPositional: true)
    reading.apply(type: Code.key, code: 0x133, value: 1)
    #expect(reading.report.buttons == Buttons(.y))
  }

  @Test func `A trigger's switch counts only where there is no analog trigger`() {
    var analog = PadReading(ranges: Self.wired)
    analog.apply(type: Code.key, code: 0x138, value: 1)
    #expect(analog.report == .neutral)
    var plain = PadReading(ranges: [Code.x: 0...255, Code.y: 0...255])
    plain.apply(type: Code.key, code: 0x138, value: 1)
    #expect(plain.report.buttons == Buttons(.leftTrigger))
  }

  @Test func `Without a second pair of stick axes, Z and RZ are the right stick`() {
    var reading = PadReading(ranges: [
      Code.z: 0...65535, Code.rz: 0...65535, Code.gas: 0...1023, Code.brake: 0...1023,
    ])
    reading.apply(type: Code.axis, code: Code.z, value: 65535)
    reading.apply(type: Code.axis, code: Code.gas, value: 1023)
    #expect(reading.report.rightStick.x == 32767)
    #expect(reading.report.rightTrigger == 255)
    #expect(reading.report.leftTrigger == 0)
  }

  @Test func `What no pad has is ignored, also an axis without a range`() {
    var reading = PadReading(ranges: [Code.x: 5...5])
    for type in UInt16(0)...31 {
      for code in [UInt16(0), 8, 0x40, 0x110, 0x14a, 0x2ff] {
        reading.apply(type: type, code: code, value: 1)
      }
    }
    #expect(reading.report == .neutral)
  }
}
