import Model
import Testing

@testable import Forces

/// The hand on a wheel: the time after which it counts as still, its speed, and the limit of its torque.
@Suite struct HandTests {
  private static let start = Instant(nanoseconds: 2_000_000_000)
  private var hand = Hand(.normal, on: SteeringColumn.Build(degrees: 900))

  private static func after(_ microseconds: Int64) -> Instant {
    start + Interval(nanoseconds: microseconds * 1_000)
  }

  @Test mutating func `A hand is still from 60 ms after its last motion on`() {
    #expect(hand.isStill(at: Self.start), "it has never moved")
    hand.move(to: 0.1, at: Self.start)
    #expect(
      [0, 59_999, 60_000, 60_001].map { hand.isStill(at: Self.after($0)) } == [false, false, true, true])
    hand.move(to: 0.1, at: Self.after(50_000))
    #expect(hand.isStill(at: Self.after(60_000)), "a sample of the same angle is no motion")
    hand.move(to: 0.2, at: Self.after(60_000))
    #expect(!hand.isStill(at: Self.after(119_999)) && hand.isStill(at: Self.after(120_000)))
  }

  @Test(
    arguments: [
      (8_000, 0.1 / 0.008 * 8 / 28), (1_000, 0.1 / 0.001 / 21), (500, 0.1 / 0.001 * 0.5 / 20.5),
      (59_999, 0.1 / 0.079_999), (60_000, 0), (60_001, 0), (0, 0), (-1_000, 0),
    ] as [(Int64, Double)])
  mutating func `The speed of a hand is that between two samples, smoothed over 20 ms`(
    time: Int64, speed: Double
  ) {
    hand.move(to: 0.5, at: Self.start)
    #expect(hand.speed == 0)
    hand.move(to: 0.6, at: Self.after(time))
    #expect((hand.speed - speed).magnitude < 1e-9)
    #expect(hand.angle == 0.6 && hand.drag == hand.damping * hand.speed)
  }

  @Test mutating func `A hand stops when its controller has been silent for 60 ms`() {
    hand.settle(at: Self.start)
    hand.move(to: 0.5, at: Self.start)
    hand.move(to: 0.6, at: Self.after(8_000))
    hand.settle(at: Self.after(67_999))
    #expect(hand.speed > 0)
    hand.settle(at: Self.after(68_000))
    #expect(hand.speed == 0 && hand.angle == 0.6)
  }

  @Test(arguments: Grip.allCases) func `A hand pulls with 5 N·m at most, and its spring ends there`(
    grip: Grip
  ) {
    let hand = Hand(grip, on: SteeringColumn.Build(degrees: 900))
    let bend = 5 / hand.stiffness
    for side in [-1.0, 1] {
      let within = hand.pull(at: -side * 0.999 * bend)
      #expect((within.torque - side * 4.995).magnitude < 1e-9 && within.stiffness == hand.stiffness)
      #expect(hand.pull(at: -side * bend) == (side * 5, 0))
      #expect(hand.pull(at: -side * 2 * bend) == (side * 5, 0))
    }
    #expect(hand.pull(at: 0) == (0, hand.stiffness) && hand.energy(at: 0) == 0)
  }
}
