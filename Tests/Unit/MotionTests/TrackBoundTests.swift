import Model
import Testing

@testable import Motion

/// The bounds of the tracks of motion, fingers, flicks and held tilts.
@Suite struct TrackBoundTests {
  private let start = Instant(nanoseconds: 5_000_000_000_000)
  private let still = MotionSample(acceleration: MotionVector(z: 4_096), rotation: .zero)
  private let turning = MotionSample(acceleration: .zero, rotation: MotionVector(x: 1))

  @Test(
    arguments: [
      (1, 1), (1_010_000, 1_010_000), (1_010_001, 10_000), (0, 10_000), (-1, 10_000), (20_000, 20_000),
    ] as [(Int64, Int64)])
  func `A controller's clock is followed up to one second ahead of the host's`(step: Int64, passed: Int64) {
    var track = MotionTrack()
    track.apply(still, measuredAt: 500, at: start)
    track.apply(still, measuredAt: 500 + step, at: start + .milliseconds(10))
    #expect(track.shown?.time == 5_000_000_000 + passed)
  }

  @Test func `Samples at one moment are a microsecond apart, and rotation alone is due to end`() {
    var track = MotionTrack()
    #expect(track.deadline == .distantFuture)
    for (number, sample) in [still, turning, still, turning].enumerated() {
      track.apply(sample, measuredAt: nil, at: start)
      #expect(track.shown?.time == 5_000_000_000 + Int64(number))
      #expect(track.deadline == (sample == still ? .distantFuture : start + .milliseconds(900)))
    }
    track.rest(at: start)
    #expect(track.shown?.time == 5_000_000_004 && track.deadline == .distantFuture)
    track.apply(still, measuredAt: 7_000, at: start + .milliseconds(1))
    track.rest(at: start + .milliseconds(2))
    #expect(track.shown?.time == 5_000_001_004, "there is nothing to stop")
    track.apply(still, measuredAt: 7_300, at: start + .milliseconds(3))
    #expect(track.shown?.time == 5_000_003_004, "after a rest the controller's clock starts anew")
  }

  private func finger(_ number: UInt8) -> Contact { Contact(number: number, x: 0, y: 0) }

  /// Returns the numbers of both points of the next report, with nil for a point without a contact.
  private func numbers(_ track: inout TouchTrack, isClicked: Bool = false) -> [UInt32?] {
    let points = track.advance(isClicked: isClicked)
    return [points[0], points[1]].map { $0 & 0x80 == 0 ? $0 & 0xff : nil }
  }

  @Test func `A first finger is shown at once, and one with the next number after a lift`() {
    var track = TouchTrack()
    #expect(!track.isBusy && !track.isWaiting)
    track.follow(Contacts(finger(8), finger(3)))
    #expect(numbers(&track) == [8, 3])
    #expect(!track.isWaiting && track.isBusy)
    track.follow(Contacts(finger(3)))
    #expect(numbers(&track) == [nil, 3])
    track.follow(Contacts(finger(8), finger(3)))
    #expect(numbers(&track) == [8, 3])
    #expect(!track.isWaiting)
    track.follow(Contacts(finger(8), finger(2)))
    #expect(numbers(&track) == [8, nil])
    #expect(track.isWaiting)
    track.follow(Contacts())
    #expect(!track.isWaiting && track.isBusy)
    #expect(numbers(&track) == [nil, nil])
    #expect(!track.isBusy)
    #expect(numbers(&track, isClicked: true) == [66, nil], "the newest finger was 2")
    #expect(numbers(&track, isClicked: true) == [66, nil])
    #expect(numbers(&track) == [nil, nil])
  }

  @Test(arguments: [(4_000_000, true), (3_999_999, false)] as [(Int64, Bool)])
  func `Turns of a stick within 4 ms count as one, for 64 ms`(spacing: Int64, isTwo: Bool) {
    var stick = FlickStick(speed: 360, snap: 0)
    for position in [Stick.centre, Stick(y: -32_767), Stick(x: 1_000, y: -32_700)] {
      stick.follow(position, at: start)
    }
    let first = stick.turn(at: start)
    #expect(!stick.isFlicking && first > 0)
    #expect(stick.turn(at: start) == first)
    let second = start + Interval(nanoseconds: spacing)
    stick.follow(Stick(x: 2_000, y: -32_700), at: second)
    let both = stick.turn(at: second)
    #expect(both > first)
    let end = start + .milliseconds(64)
    #expect(stick.deadline == end)
    #expect(stick.turn(at: end - Interval(nanoseconds: 1)) == both)
    #expect((stick.turn(at: end) > 0) == isTwo)
    #expect(stick.deadline == (isTwo ? second + .milliseconds(64) : .distantFuture))
    #expect(stick.turn(at: start + .milliseconds(68)) == 0)
    #expect(stick.deadline == .distantFuture)
  }

