public import Model

/// A game of the catalogue, with the layout and the profile that suit it (docs/games.md).
public struct Game: Hashable, Sendable {
  /// A property by which a running game is recognised.
  public enum Mark: Hashable, Sendable {
    /// The number of the game in Steam's shop, as in the variable `SteamAppId`.
    case steam(UInt32)
    /// The id of a Flatpak, such as `net.supertuxkart.SuperTuxKart`.
    case flatpak(String)
    /// The name of the program's file, without its directory.
    case exe(String)

    /// The mark as written in a catalogue.
    public var text: String {
      switch self {
      case .steam(let number): "steam:\(number)"
      case .flatpak(let id): "flatpak:\(id)"
      case .exe(let name): "exe:\(name)"
      }
    }

    /// Parses a mark as written in a catalogue; nil if the text is not a mark.
    public init?(_ text: some StringProtocol) {
      let parts = String(text).split(separator: ":" as Character, maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[1].utf8.count <= Game.longestName else { return nil }
      switch parts[0] {
      case "steam":
        guard let number = UInt32(parts[1]), number > 0 else { return nil }
        self = .steam(number)
      case "flatpak": self = .flatpak(parts[1])
      case "exe":
        guard !parts[1].contains("/") else { return nil }
        self = .exe(parts[1])
      default: return nil
      }
    }
  }

  /// The maximum number of marks of a game.
  public static let mostMarks = 8
  /// The maximum size of a game's name, and of a mark's text after the colon, in bytes.
  static let longestName = 128
  /// The maximum size of the name of a profile, in bytes.
  static let longestProfile = 40

  /// The id, which follows the rule for ids of layouts.
  public let id: String
  /// The display name; empty without one.
  public var name = ""
  /// The marks; a process that has one of them belongs to the game.
  public var marks: [Mark] = []
  /// The id of the layout; empty without one.
  public var layout = ""
  /// The name of the profile of the host's configuration; empty without one.
  public var profile = ""
  /// The name of the pad identity that the game needs and only `tiltpad play` applies; empty without one.
  public var identity = ""
  /// The players who get the layout and the profile; nil for all.
  public var players: PlayerSlots?

  /// Creates a game without properties.
  public init(_ id: String) { self.id = id }
}
