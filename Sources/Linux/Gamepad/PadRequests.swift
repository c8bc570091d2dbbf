internal import CEvdev
internal import Forces
public import Model
internal import Platform

/// The requests from games to a pad.
///
/// Games wait for the answer: EVIOCSFF does not return before the request is handled.
extension UinputPad {
  /// The number of requests after which a wake-up ends; those that were already read are handled too.
  private static let requestsPerWake = 32

  /// Receives the waiting requests from games, about 32 at most; their result is in ``feedback(at:)``.
  public func receiveRequests(at now: Instant) {
    receiveRequests { request in
      if let request = EffectRequest(request) { effects.apply(request, at: now) }
    }
  }

  /// Passes the waiting requests from games, about 32 at most, to `body`.
  func receiveRequests(_ body: (evdev_request) -> Void) {
    var (inbox, found) = (evdev_inbox(), evdev_request())
    for _ in 0..<UinputPad.requestsPerWake {
      guard unsafe evdev_request_next(device.descriptor.number, &inbox, &found) == 1 else { return }
      body(found)
    }
    while inbox.next < inbox.count, unsafe evdev_request_next(device.descriptor.number, &inbox, &found) == 1 {
      body(found)
    }
  }

  /// Returns the force feedback that games request from the controller at `now`; this kind of pad has no light.
  public func feedback(at now: Instant) -> PadFeedback {
    let level = effects.level(at: now)
    return PadFeedback(strong: level.strong, weak: level.weak)
  }

  /// Returns the next time after `now` at which ``feedback(at:)`` may change without a request.
  public func nextFeedback(after now: Instant) -> Instant { effects.nextChange(after: now) }
}

extension EffectRequest {
  /// Creates the request from its C form, or nil if it is of no known kind.
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
  init(_ request: evdev_request) {
    self.init(Force(request), length: request.length, delay: request.delay)
  }
}

extension RumbleEffect.Force {
  /// Creates the force of an uploaded effect; the sign of a wave's magnitude makes no difference.
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
