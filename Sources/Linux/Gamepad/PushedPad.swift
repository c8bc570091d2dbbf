internal import CEvdev
internal import Forces
public import Model

/// A pad that games can push, as they push a wheel with force feedback.
public protocol PushedPad: AnyObject {
  /// The forces and the position of the wheel.
  var force: PadForce { get }

  /// The time of the next wake-up of a wheel that a game or a report has set in motion; `.distantFuture` if it stands still.
  var nextWakeUp: Instant { get }

  /// Adopts the `abilities` of the controller, which decide how the controller holds the wheel and what it
  /// receives.
  func follow(_ abilities: ForceAbilities)
}

extension ForceWheel {
  /// Receives the waiting requests from games to `pad`, about 32 at most.
  ///
  /// Forces act on the wheel, and rumble runs the motors of the pad.
  mutating func receiveRequests(of pad: UinputPad, at now: Instant) {
    pad.receiveRequests { found in
      if let request = ForceRequest(found) { apply(request, at: now) }
      if let request = EffectRequest(found) { pad.effects.apply(request.ofMotors, at: now) }
    }
  }
}

extension PadFeedback {
  /// Returns this feedback plus the shaking of `wheel`.
  func shaken(by wheel: ForceWheel) -> PadFeedback {
    var feedback = self
    let (strong, weak) = wheel.shaking
    feedback.strong = UInt16(clamping: Int(feedback.strong) + Int(strong))
    feedback.weak = UInt16(clamping: Int(feedback.weak) + Int(weak))
    return feedback
  }
}

extension EffectRequest {
  /// The request for the motors that shake the controller.
  ///
  /// Any effect but rumble, such as a wave, becomes an effect without strength, because it turns the wheel
  /// instead.
  fileprivate var ofMotors: EffectRequest {
    guard case .upload(let number, let effect) = self, case .rumble = effect.force else {
      if case .upload(let number, _) = self { return .upload(number, RumbleEffect(.none)) }
      return self
    }
    return .upload(number, effect)
  }
}
