import Model
public import Motion
import Wire

/// The access to one setting of the feel of inputs: functions that read and write the setting's value.
struct Dial: Sendable {
  /// Returns the value of the setting, which may be one that is not allowed.
  ///
  /// The result is nil if no value stands for what is configured.
  let read: @Sendable (ControllerInput.Settings) -> Int32?
  /// Writes an allowed value.
  let write: @Sendable (inout ControllerInput.Settings, Int32) -> Void

  private typealias Path<Value> = any WritableKeyPath<ControllerInput.Settings, Value> & Sendable

  /// The dials by the keys of the settings.
  ///
  /// The setting `profile` has no dial, because it replaces many values at once.
  static let all: [String: Dial] = [
    "full_lock": real(\.profile.tilt.fullLock, 1_800 / .pi),
    "dead_zone": real(\.profile.tilt.deadZone, 1_000),
    "curve": real(\.profile.tilt.curve, 100), "invert": choice(\.profile.tilt.isInverted, [false, true]),
    "smoothing": Dial(
      read: { $0.profile.filter.smoothing }, write: { $0.profile.filter = TiltFilter(smoothing: $1) }),
    "stick_dead_zone": real(\.profile.stick.deadZone, 1_000),
    "stick_anti_dead_zone": real(\.profile.stick.antiDeadZone, 1_000),
    "stick_curve": real(\.profile.stick.curve, 100), "press_hold": choice(\.pressHold, [nil, .default]),
    "minimum_press": Dial(
      read: { Int32(clamping: $0.minimumPress.microseconds / 1_000) },
      write: { $0.minimumPress = .milliseconds(Int64($1)) }),
    "gyro": choice(\.profile.aim.usesGyro, [false, true]),
    "gyro_space": choice(\.profile.aim.space, [.player, .world, .local]),
    "gyro_rate": real(\.profile.aim.rate, 10), "gyro_tighten": real(\.profile.aim.tightening, 10),
    "turn_rate": real(\.profile.aim.turnRate, 1), "turn_power": real(\.profile.aim.power, 10),
    "turn_inner": real(\.profile.aim.innerZone, 1_000), "turn_outer": real(\.profile.aim.outerZone, 1_000),
    "flick": choice(\.profile.aim.usesFlick, [false, true]),
    "flick_snap": choice(\.profile.aim.snap, [0, 4, 8]),
  ]

  /// Returns the dial of a number: the setting's value is the number at `path` times `scale`.
  private static func real(_ path: Path<Double>, _ scale: Double) -> Dial {
    Dial(
      read: { Int32(($0[keyPath: path] * scale).rounded()) },
      write: { $0[keyPath: path] = Double($1) / scale })
  }

  /// Returns the dial of a choice: the setting's value is the position in `values` of the value at `path`.
  private static func choice<Value: Equatable & Sendable>(_ path: Path<Value>, _ values: [Value]) -> Dial {
    Dial(
      read: { settings in values.firstIndex { $0 == settings[keyPath: path] }.map { Int32($0) } },
      write: { $0[keyPath: path] = values[Int($1)] })
  }
}

extension TiltFilter {
  /// Creates the filter whose cut-off is `smoothing` × 0.01 Hz while the hand is at rest; 0 creates no
  /// filter.
  public init(smoothing: Int32) {
    guard smoothing > 0, case .oneEuro(_, let beta, let derivative) = TiltFilter.default else {
      self = .none
      return
    }
    self = .oneEuro(
      minimumCutoff: Double(smoothing) / 100, beta: beta, derivativeCutoff: derivative)
  }

  /// The value from which ``init(smoothing:)`` creates this filter; nil if there is no such value.
  fileprivate var smoothing: Int32? {
    switch self {
    case .none: return 0
    case .oneEuro(let cutoff, _, _):
      let value = Int32((cutoff * 100).rounded())
      return self == TiltFilter(smoothing: value) ? value : nil
    default: return nil
    }
  }
}
