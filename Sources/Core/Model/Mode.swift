/// The players' current activity (docs/modes.md).
///
/// The modes in ``allCases`` belong to Tiltpad. Numbers from ``firstOfOthers`` on are for third-party apps.
public struct Mode: RawRepresentable, Hashable, Sendable {
  /// The number of the mode, as on the wire.
  public let rawValue: UInt8

  /// The first number for third-party apps; the lower numbers belong to Tiltpad or are reserved for it.
  public static let firstOfOthers: UInt8 = 128

  /// Creates the mode with number `rawValue`.
  ///
  /// Fails for 5 to 127, which are reserved for Tiltpad, and for 255, which means no mode.
  public init?(rawValue: UInt8) {
    guard Own(rawValue: rawValue) != nil || (Mode.firstOfOthers..<255).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private enum Own: UInt8, CaseIterable {
    case attract, lobby, play, buzzer, tank
  }

  private init(_ own: Own) {
    rawValue = own.rawValue
  }

  /// The wait for the first player, during which the join code is shown.
  public static let attract = Mode(.attract)
  /// The gathering of the players, until the host begins a game.
  public static let lobby = Mode(.lobby)
  /// A game: controllers drive the pads.
  public static let play = Mode(.play)
  /// A quiz: the first press wins.
  public static let buzzer = Mode(.buzzer)
  /// The tank demo, driven by the same reports as the pads.
  public static let tank = Mode(.tank)
}

extension Mode: CaseIterable {
  /// The modes of Tiltpad, by number.
  public static let allCases = Own.allCases.map { Mode($0) }

  /// The mode's name in commands, configuration and pages; "mode" with the number for third-party apps.
  public var label: String { Own(rawValue: rawValue).map { "\($0)" } ?? "mode\(rawValue)" }

  /// Creates the mode whose ``label`` is `text`; fails for any other text.
  public init?(text: String) {
    guard
      let mode = (UInt8.min..<UInt8.max).compactMap({ Mode(rawValue: $0) }).first(where: { $0.label == text })
    else { return nil }
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
  /// The decided round: the first press is known, or the presses are too close to call, and the host judges.
  case locked
  /// The end of a round: its result is shown.
  case result
}
