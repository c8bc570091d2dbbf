import Layouts
public import Model
import Notation

/// The notice of a user's service to the web gateway about the running game, with the game's id, layout and
/// profile.
public struct GameNotice: Hashable, Sendable {
  /// The maximum size of the text, in bytes.
  public static let longest = 256

  /// The id of the game.
  public var game: String
  /// The id of the layout; empty without one.
  public var layout: String
  /// The name of the profile; empty without one.
  public var profile: String
  /// The players who get the layout and the profile; nil for all.
  public var players: PlayerSlots?

  /// Creates the notice about a game of the catalogue; nil if the game wants neither a layout nor a profile.
  public init?(_ game: Game) {
    guard !game.layout.isEmpty || !game.profile.isEmpty else { return nil }
    (self.game, layout, profile, players) = (game.id, game.layout, game.profile, game.players)
  }

  /// Parses the notice's text; nil if it is malformed.
  public init?(_ text: Span<UInt8>) {
    guard let said = try? JSON(parsing: text, limit: GameNotice.longest),
      let game = said["game"]?.string, LayoutFile.isID(game),
      let layout = GameNotice.text(said["layout"]), let profile = GameNotice.text(said["profile"]),
      layout.isEmpty || LayoutFile.isID(layout), profile.utf8.count <= Game.longestProfile,
      !layout.isEmpty || !profile.isEmpty
    else { return nil }
    (self.game, self.layout, self.profile) = (game, layout, profile)
    guard let list = said["for"] else { return }
    guard case .array(let numbers) = list, !numbers.isEmpty, numbers.count <= PlayerSlot.limit else {
      return nil
    }
    var slots = PlayerSlots()
    for number in numbers {
      guard let slot = number.whole(in: 1...PlayerSlot.limit).flatMap(PlayerSlot.init(number:)) else {
        return nil
      }
      slots.formUnion(PlayerSlots(slot))
    }
    players = slots
  }

  /// The text.
  public var text: String {
    var members: [(String, JSON)] = [("game", .string(game))]
    if !layout.isEmpty { members.append(("layout", .string(layout))) }
    if !profile.isEmpty { members.append(("profile", .string(profile))) }
    if let players {
      members.append(("for", .array(players.each.map { .integer(UInt64($0.number)) })))
    }
    return JSON.object(members).text
  }

  /// Returns the text of a member: empty if the member is missing, nil if it is not a text.
  private static func text(_ member: JSON?) -> String? { member == nil ? "" : member?.string }

  /// Returns whether the player in `slot` gets the layout and the profile.
  public func concerns(_ slot: PlayerSlot) -> Bool { players?.contains(PlayerSlots(slot)) ?? true }
}
