import Channel
public import Cryptography
public import Model
import Motion
public import Wire

/// A table of the players in their slots, with the next deadline of each.
///
/// A change to a player is due immediately: ``Bridge/next(at:)`` returns its outputs. If the slot has no
/// player, a change has no effect.
public struct PlayerTable: Sendable {
  /// The slots and their controllers.
  var roster: Roster
  /// The input settings of all players, without any tuning.
  private(set) var input: ControllerInput.Settings
  /// The settings of the feel of inputs, for everybody and for single players, and the profiles.
  var tuning: Tuning
  /// The settings on trial, for everybody and for each player; a trial ends by itself (docs/decisions/0060).
  private var tried = Tuning.none
  /// The profiles that games want, by slot.
  var wanted = [Tuning.Choice?](repeating: nil, count: PlayerSlot.limit)
  /// The players who get the wanted profile as soon as their pads are at rest.
  public internal(set) var awaited: PlayerSlots = []
  /// The numbers of the identities that new players may request.
  private(set) var identities: Set<UInt8>
  /// True if new players may describe sticks.
  private(set) var takesSticks: Bool
  /// The players who move another player's pad.
  var helping: PlayerSlots = []
  private var players: [Player]
  /// The described sticks of players.
  var sticks = StickTable()
  /// The deadline of each slot.
  private(set) var deadlines = InlineArray<16, Instant>(repeating: .distantFuture)
  /// A lower bound on all deadlines.
  private(set) var earliest = Instant.distantFuture

  /// Creates a table without players.
  init(settings: Bridge.Settings) {
    roster = Roster(settings: settings.roster)
    (input, tuning, identities) = (settings.input, settings.tuning, settings.identities)
    takesSticks = settings.takesSticks
    let empty = Player(input: input, identities: identities, at: Instant(nanoseconds: 0))
    players = Array(repeating: empty, count: PlayerSlot.limit)
  }

  /// The state of the player in `slot`; meaningless while the slot is free.
  @inline(__always) subscript(slot: PlayerSlot) -> Player {
    _read { yield players[slot.index] }
    _modify { yield &players[slot.index] }
  }

  /// The slots that have a player, connected or not.
  public var taken: PlayerSlots { slots { _ in true } }

  /// The number of taken slots.
  public var count: Int { taken.rawValue.nonzeroBitCount }

  /// The players whose controllers are connected.
  public var connected: PlayerSlots { slots { $0.isConnected } }

  /// The connected players whose packets prove their sender.
  public var proven: PlayerSlots { slots { $0.isConnected && $0.key.provesSender } }

  /// Returns the key of the controller in `slot`; nil when the slot is free.
  public func owner(of slot: PlayerSlot) -> Roster.Key? { roster[slot]?.key }

  /// Returns the minimum time for which a button of the pad of the player in `slot` stays down or up.
  public func minimumPress(of slot: PlayerSlot) -> Interval { input(of: slot).minimumPress }

  /// Returns the slot of the controller with `key`, connected or not; nil when the controller has none.
  public func slot(of key: PublicKey) -> PlayerSlot? { roster.slot(of: Roster.Key(key)) }

  /// Returns the slot of the controller that sends from `peer`; nil for an unknown peer.
  public func slot(of peer: PeerID) -> PlayerSlot? { roster.slot(of: peer) }

  /// Returns the number of the identity that the controller in `slot` requests; 0 for the host's choice.
  public func request(of slot: PlayerSlot) -> UInt8 { self[slot].identityRequest.number }

  /// Returns the description of the stick of the player in `slot`; nil if the player has none.
  public func stick(of slot: PlayerSlot) -> StickDescription? { sticks.description(of: slot) }

  /// Returns the report of the stick in `slot`, or nil without a stick; mutating (docs/decisions/0005).
  public mutating func stickReport(of slot: PlayerSlot) -> StickReport? { sticks.report(of: slot) }

  /// Returns the status of the player in `slot` at `now`; nil when the slot is free.
  public func status(of slot: PlayerSlot, at now: Instant) -> PlayerStatus? {
    guard let seat = roster[slot] else { return nil }
    var status = self[slot].status(slot, seat, at: now)
    if let counts = sticks.counts(of: slot) { status.counts = status.counts + counts }
    return status
  }

