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
