package import Model
import Wire

/// The rules by which a motor follows the host's forces (docs/wheels.md, "A wheel with a motor").
///
/// It is a plain value without a device or a clock. The torque never jumps, ends when the host falls silent,
/// and is scaled by the player's strength. The delay of the network makes a game's own control loop
/// oscillate, so the motor also brakes a little.
package struct MotorDrive: Sendable {
  /// An order to the device.
  package enum Command: Hashable, Sendable {
    /// Push with this torque, −32767 to 32767 (the full torque to the right), for `ForceAbilities.pushTime`.
    case push(Int16)
    /// Continue with the same torque for another `ForceAbilities.pushTime`.
    case prolong
    /// Run this condition at place 0, 1, 2 or 3 of the device; nil ends the condition at that place.
    case run(ForceCondition?, place: Int)
  }

  /// The minimum time between two torques for a quick device.
  private static let period = Interval.milliseconds(4)
  /// The minimum time in which the torque rises from 0 to full.
  private static let rise = Interval.milliseconds(20)
  /// The time in which the torque falls from full to 0 after its lifetime.
  private static let release = Interval.milliseconds(40)
  /// The time after which a torque is prolonged, before the device ends it.
  private static let prolongation = Interval.milliseconds(50)
  /// The wait before an order that the device has refused is repeated; on some devices each attempt takes
  /// milliseconds.
  private static let retry = Interval.milliseconds(50)
  /// The time after which conditions end unless the host repeats them.
  private static let conditionLifetime = Interval.seconds(1)
  /// The coefficient of the damper per second of round trip.
  ///
  /// A coefficient of 1 brakes with the full torque at two turns a second (4π rad/s). A game that reaches the
  /// full torque at 45° has a stiffness of 4/π of the full torque per radian. The damper brakes with 1.2
  /// times that stiffness per second of round trip.
  private static let brake = 1.2 * (4 / Double.pi) * (4 * Double.pi)
  /// The number of steps in the damper's coefficient, so that small variations of the delay do not change it.
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
  /// The torque that the device runs; nil if it has refused the last one.
  private var pushed: Int16? = 0
  /// The time at which the device began to push, or the push was last prolonged.
  private var prolongedAt = Instant(nanoseconds: 0)
  /// The torque before the last push order; the device still runs it if it refuses the order.
  private var held: Int16 = 0
  /// The time from which a refused torque is sent again.
  private var pushAt = Instant(nanoseconds: 0)
  /// The places whose last order the device has refused.
  private var refused: Set<Int> = []
  /// The time from which the orders for the places in ``refused`` are sent again.
  private var runAt = Instant(nanoseconds: 0)
  private var running = [ForceCondition?](repeating: nil, count: ForceConditions.capacity)

  /// Creates the rules for a device that runs conditions of `kinds`.
  ///
  /// `strength` scales all forces, −1 to 1; a negative value reverses the direction of the torque.
  package init(strength: Double, running kinds: Set<ForceCondition.Kind>) {
    (self.strength, self.kinds) = (strength, kinds)
  }

  /// The abilities that the controller reports to the host.
  package var abilities: ForceAbilities {
    // The host adds springs, dampers and friction to the torque if the device does not run them, but never
    // inertia.
    kinds.isSuperset(of: [.spring, .damper, .friction])
      ? [.motor, .measured, .conditions] : [.motor, .measured]
  }

  /// The time at which ``nextCommands(at:)`` is due.
  package var due: Instant {
    let step = steppedAt + period
    let torque = pushed.map { level != wanted || $0 != rounded(level) ? step : prolongationDue } ?? pushAt
    let others = running != places ? step : refused.isEmpty ? .distantFuture : runAt
    return min(torque, others, end, conditionsEnd)
  }

  /// The time at which the device's torque has to be prolonged; the distant future if the device does not
  /// push.
  private var prolongationDue: Instant {
    guard let pushed, pushed != 0 else { return .distantFuture }
    return prolongedAt + MotorDrive.prolongation
  }

  /// Applies a report about the wheel that arrived at `now`.
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

  /// Records the time that the device took for an order; a slow device gets orders half as often.
  package mutating func note(cost: Interval) {
    if cost > MotorDrive.period { period = MotorDrive.period + MotorDrive.period }
  }

  /// Records that the device has refused `command`; a torque or a condition is sent again after 50 ms.
  package mutating func noteRefusal(of command: Command) {
    switch command {
    case .push:
      // The torque continues from the one that the device still runs.
      (pushed, level, pushAt) = (nil, Double(held) / MotorDrive.full, steppedAt + MotorDrive.retry)
    case .prolong: break
    case .run(_, let place):
      refused.insert(place)
      runAt = steppedAt + MotorDrive.retry
    }
  }

  /// Ends all forces because the connection to the host is lost: the torque falls gradually, and the other
  /// forces end at once.
  package mutating func letGo() {
    if wanted != 0 || isActing { endTorque() }
    (conditions, conditionsEnd) = ([], .distantFuture)
  }

  /// Returns the orders that are due at `now`.
  package mutating func nextCommands(at now: Instant) -> [Command] {
    guard due <= now else { return [] }
    if conditionsEnd <= now { (conditions, conditionsEnd) = ([], .distantFuture) }
    let isHeard = pushed != nil
    let mayPush = isHeard || pushAt <= now
    if pushed != 0, mayPush, prolongedAt + ForceAbilities.pushTime <= now { (level, pushed) = (0, 0) }
    step(to: now, moving: mayPush)
    var commands = commands(pushing: mayPush, retrying: runAt <= now)
    // A torque is not prolonged while the device refuses a new one.
    if isHeard, prolongationDue <= now {
      prolongedAt = now
      commands.append(.prolong)
    }
    return commands
  }

  /// Ends all forces at once, and returns the orders for that.
  package mutating func stop() -> [Command] {
    (wanted, level, isActing, conditions) = (0, 0, false, [])
    (end, conditionsEnd) = (.distantFuture, .distantFuture)
    return commands(pushing: true, retrying: true)
  }

  /// Lets the torque fall to 0, and ends the brake.
  private mutating func endTorque() {
    (wanted, end, isReleased, isActing) = (0, .distantFuture, true, false)
  }

  /// Moves the torque towards the wanted one, or to 0 after its lifetime; leaves it unchanged unless
  /// `mayMove` is true.
  private mutating func step(to now: Instant, moving mayMove: Bool) {
    if end <= now { endTorque() }
    defer { steppedAt = now }
    guard mayMove else { return }
    let time = min(now - steppedAt, period).seconds
    let most = time / (isReleased ? MotorDrive.release : MotorDrive.rise).seconds
    let way = wanted - level
    level = way.magnitude <= most ? wanted : level + (way < 0 ? -most : most)
  }

  /// Returns the orders that bring the device to the present torque and conditions.
  ///
  /// They contain a torque only if `mayPush` is true, and repeat refused conditions only if `mayRetry` is
  /// true.
  private mutating func commands(pushing mayPush: Bool, retrying mayRetry: Bool) -> [Command] {
    var commands: [Command] = []
    if rounded(level) != pushed, mayPush {
      (held, pushed) = (pushed ?? held, rounded(level))
      commands.append(.push(rounded(level)))
    }
    for (place, condition) in places.enumerated()
    where running[place] != condition || mayRetry && refused.contains(place) {
      running[place] = condition
      refused.remove(place)
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
