public import Forces
public import Model
public import Platform

/// A virtual wheel that games can push.
///
/// It consists of a pad, which shows the buttons, the pedals and the position of the wheel, and of the wheel as a machine
/// (`ForceWheel`). Until a game pushes it, the wheel is where the controller is, and costs what any pad costs.
public final class ForcePad: PadDevice {
  private let pad: UinputPad
  private var wheel: ForceWheel
  /// The uses that the controller has for forces, and the way in which it holds the wheel.
  private var abilities: ForceAbilities = []
  /// The last report of the controller.
  private var held = PadReport.neutral
  private var batch = Batch()

  /// Makes a wheel of `pad`, with `settings`.
  public init(_ pad: UinputPad, _ settings: WheelSettings) {
    self.pad = pad
    wheel = ForceWheel(settings)
  }

  /// The kernel's name for the device, for example `input7`; nil if there is no device.
  public var sysname: String? { pad.sysname }

  /// Brings the pad to `report`, with the wheel where its forces have moved it.
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

  /// The forces and the position of the wheel.
  public var force: PadForce { wheel.force }

  /// Lets a controller with `abilities` hold the wheel.
  public func follow(_ abilities: ForceAbilities) {
    guard abilities != self.abilities else { return }
    self.abilities = abilities
    _ = emit(held, in: &batch)
  }

  /// True if forces act on the wheel.
  var isFree: Bool { wheel.isFree }

  /// The time of the next wake-up of a wheel that a game or a report has set in motion; `.distantFuture` if it stands still.
  public var nextWakeUp: Instant { wheel.nextWakeUp }

  /// The report of the controller, with the present position of the wheel.
  private var shown: PadReport {
    var report = held
    report.leftStick.x = wheel.position
    return report
  }

  /// Makes the steps of the wheel that are due at `now`, and shows its new position.
  public func refresh(at now: Instant) {
    let wasFree = wheel.isFree
    wheel.advance(to: now)
    if wasFree || wheel.isFree { _ = pad.emit(shown, in: &batch) }
  }

  /// Receives some 32 requests from games; their result is in ``feedback(at:)`` and in the position of the wheel.
  public func receiveRequests(at now: Instant) {
    pad.receiveRequests { found in
      if let request = ForceRequest(found) { wheel.apply(request, at: now) }
      if let request = EffectRequest(found) { pad.effects.apply(request.ofMotors, at: now) }
    }
  }

  /// Returns the shaking that games request from the controller at `now`, and that of the wheel.
  public func feedback(at now: Instant) -> PadFeedback {
    var feedback = pad.feedback(at: now)
    let (strong, weak) = wheel.shaking
    feedback.strong = UInt16(clamping: Int(feedback.strong) + Int(strong))
    feedback.weak = UInt16(clamping: Int(feedback.weak) + Int(weak))
    return feedback
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

  /// Brings the device and its sensors to rest and unplugs them, even if other processes hold them.
  ///
  /// The object is of no use afterwards.
  public func destroy() { pad.destroy() }
}

extension EffectRequest {
  /// The request as motors that shake take it: a wave turns the wheel, and the hand feels it there.
  fileprivate var ofMotors: EffectRequest {
    guard case .upload(let number, let effect) = self, case .rumble = effect.force else {
      if case .upload(let number, _) = self { return .upload(number, RumbleEffect(.none)) }
      return self
    }
    return .upload(number, effect)
  }
}
