import Bridge
public import Model
import Sharing
public import Wire

/// The state of the host, for status and lists.
extension HostEngine {
  /// The counts of dropped datagrams, unusable local messages, and refused descriptions of sticks.
  public var drops: DropCounts { bridge.drops }

  /// The slots that have a player, connected or not.
  public var players: PlayerSlots { bridge.players.taken }

  /// The players whose controllers are connected.
  public var connected: PlayerSlots { bridge.players.connected }

  /// The maximum number of players, 1 to 16.
  public var limit: Int { bridge.settings.roster.limit }

  /// The policy of admission.
  public var policy: AdmissionPolicy { bridge.admission.settings.policy }

  /// True if the host has encrypted sessions, and answers probes itself.
  public var hasSessions: Bool { !bridge.admission.isClosed }

  /// Flags for the quiz and for the paired devices: true while the store has not answered yet.
  public var isKeeping: (quiz: Bool, devices: Bool) { (quiz.isWriting, pairing.isWriting) }

  /// The TCP port of the page in the announcement; 0 for no page.
  public var pagePort: UInt16 { bridge.greeting.webPort }

  /// True if each accepted packet is also reported as an output, for watching programs.
  public var tracesPackets: Bool {
    get { bridge.tracesPackets }
    set { bridge.tracesPackets = newValue }
  }

  /// Returns the status of the player in `slot` at `now`; nil when the slot is free.
  ///
  /// If the player shares a pad, the report in the status is that of the shared pad; a helper's report is
  /// neutral.
  public func status(of slot: PlayerSlot, at now: Instant) -> PlayerStatus? {
    var status = bridge.players.status(of: slot, at: now)
    if sharing.members.contains(PlayerSlots(slot)) { status?.report = sharing.report(of: slot) ?? .neutral }
    return status
  }

  /// The players who get the profile of a game, or their usual one, as soon as their pads are at rest.
  public var gameAwaited: PlayerSlots { bridge.players.awaited }

  /// Returns the number of the identity that the controller in `slot` requests; 0 for the host's choice.
  public func identityRequest(of slot: PlayerSlot) -> UInt8 { bridge.players.request(of: slot) }

  /// Returns the description of the stick of the player in `slot`; nil if the player has none.
  public func stick(of slot: PlayerSlot) -> StickDescription? { bridge.players.stick(of: slot) }

  /// Returns the report that the stick of the player in `slot` has to show; nil if the player has none.
  ///
  /// The method is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public mutating func stickReport(of slot: PlayerSlot) -> StickReport? {
    bridge.players.stickReport(of: slot)
  }

  /// Returns the values of the settings in ``Wire/Knob/all`` for the player in `slot`, or for everybody.
  ///
  /// A value is nil if the configured value is not one of the setting's values, and for the settings of pads
  /// and of the host.
  public func values(of slot: PlayerSlot?) -> [Int32?] { bridge.players.values(of: slot) }

  /// The controllers with an encrypted session, and the gateways' controllers that have the host's permission
  /// to play or wait for it.
  public var peers: [PeerStatus] { bridge.peers().map(PeerStatus.init) + guests.peers }

  /// Returns the host's announcement at `now`, the answer to probes.
  public mutating func announcement(at now: Instant) -> Announcement { bridge.announcement(at: now) }
}
