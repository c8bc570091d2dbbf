/// The recipients of a player's input, and the kinds of input that an app of the room receives (docs/modes.md).
public struct Recipients: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// The recipients whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The player's pad, which gets all input.
  public static let pad = Recipients(rawValue: 1)
  /// The app of the player's mode, which receives touches and swipes.
  public static let touches = Recipients(rawValue: 2)
  /// The app of the player's mode, which receives presses and releases.
  ///
  /// It also receives the time until which the player has certainly pressed nothing else.
  public static let presses = Recipients(rawValue: 4)
  /// The app of the player's mode, which receives the newest tilt of each packet that is not late.
  public static let tilt = Recipients(rawValue: 8)
  /// The app of the player's mode, which receives the motion sample of each packet that is not late.
  public static let motion = Recipients(rawValue: 16)
}
