/// The activity of the players at the moment (docs/modes.md).
public enum Mode: UInt8, CaseIterable, Sendable {
  /// The wait for the first player: the code to join with is shown.
  case attract
  /// The gathering of the players, until the host begins a game.
  case lobby
  /// A game: controllers drive the pads.
  case play
  /// A quiz: the first press wins.
  case buzzer
  /// The tank demo, driven by the same reports as the pads.
  case tank
}

extension Mode {
  /// The word for the mode in commands, configuration and the texts of pages.
  public var label: String {
    switch self {
    case .attract: "attract"
    case .lobby: "lobby"
    case .play: "play"
    case .buzzer: "buzzer"
    case .tank: "tank"
    }
  }

  /// Creates the mode whose ``label`` is `text`; fails for an unknown label.
  public init?(text: String) {
    guard let mode = Mode.allCases.first(where: { $0.label == text }) else { return nil }
    self = mode
  }
}

/// The teams of a quiz.
public enum Team {
  /// The highest team number; 0 means no team.
  public static let limit: UInt8 = 8
}

/// The phase of a quiz round.
public enum RoundPhase: UInt8, CaseIterable, Sendable {
  /// The time before a round: a press does not count.
  case idle
  /// The open round: the first press wins.
  case armed
  /// The decided round: the first press is known, or cannot be known, and the host judges.
  case locked
  /// The end of a round: the points are awarded.
  case result
}
