import Channel
public import Cryptography
public import Model
import Motion
public import Wire

/// The bridge from datagrams to pad reports: the one path on which all transports end.
///
/// The bridge holds no handle and reads no clock. It takes bytes and instants and returns one outcome; the
/// caller executes the outcome and then calls ``advance(to:)`` until that returns nil. The bridge knows players and their
/// slots, and not what they do together: that is the room's.
public struct Bridge: Sendable {
  /// The counts of all dropped datagrams, of players and strangers.
  public private(set) var drops = DropCounts()

  /// The slot of the last datagram's player, and the range of its frames in the bytes; nil when the datagram had no effect.
  public internal(set) var accepted: (slot: PlayerSlot, frames: Range<Int>)?
  /// The bytes that ``Outcome/send(_:)`` asks to send, until the next call of the bridge.
  public internal(set) var outgoing = Datagram<512>()

  /// The name and the session of the host; the other fields change, see ``announcement(at:)``.
  public var greeting: Announcement
  /// The encrypted sessions, for which the bridge decides who gets a slot; closed without keys.
  public var admission: Admission
  /// The settings of new players' input.
  private var input: ControllerInput.Settings
  /// The identities that controllers may ask for.
  private var wishes: Set<UInt8>
  var roster: Roster
  var players: [Player]
  /// The messages that the players' programs have sent.
  var inbox = Inbox()
  /// The notices that gateways have yet to get.
  var letters: [GatewayNotice] = []
  /// The mode of new players, and the recipients of their input.
  public var entry = (mode: Mode.play, recipients: Recipients.pad)
  /// The packet of the last ``Outcome/heard``, until ``conclude(at:)``; nil otherwise.
  public internal(set) var heard: AcceptedPacket?
  /// True if ``heard`` is the first packet of its player.
  var heardIsFirst = false
  /// The events for the room, oldest first; see ``popEvent()``.
  public internal(set) var events: [RoomEvent] = []
  private var deadlines = InlineArray<16, Instant>(repeating: .distantFuture)
  /// A lower bound of all players' deadlines.
  private var earliest = Instant.distantFuture

  /// Creates a bridge without players that announces itself by `greeting`; without `keys` its admission is closed.
  public init(
    settings: Settings, greeting: Announcement = Announcement(session: 0, name: DeviceName("")),
    keys: KeyPair? = nil, devices: [Admission.Device] = []
  ) {
    (input, wishes) = (settings.input, settings.wishes)
    self.greeting = greeting
    admission = Admission(
      keys: keys, settings: settings.admission, announcement: greeting, devices: devices)
    admission.channel.announcement.limit = UInt8(settings.roster.limit)
    roster = Roster(settings: settings.roster)
    let empty = Player(settings: settings, at: Instant(nanoseconds: 0))
    players = Array(repeating: empty, count: PlayerSlot.limit)
  }

  /// Takes a packet that is not encrypted: decodes it, admits its sender, orders its edges, and smooths and maps its state.
  mutating func receive(_ bytes: Span<UInt8>, from origin: Origin, at now: Instant) -> Outcome {
    do throws(Drop) {
      let envelope = try Envelope(opening: bytes, from: origin)
      let frames = try Envelope.frames(in: bytes, from: envelope.start)
      return try play(frames, envelope, in: bytes, at: now)
    } catch {
      return drop(error, from: origin)
    }
  }

  /// Hands a packet, valid except perhaps for its number, to its player.
  mutating func play(
    _ frames: ControllerFrames, _ envelope: Envelope, in bytes: Span<UInt8>, at now: Instant
  ) throws(Drop) -> Outcome {
    let (slot, isNew) = try admit(envelope, at: now)
    return try play(frames, envelope, in: bytes, slot, isNew: isNew, at: now)
  }

