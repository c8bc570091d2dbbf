import Model
import Testing

@testable import Forces

/// Effects and wheels, compared with a second calculation (``Reference``).
@Suite struct EffectReferenceTests {
  private static let start = Instant(nanoseconds: 3_000_000_000)

  @Test func `Each effect pushes as in the reference, in each direction, with each gain and envelope`() {
    #expect(Reference.all.effects.count == 200)
    var worst = 0.0
    for row in Reference.all.effects {
      var (bank, load) = (EffectBank(), ForceLoad())
      bank.apply(.gain(row.gain), at: Self.start)
      bank.apply(.upload(0, ForceEffect(row)), at: Self.start)
      bank.apply(.play(0, count: 1), at: Self.start)
      for (time, push) in zip(row.times, row.pushes) {
        bank.update(&load, at: Self.start + .milliseconds(time))
        worst = max(worst, (load.push - push).magnitude)
      }
    }
    #expect(worst < 1e-6)
  }

  @Test(arguments: Reference.all.traces.indices)
  func `A wheel that nobody holds turns as in the reference, to 1 % of its range`(number: Int) {
    let trace = Reference.all.traces[number]
    var wheel = FreeWheel(degrees: trace.degrees)
    wheel.column.angle = trace.place * wheel.column.build.halfRange
    wheel.column.speed = trace.speed
    for (index, row) in trace.conditions.enumerated() { wheel.play(ForceEffect(row), as: index) }
    wheel.play(ForceEffect(.constant(level: trace.constant)), as: 14)
    // The wheel has the load of its effects from the beginning, so that an effect of inertia does not slow
    // down a wheel that turns already.
    wheel.bank.update(&wheel.load, at: wheel.time)
    var worst = 0.0
    for (index, place) in trace.places.enumerated() {
      worst = max(worst, (wheel.column.angle / wheel.column.build.halfRange - place).magnitude / 2)
      if index < trace.places.count - 1 { for _ in 0..<10 { wheel.step() } }
    }
    #expect(worst < 0.01)
  }

  @Test(arguments: [0.25, 0.5, 1])
  func `A spring swings the wheel with its period, and inertia slows it down`(coefficient: Double) throws {
    let plain = try halfPeriod(coefficient, inertia: 0)
    let stiffness = 4 * coefficient * 2.2 / (Double.pi * 2.5)
    let expected = Double.pi / (stiffness / 0.03 - (0.1 / 0.06) * (0.1 / 0.06)).squareRoot()
    #expect((plain / expected - 1).magnitude < 0.05)
    let heavy = try halfPeriod(coefficient, inertia: 0.5)
    let slower = Double.pi / (stiffness / 0.06 - (0.1 / 0.12) * (0.1 / 0.12)).squareRoot()
    #expect((heavy / slower - 1).magnitude < 0.05)
  }

  /// Returns the time from one turning point to the next, in seconds.
  ///
  /// Dry friction does not change this time.
  private func halfPeriod(_ coefficient: Double, inertia: Double) throws -> Double {
    var wheel = FreeWheel(degrees: 900)
    wheel.column.angle = 0.2 * wheel.column.build.halfRange
    let numbers = { (share: Double) in
      Condition.Numbers(
        rightCoefficient: Int16(share * 32_767), leftCoefficient: Int16(share * 32_767))
    }
    wheel.play(ForceEffect(.condition(.spring, numbers(coefficient))), as: 0)
    wheel.play(ForceEffect(.condition(.inertia, numbers(inertia))), as: 1)
    var steps = 0
    repeat {
      wheel.step()
      steps += 1
    } while wheel.column.speed < 0 && steps < 6_000
    try #require(wheel.column.angle < 0)
    return 0.001 * Double(steps)
  }
}
