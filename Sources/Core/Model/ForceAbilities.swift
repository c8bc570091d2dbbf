/// The uses that a controller has for the forces of a wheel, and the way in which it holds the wheel.
///
/// The bits are those of the argument of CTRL 75 (docs/protocol.md, "Forces").
public struct ForceAbilities: OptionSet, Hashable, Sendable {
  /// The bits, as on the wire.
  public let rawValue: UInt8

  /// Creates the set with the bits of `rawValue`.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The controller has a motor that pushes its player's hand.
  public static let motor = ForceAbilities(rawValue: 1)
  /// The controller draws the wheel.
  public static let picture = ForceAbilities(rawValue: 2)
  /// The motor runs springs, dampers, friction and inertia itself.
  public static let conditions = ForceAbilities(rawValue: 4)
  /// The hand is on the wheel while ``Button/grip`` is down, and otherwise always.
  public static let grip = ForceAbilities(rawValue: 8)
  /// The controller's left stick is the measured angle of a real wheel.
  public static let measured = ForceAbilities(rawValue: 16)

  /// True if the controller wants to hear of the wheel.
  public var wantsTorque: Bool { !isDisjoint(with: [.motor, .picture]) }
}

extension Button {
  /// The button that is down while the hand is on the wheel, for a controller with ``ForceAbilities/grip``.
  public static let grip = Button.touchpad
}
