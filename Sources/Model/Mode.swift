/// What players do at the moment (docs/modes.md).
public enum Mode: UInt8, CaseIterable, Sendable {
  /// Nobody is there yet: the code to join with is shown.
  case attract
  /// Players gather, and the host begins.
  case lobby
  /// Controllers drive the pads.
  case play
  /// A quiz: who presses first?
  case buzzer
  /// The tank demo, driven by the same reports that the pads get.
  case tank
}

extension Mode {
  /// The word for it, in commands, configuration and the texts of pages.
  public var label: String {
    switch self {
    case .attract: "attract"
    case .lobby: "lobby"
    case .play: "play"
    case .buzzer: "buzzer"
    case .tank: "tank"
    }
  }

  /// The mode whose ``label`` is `text`; nil when there is none.
  public init?(text: String) {
    guard let mode = Mode.allCases.first(where: { $0.label == text }) else { return nil }
    self = mode
  }
}

/// The teams of a quiz.
public enum Team {
  /// The highest number of one; 0 is none.
  public static let limit: UInt8 = 8
}

/// How far a round of the quiz is.
public enum RoundPhase: UInt8, CaseIterable, Sendable {
  /// Nobody may press yet.
  case idle
  /// The first press wins.
  case armed
  /// It is known who was first, or that it cannot be known; the host has the word.
  case locked
  /// The points are given.
  case result
}
