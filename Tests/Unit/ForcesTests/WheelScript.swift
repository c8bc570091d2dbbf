import Impairment
import Model

@testable import Forces

/// A random script of a whole wheel.
///
/// A game makes requests, hands take the wheel and release it, and wake-ups come in time or late.
struct WheelScript {
  private var random: Random
  private var wheel: ForceWheel
  private var now = Instant(nanoseconds: 4_000_000_000)
  /// A digest of everything that the wheel reports (64-bit FNV-1a).
  private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The number of steps of a script.
  static let length = 200

  init(seed: UInt64) {
    random = Random(seed: seed)
    wheel = ForceWheel(
      WheelSettings(range: 40 + Int(random.next() % 861), grip: .allCases[Int(random.next() % 3)]))
  }

  private mutating func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }

  private mutating func word() -> UInt16 { UInt16(truncatingIfNeeded: random.next()) }

  private mutating func signed() -> Int16 { Int16(bitPattern: word()) }

  /// Carries out a random request or movement, lets some time pass, and adds the wheel's state to the digest.
  mutating func step() {
    switch below(8) {
    case 0, 1: wheel.apply(.upload(below(4), effect()), at: now)
    case 2: wheel.apply(.play(below(4), count: below(4)), at: now)
    case 3: request()
    case 4: wheel.hold(rigidly: signed(), by: holder())
    case 5: wheel.hold(signed() / 4, by: holder(), at: now)
    default: swing()
    }
    pass()
    note()
  }

  /// Carries out one of the rarer requests.
  private mutating func request() {
    switch below(3) {
    case 0: wheel.apply(.erase(below(16)), at: now)
    case 1: wheel.apply(.gain(below(0x12000)), at: now)
    default: wheel.apply(.autocenter(below(3) * below(0x9000)), at: now)
    }
  }

  private mutating func holder() -> WheelHolder { [.hand, .hand, .nobody, .motor][below(4)] }

  /// Turns the wheel at a constant speed, with a sample every 8 ms.
  private mutating func swing() {
    let (begin, way) = (Int(signed()) / 2, below(2_000) - 1_000)
    for sample in 0..<8 {
      wheel.hold(Int16(begin + way * sample), at: now)
      now = now + .milliseconds(8)
      wheel.advance(to: now)
    }
  }

  /// Lets some time pass, in which the wheel wakes at some of the times that it requests.
  ///
  /// In half of the cases, the wheel also wakes at the end, which is late for its requests.
  private mutating func pass() {
    let end = now + Interval(nanoseconds: Int64(below(40_000_000)))
    while below(6) > 0, wheel.nextStep(after: now) <= end {
      now = max(now, wheel.nextStep(after: now))
      wheel.advance(to: now)
    }
    now = end
    if below(2) == 0 { wheel.advance(to: now) }
  }

  private mutating func effect() -> ForceEffect {
    let envelope = ForceEffect.Envelope(
      attackLength: word() % 60, attackLevel: word(), fadeLength: word() % 60, fadeLevel: word())
    return ForceEffect(
      force(), direction: below(2) == 0 ? 0xc000 : word(),
      envelope: below(2) == 0 ? envelope : ForceEffect.Envelope(),
      length: below(3) == 0 ? 0 : word() % 200, delay: below(3) == 0 ? word() % 50 : 0)
  }

  private mutating func force() -> ForceEffect.Force {
    switch below(6) {
    case 0: .constant(level: signed())
    case 1: .ramp(from: signed(), to: signed())
    case 2, 3:
      .periodic(
        [.square, .triangle, .sine, .sawUp, .sawDown][below(5)], magnitude: signed(), offset: signed() / 4,
        period: word() % 90, phase: word())
    case 4: .condition([.spring, .damper, .friction, .inertia][below(4)], Script.numbers(&random))
    default: .none
    }
  }

  /// Adds the wheel's present state and forces to the digest.
  private mutating func note() {
    let force = wheel.force
    add(UInt64(bitPattern: Int64(wheel.position)))
    add(wheel.torque.bitPattern)
    add(UInt64(wheel.shaking.strong) << 16 | UInt64(wheel.shaking.weak))
    add(UInt64(bitPattern: wheel.nextStep(after: now).nanoseconds))
    add(UInt64(bitPattern: Int64(force.torque) << 32 | Int64(force.push)))
    add(UInt64(bitPattern: Int64(force.angle) << 32 | Int64(force.range)) &+ (force.isActing ? 1 : 0))
    for index in 0..<force.conditions.count {
      let numbers = force.conditions[index].numbers
      add(UInt64(force.conditions[index].kind.rawValue) << 32 | UInt64(numbers.deadBand))
      add(UInt64(numbers.rightSaturation) << 16 | UInt64(numbers.leftSaturation))
      add(UInt64(bitPattern: Int64(numbers.rightCoefficient) << 20 ^ Int64(numbers.leftCoefficient)))
      add(UInt64(bitPattern: Int64(numbers.center)))
    }
  }

  private mutating func add(_ bits: UInt64) { digest = (digest ^ bits) &* 0x100_0000_01b3 }
}
