public import Model
public import Motion
public import Wire

extension Bridge {
  /// The settings of the bridge.
  public struct Settings: Sendable {
    /// The rules of admission to the slots.
    public var roster: Roster.Settings
    /// The settings for turning each player's input into reports.
    public var input: ControllerInput.Settings
    /// The settings of the feel of inputs, for everybody and for single players, and the profiles.
    public var tuning: Tuning
    /// The numbers of the identities that controllers may request; none by default.
    public var identities: Set<UInt8>
    /// True if paired controllers may describe a stick, which the host then makes.
    ///
    /// It has an effect only if ``identities`` is not empty.
    public var takesSticks = true
    /// The settings for admission with an encrypted session.
    public var admission: Admission.Settings

    /// Creates settings; each has a default.
    public init(
      roster: Roster.Settings = .init(), input: ControllerInput.Settings = .init(),
      tuning: Tuning = .init(),
      identities: Set<UInt8> = [], takesSticks: Bool = true,
      admission: Admission.Settings = .init()
    ) {
      self.roster = roster
      self.input = input
      self.tuning = tuning
      self.identities = identities
      self.takesSticks = takesSticks
      self.admission = admission
    }
  }

  /// The origin of received bytes.
  public enum Origin: Sendable {
    /// The UDP socket, which received the bytes from this endpoint.
    case network(Endpoint)
    /// A gateway's connection to the local socket; the bytes are the header and then the frames.
    case gateway(GatewayHeader, connection: UInt32)

    /// The controller's address.
    var peer: PeerID {
      switch self {
      case .network(let endpoint): .network(endpoint)
      case .gateway(let header, let connection):
        .gateway(connection: connection, controller: header.controller)
      }
    }
  }

  /// An output of the bridge; ``Bridge/next(at:)`` returns one at a time.
  public enum Output: Sendable {
    /// A player's packet was accepted; its frames are at this range of the received bytes.
    ///
    /// This output exists only if ``Bridge/tracesPackets`` is true.
    case accepted(PlayerSlot, frames: Range<Int>)
    /// The room has to receive the current packet, ``Bridge/heard``, before the pad gets its report.
    case heard
    /// A new player has been given a slot.
    case joined(PlayerSlot)
    /// A player is gone for good.
    case left(PlayerSlot)
    /// The set of connected controllers may have changed.
    case presence
    /// A player needs a pad for the controller `owner`, which requests identity `request` (0: the host's choice).
    case attach(PlayerSlot, owner: Roster.Key, request: UInt8)
    /// The player's pad has to show this report; `ofPacket` is true if the current packet caused it.
    case report(PlayerSlot, PadReport, ofPacket: Bool)
    /// The known abilities of the player's controller for the forces of a wheel have changed.
    case force(PlayerSlot, ForceAbilities)
    /// The player's stick has to show ``PlayerTable/stickReport(of:)``; `ofPacket` is true if the current packet caused it.
    case stick(PlayerSlot, ofPacket: Bool)
    /// The player is gone for good, so the pad has to be removed too.
    case detach(PlayerSlot)
    /// The bytes of ``Bridge/outgoing`` have to be sent to this peer.
    case send(PeerID)
    /// A player's program has sent a message.
    case message(PlayerMessage)
    /// The gateway on `connection` has to be told that a controller got a slot, lost it, or was denied one.
    case seat(SeatNotice, connection: UInt32)
    /// The host's user or the device store has to receive this news.
    ///
    /// It precedes all other outputs that wait at the same time.
    indirect case news(Admission.News)
  }
}
