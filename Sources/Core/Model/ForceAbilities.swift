/// The abilities of a controller that takes part in the force feedback of a wheel.
///
/// It may have a motor or draw the wheel, and may report the wheel's angle and whether a hand is on the
/// wheel. The bits are those of the argument of CTRL 75 (docs/protocol.md, "Forces").
public struct ForceAbilities: OptionSet, Hashable, Sendable {
  /// The bits, as on the wire.
  public let rawValue: UInt8

  /// Creates the set with the bits of `rawValue`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The controller has a motor that pushes its player's hand.
  public static let motor = ForceAbilities(rawValue: 1)
  /// The controller draws the wheel.
  public static let picture = ForceAbilities(rawValue: 2)
  /// The motor computes springs, dampers, friction and inertia itself.
  public static let conditions = ForceAbilities(rawValue: 4)
  /// The hand is on the wheel while ``Button/grip`` is down; without this ability, it is always on the wheel.
  public static let grip = ForceAbilities(rawValue: 8)
  /// The controller's left stick is the measured angle of a real wheel.
  public static let measured = ForceAbilities(rawValue: 16)

  /// The time after which a real motor stops unless its program prolongs the force.
  ///
  /// So the motor does not push on when the program hangs.
  public static let pushTime = Interval.milliseconds(140)

  /// True if the controller receives the wheel's torque: it has a motor, or draws the wheel.
  public var wantsTorque: Bool { !isDisjoint(with: [.motor, .picture]) }
}

extension Button {
  /// The button that is down while the hand is on the wheel, for a controller with ``ForceAbilities/grip``.
  public static let grip = Button.touchpad
}