  /// Hands a packet to the player of `slot`, who is new if `isNew`.
  mutating func play(
    _ frames: ControllerFrames, _ envelope: Envelope, in bytes: Span<UInt8>, _ slot: PlayerSlot, isNew: Bool,
    at now: Instant
  ) throws(Drop) -> Outcome {
    let awaited = players[slot.index].input.awaitedEdge
    let isNewest: Bool
    do throws(Drop) {
      isNewest = try players[slot.index].accept(
        frames, envelope, of: slot, in: bytes, into: &inbox, at: now)
    } catch {
      guard error == .flooding, players[slot.index].isFlooding else { throw error }
      (accepted, drops[.flooding]) = (nil, drops[.flooding] + 1)
      return kick(slot, .rate, at: now)
    }
    accepted = (slot, envelope.start..<bytes.count)
    let hasReservedPress = players[slot.index].input.takeReservedPress() && envelope.key.provesSender
    if hasReservedPress || !players[slot.index].part.recipients.isSubset(of: .pad) {
      hear(
        frames, of: slot, isNewest: isNewest, awaitedEdge: awaited, isPage: envelope.transport != .direct,
        hasReservedPress: hasReservedPress, at: now)
      heardIsFirst = isNew
      return .heard(slot)
    }
    return conclude(frames, of: slot, isNew: isNew, at: now)
  }

  /// Ends the work on the packet of the last ``Outcome/heard(_:)``, after the room has heard it, and returns the packet's outcome.
  ///
  /// The call must follow every ``Outcome/heard(_:)``, at the same time and before the next packet: until then the packet has
  /// moved no pad, and a new player has none. Without such a packet the call does nothing.
  public mutating func conclude(at now: Instant) -> Outcome {
    guard let packet = heard else { return .nothing }
    heard = nil
    return conclude(packet.frames, of: packet.slot, isNew: heardIsFirst, at: now)
  }

  private mutating func conclude(
    _ frames: ControllerFrames, of slot: PlayerSlot, isNew: Bool, at now: Instant
  ) -> Outcome {
    if frames.control?.code == ControlMessage.Code.bye.rawValue { return leave(slot, at: now) }
    if isNew { players[slot.index].wish.begin(at: now) }
    let outcome = isNew ? .attach(slot) : advance(slot, to: now) ?? .nothing
    schedule(slot, at: deadline(of: slot))
    return outcome
  }

  /// Calls `body` with the bytes that ``Outcome/send(_:)`` asks to send; mutating as in docs/decisions/0005.
  public mutating func withOutgoing(_ body: (Span<UInt8>) -> Void) {
    outgoing.withBytes(body)
  }

  /// Counts a datagram that the caller has rejected.
  public mutating func refuse(_ reason: Drop, from origin: Origin) {
    _ = drop(reason, from: origin)
  }

  /// Counts a datagram that had no effect.
  mutating func drop(_ reason: Drop, from origin: Origin) -> Outcome {
    accepted = nil
    count(reason, from: origin)
    return .dropped(reason)
  }

  /// Returns the next outcome that is due at `now`; nil when nothing is left.
  public mutating func advance(to now: Instant) -> Outcome? {
    guard min(earliest, admission.nextDeadline) <= now else { return nil }
    for index in deadlines.indices where deadlines[index] <= now {
      let slot = PlayerSlot(index: index)
      let outcome = advance(slot, to: now)
      schedule(slot, at: deadline(of: slot))
      if let outcome { return outcome }
    }
    if let endpoint = admission.advance(to: now, into: &outgoing) { return .send(.network(endpoint)) }
    earliest = playerDeadline
    return nil
  }

