public import Model

/// The reports of a quiz.
extension Quiz {
  /// The lead of the first press over the next; nil before the decision, and when nobody else has pressed.
  ///
  /// The first press is the winner's. Without a winner, it is the one with the earliest middle.
  public var margin: Decision.Margin? {
    guard decision != nil, let first = leader, let next = order.first(where: { $0.slot != first.slot })
    else { return nil }
    return Decision.Margin(
      lead: next.time.middle - first.time.middle, uncertainty: first.time.halfWidth + next.time.halfWidth)
  }

  /// Returns the lead of `slot` over the next player if `slot` was first; otherwise its delay behind the
  /// first player.
  ///
  /// The result is nil when the player has not pressed, or was first and ``margin`` is nil.
  public func margin(of slot: PlayerSlot) -> Interval? {
    guard let first = leader, let own = order.first(where: { $0.slot == slot }) else { return nil }
    return own.slot == first.slot ? margin?.lead : own.time.middle - first.time.middle
  }

  /// The press with which all others are compared: the winner's, or else the one with the earliest middle.
  private var leader: Press? {
    order.first { $0.slot == winner } ?? order.first
  }

  /// The start of the round; nil while there is no round.
  public var armed: Instant? { judge?.armed }

  /// The record of the round as it stands; nil while there is no round.
  private var record: RoundRecord? {
    judge.map { judge in
      RoundRecord(
        number: number, armed: judge.armed, outcome: decision?.outcome, settlement: settlement,
        winners: winners, margin: margin, presses: order, falseStarts: falseStarts,
        unheard: decision?.unheard ?? [])
    }
  }

  /// Returns the next record to store; nil when nothing is new.
  ///
  /// It replaces an earlier record of the same round. A round is recorded when it is decided or cleared, and
  /// again after each later change.
  public mutating func nextRecord() -> RoundRecord? {
    if !closed.isEmpty { return closed.removeFirst() }
    guard decision != nil, let record, record != kept else { return nil }
    kept = record
    return record
  }

  /// Queues the final record of a settled round for ``nextRecord()``, unless that has returned it already.
  mutating func close() {
    guard let record, settlement != .open, record != kept else { return }
    closed.append(record)
  }
}
