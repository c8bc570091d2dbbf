public import Model

/// What the host of a quiz does.
extension Quiz {
  /// Something that the host wants.
  public enum Order: Hashable, Sendable {
    /// A round begins, with everybody who is there.
    case arm
    /// The first has answered rightly, and gets the points.
    case right
    /// The first has answered wrongly; those who have not go on.
    case wrong
    /// It was too close: all who may have been first get the points.
    case shared
    /// It was too close: those who may have been first press again.
    case again
    /// It was too close: the earlier middle wins, and answers.
    case midpoint
    /// The round ends without a result.
    case clear
    /// The last change of the points is taken back.
    case undo
    /// Rounds follow each other by themselves, or do not.
    case automatic(Bool)
    /// Everybody begins with nothing.
    case reset
    /// Everybody begins with nothing, and in no team.
    case forget
    /// A player belongs to a team, 0 to none.
    case team(PlayerSlot, UInt8)
    /// A player gets points, or loses them.
    case points(PlayerSlot, Int32)
  }

  /// Does what the host wants; false when it makes no sense now.
  public mutating func obey(_ order: Order, at now: Instant) -> Bool {
    let isDone = follow(order, at: now)
    if isDone { revision += 1 }
    return isDone
  }

  private mutating func follow(_ order: Order, at now: Instant) -> Bool {
    switch order {
    case .arm: arm(at: now)
    case .right: settle { quiz, winner in quiz.award(PlayerSlots(winner), .right, at: now) }
    case .wrong: settle { quiz, winner in quiz.refuse(winner, at: now) }
    case .shared: choose { quiz, tied in quiz.award(tied, .shared, at: now) }
    case .again: choose { quiz, tied in quiz.again(tied, at: now) }
    case .midpoint: choose { quiz, tied in quiz.takeMiddle(of: tied) }
    case .clear: clear(at: now)
    case .undo: scores.undo()
    case .automatic(let isOn): automate(isOn, at: now)
    case .reset: restart(at: now)
    case .forget: forget(at: now)
    case .team(let slot, let team): scores.put(slot, into: team)
    case .points(let slot, let change): give(change, to: slot)
    }
  }

  /// Who may have been first; nobody when that is certain.
  public var tied: PlayerSlots {
    guard case .tooClose(let slots) = decision?.outcome else { return [] }
    return slots
  }

  /// Whether the host has to choose between those who may have been first.
  public var isOpen: Bool { phase == .locked && winner == nil }

  private mutating func arm(at now: Instant) -> Bool {
    guard phase == .idle || phase == .result, present != [] else { return false }
    close()
    if phase == .result { reset(at: now) }
    isAutomatic = false
    begin(present, at: now)
    return true
  }

  /// Does `change` with the player whose answer is heard.
  private mutating func settle(_ change: (inout Quiz, PlayerSlot) -> Void) -> Bool {
    guard phase == .locked, let winner else { return false }
    change(&self, winner)
    return true
  }

  /// Does `change` with those between whom it was too close.
  private mutating func choose(_ change: (inout Quiz, PlayerSlots) -> Void) -> Bool {
    guard isOpen else { return false }
    change(&self, tied)
    return true
  }

  private mutating func refuse(_ slot: PlayerSlot, at now: Instant) {
    settlement = .wrong
    if settings.penalty != 0 { scores.add(-settings.penalty, to: PlayerSlots(slot)) }
    close()
    out.insert(PlayerSlots(slot))
    let rest = contestants.subtracting(out).intersection(present)
    if rest == [] {
      winner = nil
      finish(at: now)
    } else {
      begin(rest, at: now)
    }
  }

  private mutating func again(_ tied: PlayerSlots, at now: Instant) {
    settlement = .again
    close()
    begin(tied.intersection(present), at: now)
  }

  private mutating func takeMiddle(of tied: PlayerSlots) {
    winner = order.first { tied.contains(PlayerSlots($0.slot)) }?.slot
    settlement = .midpoint
  }

  private mutating func clear(at now: Instant) -> Bool {
    guard phase != .idle else { return false }
    if phase != .result { settlement = .cleared }
    close()
    reset(at: now)
    plan(at: now)
    return true
  }

  private mutating func automate(_ isOn: Bool, at now: Instant) -> Bool {
    isAutomatic = isOn
    plan(at: now)
    return true
  }

  private mutating func restart(at now: Instant) -> Bool {
    close()
    reset(at: now)
    scores.clear()
    plan(at: now)
    return true
  }

  private mutating func forget(at now: Instant) -> Bool {
    scores = Scores()
    return restart(at: now)
  }

  private mutating func give(_ change: Int32, to slot: PlayerSlot) -> Bool {
    scores.add(change, to: PlayerSlots(slot))
    return true
  }

  /// Another player has `slot`, who has had these points before.
  public mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8) {
    scores.replace(slot, points: points, team: team)
    revision += 1
  }
}