  @Test(arguments: [1, -1])
  func `Flicks add up to a whole turn at most, and end exactly then`(side: Int16) {
    var stick = FlickStick(speed: 360, snap: 4)
    for _ in 0..<5 {
      stick.follow(.centre, at: start)
      stick.follow(Stick(x: 32_767 * side), at: start)
    }
    let end = start + .seconds(1)
    #expect(stick.isFlicking)
    #expect(stick.turn(at: start) == Double(360 * Int(side)))
    #expect(stick.deadline == end)
    #expect(stick.turn(at: end - Interval(nanoseconds: 1)) == Double(360 * Int(side)))
    #expect(stick.turn(at: end) == 0)
    #expect(!stick.isFlicking)
  }

  private func held(
    until end: Int64, roll: Int = 0, _ hold: PressHold = .default
  ) -> Smoother {
    var smoother = Smoother(filter: .none, pressHold: hold)
    for time in stride(from: 0, through: end, by: 10_000) { smoother.add(TiltSample(at: time, roll: roll)) }
    return smoother
  }

  @Test(
    arguments: [(60_000, 0), (60_001, 20), (90_000, 600_000), (119_999, 1_199_980), (120_000, 1_200_000)]
      as [(Int64, Int)])
  func `A held tilt returns evenly from 60 ms to 120 ms after the press`(age: Int64, roll: Int) {
    var smoother = held(until: 500_000)
    smoother.pressed(at: 500_000)
    smoother.add(TiltSample(at: 500_000 + age, roll: 1_200_000))
    #expect(smoother.roll == roll)
  }

  @Test(arguments: [(60_000, 0), (60_001, 9)] as [(Int64, Int)])
  func `Without a blend a held tilt ends after its time`(age: Int64, roll: Int) {
    var smoother = held(until: 500_000, PressHold(blend: .zero))
    smoother.pressed(at: 500_000)
    smoother.add(TiltSample(at: 500_000 + age, roll: 9))
    #expect(smoother.roll == roll)
  }

  @Test(arguments: [(350_000, 5), (350_001, 9)] as [(Int64, Int)])
  func `What is held is not older than 250 ms`(edge: Int64, roll: Int) {
    var smoother = held(until: 100_000, roll: 5)
    smoother.pressed(at: edge)
    smoother.add(TiltSample(at: edge + 1_000, roll: 9))
    #expect(smoother.roll == roll)
  }

  @Test func `A second press at once, or at a sample's own time, goes on from what is shown`() {
    var smoother = held(until: 500_000)
    smoother.pressed(at: 500_000)
    for age in 1...5 as ClosedRange<Int64> {
      smoother.add(TiltSample(at: 500_000 + 10_000 * age, roll: 1_200_000))
    }
    for _ in 0..<2 {
      smoother.pressed(at: 550_000)
      #expect(smoother.roll == 0)
    }
    for (time, roll) in [(560_000, 0), (610_000, 0), (640_000, 600_000), (670_000, 1_200_000)]
      as [(Int64, Int)]
    {
      smoother.add(TiltSample(at: time, roll: 1_200_000))
      #expect(smoother.roll == roll, "at \(time)")
    }
  }

  @Test func `A sample that comes after a press at the same time is what is held`() {
    var smoother = held(until: 500_000)
    smoother.pressed(at: 505_000)
    smoother.add(TiltSample(at: 505_000, roll: 7))
    smoother.add(TiltSample(at: 510_000, roll: 9_000))
    #expect(smoother.roll == 7)
  }

  @Test(arguments: [(100_000, 20_000), (100_001, 0), (50_000, 40_000)] as [(Int64, Double)])
  func `The speed is that of the fastest axis over 100 ms`(step: Int64, unitsPerSecond: Double) {
    for axis in 0..<3 {
      var ring = SampleRing()
      _ = ring.insert(TiltSample(at: 0, roll: 0))
      let turn = [0, 1, 2].map { $0 == axis ? -2_000 : 7 }
      _ = ring.insert(TiltSample(at: step, roll: turn[0], pitch: turn[1], yaw: turn[2]))
      #expect(abs(ring.speed(at: 1) * Angle.unitsPerRadian - unitsPerSecond) < 1e-6)
      #expect(ring.speed(at: 0) == 0)
    }
  }
}
