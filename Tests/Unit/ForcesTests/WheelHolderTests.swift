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
    // The wheel makes one turn per second, half of the speed at which the damper reaches the full torque.
    for step in 0..<100 as Range<Int16> {
      wheel.hold(Int16(step) * 105, by: .motor, at: now)
      pass(4)
    }
    #expect(abs(wheel.torque + 0.5) < 0.02)
    pass(200)
    #expect(wheel.torque == 0)
  }

  @Test(arguments: [(Int16(469), true), (470, false), (-469, true), (-470, false)])
  mutating func `A wheel that nobody holds rests under a push of up to 1.05 times its friction`(
    level: Int16, isResting: Bool
  ) {
    play(.constant(level: level.signum() * 400))
    wheel.hold(0, by: .nobody, at: now)
    pass(1_000)
    #expect(wheel.nextStep(after: now) == .distantFuture)
    play(.constant(level: level))
    pass(4)
    #expect((wheel.nextStep(after: now) == .distantFuture) == isResting)
  }

  @Test mutating func `The position −32768 of a measured wheel counts as −32767`() {
    play(.condition(.spring, .init(rightCoefficient: 4_096, leftCoefficient: 4_096)))
    let torques = [Int16(-32_767), .min, -32_766].map { position in
      wheel.hold(position, by: .motor, at: now)
      pass(8)
      return wheel.torque
    }
    #expect(torques[0] == torques[1] && torques[2] < torques[1])
  }

  @Test mutating func `A rigid wheel has no force, and its angle is −32767 at least`() {
    for (position, angle) in [(Int16.min, Int16(-32_767)), (-32_767, -32_767), (.max, .max)] {
      wheel.hold(position, at: now)
      #expect(wheel.force.angle == angle && !wheel.force.isActing && wheel.force.range == 900)
      #expect(wheel.force.torque == 0 && wheel.force.push == 0 && wheel.force.conditions.count == 0)
    }
  }

  @Test(arguments: [(Int16(32_767), Int16(-32_767)), (-32_767, 32_767)])
  mutating func `The torque of several springs is cut off at the full torque`(place: Int16, torque: Int16) {
    for number in 0..<3 {
      play(.condition(.spring, .init(rightCoefficient: 32_767, leftCoefficient: 32_767)), as: number)
    }
    wheel.hold(place, by: .motor, at: now)
    pass(4)
    #expect(wheel.torque.magnitude > 2.9 && wheel.force.torque == torque)
  }
}

/// The conditions of a wheel in the form that a controller receives.
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
    let rising = ForceConditions([1, 2, 3, 4].map { spring($0 * 1_000) })
    #expect((0..<4).map { rising[$0].numbers.rightCoefficient } == [1_000, 2_000, 3_000, 4_000])
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

  @Test func `Of conditions with the same strength, those that began first stay`() {
    let list = ForceConditions((1...7).map { spring(100, at: $0 * 1_000) })
    #expect(list.count == 4)
    #expect((0..<4).map { list[$0].numbers.center } == [1_000, 2_000, 3_000, 4_000])
  }

  @Test func `The strength of a condition is its greatest torque on either side`() {
    let halves: [(right: Int16, left: Int16, saturation: UInt16)] = [
      (32_767, 32_767, 10), (-900, 0, 20_000), (0, 800, 20_000), (0, -700, 20_000), (600, 0, 20_000),
    ]
    let list = ForceConditions(
      halves.enumerated().map { (index, half) in
        Condition(
          .spring,
          .init(
            rightSaturation: half.saturation, leftSaturation: half.saturation, rightCoefficient: half.right,
            leftCoefficient: half.left, center: Int16(index) * 1_000), gain: 1)
      })
    #expect((0..<4).map { list[$0].numbers.center } == [1_000, 2_000, 3_000, 4_000])
  }

  @Test func `Only conditions of the same kind are added up, to the greatest numbers at most`() {
    let kinds: [Condition.Kind] = [.spring, .damper, .friction, .inertia, .spring]
    for (coefficient, sum) in [(Int16(1_000), Int16(2_000)), (20_000, 32_767), (-20_000, -32_767)] {
      let numbers = Condition.Numbers(rightCoefficient: coefficient, leftCoefficient: coefficient)
      let list = ForceConditions(kinds.map { Condition($0, numbers, gain: 1) })
      #expect((0..<list.count).map { list[$0].kind } == [.spring, .damper, .friction, .inertia])
      #expect(
        (0..<4).map { list[$0].numbers.rightCoefficient } == [sum, coefficient, coefficient, coefficient])
      #expect(list[0].numbers.leftCoefficient == sum && list[0].numbers.rightSaturation == 65_535)
    }
  }

  @Test(arguments: [true, false])
  func `A condition with a dead band is not added to one that begins at the same place`(isFirst: Bool) {
    let pair = [spring(100, at: -32_767, band: 65_535), spring(100)]
    let list = ForceConditions(
      (isFirst ? pair : pair.reversed()) + [1, 2, 3].map { spring(100, at: $0 * 1_000) })
    #expect((0..<4).map { list[$0].numbers.rightCoefficient } == [100, 100, 100, 100])
  }
}
