internal import CEvdev
public import Model
internal import Platform

/// What games ask of a pad, which they wait for: EVIOCSFF does not return before it was taken.
extension UinputPad {
  /// The most requests taken at one time; the kernel keeps 16.
  private static let requestsPerWake = 32

  /// Takes what games have asked for, at most 32 requests; what that leads to is in ``feedback(at:)``.
  public func takeRequests(at now: Instant) {
    var found = evdev_request()
    for _ in 0..<UinputPad.requestsPerWake {
      guard unsafe evdev_request_next(device.descriptor.number, &found) == 1 else { return }
      if let request = EffectRequest(found) { effects.take(request, at: now) }
    }
  }

  /// What games want of the controller at `now`; such a pad has no light.
  public func feedback(at now: Instant) -> PadFeedback {
    let level = effects.level(at: now)
    return PadFeedback(strong: level.strong, weak: level.weak)
  }

  /// When ``feedback(at:)`` may differ without a request, after `now`.
  public func nextFeedback(after now: Instant) -> Instant { effects.nextChange(after: now) }
}

extension EffectRequest {
  /// The request as C has it; nil when it asks for nothing.
  init?(_ request: evdev_request) {
    let number = Int(request.effect)
    switch evdev_request_kind(UInt32(bitPattern: request.kind)) {
    case EVDEV_UPLOAD: self = .upload(number, RumbleEffect(request))
    case EVDEV_ERASE: self = .erase(number)
    case EVDEV_PLAY: self = .play(number, count: Int(request.value))
    case EVDEV_GAIN: self = .gain(Int(request.value))
    default: return nil
    }
  }
}

extension RumbleEffect {
  fileprivate init(_ request: evdev_request) {
    self.init(Force(request), length: request.length, delay: request.delay)
  }
}

extension RumbleEffect.Force {
  /// A wave that begins below the middle is as strong as one that begins above.
  fileprivate init(_ request: evdev_request) {
    switch Int32(request.type) {
    case FF_RUMBLE:
      self = .rumble(strong: request.strong, weak: request.weak)
    case FF_PERIODIC:
      self = .periodic(
        magnitude: request.magnitude.magnitude,
        RumbleEffect.Envelope(
          attackLength: request.attack_length, attackLevel: request.attack_level,
          fadeLength: request.fade_length, fadeLevel: request.fade_level))
    default:
      self = .none
    }
  }
}
