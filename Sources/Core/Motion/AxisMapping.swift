public import Model

/// A mapping from a controller's tilt and sticks to the axes of a report, according to a profile.
public struct AxisMapping: Sendable {
  /// The profile in use.
  public internal(set) var profile: Profile
  /// The tilt that counts as straight ahead.
  public private(set) var centre = Tilt.zero
  private var turned = InlineArray<4, Double>(repeating: 0)

  /// Creates a mapping by `profile` with zero tilt as the centre.
  public init(profile: Profile) {
    self.profile = profile
  }

  /// Sets the centre to `tilt`.
  public mutating func recentre(at tilt: Tilt) {
    centre = tilt
    turned = InlineArray(repeating: 0)
  }

  /// Returns a report with the axes and triggers for `state` at the smoothed `tilt`, and no buttons.
  public mutating func report(for state: ControllerState, tilt: Tilt?) -> PadReport {
    let sticks = state.sticks ?? ControllerState.Sticks()
    let turn = tilt.map { $0 - centre }
    let left = stick(sticks.left, (profile.leftX, 0), (profile.leftY, 1), turn)
    let right = stick(sticks.right, (profile.rightX, 2), (profile.rightY, 3), turn)
    return PadReport(
      leftStick: left, rightStick: right,
      leftTrigger: state.leftTrigger, rightTrigger: state.rightTrigger)
  }

  private mutating func stick(
    _ stick: Stick, _ x: (source: Profile.Source, axis: Int), _ y: (source: Profile.Source, axis: Int),
    _ turn: Tilt?
  ) -> Stick {
    let own = profile.stick == .direct ? stick : bent(stick)
    return Stick(
      x: deflection(x.source, x.axis, turn).map(Stick.axis) ?? own.x,
      y: deflection(y.source, y.axis, turn).map(Stick.axis) ?? own.y)
  }

  private func bent(_ stick: Stick) -> Stick {
    let bent = profile.stick(Double(stick.x) / Stick.full, Double(stick.y) / Stick.full)
    return Stick(x: Stick.axis(bent.x), y: Stick.axis(bent.y))
  }

  /// Returns the deflection of an axis by tilt, −1…1; nil when the controller's stick moves the axis.
  private mutating func deflection(_ source: Profile.Source, _ axis: Int, _ turn: Tilt?) -> Double? {
    guard let turn else { return nil }
    switch source {
    case .stick: return nil
    case .roll: return profile.tilt(follow(turn.roll, axis))
    case .pitch: return profile.tilt(follow(turn.pitch, axis))
    case .yaw: return profile.tilt(follow(turn.yaw, axis))
    }
  }

  /// Returns the angle in radians, or the previous one if the angle has changed its sign beyond ±0.75 π.
  ///
  /// A wheel that is turned past ±π would otherwise jump from one lock to the other. If the full lock is at
  /// 0.75 π or beyond, the angle is returned in any case.
  private mutating func follow(_ angle: Angle, _ axis: Int) -> Double {
    let radians = angle.radians
    let crossed = radians.magnitude > 0.75 * .pi && (radians < 0) != (turned[axis] < 0) && turned[axis] != 0
    guard profile.tilt.fullLock < 0.75 * .pi, crossed else {
      turned[axis] = radians
      return radians
    }
    return turned[axis]
  }
}

extension Stick {
  /// The value at the end of an axis; −32768 is never used, so that both sides are equal (docs/pads.md).
  static let full = 32767.0

  /// Returns the axis value at `deflection`, clamped to −1…1 and rounded to the nearest step.
  static func axis(_ deflection: Double) -> Int16 {
    Int16((min(max(deflection, -1), 1) * full).rounded())
  }
}
