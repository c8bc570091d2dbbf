import Model

/// One shared pad: the rules of its groups, and the groups that each player has at the moment.
struct Share {
  /// The length of the pause between two turns; the pad is at rest during the pause.
  static let pause = Interval.milliseconds(300)

  /// The players of the pad; empty while the slot's pad is not shared.
  private(set) var members: PlayerSlots = []
  /// The way in which the members share the pad.
  private(set) var terms = ShareTerms()
  /// The members who steer, or have steered within the last ``Tenure/rest``.
  ///
  /// With the preset `turns`, it is the member whose turn it is.
  private(set) var steering: PlayerSlots = []
  /// The last report of the pad.
  private(set) var shown = PadReport.neutral

  private var main: PlayerSlots = []
  private var rules = InlineArray<11, GroupRule>(repeating: .any)
  /// The tenure of each group, either of the helpers together or of one member.
  private var tenures = InlineArray<11, Tenure>(repeating: Tenure())
  /// The members who have taken each group last.
  private var owners = InlineArray<11, PlayerSlots>(repeating: [])
  /// The groups that each member moves; bit n is group n.
  private var moved = InlineArray<16, UInt16>(repeating: 0)
  /// The tenure of each member, during which the member counts as one who steers.
  private var steers = InlineArray<16, Tenure>(repeating: Tenure())
  private var spacing = EdgeSpacing(dwell: .zero)
  private var sensors = SensorSource()
  private var touchpad = TouchSource()
  /// The member whose turn it is, the time at which the pause before the turn ends, and the end of the turn.
  private var turn = (of: PlayerSlots(), start: Instant.distantFuture, end: Instant.distantFuture)

  /// Begins to share the pad of the player `main`, which shows `report`, with the `helpers`.
  mutating func begin(
    _ main: PlayerSlots, with helpers: PlayerSlots, _ terms: ShareTerms, showing report: PadReport,
    dwell: Interval, at now: Instant
  ) {
    self = Share()
    (self.main, shown, members) = (main, report, main)
    spacing = EdgeSpacing(dwell: dwell, showing: report.buttons, at: now)
    change(helpers, terms, at: now)
  }

  /// Adds `helpers`, and continues by `terms`; if these differ from the former terms, all groups are free.
  mutating func change(_ helpers: PlayerSlots, _ terms: ShareTerms, at now: Instant) {
    members.formUnion(helpers)
    guard terms != self.terms || turn.of == [] else { return }
    (self.terms, rules) = (terms, terms.preset.rules)
    tenures = InlineArray(repeating: Tenure())
    owners = InlineArray(repeating: [])
    steers = InlineArray(repeating: Tenure())
    turn =
      terms.preset == .turns ? (main, now, now + .seconds(Int64(terms.turn))) : (main, now, .distantFuture)
  }

  /// Continues on another pad, which is at rest at `now` and then shows what the members hold.
  mutating func replug(at now: Instant) {
    shown = .neutral
    spacing = EdgeSpacing(dwell: spacing.dwell, at: now)
  }

  /// Removes a member, whose state counts as rest from now on.
  mutating func remove(_ member: PlayerSlots) {
    members.subtract(member)
    letGo(member)
  }

  /// Takes all groups of the pad from `member` at once, without the usual time at rest.
  mutating func letGo(_ member: PlayerSlots) {
    for group in 0..<PadGroup.count where !owners[group].isDisjoint(with: member) {
      owners[group].subtract(member)
      if owners[group] == [] { tenures[group] = Tenure() }
    }
  }

  /// Gives the turn to the next of the members `present`, after a pause, if the members take turns.
  mutating func pass(among present: PlayerSlots, at now: Instant) {
    guard terms.preset == .turns else { return }
    let next = present.next(after: turn.of)
    let start = next == turn.of ? now : now + Share.pause
    turn = (next, start, start + .seconds(Int64(terms.turn)))
  }

  /// Returns the report of the pad, for the `reports` of all slots; nil if it has not changed.
  ///
  /// The members that are not `present` count as if they were not there. A member who is alone has the whole
  /// pad.
  mutating func next(_ reports: [PadReport], present: PlayerSlots, at now: Instant) -> PadReport? {
    let present = present.intersection(members)
    let isAway = present != [] && present.isDisjoint(with: turn.of)
    if turn.end <= now || isAway { pass(among: present, at: now) }
    note(reports, of: present)
    let next = merged(reports, of: present, at: now)
    guard next != shown else { return nil }
    shown = next
    return next
  }

  /// The time at which ``next(_:present:at:)`` may return another report without new input.
  var deadline: Instant {
    mutating get {
      var next = min(spacing.deadline, touchpad.end, turn.end)
      for group in 0..<PadGroup.count { next = min(next, tenures[group].end) }
      for slot in 0..<PlayerSlot.limit { next = min(next, steers[slot].end) }
      return isPaused ? min(next, turn.start) : next
    }
  }

  /// True if the pad was at rest between two turns when the last report was made.
  private var isPaused = false
}

extension Share {
  /// Notes which groups each member moves.
  private mutating func note(_ reports: [PadReport], of present: PlayerSlots) {
    for slot in 0..<PlayerSlot.limit where members[slot] {
      moved[slot] = present[slot] ? reports[slot].moved : 0
    }
  }

