import Model
import Testing

@testable import Forces

/// A wheel with its effects and its simulated hand, advanced by its own wake-ups.
@Suite struct ForceWheelTests {
  private static let start = Instant(nanoseconds: 9_000_000_000)
  private var wheel = ForceWheel()
  private var now = start

  private static let spring = ForceEffect(
    .condition(.spring, Condition.Numbers(rightCoefficient: 32_767, leftCoefficient: 32_767)))

  private mutating func play(_ effect: ForceEffect, as number: Int = 0) {
    wheel.apply(.upload(number, effect), at: now)
    wheel.apply(.play(number, count: 1), at: now)
    // The daemon asks for feedback right after each request.
    wheel.advance(to: now)
  }

  /// Lets `milliseconds` pass, and wakes the wheel at each time that it requests.
  ///
  /// Returns the number of wake-ups.
  private mutating func pass(_ milliseconds: Int64) -> Int {
    let end = now + .milliseconds(milliseconds)
    var count = 0
    while wheel.nextStep(after: now) <= end {
      now = max(now, wheel.nextStep(after: now))
      wheel.advance(to: now)
      count += 1
    }
    now = end
    return count
  }

  @Test mutating func `A wheel that nothing pushes is where the hand is, and never wakes up`() {
    for position in [Int16.min, -1, 0, 1, .max] {
      wheel.hold(position, at: now)
      #expect(wheel.position == position && !wheel.isFree)
    }
    play(ForceEffect(.constant(level: 0)), as: 1)
    play(ForceEffect(.none), as: 2)
    play(ForceEffect(.constant(level: 32_767), direction: 0), as: 3)
    #expect(wheel.nextStep(after: now) == .distantFuture && !wheel.isFree)
  }

  @Test(arguments: [(Grip.loose, 38.2), (.normal, 9.55), (.firm, 2.29)])
  mutating func `Full torque turns the wheel in the hand by an angle, and back when it ends`(
    grip: Grip, degrees: Double
  ) {
    wheel = ForceWheel(WheelSettings(range: 900, grip: grip))
    play(ForceEffect(.constant(level: 32_767)))
    _ = pass(2_000)
    let angle = Double(wheel.position) / 32_767 * 450
    // The friction may hold the wheel back by 1.4 % of the angle.
    #expect((angle / degrees - 1).magnitude < 0.02)
    #expect(wheel.nextStep(after: now) == .distantFuture)
    #expect((wheel.torque - 1).magnitude < 1e-9)
    wheel.apply(.erase(0), at: now)
    #expect(wheel.nextStep(after: now) <= now + ForceWheel.period)
    _ = pass(2_000)
    #expect(wheel.position == 0 && !wheel.isFree && wheel.torque == 0)
    #expect(wheel.nextStep(after: now) == .distantFuture)
  }

  @Test mutating func `A wheel that moves wakes up each 4 ms, and one at rest under a spring never`() {
    wheel.hold(16_000, at: now)
    play(Self.spring)
    #expect(pass(40) == 10)
    _ = pass(3_000)
    #expect(wheel.isFree && wheel.nextStep(after: now) == .distantFuture)
    wheel.hold(16_000, at: now)
    #expect(wheel.nextStep(after: now) == .distantFuture)
    wheel.hold(-16_000, at: now)
    #expect(wheel.nextStep(after: now) == now + ForceWheel.period)
    _ = pass(1_000)
    #expect(wheel.position < 0 && wheel.position > -16_000)
  }

  @Test
  mutating func `An effect with a delay frees the wheel when it begins, and its end makes it rigid again`() {
    play(ForceEffect(.constant(level: 32_767), length: 200, delay: 100))
    #expect(wheel.nextStep(after: now) == now + .milliseconds(100))
    _ = pass(99)
    #expect(!wheel.isFree)
    _ = pass(100)
    #expect(wheel.isFree && wheel.position > 0)
    _ = pass(1_500)
    #expect(!wheel.isFree && wheel.position == 0)
    #expect(wheel.nextStep(after: now) == .distantFuture)
  }

