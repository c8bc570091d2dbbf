/// A force that depends on the wheel's position, speed or acceleration (struct ff_condition_effect).
///
/// The game's gain is already applied.
public struct ForceCondition: Hashable, Sendable {
  /// The kind of a condition; the raw values are those of CONDITIONS.
  public enum Kind: UInt8, Sendable {
    /// A force that grows with the distance from a centre.
    case spring = 1
    /// A force that opposes the motion and grows with the speed.
    case damper
    /// A force of constant size that opposes the motion.
    case friction
    /// Mass that is added to the wheel.
    case inertia
  }

  /// The fields of struct ff_condition_effect.
  public struct Numbers: Hashable, Sendable {
    /// The greatest force right and left of the centre, in 65535ths of the full torque; 0 means no force.
    public var rightSaturation, leftSaturation: UInt16
    /// The slope right and left of the centre, in 32767ths; a negative slope pushes away from the centre.
    public var rightCoefficient, leftCoefficient: Int16
    /// Half the width of the zone without force around the centre; at 0xffff, the zone is the whole axis.
    public var deadBand: UInt16
    /// The centre, −32767 to 32767.
    public var center: Int16

    /// Creates the fields, by default full saturation and no force.
    public init(
      rightSaturation: UInt16 = 0xffff, leftSaturation: UInt16 = 0xffff, rightCoefficient: Int16 = 0,
      leftCoefficient: Int16 = 0, deadBand: UInt16 = 0, center: Int16 = 0
    ) {
      (self.rightSaturation, self.leftSaturation) = (rightSaturation, leftSaturation)
      (self.rightCoefficient, self.leftCoefficient) = (rightCoefficient, leftCoefficient)
      (self.deadBand, self.center) = (deadBand, center)
    }
  }

  /// The kind of the force: spring, damper, friction or inertia.
  public var kind: Kind
  /// The strength and the shape of the force.
  public var numbers: Numbers

  /// Creates a condition.
  public init(_ kind: Kind, _ numbers: Numbers) { (self.kind, self.numbers) = (kind, numbers) }
}

/// The conditions that act on a wheel at the same time, at most four; the list allocates no memory.
public struct ForceConditions: Hashable, Sendable {
  /// The maximum number of conditions.
  public static let capacity = 4

  /// The number of conditions.
  public private(set) var count = 0
  private var list = InlineArray<4, ForceCondition>(repeating: ForceCondition(.spring, .init()))

  /// Creates a list without conditions.
  public init() {}

  /// The condition at `index`.
  public subscript(index: Int) -> ForceCondition { list[index] }

  /// Appends `condition`; does nothing if there are four already.
  public mutating func append(_ condition: ForceCondition) {
    guard count < ForceConditions.capacity else { return }
    list[count] = condition
    count += 1
  }

  /// Returns whether both lists have the same conditions in the same order.
  public static func == (left: ForceConditions, right: ForceConditions) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }

  /// Adds the conditions to `hasher`.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<count { hasher.combine(list[index]) }
  }
}