  /// Returns the values of all settings for the player in `slot`, or for everybody if `slot` is nil.
  ///
  /// A value is nil if the configured value is not one of the setting's values, or if the setting is not
  /// about the feel of inputs.
  public func values(of slot: PlayerSlot?) -> [Int32?] { tuning.values(of: slot, input, trying: tried) }

  private func slots(where isMember: (Roster.Seat) -> Bool) -> PlayerSlots {
    var slots: PlayerSlots = []
    for index in 0..<PlayerSlot.limit {
      let slot = PlayerSlot(index: index)
      if let seat = roster[slot], isMember(seat) { slots.insert(PlayerSlots(slot)) }
    }
    return slots
  }

  /// Sets the centre to the player's present tilt.
  public mutating func recentre(_ slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.recentre(at: now) }
  }

  /// Records that the player got another pad at `now`; every new pad is at rest.
  public mutating func replug(_ slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) {
      $0.feedback.want(.rest, at: now)
      $0.force.want(PadForce(), at: now)
      $0.input.replug(at: now)
    }
  }

  /// Sets the feedback that games request from the player's controller, from `now` on.
  public mutating func setFeedback(_ feedback: PadFeedback, of slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.feedback.want(feedback, at: now) }
  }

  /// Sets the state of the player's wheel, from `now` on.
  public mutating func setForce(_ force: PadForce, of slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.force.want(force, at: now) }
  }

  /// Runs the motors of the player's controller at least as strongly as `feedback` for five seconds from `now` on.
  public mutating func lendFeedback(_ feedback: PadFeedback, to slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.feedback.lend(feedback, at: now) }
  }

  /// Puts the player in `slot` in `mode`, in which `recipients` get the input.
  ///
  /// A change brings the pad to rest; it then follows the player again only if it is one of `recipients`.
  public mutating func enter(
    _ mode: Mode, for recipients: Recipients, _ slot: PlayerSlot, at now: Instant
  ) {
    let modeState = self[slot].modeState
    guard modeState.mode != mode || modeState.answer != recipients else { return }
    change(slot, at: now) { $0.enter(mode, for: recipients, at: now) }
    sticks.mute(slot, !self[slot].modeState.recipients.contains(.pad), at: now)
  }

  /// Sets the state of the round that is repeated to the controller in `slot`; nil for no round.
  public mutating func post(_ round: Round?, to slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.notice.want(round, at: now) }
  }

  /// Sets whether the controller in `slot` is asked for its clock 20 times a second.
  public mutating func hurryClock(_ isHurried: Bool, of slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.clock.hurry(isHurried, at: now) }
  }

  /// Sends `bytes` to the programs of the players in `slots`; returns the outcome for each of them.
  ///
  /// A controller that is away gets nothing. A message sent `reliably` arrives in order; it may arrive twice after a
  /// new session, or after a silence without encryption. It waits for a controller that falls silent, and is discarded
  /// after 10 s without a receipt. An unreliable message is sent immediately and may be lost.
  public mutating func send(
    _ bytes: [UInt8], on channel: UInt8 = 0, to slots: PlayerSlots, reliably: Bool, at now: Instant
  ) -> Delivery {
    var delivery = Delivery()
    guard bytes.count <= Message.longest else {
      delivery.tooLong = slots
      return delivery
    }
    for slot in slots.each {
      let set = post(bytes, on: channel, to: slot, reliably: reliably, at: now)
      delivery[keyPath: set].insert(PlayerSlots(slot))
    }
    return delivery
  }

  /// Queues `bytes` for the controller in `slot`; returns the set of ``Delivery`` that the player belongs to.
  private mutating func post(
    _ bytes: [UInt8], on channel: UInt8, to slot: PlayerSlot, reliably: Bool, at now: Instant
  ) -> WritableKeyPath<Delivery, PlayerSlots> {
    guard let seat = roster[slot] else { return \.nobody }
    guard seat.isConnected else { return \.away }
    guard players[slot.index].feedback.isListening else { return \.nobody }
    let hasRoom =
      reliably
      ? self[slot].outbox.post(.message, channel, text: bytes, at: now)
      : self[slot].unreliable.post(bytes, on: channel)
    guard hasRoom else { return \.tooMany }
    schedule(slot, at: now)
    return \.taken
  }

  /// Changes the player in `slot`, if there is one, and sets the deadline of the slot to `now`.
  mutating func change(_ slot: PlayerSlot, at now: Instant, _ change: (inout Player) -> Void) {
    guard roster[slot] != nil else { return }
    change(&self[slot])
    schedule(slot, at: now)
  }
}

