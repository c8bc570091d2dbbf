public import Model

/// Turns a controller's tilt and sticks into the axes of a report, by a profile.
public struct AxisMapping: Sendable {
  /// The profile in use.
  public let profile: Profile
  /// The tilt that counts as straight.
  public private(set) var centre = Tilt.zero
  private var turned = InlineArray<4, Double>(repeating: 0)

  /// A mapping by `profile`, straight at zero tilt.
  public init(profile: Profile) {
    self.profile = profile
  }

  /// Makes `tilt` the one that counts as straight.
  public mutating func recentre(at tilt: Tilt) {
    centre = tilt
    turned = InlineArray(repeating: 0)
  }

  /// A report with the axes and triggers for `state` as held at `tilt`, and no buttons.
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

  /// The deflection that tilt gives an axis, −1…1; nil when the controller's stick moves it.
  private mutating func deflection(_ source: Profile.Source, _ axis: Int, _ turn: Tilt?) -> Double? {
    guard let turn else { return nil }
    switch source {
    case .stick: return nil
    case .roll: return profile.tilt(follow(turn.roll, axis))
    case .pitch: return profile.tilt(follow(turn.pitch, axis))
    case .yaw: return profile.tilt(follow(turn.yaw, axis))
    }
  }

  /// The angle in radians, held at the side that it came from once it is past three quarters of the half turn.
  ///
  /// Turning a wheel on through ±π would otherwise throw it from one lock to the other.
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
  /// The end of an axis; −32768 is never used, so that both sides are equal (docs/pads.md).
  static let full = 32767.0

  /// An axis at `deflection`, −1…1, to the nearest step.
  static func axis(_ deflection: Double) -> Int16 {
    Int16((min(max(deflection, -1), 1) * full).rounded())
  }
}
