import Model

/// The arithmetic of shared pads: what several members do becomes one deflection, trigger or set of buttons.
///
/// Each sum consists of integers and is rounded once, to the nearest, halves away from zero. So the order in which
/// the members' reports arrived does not matter.
enum Mixing {
  /// The deflection of a stick beyond which its player is active: a tenth of the way.
  static let activeStick = 3_277
  /// The depth of a trigger from which its player is active: more than a twentieth.
  static let activeTrigger = 13
  /// The deflection and the depth from which a player counts fully in an average: three tenths.
  private static let fullStick = 9_830
  private static let fullTrigger = 77
  private static let fullWeight = 1_024

  /// Returns whether a stick is moved.
  static func isActive(_ stick: Stick) -> Bool { square(stick) > activeStick * activeStick }

  /// Returns the stick that `rule` makes of one stick of the `members`; each of `reports` belongs to a slot.
  static func stick(
    of members: PlayerSlots, _ reports: [PadReport], by rule: GroupRule, _ stick: (PadReport) -> Stick
  ) -> Stick {
    var (longest, sum, total) = (Stick.centre, (x: 0, y: 0), 0)
    var votes = InlineArray<9, Int>(repeating: 0)
    for slot in 0..<PlayerSlot.limit where members[slot] {
      let stick = stick(reports[slot])
      if square(stick) > square(longest) { longest = stick }
      let weight = rule == .mean ? 1 : weight(stick)
      sum = (sum.x + weight * Int(stick.x), sum.y + weight * Int(stick.y))
      total += weight
      if rule == .vote { votes[sector(of: stick)] += 1 }
    }
    switch rule {
    case .vote: return centre(of: winner(of: votes))
    case .mean,
      .average where total > 0:
      return Stick(x: Int16(quotient(sum.x, total)), y: Int16(quotient(sum.y, total)))
    default: return longest
    }
  }

  /// Returns the trigger, 0 to 255, that `rule` makes of one trigger of the `members`.
  static func trigger(
    of members: PlayerSlots, _ reports: [PadReport], by rule: GroupRule, _ depth: (PadReport) -> UInt8
  ) -> UInt8 {
    var (deepest, sum, total) = (UInt8(0), 0, 0)
    var votes = InlineArray<9, Int>(repeating: 0)
    for slot in 0..<PlayerSlot.limit where members[slot] {
      let depth = depth(reports[slot])
      deepest = max(deepest, depth)
      let weight = rule == .mean ? 1 : ramp(Int(depth), from: activeTrigger - 1, to: fullTrigger)
      (sum, total) = (sum + weight * Int(depth), total + weight)
      votes[(Int(depth) + 64) / 128] += 1
    }
    switch rule {
    case .vote:
      let step = winner(of: votes)
      return step == 0 || step == rest ? 0 : UInt8(min(128 * step, 255))
    case .mean,
      .average where total > 0:
      return UInt8(quotient(sum, total))
    default: return deepest
    }
  }

  /// Returns the buttons of `group` that `rule` makes of the buttons of `members`.
  static func buttons(
    _ group: PadGroup, of members: PlayerSlots, _ reports: [PadReport], by rule: GroupRule
  ) -> Buttons {
    var (held, result) = (Buttons(), Buttons())
    for slot in 0..<PlayerSlot.limit where members[slot] {
      held.formUnion(reports[slot].buttons.intersection(group.buttons))
    }
    if members == members.lowest { return held }
    guard rule == .vote || rule == .mean else { return group == .dpad ? uncrossed(held) : held }
    while held.rawValue != 0 {
      let button = Buttons(rawValue: 1 << UInt32(held.rawValue.trailingZeroBitCount))
      var count = 0
      for slot in 0..<PlayerSlot.limit where members[slot] {
        if reports[slot].buttons.isSuperset(of: button) { count += 1 }
      }
      if 2 * count > members.rawValue.nonzeroBitCount { result.formUnion(button) }
      held.subtract(button)
    }
    return result
  }

  /// Returns `buttons` without opposite directions of the d-pad, which cancel each other.
  private static func uncrossed(_ buttons: Buttons) -> Buttons {
    let (vertical, horizontal): (Buttons, Buttons) = (
      [Buttons(.dpadUp), Buttons(.dpadDown)], [Buttons(.dpadLeft), Buttons(.dpadRight)]
    )
    var rest = buttons
    if rest.isSuperset(of: vertical) { rest.subtract(vertical) }
    if rest.isSuperset(of: horizontal) { rest.subtract(horizontal) }
    return rest
  }

  private static func square(_ stick: Stick) -> Int {
    Int(stick.x) * Int(stick.x) + Int(stick.y) * Int(stick.y)
  }

  private static func weight(_ stick: Stick) -> Int {
    ramp(Int(Double(square(stick)).squareRoot()), from: activeStick, to: fullStick)
  }

  /// Returns the weight of a movement of `size`: 0 up to `start`, and ``fullWeight`` from `end` on.
  private static func ramp(_ size: Int, from start: Int, to end: Int) -> Int {
    min(max((size - start) * fullWeight / (end - start), 0), fullWeight)
  }

  private static func quotient(_ sum: Int, _ total: Int) -> Int {
    (2 * sum + (sum < 0 ? -total : total)) / (2 * total)
  }

  /// The number of the sector of a stick at rest, among eight others around it.
  private static let rest = 4

  /// Returns the sector of a stick, 0 to 8: three rows of three, from top left to bottom right.
  private static func sector(of stick: Stick) -> Int {
    guard isActive(stick) else { return rest }
    let (x, y) = (Int(stick.x), Int(stick.y))
    // The tangent of 22.5° is 29/70 to five digits.
    let column = 70 * abs(x) <= 29 * abs(y) ? 0 : x.signum()
    let row = 70 * abs(y) <= 29 * abs(x) ? 0 : y.signum()
    return 3 * (row + 1) + column + 1
  }

  /// Returns the full deflection towards a sector.
  private static func centre(of sector: Int) -> Stick {
    let (column, row) = (sector % 3 - 1, sector / 3 - 1)
    let length = column != 0 && row != 0 ? 23_170 : 32_767
    return Stick(x: Int16(column * length), y: Int16(row * length))
  }

  /// Returns the number with the most votes; ``rest`` for a tie.
  private static func winner(of votes: InlineArray<9, Int>) -> Int {
    var (best, isTie) = (0, false)
    for number in 1..<9 {
      if votes[number] > votes[best] {
        (best, isTie) = (number, false)
      } else if votes[number] == votes[best] {
        isTie = true
      }
    }
    return isTie ? rest : best
  }
}

extension PlayerSlots {
  /// True if the set contains the slot at `index` of a table, counted from 0.
  subscript(index: Int) -> Bool { rawValue >> UInt16(index) & 1 == 1 }

  /// The set of the lowest slot of this set.
  var lowest: PlayerSlots { PlayerSlots(rawValue: rawValue & (~rawValue &+ 1)) }

  /// The lowest slot of the set; nil if it is empty.
  var first: PlayerSlot? { self == [] ? nil : PlayerSlot(index: rawValue.trailingZeroBitCount) }
}
