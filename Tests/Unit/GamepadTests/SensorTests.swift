import Model
import Testing

@testable import Gamepad

@Suite struct SensorTests {
  private let table = Identity.accelerometer

  private func motion(_ y: Int16, rotation: Int16 = 0, time: Int64 = 0) -> PadMotion {
    PadMotion(
      acceleration: MotionVector(y: y), rotation: MotionVector(x: rotation, z: -rotation), time: time)
  }

  private func values(_ batch: Batch) -> [Int32] { (0..<batch.count).map { batch[$0].value } }

  @Test func `A sample is its six axes, its time and one report mark`() {
    let encoder = ReportEncoder(identity: table)
    let batch = encoder.batch(for: PadReport(motion: motion(-300, rotation: 20, time: 77)))
    let codes = (0..<batch.count).map { [batch[$0].type, batch[$0].code] }
    #expect(codes == [[3, 0], [3, 1], [3, 2], [3, 3], [3, 4], [3, 5], [4, 5], [0, 0]])
    // 1/16 °/s is 64 steps of 1/1024.
    #expect(values(batch) == [0, -300, 0, 1_280, 0, -1_280, 77, 0])
  }

  @Test(arguments: [(Int64(0xffff_fffe), Int32(-2)), (0x1_0000_0001, 1), (.max, -1)])
  func `Its time wraps as 32 bits do`(time: Int64, value: Int32) {
    let batch = ReportEncoder(identity: table).batch(for: PadReport(motion: motion(0, time: time)))
    #expect(batch[6].value == value)
  }

  @Test func `The same sample is told once, and one of the same values at another time again`() {
    let encoder = ReportEncoder(identity: table)
    let report = PadReport(motion: motion(8_192, time: 1))
    #expect(encoder.batch(for: report, after: report).isEmpty)
    #expect(encoder.batch(for: PadReport(motion: motion(8_192, time: 2)), after: report).count == 8)
  }

  @Test func `Only sensors show motion`() {
    for (word, identity) in Identity.named where identity != table {
      let encoder = ReportEncoder(identity: identity)
      #expect(encoder.batch(for: PadReport(motion: motion(8_192))).isEmpty, "\(word)")
      #expect(!identity.hasSensors, "\(word)")
    }
    let pressed = PadReport(buttons: Buttons(rawValue: .max), leftStick: Stick(x: 9, y: 9))
    #expect(ReportEncoder(identity: table).batch(for: pressed).isEmpty)
    #expect(table.hasSensors)
  }

  @Test func `A still acceleration trembles by 8 steps about what was measured`() {
    var dither = AccelerationDither()
    let given = (0..<6).map { _ in dither.next(MotionVector(x: 0, y: 8_192, z: -500)) }
    #expect(given.map(\.y) == [8_192, 8_200, 8_184, 8_200, 8_184, 8_200])
    #expect(given.map(\.x) == [8, -8, 8, -8, 8, -8])
    #expect(given.map(\.z) == [-500, -492, -508, -492, -508, -492])
  }

  @Test(arguments: [0, 1, 3, 7, 8, 12, 15, 16, 31, 400])
  func `The kernel takes no sample for noise, and each is shown to within 8 steps`(reach: Int16) {
    var random = SystemRandomNumberGenerator()
    for middle: Int16 in [0, 8_192, -8_192, 32_300, -32_300] {
      var dither = AccelerationDither()
      var held: Int32 = 0
      for _ in 0..<500 {
        let value = middle + .random(in: -reach...reach, using: &random)
        let given = Int32(dither.next(MotionVector(x: value)).x)
        #expect((given - Int32(value)).magnitude <= 8)
        let next = AccelerationDither.filtered(given, held)
        #expect(next != held, "\(value) after \(held)")
        held = next
      }
    }
  }

  @Test(arguments: [Int16.max, .max - 7, .min, .min + 7])
  func `At the ends of its range it trembles too`(value: Int16) {
    var dither = AccelerationDither()
    var held: Int32 = 0
    for _ in 0..<50 {
      let given = Int32(dither.next(MotionVector(x: value)).x)
      #expect((given - Int32(value)).magnitude <= 8 + 8)
      let next = AccelerationDither.filtered(given, held)
      #expect(next != held)
      held = next
    }
  }

  @Test(arguments: [(100, 100), (107, 100), (108, 102), (115, 103), (116, 108), (131, 115), (132, 132)])
  func `The kernel's filter keeps, pulls and lets through as input_defuzz_abs_event does`(
    value: Int32, held: Int32
  ) {
    #expect(AccelerationDither.filtered(value, 100) == held)
    #expect(AccelerationDither.filtered(-value, -100) == -held)
  }
}