/// The arrivals, departures and deadlines of players, which the bridge decides.
extension PlayerTable {
  /// Puts a new player into `slot`, in `mode`, in which `recipients` get the input.
  mutating func begin(_ slot: PlayerSlot, in mode: Mode, for recipients: Recipients, at now: Instant) {
    adoptGame(slot)
    self[slot] = Player(input: input(of: slot), identities: granted, at: now)
    self[slot].begin(in: mode, for: recipients, at: now)
    sticks.clear(slot)
  }

  /// Records that the controller in `slot` is gone without a goodbye: its inputs are released at `now`.
  mutating func disconnect(_ slot: PlayerSlot, at now: Instant) {
    roster.disconnect(slot)
    self[slot].pause()
    self[slot].input.release(at: now)
    sticks.release(slot, at: now)
    schedule(slot, at: now)
  }

  /// Moves the player of session `old` to `new` after a change of keys.
  mutating func rename(_ old: HostChannel.SessionID, to new: HostChannel.SessionID) {
    for index in players.indices where players[index].session == old { players[index].session = new }
  }

  /// Adopts new settings.
  ///
  /// The feel of inputs and the roster's rules change for all players, other settings for new players.
  mutating func reload(_ settings: Bridge.Settings) {
    let games = tuning.games
    (input, tuning, identities) = (settings.input, settings.tuning, settings.identities)
    tuning.games = games
    takesSticks = settings.takesSticks
    roster.reload(settings.roster)
    retune(at: Instant(nanoseconds: .min))
  }

  /// Tries the settings in `tried`, in place of those that were tried before.
  public mutating func attempt(_ tried: Tuning.Layers, at now: Instant) {
    self.tried = tried
    retune(at: now)
  }

  /// Applies the present settings to the input of each player.
  private mutating func retune(at now: Instant) {
    for slot in taken.each {
      self[slot].input.retune(input(of: slot), at: now)
      schedule(slot, at: now)
    }
  }

  /// The numbers of the identities that a new player may request, including the number for described sticks.
  private var granted: Set<UInt8> {
    takesSticks && !identities.isEmpty ? identities.union([IdentityRequest.described]) : identities
  }

  /// Returns the settings of the player in `slot`.
  func input(of slot: PlayerSlot) -> ControllerInput.Settings {
    var settings = tuning.input(of: slot, input, trying: tried)
    if helping.contains(PlayerSlots(slot)) { settings.deadMan = .prompt }
    return settings
  }

  /// Sets the deadline of `slot` to `instant`.
  mutating func schedule(_ slot: PlayerSlot, at instant: Instant) {
    deadlines[slot.index] = instant
    earliest = min(earliest, instant)
  }

  /// Sets the deadline of `slot` from its player and its reservation; a free slot has none.
  mutating func schedule(_ slot: PlayerSlot) {
    let isTaken = roster[slot] != nil
    schedule(slot, at: isTaken ? min(roster.deadline(of: slot), self[slot].deadline) : .distantFuture)
    if sticks.has(slot), isTaken { schedule(slot, at: min(deadlines[slot.index], sticks.deadline(of: slot))) }
  }

  /// The earliest deadline; mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  var nextDeadline: Instant {
    mutating get {
      var next = Instant.distantFuture
      for index in deadlines.indices { next = min(next, deadlines[index]) }
      return next
    }
  }

  /// Records that nothing is due: ``earliest`` becomes exact.
  mutating func settle() { earliest = nextDeadline }
}

extension Player {
  /// Sets the centre to the player's present tilt.
  ///
  /// A third-party controller is notified, because its gateway rotates a stick by the tilt.
  fileprivate mutating func recentre(at now: Instant) {
    input.recentre(at: now)
    if GatewayHeader.Transport.inputs.contains(transport) { outbox.post(.recentre, at: now) }
  }
}
