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
    #expect(try HeardInput("sensagram").ports == [8_080])
  }

  @Test func `A message that comes late tells when its sensors measured`() {
    var clock = SenderClock()
    let far = Instant(nanoseconds: 900_000_000_000)
    var errors: [Int64] = []
    for (step, delay) in [4, 2, 0, 7, 15, 1, 9, 0, 3].enumerated() {
      let measured = Instant(nanoseconds: 0) + .milliseconds(10 * Int64(step))
      let arrival = far + .milliseconds(10 * Int64(step) + Int64(delay))
      let time = clock.time(of: measured, at: arrival)
      #expect(time <= arrival)
      errors.append(((time - far).nanoseconds - measured.nanoseconds) / 1_000)
    }
    #expect(errors[2...].allSatisfy { (0...60).contains($0) }, "\(errors)")
  }

  @Test func `A message may be late by a second and no more`() {
    let (now, stamp) = (Instant(nanoseconds: 9_000_000_000), Instant(nanoseconds: 5_000_000_000))
    for (late, isKnown) in [(Int64(1_000_000_000), true), (1_000_000_001, false)] {
      var clock = SenderClock()
      #expect(clock.time(of: stamp, at: now) == now)
      let measured = Interval(nanoseconds: late)
      #expect(clock.time(of: stamp - measured, at: now) == (isKnown ? now - measured : now))
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 5_000_000_000, .max])
  func `A sender whose clock jumps measures when its messages come`(_ stamp: Int64) {
    var clock = SenderClock()
    let now = Instant(nanoseconds: 1_000_000_000)
    #expect(clock.time(of: Instant(nanoseconds: 2_000_000_000), at: now) == now)
    #expect(clock.time(of: Instant(nanoseconds: stamp), at: now + .seconds(2)) == now + .seconds(2))
    #expect(
      clock.time(of: Instant(nanoseconds: stamp), at: now + .milliseconds(2_001)) < now + .milliseconds(2_001)
    )
  }

  @Test func `What is beyond the range of a sample is at its end`() {
    let far = Vector(x: 1_000, y: -1_000, z: 0)
    let sample = MotionSample(gravities: far, degrees: Vector(x: 3_000, y: -3_000, z: 0))
    #expect(sample.acceleration == MotionVector(x: 32_767, y: -32_767))
    #expect(sample.rotation == MotionVector(x: 32_767, y: -32_767))
  }
}
