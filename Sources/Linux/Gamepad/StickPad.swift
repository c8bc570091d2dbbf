internal import CEvdev
public import Forces
public import Model
public import Platform

/// The device of a stick that a controller has described: the same buttons and axes as the real one.
///
/// If the real stick has a motor, games can push it. The device then has the position of the real stick, and
/// the forces are sent to the controller (`ForceWheel`, held by a motor).
public final class StickPad: PadDevice, PushedPad {
  private let pad: UinputPad
  private let description: StickDescription
  /// The state that the device shows; nil if it is unknown.
  private var shown: StickReport?
  private var events: [input_event] = []
  /// The effects of games and the angle of the stick; nil if games cannot push it.
  private var wheel: ForceWheel?
  /// The index of the axis that games push.
  private let pushedAxis: Int
  /// The ways in which the controller can use the forces.
  private var abilities: ForceAbilities = []

  /// Creates the stick that `description` describes and `pad` shows; the stick's angle has the range of
  /// `settings`.
  ///
  /// `shown` is the state that the device shows, nil if it is unknown.
  public init(
    _ pad: UinputPad, _ description: StickDescription, _ settings: WheelSettings, showing shown: StickReport?
  ) {
    (self.pad, self.description, self.shown) = (pad, description, shown)
    wheel = description.hasForces ? ForceWheel(settings) : nil
    pushedAxis = description.pushedAxis
    wheel?.hold(rigidly: description.angle(of: pushedAxis, in: description.neutral), by: .motor)
    // There is room for all buttons and axes, and for the end of the batch.
    events.reserveCapacity(StickDescription.mostButtons + StickAxes.capacity + 1)
  }

  deinit {
    _ = emit(description.neutral)
  }

  /// Makes the device show `report` with one write(2) of all changes.
  public func emit(_ report: StickReport) -> Emission {
    if wheel != nil { turn(description.angle(of: pushedAxis, in: report)) }
    encode(report)
    guard !events.isEmpty else { return .unchanged }
    let size = events.count * MemoryLayout<input_event>.stride
    let transfer = unsafe events.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe pad.device.descriptor.write($0.span) }
    }
    shown = transfer == .done(size) ? report : nil
    return switch transfer {
    case .done(size): .sent(events: events.count)
    case .done, .wouldBlock: .wouldBlock
    case .failed(let code): .failed(code: code)
    }
  }

  /// Brings the device to rest if `report` is at rest; any other report is ignored, because it is that of an
  /// ordinary pad.
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    report == .neutral ? emit(description.neutral) : .unchanged
  }

  /// Passes `angle`, which the controller has measured, to the simulated wheel.
  private func turn(_ angle: Int16) {
    if wheel?.isFree == true {
      wheel?.hold(angle, by: .motor, at: Clock.now())
    } else {
      wheel?.hold(rigidly: angle, by: .motor)
    }
  }

  /// Replaces ``events`` with the changes from ``shown`` to `report`, followed by a `SYN_REPORT` if there are
  /// any.
  private func encode(_ report: StickReport) {
    events.removeAll(keepingCapacity: true)
    var moved = report.buttons.rawValue ^ (shown?.buttons.rawValue ?? ~report.buttons.rawValue)
    while moved != 0 {
      let button = moved.trailingZeroBitCount
      moved &= moved - 1
      guard button < description.keys.count else { break }
      append(EV_KEY, description.keys[button], report.buttons[button] ? 1 : 0)
    }
    for index in 0..<min(report.axes.count, description.axes.count)
    where shown == nil || shown?.axes[index] != report.axes[index] {
      let axis = description.axes[index]
      append(EV_ABS, UInt16(axis.code), axis.minimum + Int32(report.axes[index]))
    }
    if !events.isEmpty { append(EV_SYN, UInt16(SYN_REPORT), 0) }
  }

  private func append(_ type: Int32, _ code: UInt16, _ value: Int32) {
    var event = input_event()
    (event.type, event.code, event.value) = (UInt16(type), code, value)
    events.append(event)
  }
}

/// The forces of games.
extension StickPad {
  /// The stick itself, if games can push it.
  public var pushed: (any PushedPad)? { wheel == nil ? nil : self }

  /// The forces and the position of the stick; if games cannot push it, those of a pad without a wheel.
  public var force: PadForce { wheel?.force ?? PadForce() }

  /// The time of the next wake-up of a stick that a game or a report has set in motion; `.distantFuture` if it stands still.
  public var nextWakeUp: Instant { wheel?.nextWakeUp ?? .distantFuture }

  /// Adopts the `abilities` of the controller.
  public func follow(_ abilities: ForceAbilities) { self.abilities = abilities }

  /// Receives the waiting requests from games, about 32 at most; their result is in ``feedback(at:)`` and ``force``.
  public func receiveRequests(at now: Instant) {
    if wheel?.receiveRequests(of: pad, at: now) == nil { pad.receiveRequests(at: now) }
  }

  /// Advances the forces to `now`.
  public func refresh(at now: Instant) { wheel?.advance(to: now) }

  /// Returns the force feedback that games request from the controller at `now`.
  ///
  /// A controller with a motor receives the forces themselves; for any other controller the feedback contains
  /// their shaking.
  public func feedback(at now: Instant) -> PadFeedback {
    let feedback = pad.feedback(at: now)
    guard let wheel, !abilities.contains(.motor) else { return feedback }
    return feedback.shaken(by: wheel)
  }

  /// Returns the next time after `now` at which ``feedback(at:)`` may change by itself or ``refresh(at:)`` is due.
  public func nextFeedback(after now: Instant) -> Instant {
    min(pad.nextFeedback(after: now), wheel?.nextStep(after: now) ?? .distantFuture)
  }
}

/// The members that the stick has in common with its pad.
extension StickPad {
  /// The kernel's name for the device, for example `input7`; nil if there is no device.
  public var sysname: String? { pad.sysname }

  /// Makes `poller` wake with `token` when games have requests.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try pad.join(poller, token: token)
  }

  /// Removes the stick from `poller`.
  public func leave(_ poller: borrowing Poller) { pad.leave(poller) }

  /// Passes the descriptor of the device to `body`.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    pad.showDescriptors(of: slot, to: body)
  }

  /// Brings the device to rest and unplugs it, even if other processes have it open.
  ///
  /// The object is of no use afterwards.
  public func destroy() {
    let neutral = description.neutral
    _ = emit(neutral)
    shown = neutral
    pad.destroy()
  }
}
