public import Buzzer
public import Model
public import Motion
public import Session
public import Wire

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
    /// What quizzes are like.
    public var quiz: Quiz.Settings
    /// What players do until the host wants something else.
    public var mode: Mode

    /// The settings of a bridge.
    public init(
      roster: Roster.Settings = .init(), input: ControllerInput.Settings = .init(), wishes: Set<UInt8> = [],
      lobby: Lobby.Settings = .init(), mode: Mode = .play, quiz: Quiz.Settings = .init()
    ) {
      self.roster = roster
      self.input = input
      self.wishes = wishes
      self.lobby = lobby
      self.quiz = quiz
      self.mode = mode
    }
  }

  /// Where bytes came from.
  public enum Origin: Hashable, Sendable {
    /// The UDP socket.
    case network(Endpoint)
    /// A gateway's connection to the local socket.
    case local(connection: UInt32)
  }

  /// The one thing that the caller has to do.
  public enum Outcome: Sendable {
    /// Nothing.
    case nothing
    /// Nothing; the bytes had no effect, and that is counted.
    case dropped(Drop)
    /// A player needs a pad: a new one has none, and another's may look otherwise than the ``Bridge/wish(of:)`` now is.
    case attach(PlayerSlot)
    /// The player's pad is to show this.
    case report(PlayerSlot, PadReport)
    /// The player is gone for good, and the pad with it.
    case detach(PlayerSlot)
    /// The bytes of ``Bridge/outgoing`` are to be sent.
    case send(PeerID)
  }
}
