import Gamepad
import Model
import Platform

/// The real sticks of a player, which the host copies as one device.
///
/// The set outlives an unplugged stick: its part of the device rests until the stick is back.
struct StickSet {
  /// The maximum number of sticks in a set.
  static let limit = 16

  private var merge: StickMerge
  private var open: [(mark: String, stick: PhysicalStick, token: UInt64)] = []
  private var nextToken: UInt64
  /// True if games may push the stick that has a motor.
  private let takesForces: Bool
  /// The stick whose motor was prepared last; nil if none was.
  private weak var prepared: PhysicalStick?

  /// Creates the set of `stick`; `poller` reports the input of its sticks with the tokens from `token` on.
  ///
  /// Games may push the first stick with a motor if `takesForces` is true.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(
    _ stick: PhysicalStick, mark: String, takesForces: Bool, joining poller: borrowing Poller, token: UInt64
  ) throws(SystemError) {
    try stick.join(poller, token: token)
    self.takesForces = takesForces
    merge = StickMerge(stick.description(withForces: takesForces), stick.report, mark: mark)
    open = [(mark, stick, token)]
    nextToken = token + 1
  }

  /// The description of the set as one device.
  var description: StickDescription { merge.description }
  /// The state of the set as one device.
  var report: StickReport { merge.report }

  /// Returns whether the stick with `mark` is plugged in; nil if it does not belong to the set.
  func isPresent(_ mark: String) -> Bool? { merge.isPresent(mark) }

  /// Adds a stick, or reconnects one that was unplugged; returns whether ``description`` has changed.
  ///
  /// - Throws: `SystemError` of `.poll`.
  mutating func add(
    _ stick: PhysicalStick, mark: String, to poller: borrowing Poller
  ) throws(SystemError) -> Bool {
    guard open.count < StickSet.limit else { return false }
    try stick.join(poller, token: nextToken)
    open.removeAll { $0.mark == mark }
    open.append((mark, stick, nextToken))
    nextToken += 1
    return merge.add(stick.description(withForces: takesForces), stick.report, mark: mark)
  }

  /// Reads what has arrived from the stick with `token`; calls `show` with each new state of the set.
  ///
  /// Returns whether the stick is gone.
  mutating func read(_ token: UInt64, _ show: (StickReport) -> Void) -> Bool {
    guard let index = open.firstIndex(where: { $0.token == token }) else { return false }
    let (mark, stick) = (open[index].mark, open[index].stick)
    while true {
      switch stick.next() {
      case .report(let report): merge.follow(report, of: mark)
      case .nothing: return false
      case .gone:
        merge.remove(mark)
        open.remove(at: index)
        show(merge.report)
        return true
      }
      show(merge.report)
    }
  }

  /// Runs the motors of all sticks at these strengths, 0 to 65535.
  func rumble(strong: UInt16, weak: UInt16) {
    for (_, stick, _) in open { stick.rumble(strong: strong, weak: weak) }
  }
}

/// The forces of games.
extension StickSet {
  /// The stick that games push; nil if there is none, or if it is unplugged.
  private var motor: PhysicalStick? { open.first { $0.mark == merge.pushed }?.stick }

  /// True if the stick that games push is plugged in.
  var hasMotor: Bool { motor != nil }

  /// Prepares the motor of the stick that games push, unless it is prepared already.
  ///
  /// Returns the conditions that the motor can run; nil if no motor had to be prepared.
  mutating func prepareMotor() -> Set<ForceCondition.Kind>? {
    guard let motor, motor !== prepared else { return nil }
    prepared = motor
    motor.beginForces()
    return motor.conditions
  }

  /// Pushes with a torque for `ForceAbilities.pushTime`; returns false if the device has refused, nil without
  /// a motor.
  ///
  /// `level` is the torque, −32767 to 32767 (the full torque to the right).
  func push(_ level: Int16) -> Bool? { motor?.push(level) }

  /// Repeats the last push for another `ForceAbilities.pushTime`.
  ///
  /// Returns false if the device has refused, and nil without a motor.
  func prolong() -> Bool? { motor?.prolong() }

  /// Replaces the condition at `place`, 0 to 3, by `condition`, or by none if it is nil.
  ///
  /// Returns false if the device has refused, and nil without a motor.
  func run(_ condition: ForceCondition?, place: Int) -> Bool? { motor?.run(condition, place: place) }
}

extension PhysicalStick {
  /// Returns the description of the stick, in which games can push it only if `isPushed` is true.
  fileprivate func description(withForces isPushed: Bool) -> StickDescription {
    isPushed ? description : description.withoutForces
  }
}

extension InputNode {
  /// The mark that identifies a stick when it is plugged in again.
  var stickMark: String { "\(mark) \(name)" }
}

extension StickReading.Exception {
  /// The difference between the stick and the host's device, in words.
  var text: String {
    func hexadecimal(_ code: UInt16) -> String { "0x" + String(code, radix: 16) }
    return switch self {
    case .moved(let from, let to): "button \(hexadecimal(from)) is \(hexadecimal(to)) at the host"
    case .leftOut(let key): "the host gets no key \(hexadecimal(key))"
    case .scaled(let axis): "axis \(hexadecimal(axis)) has 65,536 steps at the host"
    }
  }
}
