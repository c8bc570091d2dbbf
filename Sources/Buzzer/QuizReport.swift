public import Model

/// What a quiz has to tell.
extension Quiz {
  /// By how much the first of the round is ahead of the next, or behind the first at which it was too close; nil when nobody
  /// else has pressed.
  public var margin: Decision.Margin? {
    guard decision != nil, let first = leader, let next = order.first(where: { $0.slot != first.slot })
    else { return nil }
    return Decision.Margin(
      lead: next.time.middle - first.time.middle, uncertainty: first.time.halfWidth + next.time.halfWidth)
  }

  /// By how much `slot` was ahead of the next, or, if it was not the first, later than the first; nil when it has not pressed,
  /// or nobody else has.
  public func margin(of slot: PlayerSlot) -> Interval? {
    guard let first = leader, let own = order.first(where: { $0.slot == slot }) else { return nil }
    return own.slot == first.slot ? margin?.lead : own.time.middle - first.time.middle
  }

  /// The press that the others are compared with: the winner's, or the first in the order of the middles.
  private var leader: Press? {
    order.first { $0.slot == winner } ?? order.first
  }

  /// When the round began; nil before the first.
  public var armed: Instant? { judge?.armed }

  /// The round as it is now; nil before the first.
  private var record: RoundRecord? {
    judge.map { judge in
      RoundRecord(
        number: number, armed: judge.armed, outcome: decision?.outcome, settlement: settlement,
        winners: winners, margin: margin, presses: order, falseStarts: falseStarts,
        unheard: decision?.unheard ?? [])
    }
  }

  /// A round to be kept, in the place of what was kept of it before; nil when there is nothing new.
  ///
  /// It is given once it is decided, and again whenever somebody presses after that, or the host has spoken.
  public mutating func takeRecord() -> RoundRecord? {
    if !closed.isEmpty { return closed.removeFirst() }
    guard decision != nil, let record, record != kept else { return nil }
    kept = record
    return record
  }

  /// Nothing more comes to this round.
  mutating func close() {
    guard let record, settlement != .open, record != kept else { return }
    closed.append(record)
  }
}
