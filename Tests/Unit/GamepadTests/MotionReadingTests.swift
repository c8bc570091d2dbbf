import Gamepad
import Model
import Testing

/// The codes of input-event-codes.h: acceleration along x, y, z and rotation about them.
private let acceleration: [UInt16] = [0, 1, 2]
private let rotation: [UInt16] = [3, 4, 5]

@Suite struct MotionReadingTests {
  /// The resolutions of a DualSense (hid-playstation), and of a Joy-Con or Pro Controller (hid-nintendo).
  private static let playStation = resolutions(8_192, 1_024)
  private static let nintendo = resolutions(4_096, 14_247)

  private static func resolutions(_ perG: Int32, _ perDegree: Int32) -> [UInt16: Int32] {
    Dictionary(acceleration.map { ($0, perG) } + rotation.map { ($0, perDegree) }) { first, _ in first }
  }

  private func sample(_ reading: MotionReading, _ values: [UInt16: Int32]) -> MotionSample? {
    var reading = reading
    for (code, value) in values { reading.apply(code: code, value: value) }
    return reading.sample
  }

  @Test func `A DualSense on a table shows its screen up, 1 g along z`() {
    let sample = sample(
      MotionReading(resolutions: Self.playStation), [0: 0, 1: 8_192, 2: 0, 3: 0, 4: 0, 5: 0])
    #expect(sample == MotionSample(acceleration: MotionVector(z: 4_096), rotation: .zero))
  }

  @Test func `Its axes are right, up and to the player; those of a screen right, to the top edge and out`() {
    let sample = sample(
      MotionReading(resolutions: Self.playStation), [0: 819, 1: 0, 2: 4_096, 3: 10_240, 4: 20_480, 5: 30_720])
    #expect(sample?.acceleration == MotionVector(x: 410, y: -2_048, z: 0))
    #expect(sample?.rotation == MotionVector(x: 160, y: -480, z: 320))
  }

  @Test func `A Joy-Con on a table shows the same, from axes to the triggers, left and up`() {
    let flat = sample(MotionReading(resolutions: Self.nintendo, vendor: 0x057e), [0: 0, 1: 0, 2: 4_096])
    #expect(flat?.acceleration == MotionVector(z: 4_096))
    let turned = sample(
      MotionReading(resolutions: Self.nintendo, vendor: 0x057e), [0: 2_048, 1: 1_024, 3: 14_247, 4: 28_494])
    #expect(turned?.acceleration == MotionVector(x: -1_024, y: 2_048))
    #expect(turned?.rotation == MotionVector(x: -32, y: 16))
  }

  @Test func `A value beyond the range of a packet is the greatest one`() {
    let sample = sample(
      MotionReading(resolutions: Self.playStation), [0: 32_767 * 4, 3: -2_097_152, 4: 2_097_152])
    #expect(sample?.acceleration.x == 32_767)
    #expect(sample?.rotation == MotionVector(x: -32_767, z: 32_767))
  }

  @Test func `An axis without a unit is no measurement`() {
    #expect(sample(MotionReading(resolutions: [0: 0, 1: 0, 2: 0]), [0: 100, 1: 100, 2: 100]) == nil)
    #expect(MotionReading(resolutions: Self.playStation).sample == nil)
  }
}
