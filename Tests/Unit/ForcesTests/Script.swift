import Impairment
import Model

@testable import Forces

/// A random script.
///
/// It has a wheel, effects that start, change and end, and a hand whose samples are late or lost.
struct Script {
  private var random: Random
  private(set) var wheel: FreeWheel
  private var hand: Hand
  private let holds: Bool
  /// The samples of the hand that have not arrived yet, with the times of their arrival.
  private var late: [(due: Int, angle: Double)] = []
  /// A digest of all angles and speeds (64-bit FNV-1a).
  private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  /// The greatest gain of energy in a step, in joules, beyond the work that the effects and the hand do.
  private(set) var worstGain = 0.0

  /// The number of steps of a script.
  static let length = 150

  init(seed: UInt64) {
    random = Random(seed: seed)
    wheel = FreeWheel(Script.build(&random))
    holds = random.next() % 4 != 0
    hand = Hand(.allCases[Int(random.next() % 3)], on: wheel.column.build)
    wheel.column.angle = (2.2 * random.unit() - 1.1) * wheel.column.build.halfRange
    wheel.column.speed = 40 * random.unit() - 20
    for number in 0..<Int(1 + random.next() % 5) { wheel.play(Script.effect(&random), as: number) }
  }

  /// Returns a wheel of any range, light or heavy.
  ///
  /// Half of the wheels, at random, have no losses, because losses would hide a gain of energy.
  private static func build(_ random: inout Random) -> SteeringColumn.Build {
    var build = SteeringColumn.Build(degrees: 72 + Int(random.next() % 829))
    build.inertia *= 0.1 + 0.9 * random.unit()
    if random.next() % 2 == 0 { (build.viscosity, build.friction) = (0, 0) }
    return build
  }

  static func numbers(_ random: inout Random) -> Condition.Numbers {
    let word = { (random: inout Random) in UInt16(truncatingIfNeeded: random.next()) }
    return Condition.Numbers(
      rightSaturation: word(&random), leftSaturation: word(&random),
      rightCoefficient: Int16(bitPattern: word(&random)), leftCoefficient: Int16(bitPattern: word(&random)),
      deadBand: random.next() % 2 == 0 ? 0 : word(&random) / 4, center: Int16(bitPattern: word(&random)) / 4)
  }

  private static func effect(_ random: inout Random) -> ForceEffect {
    let kinds: [Condition.Kind] = [.spring, .spring, .damper, .friction, .inertia]
    let kind = random.next() % 7
    guard kind >= kinds.count else {
      return ForceEffect(.condition(kinds[Int(kind)], numbers(&random)))
    }
    let level = Int16(truncatingIfNeeded: random.next())
    if kind == 5 { return ForceEffect(.constant(level: level)) }
    return ForceEffect(
      .periodic(.square, magnitude: level, offset: 0, period: UInt16(2 + random.next() % 100), phase: 0))
  }

  /// Makes one step, and compares the energy after the step with the energy before it.
  mutating func step(_ number: Int) {
    if random.next() % 20 == 0 { wheel.play(Script.effect(&random), as: Int(random.next() % 5)) }
    if random.next() % 200 == 0 { wheel.bank.apply(.erase(Int(random.next() % 5)), at: wheel.time) }
    wheel.load.nextCollection = Instant(nanoseconds: .min)
    moveHand(number)
    let held = holds ? hand : nil
    var before = wheel
    before.time = before.time + .milliseconds(1)
    before.bank.update(&before.load, at: before.time)
    let stored = before.column.energy(at: before.column.angle, before.load, held)
    let moving = before.column.inertia * before.column.speed * before.column.speed / 2
    wheel.step(hand: held)
    let (column, load) = (wheel.column, wheel.load)
    let after = column.inertia * column.speed * column.speed / 2 + column.energy(at: column.angle, load, held)
    let outside = load.push * column.build.torque + (held?.drag ?? 0)
    let gain = after - stored - moving - 0.001 * column.speed * outside
    // Sums of a few joules are exact to 10⁻¹⁴ J.
    worstGain = max(worstGain, gain / max(1, after.magnitude))
    for bits in [column.angle.bitPattern, column.speed.bitPattern] {
      digest = (digest ^ bits) &* 0x100_0000_01b3
    }
  }

  /// Sends a sample of the hand every 8 ms, and receives those that arrive after 5 to 50 ms.
  ///
  /// 3 % of the samples are lost.
  private mutating func moveHand(_ number: Int) {
    if number % 8 == 0, random.unit() >= 0.03 {
      let angle = wheel.column.build.halfRange * (2 * random.unit() - 1)
      late.append((number + 5 + Int(random.next() % 46), angle))
    }
    let arrived = late.filter { $0.due <= number }
    late.removeAll { $0.due <= number }
    for sample in arrived { hand.move(to: sample.angle, at: wheel.time) }
    hand.settle(at: wheel.time)
  }
}
