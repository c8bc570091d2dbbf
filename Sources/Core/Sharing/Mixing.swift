import Model

/// The arithmetic of shared pads, which combines several members' sticks, triggers and buttons.
///
/// Each sum consists of integers and is rounded once, to the nearest, halves away from zero. So the order in
/// which the members' reports arrived does not matter.
enum Mixing {
  /// The deflection of a stick beyond which its player is active: a tenth of the way.
  static let activeStick = 3_277
  /// The minimum depth of a trigger at which its player is active: more than a twentieth of the way.
  static let activeTrigger = 13
  /// The deflection of a stick from which on its player counts fully in an average: three tenths of the way.
  private static let fullStick = 9_830
  /// The depth of a trigger from which on its player counts fully in an average: three tenths of the way.
  private static let fullTrigger = 77
  /// The weight of a player who counts fully in an average.
  private static let fullWeight = 1_024

  /// Returns whether a stick is moved.
  static func isActive(_ stick: Stick) -> Bool { square(stick) > activeStick * activeStick }

  /// Returns the stick that results by `rule` from one stick of each of the `members`.
  ///
  /// `reports` has one report for each slot.
  static func stick(
    of members: PlayerSlots, _ reports: [PadReport], by rule: GroupRule, _ stick: (PadReport) -> Stick
  ) -> Stick {
    var mix = StickMix(by: rule)
    for slot in 0..<PlayerSlot.limit where members[slot] { mix.add(stick(reports[slot])) }
    return mix.result
  }

  /// Returns the trigger, 0 to 255, that results by `rule` from one trigger of each of the `members`.
  static func trigger(
    of members: PlayerSlots, _ reports: [PadReport], by rule: GroupRule, _ depth: (PadReport) -> UInt8
  ) -> UInt8 {
    var mix = TriggerMix(by: rule)
    for slot in 0..<PlayerSlot.limit where members[slot] { mix.add(depth(reports[slot])) }
    return mix.result
  }

  /// Returns the buttons of `group` that result by `rule` from the buttons of `members`.
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
      if isMajority(count, of: members.rawValue.nonzeroBitCount) { result.formUnion(button) }
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

  /// Returns whether `count` is more than half of `total`.
  static func isMajority(_ count: Int, of total: Int) -> Bool { 2 * count > total }

  /// Returns the square of the deflection of `stick`.
  static func square(_ stick: Stick) -> Int {
    Int(stick.x) * Int(stick.x) + Int(stick.y) * Int(stick.y)
  }

  /// Returns the weight of a stick in an average.
  ///
  /// It is 0 up to the active deflection, and grows to 1,024 at three tenths of the full deflection.
  static func weight(_ stick: Stick) -> Int {
    ramp(Int(Double(square(stick)).squareRoot()), from: activeStick, to: fullStick)
  }

  /// Returns the weight of a trigger in an average, like that of a stick.
  static func weight(_ depth: UInt8) -> Int { ramp(Int(depth), from: activeTrigger - 1, to: fullTrigger) }

  /// Returns the weight of a movement of `size`: 0 up to `start`, and ``fullWeight`` from `end` on.
  private static func ramp(_ size: Int, from start: Int, to end: Int) -> Int {
    min(max((size - start) * fullWeight / (end - start), 0), fullWeight)
  }

  /// Returns `sum` divided by `total`, rounded to the nearest, halves away from zero.
  static func quotient(_ sum: Int, _ total: Int) -> Int {
    (2 * sum + (sum < 0 ? -total : total)) / (2 * total)
  }

  /// The number of the sector of a stick at rest, in the middle of eight others; it also wins a tie.
  static let rest = 4

  /// Returns the sector of a stick, 0 to 8: three rows of three, from top left to bottom right.
  static func sector(of stick: Stick) -> Int {
    guard isActive(stick) else { return rest }
    let (x, y) = (Int(stick.x), Int(stick.y))
    // The tangent of 22.5° is 29/70 to five digits.
    let column = 70 * abs(x) <= 29 * abs(y) ? 0 : x.signum()
    let row = 70 * abs(y) <= 29 * abs(x) ? 0 : y.signum()
    return 3 * (row + 1) + column + 1
  }

  /// Returns the full deflection towards a sector.
  static func centre(of sector: Int) -> Stick {
    let (column, row) = (sector % 3 - 1, sector / 3 - 1)
    let length = column != 0 && row != 0 ? 23_170 : 32_767
    return Stick(x: Int16(column * length), y: Int16(row * length))
  }

  /// Returns the step of a trigger, 0 to 2: released, half pulled and pulled.
  static func step(of depth: UInt8) -> Int { (Int(depth) + 64) / 128 }

  /// Returns the number with the most votes; ``rest`` for a tie.
  static func winner(of votes: InlineArray<9, Int>) -> Int {
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
