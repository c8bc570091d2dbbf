import Dialects
import Model
import Testing

@testable import Inputs

@Suite struct SensorTests {
  @Test func `Android's units become steps of a sample`() {
    let gravity = Vector(x: 9.806_65, y: -9.806_65, z: 4.903_325)
    let turn = Vector(x: .pi / 2, y: -.pi, z: .pi / 180)
    let sample = MotionSample(android: gravity, rotation: turn)
    #expect(sample.acceleration == MotionVector(x: 4_096, y: -4_096, z: 2_048))
    #expect(sample.rotation == MotionVector(x: 1_440, y: -2_880, z: 16))
  }

  @Test func `SensaGram is heard at the port that the app has in its settings`() throws {
    #expect(try InputSettings("sensagram").ports == [8_080])
  }

  @Test func `What is beyond the range of a sample is at its end`() {
    let far = Vector(x: 1_000, y: -1_000, z: 0)
    let sample = MotionSample(gravities: far, degrees: Vector(x: 3_000, y: -3_000, z: 0))
    #expect(sample.acceleration == MotionVector(x: 32_767, y: -32_767))
    #expect(sample.rotation == MotionVector(x: 32_767, y: -32_767))
  }
}
