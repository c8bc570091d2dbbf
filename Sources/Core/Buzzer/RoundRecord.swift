public import Model

/// The record of a round.
public struct RoundRecord: Hashable, Sendable {
  /// The settlement of a round.
  public enum Settlement: UInt8, CaseIterable, Sendable {
    /// The round is not settled yet.
    case open
    /// One player was certainly first of those who pressed, and got the points if rounds are automatic.
    case certain
    /// The players whose presses were too close all got the points.
    case shared
    /// The player whose press has the earliest middle may answer, although the presses were too close.
    case midpoint
    /// The players whose presses were too close played another round.
    case again
    /// The answer of the first player was right.
    case right
    /// The answer of the first player was wrong.
    case wrong
    /// The host ended the round without a result.
    case cleared
    /// The presses were too close, and nobody got points.
    case tooClose
  }

  /// The number of the round, never 0.
  public var number: UInt16
  /// The decision of the round; nil when the round was not decided, or is not decided yet.
  public var outcome: Decision.Ruling?
  /// The settlement of the round.
  public var settlement: Settlement
  /// The players who got the points.
  public var winners: PlayerSlots
  /// The lead of the first player; nil before the decision, and when nobody else has pressed.
  public var margin: Decision.Margin?
  /// The presses of the round, sorted by the middles of their times.
  public var presses: [Press]
  /// The players who pressed before the round began.
  public var falseStarts: PlayerSlots
  /// The players who were not heard from in time, and may have been first.
  public var unheard: PlayerSlots
  /// The start of the round.
  public var armed: Instant

  /// Creates a record; by default, the round is open and everything else is empty.
  public init(
    number: UInt16, armed: Instant, outcome: Decision.Ruling? = nil, settlement: Settlement = .open,
    winners: PlayerSlots = [], margin: Decision.Margin? = nil, presses: [Press] = [],
    falseStarts: PlayerSlots = [], unheard: PlayerSlots = []
  ) {
    (self.number, self.armed, self.outcome, self.settlement) = (number, armed, outcome, settlement)
    (self.winners, self.margin, self.presses) = (winners, margin, presses)
    (self.falseStarts, self.unheard) = (falseStarts, unheard)
  }
}
