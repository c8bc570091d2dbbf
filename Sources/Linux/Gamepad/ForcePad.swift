public import Forces
public import Model
public import Platform

/// A virtual wheel that games can push.
///
/// It consists of a pad and of `ForceWheel`, which simulates the mechanics of the wheel. The pad shows the
/// buttons, the pedals and the position of the wheel. Until a game pushes the wheel, its position is that of
/// the controller, and it needs no more processor time than any other pad.
public final class ForcePad: PadDevice, PushedPad {
  private let pad: UinputPad
  private var wheel: ForceWheel
  /// The ways in which the controller can use the forces, and how it reports the wheel.
  private var abilities: ForceAbilities = []
  /// The last report of the controller.
  private var held = PadReport.neutral
  private var batch = Batch()

  /// Creates a wheel that is shown by `pad` and has `settings`.
  public init(_ pad: UinputPad, _ settings: WheelSettings) {
    self.pad = pad
    wheel = ForceWheel(settings)
  }

  /// The kernel's name for the device, for example `input7`; nil if there is no device.
  public var sysname: String? { pad.sysname }

  /// Makes the pad show `report`, but with the position to which the forces have moved the wheel.
  ///
  /// `batch` is the space in which the changes are assembled.
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    held = report
    guard wheel.isFree else {
      wheel.hold(rigidly: report.leftStick.x, by: holder)
      return pad.emit(report, in: &batch)
    }
    wheel.hold(report.leftStick.x, by: holder, at: Clock.now())
    return pad.emit(shown, in: &batch)
  }

  private var holder: WheelHolder {
    if abilities.contains(.measured) { return .motor }
    return abilities.contains(.grip) && !held.buttons[.grip] ? .nobody : .hand
  }

  /// This object, because games can push it.
  public var pushed: (any PushedPad)? { self }

  /// The forces and the position of the wheel.
  public var force: PadForce { wheel.force }

  /// Adopts the `abilities` of the controller, which decide who or what holds the wheel: a hand, a motor or
  /// nobody.
  public func follow(_ abilities: ForceAbilities) {
    guard abilities != self.abilities else { return }
    self.abilities = abilities
    _ = emit(held, in: &batch)
  }

  /// True if the wheel follows forces; false if it is where the controller holds it.
  var isFree: Bool { wheel.isFree }

  /// The time of the next wake-up of a wheel that a game or a report has set in motion; `.distantFuture` if it stands still.
  public var nextWakeUp: Instant { wheel.nextWakeUp }

  /// The report of the controller, with the present position of the wheel.
  private var shown: PadReport {
    var report = held
    report.leftStick.x = wheel.position
    return report
  }

  /// Advances the simulation of the wheel to `now`, and shows the wheel's new position.
  public func refresh(at now: Instant) {
    let wasFree = wheel.isFree
    wheel.advance(to: now)
    if wasFree || wheel.isFree { _ = pad.emit(shown, in: &batch) }
  }

  /// Receives the waiting requests from games, about 32 at most.
  ///
  /// They change ``feedback(at:)`` and the position of the wheel.
  public func receiveRequests(at now: Instant) {
    wheel.receiveRequests(of: pad, at: now)
  }

  /// Returns the feedback that games request from the controller at `now`, plus the shaking of the wheel.
  public func feedback(at now: Instant) -> PadFeedback {
    pad.feedback(at: now).shaken(by: wheel)
  }

  /// Returns the next time after `now` at which ``feedback(at:)`` may change by itself or ``refresh(at:)`` is due.
  public func nextFeedback(after now: Instant) -> Instant {
    min(pad.nextFeedback(after: now), wheel.nextStep(after: now))
  }
}

/// The members that the wheel has in common with its pad.
extension ForcePad {
  /// Makes `poller` wake with `token` when games have requests.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try pad.join(poller, token: token)
  }

  /// Removes the pad from `poller`.
  public func leave(_ poller: borrowing Poller) { pad.leave(poller) }

  /// Passes the descriptors of the device and of its separate sensors to `body`.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    pad.showDescriptors(of: slot, to: body)
  }

  /// Passes the descriptor of the sensors to `body`, if their device exists.
  public func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    pad.showSensors(of: slot, to: body)
  }

  /// Brings the device and its sensors to rest and unplugs them, even if other processes have them open.
  ///
  /// The object is of no use afterwards.
  public func destroy() { pad.destroy() }
}
