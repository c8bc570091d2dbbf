/// The doubts about the time that a controller has given for a press.
public struct PressDoubts: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates the set of the doubts whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The controller's clock is unknown or suspect: the press counts at its arrival.
  public static let clock = PressDoubts(rawValue: 1)
  /// The time is impossible: the button was still up then, or the time is in the future.
  ///
  /// The press counts at its arrival.
  public static let time = PressDoubts(rawValue: 2)
  /// The press was in transit for longer than the network takes; the excess time gives the press no
  /// advantage.
  public static let stalled = PressDoubts(rawValue: 4)
}