  /// The deadline for ``advance(to:)``.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public var nextDeadline: Instant {
    mutating get { min(playerDeadline, admission.nextDeadline) }
  }

  private var playerDeadline: Instant {
    mutating get {
      var next = Instant.distantFuture
      for index in deadlines.indices { next = min(next, deadlines[index]) }
      return next
    }
  }

  /// Notes that controllers behind a gateway's connection are gone: `controller`, or all if nil.
  public mutating func disconnect(connection: UInt32, controller: UInt32?, at now: Instant) {
    for index in deadlines.indices {
      let slot = PlayerSlot(index: index)
      guard case .gateway(connection, let number) = roster[slot]?.peer else { continue }
      guard controller == nil || controller == number else { continue }
      roster.disconnect(slot)
      players[index].pause()
      players[index].input.release(at: now)
      schedule(slot, at: now)
    }
    events.append(.presence(at: now))
  }

  /// The settings, with the changes that the host has made since.
  public var settings: Settings {
    Settings(roster: roster.settings, input: input, wishes: wishes, admission: admission.settings)
  }

  /// Adopts new settings, which apply to players who join from now on, to the reservation of slots, and to the admission of
  /// all players.
  public mutating func reload(_ settings: Settings) {
    (input, wishes) = (settings.input, settings.wishes)
    roster.reload(settings.roster)
    admission.settings = settings.admission
    admission.channel.announcement.limit = UInt8(settings.roster.limit)
    for index in deadlines.indices where roster[PlayerSlot(index: index)] != nil {
      schedule(PlayerSlot(index: index), at: Instant(nanoseconds: .min))
    }
  }

  /// Returns the status of the player of `slot` at `now`; nil when the slot is free.
  public func status(of slot: PlayerSlot, at now: Instant) -> PlayerStatus? {
    roster[slot].map { players[slot.index].status(slot, $0, at: now) }
  }

  /// The number of taken slots.
  public var playerCount: Int {
    var count = 0
    for index in deadlines.indices where roster[PlayerSlot(index: index)] != nil { count += 1 }
    return count
  }

  /// Returns the slot of the controller that `envelope` names, and whether the controller has just joined.
  mutating func admit(
    _ envelope: Envelope, at now: Instant
  ) throws(Drop) -> (PlayerSlot, isNew: Bool) {
    try checkLock(envelope)
    switch roster.admit(envelope.key, from: envelope.peer, at: now) {
    case .seated(let slot):
      return (slot, false)
    case .returned(let slot):
      players[slot.index].restart(at: now)
      if envelope.key.isBehindGateway { players[slot.index].part.doubt() }
      events.append(.presence(at: now))
      note(slot) { .joined($0, $1, slot) }
      tell(envelope.peer, slot: slot)
      return (slot, false)
    case .joined(let slot):
      begin(slot, of: envelope.key, at: now)
      tell(envelope.peer, slot: slot)
      return (slot, true)
    case .denied(let denial):
      tell(envelope.peer, Refusal(denial))
      throw Drop(denial)
    }
  }

  /// Puts a new player, the controller of `key`, into `slot`.
  mutating func begin(_ slot: PlayerSlot, of key: Roster.Key, at now: Instant) {
    players[slot.index] = Player(settings: settings, at: now)
    players[slot.index].begin(in: entry.mode, for: entry.recipients, at: now)
    // A page keeps the mode that it heard from this daemon or from the one before.
    if key.isBehindGateway { players[slot.index].part.doubt() }
    events.append(.joined(slot, at: now))
  }

  private mutating func advance(_ slot: PlayerSlot, to now: Instant) -> Outcome? {
    guard let seat = roster[slot] else { return nil }
    if !seat.isWelcome { return leave(slot, at: now) }
    if players[slot.index].wish.follow(at: now) { return .attach(slot) }
    if let report = players[slot.index].input.nextReport(at: now) { return .report(slot, report) }
    switch roster.advance(slot, to: now) {
    case .freed:
      endSession(of: slot)
      events.append(.left(slot, at: now))
      tell(seat.peer, .timeout)
      return .detach(slot)
    case .disconnected:
      players[slot.index].pause()
      note(slot) { .away($0, $1, slot) }
      events.append(.presence(at: now))
    case nil: break
    }
    return reply(to: seat, in: slot, at: now)
  }

  /// Writes the reply to the controller of `slot` to ``outgoing``; returns nil when nothing is due.
  private mutating func reply(to seat: Roster.Seat, in slot: PlayerSlot, at now: Instant) -> Outcome? {
    guard players[slot.index].hasReply(at: now) else { return nil }
    if let session = players[slot.index].session {
      var plain = Datagram<512>()
      players[slot.index].reply(at: now, into: &plain)
      return admission.seal(plain, for: session, at: now, into: &outgoing).map { .send(.network($0)) }
    }
    players[slot.index].reply(to: seat, at: now, into: &outgoing)
    return .send(seat.peer)
  }

  /// Sets the deadline of `slot` to `instant`.
  mutating func schedule(_ slot: PlayerSlot, at instant: Instant) {
    deadlines[slot.index] = instant
    earliest = min(earliest, instant)
  }

  private mutating func deadline(of slot: PlayerSlot) -> Instant {
    guard roster[slot] != nil else { return .distantFuture }
    return min(roster.deadline(of: slot), players[slot.index].deadline)
  }

  private mutating func count(_ drop: Drop, from origin: Origin) {
    drops[drop] += 1
    guard case .network(let endpoint) = origin, let slot = roster.slot(of: .network(endpoint)) else { return }
    players[slot.index].drops[drop] += 1
  }
}
