internal import CEvdev
internal import Forces
internal import Model

/// The requests from games to a wheel, as values.
extension ForceRequest {
  /// Creates the request from its C form, or nil if it is of no known kind.
  init?(_ request: evdev_request) {
    let number = Int(request.effect)
    switch evdev_request_kind(UInt32(bitPattern: request.kind)) {
    case EVDEV_UPLOAD: self = .upload(number, ForceEffect(request))
    case EVDEV_ERASE: self = .erase(number)
    case EVDEV_PLAY: self = .play(number, count: Int(request.value))
    case EVDEV_GAIN: self = .gain(Int(request.value))
    case EVDEV_CENTER: self = .autocenter(Int(request.value))
    default: return nil
    }
  }
}

extension ForceEffect {
  fileprivate init(_ request: evdev_request) {
    self.init(
      Force(request), direction: request.direction,
      envelope: Envelope(
        attackLength: request.attack_length, attackLevel: request.attack_level,
        fadeLength: request.fade_length, fadeLevel: request.fade_level),
      length: request.length, delay: request.delay)
  }
}

extension ForceEffect.Force {
  fileprivate init(_ request: evdev_request) {
    switch Int32(request.type) {
    case FF_CONSTANT: self = .constant(level: request.level)
    case FF_RAMP: self = .ramp(from: request.level, to: request.end_level)
    case FF_PERIODIC:
      guard let wave = Wave(code: Int32(request.waveform)) else {
        self = .none
        return
      }
      self = .periodic(
        wave, magnitude: request.magnitude, offset: request.offset, period: request.period,
        phase: request.phase)
    case let type:
      guard let kind = Condition.Kind(code: type) else {
        self = .none
        return
      }
      self = .condition(kind, Condition.Numbers(request.condition))
    }
  }
}

extension Wave {
  fileprivate init?(code: Int32) {
    switch code {
    case FF_SQUARE: self = .square
    case FF_TRIANGLE: self = .triangle
    case FF_SINE: self = .sine
    case FF_SAW_UP: self = .sawUp
    case FF_SAW_DOWN: self = .sawDown
    default: return nil
    }
  }
}

extension Condition.Kind {
  fileprivate init?(code: Int32) {
    switch code {
    case FF_SPRING: self = .spring
    case FF_DAMPER: self = .damper
    case FF_FRICTION: self = .friction
    case FF_INERTIA: self = .inertia
    default: return nil
    }
  }
}

extension Condition.Numbers {
  fileprivate init(_ condition: ff_condition_effect) {
    self.init(
      rightSaturation: condition.right_saturation, leftSaturation: condition.left_saturation,
      rightCoefficient: condition.right_coeff, leftCoefficient: condition.left_coeff,
      deadBand: condition.deadband, center: condition.center)
  }
}
