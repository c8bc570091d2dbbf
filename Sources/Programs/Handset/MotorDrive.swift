package import Model
import Wire

/// The rules by which a motor follows the host's forces (docs/wheels.md, "A wheel with a motor").
///
/// It is a plain value without a device or a clock. The torque never jumps, ends when the host falls silent, and is scaled
/// for the player. Against the delay of the network, which makes a game's own loop swing, the motor brakes a little.
package struct MotorDrive: Sendable {
  /// An order to the device.
  package enum Command: Hashable, Sendable {
    /// Push with this torque, −32767 to 32767 (the full torque to the right).
    case push(Int16)
    /// Run this condition in one of four places; nil for none.
    case run(ForceCondition?, place: Int)
  }

  /// The least time between two torques, in which a quick device takes one.
  private static let period = Interval.milliseconds(4)
  /// The least time from no torque to the full one.
  private static let rise = Interval.milliseconds(20)
  /// The time from the full torque to none after its lifetime.
  private static let release = Interval.milliseconds(50)
  /// The time after which conditions end that are not repeated.
  private static let conditionLifetime = Interval.seconds(1)
  /// The damper's coefficient for each second of delay: 1.2 times the torque for each radian, of a game whose full torque is
  /// reached after 45°, in units of the full torque at two turns a second.
  private static let brake = 1.2 * (4 / Double.pi) * (4 * Double.pi)
  /// The steps of the damper, so that a trembling delay does not change it all the time.
  private static let brakeSteps = 16.0
  private static let full = 32_767.0

  private let strength: Double
  private let kinds: Set<ForceCondition.Kind>
  private var period = MotorDrive.period
  private var wanted = 0.0
  private var level = 0.0
  private var end = Instant.distantFuture
  /// True if the torque falls because its lifetime has passed.
  private var isReleased = false
  private var steppedAt = Instant(nanoseconds: 0)
  private var isActing = false
  private var conditions: [ForceCondition] = []
  private var conditionsEnd = Instant.distantFuture
  private var braking = 0.0
  private var pushed: Int16 = 0
  private var running = [ForceCondition?](repeating: nil, count: ForceConditions.capacity)

  /// Creates the rules for a device that runs conditions of `kinds`.
  ///
  /// `strength` scales all forces, −1 to 1; a negative one turns the direction of the torque.
  package init(strength: Double, running kinds: Set<ForceCondition.Kind>) {
    (self.strength, self.kinds) = (strength, kinds)
  }

  /// The abilities that the controller tells the host.
  package var abilities: ForceAbilities {
    kinds.isEmpty ? [.motor, .measured] : [.motor, .measured, .conditions]
  }

  /// The time at which ``nextCommands(at:)`` is due.
  package var due: Instant {
    if level != wanted || running != places { return steppedAt + period }
    return min(end, conditionsEnd)
  }

  /// Follows news of the wheel that arrived at `now`.
  package mutating func apply(_ news: ForceNews, at now: Instant) {
    switch news {
    case .torque(let torque):
      wanted = Double(torque.torque) / MotorDrive.full * strength
      end = torque.torque == 0 ? .distantFuture : now + .milliseconds(10 * Int64(torque.lifetime))
      (isActing, isReleased) = (torque.isActing, false)
    case .conditions(let numbered):
      conditions = (0..<numbered.list.count).map { numbered.list[$0].scaled(by: strength.magnitude) }
      conditionsEnd = conditions.isEmpty ? .distantFuture : now + MotorDrive.conditionLifetime
    }
  }

  /// Records the round trip between controller and host.
  package mutating func note(roundTrip: Interval) {
    let wanted = min(1, MotorDrive.brake * roundTrip.seconds * strength.magnitude) * MotorDrive.brakeSteps
    if (wanted - braking * MotorDrive.brakeSteps).magnitude > 0.75 {
      braking = wanted.rounded() / MotorDrive.brakeSteps
    }
  }

  /// Records the time that the device took for an order; a slow device gets half as many.
  package mutating func note(cost: Interval) {
    if cost > MotorDrive.period { period = MotorDrive.period + MotorDrive.period }
  }

  /// Returns the orders that are due at `now`.
  package mutating func nextCommands(at now: Instant) -> [Command] {
    guard due <= now else { return [] }
    if conditionsEnd <= now { (conditions, conditionsEnd) = ([], .distantFuture) }
    step(to: now)
    return commands()
  }

  /// Ends all forces at once, and returns the orders for that.
  package mutating func stop() -> [Command] {
    (wanted, level, isActing, conditions) = (0, 0, false, [])
    (end, conditionsEnd) = (.distantFuture, .distantFuture)
    return commands()
  }

  /// Moves the torque towards the wanted one, or to 0 after its lifetime.
  private mutating func step(to now: Instant) {
    if end <= now { (wanted, end, isReleased) = (0, .distantFuture, true) }
    let time = min(now - steppedAt, period).seconds
    let most = time / (isReleased ? MotorDrive.release : MotorDrive.rise).seconds
    let way = wanted - level
    level = way.magnitude <= most ? wanted : level + (way < 0 ? -most : most)
    steppedAt = now
  }

  private mutating func commands() -> [Command] {
    var commands: [Command] = []
    if rounded(level) != pushed {
      pushed = rounded(level)
      commands.append(.push(pushed))
    }
    for (place, condition) in places.enumerated() where running[place] != condition {
      running[place] = condition
      commands.append(.run(condition, place: place))
    }
    return commands
  }

  private func rounded(_ level: Double) -> Int16 { Int16((level * MotorDrive.full).rounded()) }

  /// The conditions by place: those of the host that the device can run, and the brake.
  private var places: [ForceCondition?] {
    var list = conditions.filter { kinds.contains($0.kind) }
    if isActing, braking > 0, kinds.contains(.damper), list.count < ForceConditions.capacity {
      let slope = Int16((braking * MotorDrive.full).rounded())
      list.append(ForceCondition(.damper, .init(rightCoefficient: slope, leftCoefficient: slope)))
    }
    return list + [ForceCondition?](repeating: nil, count: ForceConditions.capacity - list.count)
  }
}

extension ForceCondition {
  /// Returns the condition with `share` of its strength.
  fileprivate func scaled(by share: Double) -> ForceCondition {
    var scaled = self
    for field in [\Numbers.rightSaturation, \.leftSaturation] {
      scaled.numbers[keyPath: field] = UInt16((Double(numbers[keyPath: field]) * share).rounded())
    }
    for field in [\Numbers.rightCoefficient, \.leftCoefficient] {
      scaled.numbers[keyPath: field] = Int16((Double(numbers[keyPath: field]) * share).rounded())
    }
    return scaled
  }
}
