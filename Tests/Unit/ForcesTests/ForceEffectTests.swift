import Model
import Testing

@testable import Forces

/// The force of one effect, at the bounds of its envelope and of its levels.
@Suite struct ForceEffectTests {
  private typealias Force = ForceEffect.Force

  private static let constant = Force.constant(level: 16_384)
  private static let ramp = Force.ramp(from: 0, to: 16_384)
  private static let spring = Force.condition(.spring, Condition.Numbers(rightCoefficient: 1))

  private static func wave(period: UInt16) -> Force {
    .periodic(.sine, magnitude: 16_384, offset: 1_000, period: period, phase: 0)
  }

  @Test(
    arguments: [
      (constant, 0, nil, false), (constant, 9, nil, false), (constant, 91, 100, false),
      (ramp, 9, nil, false), (ramp, 0, 100, true), (ramp, 50, 100, true),
      (wave(period: 0), 9, 100, false), (wave(period: 1), 9, nil, true), (wave(period: 1), 50, 100, true),
      (spring, 9, 100, false), (.none, 9, 100, false),
    ] as [(ForceEffect.Force, Double, Double?, Bool)])
  func `Without an envelope, only waves and ramps that end change with time`(
    force: ForceEffect.Force, time: Double, length: Double?, isVarying: Bool
  ) {
    #expect(ForceEffect(force).isVarying(after: time, length: length) == isVarying)
  }

  @Test(
    arguments: [
      (constant, 0, nil, true), (constant, 9, nil, true), (constant, 10, nil, false),
      (constant, 9, 100, true), (constant, 10, 100, false), (constant, 80, 100, false),
      (constant, 81, 100, true), (constant, 99, 100, true), (constant, 99, nil, false),
      (ramp, 9, nil, true), (ramp, 10, nil, false), (ramp, 10, 100, true),
      (wave(period: 0), 9, 100, false), (spring, 9, 100, false), (.none, 99, 100, false),
    ] as [(ForceEffect.Force, Double, Double?, Bool)])
  func `A force changes with time during its attack of 10 ms and its fade of 20 ms`(
    force: ForceEffect.Force, time: Double, length: Double?, isVarying: Bool
  ) {
    let envelope = ForceEffect.Envelope(attackLength: 10, attackLevel: 1, fadeLength: 20, fadeLevel: 1)
    let effect = ForceEffect(force, envelope: envelope)
    #expect(effect.isVarying(after: time, length: length) == isVarying)
  }

  @Test(
    arguments: [
      (.constant(level: 32_767), 1), (.constant(level: -32_767), -1), (.constant(level: .min), -1),
      (.ramp(from: .min, to: 0), -1), (wave(period: 0), 1_000 / 32_767), (spring, 0), (.none, 0),
    ] as [(ForceEffect.Force, Double)])
  func `A force without an envelope has its own level from the beginning`(
    force: ForceEffect.Force, push: Double
  ) {
    #expect((ForceEffect(force).push(after: 0, turns: 0, length: nil) - push).magnitude < 1e-12)
  }

  @Test func `A ramp goes evenly to its end, and stays at its first level without a length`() {
    let effect = ForceEffect(.ramp(from: 32_767, to: -32_767))
    let pushes = [0, 25, 50, 100].map { effect.push(after: $0, turns: 0, length: 100) }
    for (push, expected) in zip(pushes, [1, 0.5, 0, -1]) { #expect((push - expected).magnitude < 1e-12) }
    #expect((effect.push(after: 75, turns: 0, length: nil) - 1).magnitude < 1e-12)
  }

  @Test(
    arguments: [
      (0, 100, 0.5), (5, 100, 0.75), (10, 100, 1), (80, 100, 1), (90, 100, 1), (100, 100, 1), (110, 100, 1),
      (5, 12, 0.75), (0, nil, 0.5),
    ] as [(Double, Double?, Double)])
  func `The levels of an envelope have the sign of the effect, and are 1 at most`(
    time: Double, length: Double?, push: Double
  ) {
    let envelope = ForceEffect.Envelope(
      attackLength: 10, attackLevel: 16_384, fadeLength: 20, fadeLevel: .max)
    let positive = ForceEffect(.constant(level: 32_767), envelope: envelope)
    #expect((positive.push(after: time, turns: 0, length: length) - push).magnitude < 1e-4)
    let negative = ForceEffect(.constant(level: -32_767), envelope: envelope)
    #expect((negative.push(after: time, turns: 0, length: length) + push).magnitude < 1e-4)
  }

  @Test(
    arguments: [(0, 1), (5, 0.5), (10, 0), (80, 0), (90, 0.25), (100, 0.5), (110, 0.5)] as [(Double, Double)])
  func `An effect of level 0 has an envelope to the right`(time: Double, push: Double) {
    let envelope = ForceEffect.Envelope(
      attackLength: 10, attackLevel: 32_767, fadeLength: 20, fadeLevel: 16_384)
    let effect = ForceEffect(.constant(level: 0), envelope: envelope)
    #expect((effect.push(after: time, turns: 0, length: 100) - push).magnitude < 1e-4)
  }

  @Test func `An effect without an envelope keeps its level to its very end`() {
    let effect = ForceEffect(.constant(level: 32_767))
    #expect((effect.push(after: 10, turns: 0, length: 10) - 1).magnitude < 1e-12)
  }
}
