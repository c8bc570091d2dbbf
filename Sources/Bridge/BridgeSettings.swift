public import Model
public import Motion
public import Wire

extension Bridge {
  /// The settings of the bridge.
  public struct Settings: Sendable {
    /// The rules of admission to the slots.
    public var roster: Roster.Settings
    /// The settings by which each player's input becomes reports.
    public var input: ControllerInput.Settings
    /// The numbers of the identities that controllers may ask for; none unless given.
    public var wishes: Set<UInt8>
    /// The settings for admission with an encrypted session.
    public var admission: Admission.Settings

    /// Creates settings with defaults unless given.
    public init(
      roster: Roster.Settings = .init(), input: ControllerInput.Settings = .init(), wishes: Set<UInt8> = [],
      admission: Admission.Settings = .init()
    ) {
      self.roster = roster
      self.input = input
      self.wishes = wishes
      self.admission = admission
    }
  }

  /// The origin of received bytes.
  public enum Origin: Hashable, Sendable {
    /// The UDP socket.
    case network(Endpoint)
    /// A gateway's connection to the local socket.
    case local(connection: UInt32)
  }

  /// The one action that the caller has to execute.
  public enum Outcome: Sendable {
    /// No action.
    case nothing
    /// No action: the bytes were dropped and counted.
    case dropped(Drop)
    /// The room has to hear ``Bridge/heard`` before the caller calls ``Bridge/conclude(at:)`` for the packet's outcome.
    case heard(PlayerSlot)
    /// A player needs a pad: a new player, or one whose pad may differ from the identity of ``Bridge/wish(of:)``.
    case attach(PlayerSlot)
    /// The player's pad has to show this report.
    case report(PlayerSlot, PadReport)
    /// The player is gone for good: the pad has to go too.
    case detach(PlayerSlot)
    /// The bytes of ``Bridge/outgoing`` have to be sent to this peer.
    case send(PeerID)
  }
}
