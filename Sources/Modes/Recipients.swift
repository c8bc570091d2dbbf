public import Model

/// The recipients of the input of a player's controller.
public struct Recipients: OptionSet, Hashable, Sendable {
  /// The bits of the set.
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
  /// The recipients of the input of a controller whose player is in this mode.
  public var recipients: Recipients {
    switch self {
    case .attract, .lobby: []
    case .play, .tank: .pad
    case .buzzer: .buzzer
    }
  }
}
