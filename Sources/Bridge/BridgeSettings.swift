public import Motion
public import Session

extension Bridge {
  /// What the bridge can be told.
  public struct Settings: Sendable {
    /// Who may play, and how many.
    public var roster: Roster.Settings
    /// How each player's input becomes reports.
    public var input: ControllerInput.Settings
    /// The numbers of the identities that controllers may ask for; none unless given.
    public var wishes: Set<UInt8>
    /// Who comes in with an encrypted session.
    public var lobby: Lobby.Settings

    /// The settings of a bridge.
    public init(
      roster: Roster.Settings = .init(), input: ControllerInput.Settings = .init(), wishes: Set<UInt8> = [],
      lobby: Lobby.Settings = .init()
    ) {
      self.roster = roster
      self.input = input
      self.wishes = wishes
      self.lobby = lobby
    }
  }
}
