/// The mode of a third-party app, with the name that commands and dashboards use for it.
public struct NamedMode: Hashable, Sendable {
  /// The maximum number of characters of a name.
  public static let longestName = 15
  /// The maximum number of third-party apps in a room.
  public static let limit = 8

  /// The mode, with a number from 128 to 254.
  public let mode: Mode
  /// The name: up to 15 lower-case letters, digits and hyphens, beginning with a letter.
  public let name: String

  /// Creates a mode with a name; ``Mode/label`` replaces a name that is not allowed or is a mode's label.
  public init(_ mode: Mode, name: String) {
    self.mode = mode
    self.name = NamedMode.isAllowed(name) ? name : mode.label
  }

  private static func isAllowed(_ name: String) -> Bool {
    name.isPlainName(longest: longestName) && Mode(text: name) == nil
  }
}