  @Test mutating func `Autocenter pulls a held wheel back, and stays until it is taken away`() {
    wheel.hold(20_000, at: now)
    wheel.apply(.autocenter(0xffff), at: now)
    _ = pass(2_000)
    #expect(wheel.isFree && wheel.position < 20_000 && wheel.torque < -0.5)
    wheel.apply(.autocenter(0), at: now)
    _ = pass(2_000)
    #expect(wheel.position == 20_000 && !wheel.isFree)
  }

  @Test mutating func `A wave shakes motors and a steady force does not`() {
    play(ForceEffect(.constant(level: 20_000)))
    _ = pass(2_000)
    #expect(wheel.shaking == (0, 0))
    play(ForceEffect(.periodic(.sine, magnitude: 16_384, offset: 0, period: 50, phase: 0)), as: 1)
    _ = pass(500)
    let slow = wheel.shaking
    #expect(slow.strong > 0x4000 && slow.strong > slow.weak)
    play(ForceEffect(.periodic(.sine, magnitude: 16_384, offset: 0, period: 8, phase: 0)), as: 1)
    _ = pass(500)
    let quick = wheel.shaking
    #expect(quick.weak > 0x4000 && quick.weak > quick.strong)
    for number in 0..<2 { wheel.apply(.erase(number), at: now) }
    _ = pass(1_500)
    #expect(wheel.shaking == (0, 0) && wheel.nextStep(after: now) == .distantFuture)
  }

  @Test mutating func `Time that nobody woke the wheel for is skipped beyond 50 ms`() {
    play(ForceEffect(.constant(level: 32_767)))
    var prompt = wheel
    now = now + .milliseconds(50)
    prompt.advance(to: now)
    wheel.advance(to: now + .seconds(100))
    #expect(wheel.position == prompt.position && wheel.position > 0)
    #expect(wheel.nextStep(after: now) == now + .seconds(100) + ForceWheel.period)
  }

  @Test mutating func `A quick swing of the hand lags by the grip's time`() {
    wheel.apply(.autocenter(1), at: now)
    // The hand turns at 2 rad/s, with a sample every 8 ms.
    var lag = 0.0
    for number in 0..<60 {
      let angle = 0.016 * Double(number)
      wheel.hold(Int16(angle / (2.5 * .pi) * 32_767), at: now)
      _ = pass(8)
      lag = (angle - Double(wheel.position) / 32_767 * 2.5 * .pi) / 2
    }
    #expect(lag.magnitude < 0.025)
  }

  @Test mutating func `A wheel stops at the ends of its range`() {
    wheel = ForceWheel(WheelSettings(range: 40, grip: .loose))
    play(ForceEffect(.constant(level: 32_767)))
    _ = pass(3_000)
    #expect(wheel.position == 32_767)
  }

  @Test mutating func `A step is due after a whole millisecond`() {
    play(ForceEffect(.constant(level: 32_767)))
    wheel.advance(to: now + Interval(nanoseconds: 999_999))
    #expect(wheel.torque == 0)
    wheel.advance(to: now + .milliseconds(1))
    #expect((wheel.torque - 1).magnitude < 1e-9)
  }

  @Test
  mutating func `A wheel without forces stays free while it is one unit or more away from a moving hand`() {
    for position in 0..<200 as Range<Int16> {
      for distance in 0..<3 as Range<Int16> {
        wheel = ForceWheel()
        wheel.hold(position, at: now)
        // This spring has no force, but frees the wheel.
        play(ForceEffect(.condition(.spring, Condition.Numbers())))
        wheel.hold(position + distance, at: now)
        wheel.apply(.erase(0), at: now)
        wheel.advance(to: now + .milliseconds(4))
        #expect(wheel.isFree == (distance > 0), "position \(position), distance \(distance)")
        for step in 1...15 as ClosedRange<Int64> { wheel.advance(to: now + .milliseconds(4 + 4 * step)) }
        #expect(!wheel.isFree && wheel.position == position + distance)
      }
    }
  }
}
