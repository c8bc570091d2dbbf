import Model
import Testing

@testable import Forces

/// Wheels that nobody holds, and wheels whose angle is measured.
@Suite struct WheelHolderTests {
  private static let start = Instant(nanoseconds: 9_000_000_000)
  private var wheel = ForceWheel()
  private var now = start

  private mutating func play(_ force: ForceEffect.Force, as number: Int = 0) {
    wheel.apply(.upload(number, ForceEffect(force)), at: now)
    wheel.apply(.play(number, count: 1), at: now)
  }

  private mutating func pass(_ milliseconds: Int64) {
    let end = now + .milliseconds(milliseconds)
    while wheel.nextStep(after: now) <= end {
      now = max(now, wheel.nextStep(after: now))
      wheel.advance(to: now)
    }
    now = end
  }

  @Test mutating func `Autocenter brings a wheel that nobody holds to the middle, where it rests`() {
    wheel.hold(30_000, at: now)
    wheel.apply(.autocenter(13_107), at: now)
    pass(1_000)
    #expect(wheel.position > 25_000, "the hand holds it")
    wheel.hold(30_000, by: .nobody, at: now)
    pass(8_000)
    #expect(abs(Int(wheel.position)) < 800 && wheel.isFree)
    #expect(wheel.nextStep(after: now) == .distantFuture)
    wheel.hold(12_000, by: .nobody, at: now)
    #expect(abs(Int(wheel.position)) < 800, "who does not hold the wheel does not turn it")
  }

  @Test mutating func `A hand that takes the wheel again does not throw it`() {
    wheel.hold(-20_000, at: now)
    wheel.apply(.autocenter(13_107), at: now)
    wheel.hold(-20_000, by: .nobody, at: now)
    pass(8_000)
    wheel.hold(wheel.position, by: .hand, at: now)
    pass(4)
    #expect(abs(Int(wheel.position)) < 800)
    #expect(wheel.force.angle == wheel.position)
  }

  @Test mutating func `Full torque turns a wheel that nobody holds to its stop, and it rests there`() {
    play(.constant(level: 32_767))
    wheel.hold(0, by: .nobody, at: now)
    pass(3_000)
    #expect(wheel.position == 32_767 && wheel.torque > 0.999)
    #expect(wheel.nextStep(after: now) == .distantFuture)
  }

  @Test mutating func `A measured wheel is where its controller says, and a spring pushes it by its angle`() {
    play(.condition(.spring, .init(rightCoefficient: 8_192, leftCoefficient: 8_192)))
    for position in stride(from: Int16(0), through: 16_384, by: 1_024) {
      wheel.hold(position, by: .motor, at: now)
      pass(8)
      #expect(wheel.position == position)
      #expect(abs(wheel.torque + Double(position) / 32_767) < 0.001)
    }
    pass(1_000)
    #expect(wheel.nextStep(after: now) == .distantFuture)
    #expect(abs(wheel.force.torque + 16_384) <= 4)
    #expect(wheel.force.push == 0 && wheel.force.conditions.count == 1)
  }

  @Test mutating func `A damper brakes a measured wheel while it turns`() {
    play(.condition(.damper, .init(rightCoefficient: 32_767, leftCoefficient: 32_767)))
    // One turn a second, half of the speed at which the damper has the full torque.
    for step in 0..<100 as Range<Int16> {
      wheel.hold(Int16(step) * 105, by: .motor, at: now)
      pass(4)
    }
    #expect(abs(wheel.torque + 0.5) < 0.02)
    pass(200)
    #expect(wheel.torque == 0)
  }
}

/// The conditions of a wheel as a controller gets them.
@Suite struct ForceConditionTests {
  private func spring(_ coefficient: Int16, at center: Int16 = 0, band: UInt16 = 0) -> Condition {
    Condition(
      .spring,
      .init(
        rightSaturation: 20_000, leftSaturation: 20_000, rightCoefficient: coefficient,
        leftCoefficient: coefficient, deadBand: band, center: center), gain: 1)
  }

  @Test func `The numbers are those of the game, with the gain`() {
    let numbers = ForceCondition.Numbers(
      rightSaturation: 65_535, leftSaturation: 30_000, rightCoefficient: 32_767, leftCoefficient: -16_000,
      deadBand: 5_000, center: -3_000)
    for kind in [ForceCondition.Kind.spring, .damper, .friction, .inertia] {
      #expect(ForceConditions([Condition(kind, numbers, gain: 1)])[0] == ForceCondition(kind, numbers))
      let half = ForceConditions([Condition(kind, numbers, gain: 0.5)])[0].numbers
      #expect((half.leftSaturation, half.leftCoefficient) == (15_000, -8_000))
      #expect((half.deadBand, half.center) == (5_000, -3_000))
    }
  }

  @Test func `Four conditions stay as they are, and more are added up`() {
    let four = ForceConditions(Array(repeating: spring(1_000), count: 4))
    #expect(four.count == 4 && four[3].numbers.rightCoefficient == 1_000)
    let one = ForceConditions(Array(repeating: spring(1_000), count: 5))
    #expect(one.count == 1 && one[0].numbers.rightCoefficient == 5_000)
    #expect(one[0].numbers.rightSaturation == 65_535)
  }

  @Test func `Conditions that cannot be added compete, and the strongest stay`() {
    let list = ForceConditions(
      [3, 1, 2, 5, 4].map { spring($0 * 100, at: $0 * 1_000) }
        + [spring(50, band: 9), spring(50, band: 9)])
    #expect((0..<4).map { list[$0].numbers.center } == [5_000, 4_000, 3_000, 2_000])
  }
}
