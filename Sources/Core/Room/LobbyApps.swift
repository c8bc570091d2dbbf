public import Model
public import Modes

/// The wait for the first player, whose arrival begins the lobby.
public struct AttractApp: App {
  /// The mode `attract`.
  public let mode = Mode.attract
  /// The recipients: none.
  public let recipients: Recipients = []

  /// Creates the app.
  public init() {}

  /// Begins the lobby when a player has joined.
  public mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    if case .joined = message { stage.change(to: .lobby) }
    return .pass
  }
}

/// The gathering of the players.
///
/// A swipe to the left or right changes the player's team. The lobby ends when the last player leaves.
public struct LobbyApp: App {
  /// The mode `lobby`.
  public let mode = Mode.lobby
  /// The recipients: the app itself, which gets touches and swipes, and no pad.
  public let recipients: Recipients = .touches

  /// The steps through the teams by the direction of a swipe; swipes up and down change nothing.
  private static let steps: [Swipe.Direction: Int] = [.left: -1, .right: 1]

  /// Creates the app.
  public init() {}

  /// Follows swipes, and ends the lobby when nobody is left.
  public mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    switch message {
    case .swipe(let slot, let swipe):
      guard let step = LobbyApp.steps[swipe.direction] else { return .pass }
      stage.changeTeam(of: slot, by: step)
      return .consume
    case .left where stage.everyone == []:
      stage.change(to: .attract)
      return .pass
    default: return .pass
    }
  }
}

/// An activity that the players control with their pads; the app itself does nothing.
public struct PadApp: App {
  /// The mode of the activity.
  public let mode: Mode
  /// The recipients: the player's pad alone, which gets all input.
  public let recipients: Recipients = .pad

  /// Creates the app of `mode`.
  public init(_ mode: Mode) {
    self.mode = mode
  }

  /// Ignores all messages.
  public mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    .pass
  }
}