  private mutating func merged(_ reports: [PadReport], of present: PlayerSlots, at now: Instant) -> PadReport
  {
    isPaused = terms.preset == .turns && now < turn.start
    let isAlone = present == present.lowest
    var (next, held, active) = (PadReport.neutral, Buttons(), PlayerSlots())
    for index in 0..<PadGroup.count {
      guard let group = PadGroup(rawValue: index) else { continue }
      let chosen = choose(group, among: present, at: now)
      let (rule, who) = isAlone ? (GroupRule.any, present) : (rules[index], chosen)
      active.formUnion(movers(of: index).intersection(who))
      held.formUnion(Mixing.buttons(group, of: who, reports, by: rule))
      switch group {
      case .leftStick: next.leftStick = Mixing.stick(of: who, reports, by: rule) { $0.leftStick }
      case .rightStick: next.rightStick = Mixing.stick(of: who, reports, by: rule) { $0.rightStick }
      case .leftTrigger: next.leftTrigger = Mixing.trigger(of: who, reports, by: rule) { $0.leftTrigger }
      case .rightTrigger: next.rightTrigger = Mixing.trigger(of: who, reports, by: rule) { $0.rightTrigger }
      case .motion:
        next.motion = sensors.follow(who.first.flatMap { reports[$0.index].motion }, of: who.first)
      case .touch:
        let points = who.first.map { reports[$0.index].touch } ?? .none
        next.touch = touchpad.follow(points, of: who.first, gap: spacing.dwell, at: now)
      case .dpad, .face, .shoulders, .clicks, .menu: break
      }
    }
    spacing.follow(held, at: now)
    next.buttons = spacing.shown
    next.battery = lowestBattery(reports, of: present)
    noteSteering(active, at: now)
    return next
  }

  /// Returns the members whose states make up `group` at `now`.
  private mutating func choose(_ group: PadGroup, among present: PlayerSlots, at now: Instant) -> PlayerSlots
  {
    let (index, movers) = (group.rawValue, movers(of: group.rawValue))
    switch rules[index] {
    case .any, .average, .vote, .mean: return present
    case .main: return present.intersection(main)
    case .helper: return present.subtracting(main).lowest
    case .turns: return isPaused ? [] : present.intersection(turn.of)
    case .priority:
      let helpers = movers.subtracting(main)
      let wasHeld = tenures[index].isHeld
      if !helpers.isEmpty { owners[index] = helpers }
      guard tenures[index].follow(!helpers.isEmpty, at: now) else { return present.intersection(main) }
      if !wasHeld { spacing.interrupt(group.buttons) }
      return present.subtracting(main)
    case .first:
      if !tenures[index].follow(movers.isSuperset(of: owners[index]) && owners[index] != [], at: now) {
        owners[index] = movers.lowest
        _ = tenures[index].follow(movers != [], at: now)
      }
      return present.intersection(owners[index])
    }
  }

  /// Returns the members who move the group at `index`.
  private mutating func movers(of index: Int) -> PlayerSlots {
    var movers: PlayerSlots = []
    for slot in 0..<PlayerSlot.limit where members[slot] && moved[slot] >> UInt16(index) & 1 == 1 {
      movers.formUnion(PlayerSlots(PlayerSlot(index: slot)))
    }
    return movers
  }

  private mutating func noteSteering(_ active: PlayerSlots, at now: Instant) {
    guard terms.preset != .turns else {
      steering = turn.of
      return
    }
    steering = []
    for slot in 0..<PlayerSlot.limit {
      guard steers[slot].follow(active[slot] && members[slot], at: now), members[slot] else { continue }
      steering.formUnion(PlayerSlots(PlayerSlot(index: slot)))
    }
  }

  private func lowestBattery(_ reports: [PadReport], of present: PlayerSlots) -> UInt8? {
    var lowest: UInt8?
    for slot in 0..<PlayerSlot.limit where present[slot] {
      guard let charge = reports[slot].battery else { continue }
      lowest = min(lowest ?? charge, charge)
    }
    return lowest
  }
}

extension PadReport {
  /// The groups that the player moves; bit n is group n.
  fileprivate var moved: UInt16 {
    var groups: UInt16 = 0
    for index in 0..<PadGroup.count {
      guard let group = PadGroup(rawValue: index) else { continue }
      let isActive =
        switch group {
        case .leftStick: Mixing.isActive(leftStick)
        case .rightStick: Mixing.isActive(rightStick)
        case .leftTrigger: leftTrigger >= Mixing.activeTrigger
        case .rightTrigger: rightTrigger >= Mixing.activeTrigger
        case .touch: !touch.isEmpty
        case .dpad, .face, .shoulders, .clicks, .menu, .motion: false
        }
      if isActive || !buttons.isDisjoint(with: group.buttons) { groups |= 1 << UInt16(index) }
    }
    return groups
  }
}

extension PlayerSlots {
  /// Returns the set of the next slot of this set after `slot`; the lowest slot follows the highest one.
  fileprivate func next(after slot: PlayerSlots) -> PlayerSlots {
    let above = PlayerSlots(rawValue: rawValue & ~(slot.rawValue | (slot.rawValue &- 1)))
    return above == [] ? lowest : above.lowest
  }
}
