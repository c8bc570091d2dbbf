public import Model

/// Who gets what a player's controller does.
public struct Recipients: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// The recipients whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The player's pad.
  public static let pad = Recipients(rawValue: 1)
  /// The judge of the quiz.
  public static let buzzer = Recipients(rawValue: 2)
}

extension Mode {
  /// Who gets what the controller of a player in this mode does.
  public var recipients: Recipients {
    switch self {
    case .attract, .lobby: []
    case .play, .tank: .pad
    case .buzzer: .buzzer
    }
  }
}
