public import Model

/// The state of a wheel as a controller gets it.
extension ForceWheel {
  /// The forces and the position of the wheel at the last step.
  public var force: PadForce {
    PadForce(
      torque: ForceWheel.share(torque), push: ForceWheel.share(isFree ? load.push : 0),
      angle: max(position, -32_767), range: UInt16(degrees), isActing: isFree,
      conditions: isFree ? ForceConditions(load.conditions) : ForceConditions())
  }

  private static func share(_ torque: Double) -> Int16 {
    Int16((min(max(torque, -1), 1) * fullPosition).rounded())
  }
}

extension ForceConditions {
  /// Creates a list of at most four conditions that act like `conditions`.
  ///
  /// If there are more, those without a dead band that have the same kind and centre are merged into one. If that
  /// leaves more than four, the strongest four stay.
  init(_ conditions: [Condition]) {
    self.init()
    var rest = conditions
    if rest.count > ForceConditions.capacity { rest = ForceConditions.merged(rest) }
    if rest.count > ForceConditions.capacity { rest.sort { $0.strength > $1.strength } }
    for condition in rest.prefix(ForceConditions.capacity) { append(ForceCondition(condition)) }
  }

  private static func merged(_ conditions: [Condition]) -> [Condition] {
    var merged: [Condition] = []
    for condition in conditions {
      let place = merged.firstIndex { $0.isAddable(to: condition) }
      if let place { merged[place] = merged[place] + condition } else { merged.append(condition) }
    }
    return merged
  }
}

extension Condition {
  /// The greatest torque of the condition on either side, as a share of the full torque.
  fileprivate var strength: Double {
    max(min(right.slope.magnitude, right.limit), min(left.slope.magnitude, left.limit))
  }

  /// Returns whether this condition and `other` have the same kind and centre, and no dead band.
  fileprivate func isAddable(to other: Condition) -> Bool {
    kind == other.kind && right.start == other.right.start && right.start == -left.start
      && other.right.start == -other.left.start
  }

  fileprivate static func + (one: Condition, other: Condition) -> Condition {
    Condition(one.kind, right: one.right + other.right, left: one.left + other.left)
  }
}

extension Condition.Half {
  fileprivate static func + (one: Self, other: Self) -> Self {
    Self(start: one.start, slope: one.slope + other.slope, limit: one.limit + other.limit)
  }
}

extension ForceCondition {
  /// Creates a condition with the numbers of `condition`; numbers out of their range are clamped.
  fileprivate init(_ condition: Condition) {
    let (right, left) = (condition.right, condition.left)
    let scale = condition.kind == .spring ? Condition.springSlope : 1
    self.init(
      condition.kind,
      Numbers(
        rightSaturation: Self.level(right.limit), leftSaturation: Self.level(left.limit),
        rightCoefficient: Self.signed(right.slope / scale), leftCoefficient: Self.signed(left.slope / scale),
        deadBand: Self.level((right.start + left.start) / 2),
        center: Self.signed((right.start - left.start) / 2)))
  }

  private static func level(_ share: Double) -> UInt16 {
    UInt16((min(max(share, 0), 1) * 65_535).rounded())
  }

  private static func signed(_ share: Double) -> Int16 {
    Int16((min(max(share, -1), 1) * 32_767).rounded())
  }
}
