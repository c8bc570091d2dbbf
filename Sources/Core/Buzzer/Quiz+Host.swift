public import Model

/// The orders from a quiz's host.
extension Quiz {
  /// Executes an order from the host; returns false when it does not apply in the present state.
  public mutating func obey(_ order: QuizOrder, at now: Instant) -> Bool {
    let isDone = follow(order, at: now)
    if isDone { revision += 1 }
    return isDone
  }

  private mutating func follow(_ order: QuizOrder, at now: Instant) -> Bool {
    switch order {
    case .arm: arm(at: now)
    case .right: settle { quiz, winner in quiz.award(PlayerSlots(winner), .right, at: now) }
    case .wrong: settle { quiz, winner in quiz.refuse(winner, at: now) }
    case .shared: choose { quiz, tied in quiz.award(tied, .shared, at: now) }
    case .again: choose { quiz, tied in quiz.again(tied, at: now) }
    case .midpoint: choose { quiz, tied in quiz.settleByMidpoint(of: tied) }
    case .clear: clear(at: now)
    case .undo: scores.undo()
    case .automatic(let isOn): automate(isOn, at: now)
    case .reset: restart(at: now)
    case .forget: forget(at: now)
    case .team(let slot, let team): scores.put(slot, into: team)
    case .points(let slot, let change): give(Int32(change), to: slot)
    }
  }

  /// The players who may have been first and have not left; empty unless the presses are too close to call.
  public var tied: PlayerSlots {
    guard case .tooClose(let slots) = decision?.outcome else { return [] }
    return slots.intersection(contestants)
  }

  /// True if the host has to choose among the players who may have been first.
  public var isOpen: Bool { phase == .locked && winner == nil }

  private mutating func arm(at now: Instant) -> Bool {
    guard phase == .idle || phase == .result, present != [] else { return false }
    close()
    if phase == .result { reset(at: now) }
    isAutomatic = false
    begin(present, at: now)
    return true
  }

  /// Calls `change` with the player who is answering; returns false if there is none.
  private mutating func settle(_ change: (inout Quiz, PlayerSlot) -> Void) -> Bool {
    guard phase == .locked, let winner else { return false }
    change(&self, winner)
    return true
  }

  /// Calls `change` with the players who may have been first; returns false when the host has nothing to choose.
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
    playAgain(among: contestants.subtracting(out), at: now)
  }

  private mutating func again(_ tied: PlayerSlots, at now: Instant) {
    settlement = .again
    close()
    playAgain(among: tied, at: now)
  }

  /// Begins the next round with those of `players` who are present.
  ///
  /// If none of them is present, the round ends without a winner.
  private mutating func playAgain(among players: PlayerSlots, at now: Instant) {
    let rest = players.intersection(present)
    if rest == [] {
      winner = nil
      finish(at: now)
    } else {
      begin(rest, at: now)
    }
  }

  private mutating func settleByMidpoint(of tied: PlayerSlots) {
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

  /// Gives the new player in `slot` the points and the team that this player had before.
  public mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8) {
    scores.replace(slot, points: points, team: team)
    revision += 1
  }
}
