import Bridge
public import Model
public import Wire

/// The state of the host, for status and lists.
extension HostEngine {
  /// The counts of all dropped datagrams, of players and strangers.
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
  public func status(of slot: PlayerSlot, at now: Instant) -> PlayerStatus? {
    bridge.players.status(of: slot, at: now)
  }

  /// Returns the description of the stick of the player in `slot`; nil if the player has none.
  public func stick(of slot: PlayerSlot) -> StickDescription? { bridge.players.stick(of: slot) }

  /// Returns what the stick of the player in `slot` has to show; nil if the player has none.
  ///
  /// Mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public mutating func stickReport(of slot: PlayerSlot) -> StickReport? {
    bridge.players.stickReport(of: slot)
  }

  /// Returns the values of the settings in ``Wire/Knob/all`` for the player in `slot`, or for everybody.
  ///
  /// Nil stands for a value that the setting cannot express, and for the settings of the host.
  public func values(of slot: PlayerSlot?) -> [Int32?] { bridge.players.values(of: slot) }

  /// The controllers with an encrypted session, and those that play with the host's permission or wait for it.
  public var peers: [PeerStatus] { bridge.peers().map(PeerStatus.init) + guests.peers }

  /// Returns the host's announcement at `now`, the answer to probes.
  public mutating func announcement(at now: Instant) -> Announcement { bridge.announcement(at: now) }
}
