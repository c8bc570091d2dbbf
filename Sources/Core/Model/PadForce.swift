/// The forces on a virtual wheel and its position at one moment, for a controller that pushes or draws it.
public struct PadForce: Hashable, Sendable {
  /// The torque of all forces, −32767 to 32767 (the full torque to the right).
  public var torque: Int16
  /// The torque without springs, dampers and friction, on the same scale.
  public var push: Int16
  /// The angle, −32767 at the left stop to 32767 at the right one.
  public var angle: Int16
  /// The angle from stop to stop, in degrees; 0 if games cannot push the pad.
  public var range: UInt16
  /// True if forces act on the wheel; otherwise its angle is the one that the controller reports.
  public var isActing: Bool
  /// The springs, dampers, friction and inertia that act on the wheel.
  public var conditions: ForceConditions

  /// Creates the state of a wheel; without arguments, that of a pad that games cannot push.
  public init(
    torque: Int16 = 0, push: Int16 = 0, angle: Int16 = 0, range: UInt16 = 0, isActing: Bool = false,
    conditions: ForceConditions = ForceConditions()
  ) {
    (self.torque, self.push, self.angle) = (torque, push, angle)
    (self.range, self.isActing, self.conditions) = (range, isActing, conditions)
  }
}
