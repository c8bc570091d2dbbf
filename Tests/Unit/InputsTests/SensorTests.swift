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

  @Test func `The fastest message loses weight by half a thousandth of the time`() {
    let start = Instant(nanoseconds: 9_000_000_000)
    func stamp(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: 0) + .milliseconds(milliseconds) }
    var clock = SenderClock()
    #expect(clock.time(of: stamp(0), at: start) == start)
    // A message counts as later by half a thousandth of the time that has passed: 505 µs after 1,010 ms, and
    // another 500 µs after another second.
    let second = start + .milliseconds(1_010)
    #expect(clock.time(of: stamp(1_000), at: second) == start + .milliseconds(1_000) + .microseconds(505))
    let third = start + .milliseconds(2_010)
    #expect(clock.time(of: stamp(2_000), at: third) == start + .milliseconds(2_000) + .microseconds(1_005))
    let quick = start + .milliseconds(2_990)
    #expect(clock.time(of: stamp(3_000), at: quick) == quick, "the fastest so far")
    let last = start + .milliseconds(3_000)
    #expect(clock.time(of: stamp(3_000), at: last) == quick + .microseconds(5))
  }

  @Test func `Each sensor rests 900 ms after its own last report, and only once`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var times = SensorTimes()
    #expect(times.next == .distantFuture && times.nextSilent(at: start) == [])
    times.note([.rotation, .attitude], at: start)
    times.note(.acceleration, at: start + .milliseconds(1))
    times.note(.attitude, at: start + .milliseconds(2))
    #expect(times.next == start + .milliseconds(900))
    #expect(times.nextSilent(at: start + .milliseconds(900) + Interval(nanoseconds: -1)) == [])
    #expect(times.nextSilent(at: start + .milliseconds(900)) == .rotation)
    #expect(times.next == start + .milliseconds(901))
    #expect(times.nextSilent(at: start + .seconds(2)) == [.acceleration, .attitude])
    #expect(times.next == .distantFuture && times.nextSilent(at: start + .seconds(9)) == [])
  }
}
