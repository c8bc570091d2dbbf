public import Model

/// What there is to remember of a round.
public struct RoundRecord: Hashable, Sendable {
  /// What has become of a round.
  public enum Settlement: UInt8, CaseIterable, Sendable {
    /// It goes on.
    case open
    /// Somebody was certainly first, and got the points for that.
    case certain
    /// All whose presses were too close got the points.
    case shared
    /// The earlier middle won, though it was too close.
    case midpoint
    /// Those whose presses were too close had another go.
    case again
    /// The answer of the first was right.
    case right
    /// The answer was wrong, and nobody else had one.
    case wrong
    /// The host has ended it.
    case cleared
    /// It was too close, and nobody got anything.
    case tooClose
  }

  /// Its number, never 0.
  public var number: UInt16
  /// Who was first; nil when that has not been decided, or not yet.
  public var outcome: Decision.Outcome?
  /// What has become of it.
  public var settlement: Settlement
  /// Who got the points.
  public var winners: PlayerSlots
  /// By how much the first was ahead; nil when nobody else has pressed.
  public var margin: Decision.Margin?
  /// Everybody who has pressed, in the order of the middles.
  public var presses: [Press]
  /// Who has pressed before the round began.
  public var falseStarts: PlayerSlots
  /// Who was not heard of in time, and may have been first.
  public var unheard: PlayerSlots
  /// When it began.
  public var armed: Instant

  /// A round of which nothing is known but that it goes on; see the properties.
  public init(
    number: UInt16, armed: Instant, outcome: Decision.Outcome? = nil, settlement: Settlement = .open,
    winners: PlayerSlots = [], margin: Decision.Margin? = nil, presses: [Press] = [],
    falseStarts: PlayerSlots = [], unheard: PlayerSlots = []
  ) {
    (self.number, self.armed, self.outcome, self.settlement) = (number, armed, outcome, settlement)
    (self.winners, self.margin, self.presses) = (winners, margin, presses)
    (self.falseStarts, self.unheard) = (falseStarts, unheard)
  }
}
