/// The ways in which several players move one pad (docs/sharing.md).
public enum SharePreset: UInt8, CaseIterable, Sendable {
  /// A helper takes over a stick, a trigger, the d-pad or the face buttons by moving them.
  ///
  /// The main player gets them back after 250 ms of rest. The other buttons belong to all members.
  case help = 1
  /// One player has the whole pad for a while, then the next one.
  case turns
  /// The main player has the left half of the pad, a helper the right one.
  case halves
  /// The pad shows the average of the players who steer.
  case together
  /// The inputs of all members count, as from one person with several controllers.
  case one
  /// Each part of the pad belongs to whoever moves it first, until it rests again.
  case first
  /// The pad does what most players want.
  case vote
  /// The pad shows the average of all players, including those at rest.
  case mean

  private static let labels = ["help", "turns", "halves", "together", "one", "first", "vote", "mean"]

  /// The name of the preset for commands.
  public var label: String { SharePreset.labels[Int(rawValue) - 1] }

  /// Creates the preset that is called `label`; nil when none has that name.
  public init?(label: String) {
    guard let index = SharePreset.labels.firstIndex(of: label) else { return nil }
    self.init(rawValue: UInt8(index + 1))
  }
}

/// The members of a shared pad who get the rumble and the light of games.
public enum ShareFeedback: UInt8, CaseIterable, Sendable {
  /// All members.
  case all
  /// The members who steer at that moment.
  case active
  /// The main player alone.
  case main

  /// The name for commands.
  public var label: String { String(describing: self) }
}

/// The way in which the members of a shared pad share it.
public struct ShareTerms: Hashable, Sendable {
  /// The shortest and the longest turn, in s.
  public static let turns: ClosedRange<UInt8> = 5...240

  /// The rules by which the members move the pad.
  public var preset: SharePreset
  /// The members that get the feedback of games.
  public var feedback: ShareFeedback
  /// The length of a turn in s, 5 to 240; of no effect unless the preset is ``SharePreset/turns``.
  public var turn: UInt8

  /// Creates terms; by default everybody gets the feedback, and a turn takes 30 s.
  public init(_ preset: SharePreset = .help, feedback: ShareFeedback = .all, turn: UInt8 = 30) {
    (self.preset, self.feedback, self.turn) = (preset, feedback, turn)
  }
}
