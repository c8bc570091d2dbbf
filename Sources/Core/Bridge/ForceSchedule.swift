import Model
import Wire

/// The schedule of the forces of a wheel for its controller (docs/protocol.md, "Forces").
///
/// TORQUE and CONDITIONS each contain a whole state, not a change, so that the next frame makes up for a lost
/// one. Only a controller that has a motor or draws the wheel gets TORQUE, and only one that also computes
/// the conditions itself gets CONDITIONS.
struct ForceSchedule: Sendable {
  /// The minimum time between two TORQUE frames to a controller with a motor.
  static let motorPeriod = Interval.milliseconds(4)
  /// The minimum time between two TORQUE frames to a controller that only draws the wheel.
  static let picturePeriod = Interval.microseconds(16_667)
  /// The interval between two repetitions of TORQUE.
  ///
  /// It applies while the torque is not 0, or while further copies of the conditions have to be sent.
  static let repetition = Interval.milliseconds(40)
  /// The time for which a torque lasts without a repetition, in units of 10 ms.
  static let lifetime: UInt8 = 10
  /// The interval between two repetitions of conditions.
  static let conditionRepetition = Interval.milliseconds(200)
  /// The number of TORQUE frames that come with a copy of the conditions after these have changed.
  static let conditionCopies = 3
  /// The minimum change of the torque for which a frame is sent: 1/128 of the full torque.
  ///
  /// A change to or from 0 is sent in any case.
  static let leastTorque = 256
  /// The minimum change of the angle for which a controller that draws the wheel gets a frame: 1/1024 of half
  /// of the range.
  static let leastAngle = 32

  /// The abilities that the controller has reported, such as a motor or a drawn wheel.
  private(set) var abilities: ForceAbilities = []
  /// True if ``abilities`` have changed since ``nextNews()`` last returned them.
  private var hasNews = false
  private var wanted = PadForce()
  private var told = PadForce()
  private var toldAt: Instant?
  private var restRepetition = 0
  private var next = Instant.distantFuture

  private var revision: UInt8 = 0
  private var copies = 0
  private var conditionsDue = Instant.distantFuture
  /// True if the controller is connected and reads answers.
  private var isListening = false

  /// The deadline of ``nextNews()`` and ``next(at:)``; the distant future when there is nothing to do.
  private(set) var due = Instant.distantFuture

  /// Records the abilities that the controller reports at `now`.
  ///
  /// A controller that wants the torque then gets the whole state.
  mutating func note(_ abilities: ForceAbilities, at now: Instant) {
    if abilities != self.abilities { hasNews = true }
    self.abilities = abilities
    if !abilities.contains(.conditions) { (copies, conditionsDue) = (0, .distantFuture) }
    if abilities.wantsTorque { begin(at: now) }
    plan()
  }

  /// Records that another program now controls the player, and has reported no abilities yet.
  mutating func forget() {
    if abilities != [] { hasNews = true }
    abilities = []
    (copies, conditionsDue) = (0, .distantFuture)
    plan()
  }

  /// Returns the controller's abilities if they have changed since the last call; otherwise nil.
  mutating func nextNews() -> ForceAbilities? {
    guard hasNews else { return nil }
    hasNews = false
    plan()
    return abilities
  }

  /// Sets the state of the wheel at `now`.
  mutating func want(_ force: PadForce, at now: Instant) {
    wanted = force
    guard abilities.wantsTorque else { return }
    let areChanged = abilities.contains(.conditions) && force.conditions != told.conditions
    if areChanged { conditionsDue = now }
    if areChanged || isWorthAFrame { hasten(to: now) }
    plan()
  }

  /// Records that the controller is connected and reads answers.
  mutating func listen(at now: Instant) {
    isListening = true
    if abilities.wantsTorque, wanted != PadForce() || told != PadForce() { begin(at: now) }
    plan()
  }

  /// Records that the controller is gone.
  mutating func pause() {
    isListening = false
    plan()
  }

  /// Adds the frames that are due at `now` to `frames`.
  mutating func next(at now: Instant, into frames: inout HostFrames) {
    guard due <= now, isListening, abilities.wantsTorque else { return }
    if abilities.contains(.conditions) { noteConditions() }
    if next <= now { frames.torque = torque(at: now) }
    if conditionsDue <= now || (frames.torque != nil && copies > 0) {
      frames.conditions = conditions(withTorque: frames.torque != nil, at: now)
    }
    plan()
  }

  /// Returns the torque to send to the controller.
  ///
  /// It is the torque of all forces, or of all but the conditions if the controller runs these itself.
  private func torque(of force: PadForce) -> Int16 {
    abilities.contains(.conditions) ? force.push : force.torque
  }

  private var period: Interval {
    abilities.contains(.motor) ? ForceSchedule.motorPeriod : ForceSchedule.picturePeriod
  }

  /// True if the wanted state differs enough from the last one sent that a frame is needed.
  private var isWorthAFrame: Bool {
    if wanted.isActing != told.isActing || wanted.range != told.range { return true }
    let (new, old) = (Int(torque(of: wanted)), Int(torque(of: told)))
    if abs(new - old) >= ForceSchedule.leastTorque || (new == 0) != (old == 0) { return true }
    let turn = abs(Int(wanted.angle) - Int(told.angle))
    return abilities.contains(.picture) && wanted.isActing && turn >= ForceSchedule.leastAngle
  }

  /// Schedules the whole state to be sent again, with its repetitions.
  private mutating func begin(at now: Instant) {
    restRepetition = 0
    hasten(to: now)
    if abilities.contains(.conditions) {
      copies = ForceSchedule.conditionCopies
      conditionsDue = now
    }
  }

  /// Schedules TORQUE for `now`, but not earlier than ``period`` after the last one.
  private mutating func hasten(to now: Instant) {
    next = min(next, max(now, toldAt.map { $0 + period } ?? now))
  }

  private mutating func torque(at now: Instant) -> Torque {
    if isWorthAFrame { restRepetition = 0 }
    let conditions = told.conditions
    told = wanted
    told.conditions = conditions
    toldAt = now
    next = nextRepetition(after: now)
    return Torque(
      torque: torque(of: wanted), angle: wanted.angle, range: wanted.range, lifetime: ForceSchedule.lifetime,
      isActing: wanted.isActing)
  }

  private mutating func nextRepetition(after now: Instant) -> Instant {
    if torque(of: wanted) != 0 || copies > 1 { return now + ForceSchedule.repetition }
    guard restRepetition < FeedbackSchedule.restRepetitions.count else { return .distantFuture }
    defer { restRepetition += 1 }
    return now + FeedbackSchedule.restRepetitions[restRepetition]
  }

  /// Gives changed conditions the next revision.
  private mutating func noteConditions() {
    guard wanted.conditions != told.conditions else { return }
    told.conditions = wanted.conditions
    revision &+= 1
    copies = ForceSchedule.conditionCopies
  }

  private mutating func conditions(withTorque: Bool, at now: Instant) -> NumberedConditions {
    if withTorque { copies = max(0, copies - 1) }
    let isOver = wanted.conditions.count == 0 && copies == 0
    conditionsDue = isOver ? .distantFuture : now + ForceSchedule.conditionRepetition
    return NumberedConditions(revision: revision, list: wanted.conditions)
  }

  /// Brings ``due`` up to date.
  private mutating func plan() {
    let frames = isListening && abilities.wantsTorque ? min(next, conditionsDue) : .distantFuture
    due = hasNews ? Instant(nanoseconds: .min) : frames
  }
}
