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
  /// The players.
  public var players: PlayerTable
  /// The messages that the players' programs have sent.
  public var inbox = Inbox()
  /// The notices that gateways have yet to get.
  public var notices = GatewayNotices()
  /// The mode of new players, and the recipients of their input.
  public var entry = (mode: Mode.play, recipients: Recipients.pad)
  /// The packet of the last ``Outcome/heard``, until ``conclude(at:)``; nil otherwise.
  public internal(set) var heard: AcceptedPacket?
  /// True if ``heard`` is the first packet of its player.
  var heardIsFirst = false
  /// The events for the room, oldest first; see ``popEvent()``.
  public internal(set) var events: [RoomEvent] = []

  /// Creates a bridge without players that announces itself by `greeting`; without `keys` its admission is closed.
  public init(
    settings: Settings, greeting: Announcement = Announcement(session: 0, name: DeviceName("")),
    keys: KeyPair? = nil, devices: [Admission.Device] = []
  ) {
    self.greeting = greeting
    admission = Admission(
      keys: keys, settings: settings.admission, announcement: greeting, devices: devices)
    admission.channel.announcement.limit = UInt8(settings.roster.limit)
    players = PlayerTable(settings: settings)
  }

  /// Receives a packet that is not encrypted: decodes it, admits its sender, orders its edges, and smooths and maps its state.
  mutating func receive(_ bytes: Span<UInt8>, from origin: Origin, at now: Instant) -> Outcome {
    do throws(Drop) {
      let envelope = try Envelope(opening: bytes, from: origin)
      let frames = try ControllerFrames(parsing: bytes, from: envelope.start)
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
    let isNewest: Bool
    let awaitedEdge: UInt16?
    do throws(Drop) {
      (isNewest, awaitedEdge) = try players[slot].accept(
        frames, envelope, of: slot, in: bytes, into: &inbox, at: now)
    } catch {
      guard error == .flooding, players[slot].isFlooding else { throw error }
      (accepted, drops[.flooding]) = (nil, drops[.flooding] + 1)
      return kick(slot, .rate, at: now)
    }
    accepted = (slot, envelope.start..<bytes.count)
    let hasReservedPress = players[slot].input.popReservedPress() && envelope.key.provesSender
    if hasReservedPress || !players[slot].part.recipients.isSubset(of: .pad) {
      hear(
        frames, of: slot, isNewest: isNewest, awaitedEdge: awaitedEdge, isPage: envelope.transport != .direct,
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
    if isNew { players[slot].wish.begin(at: now) }
    let outcome = isNew ? .attach(slot) : advance(slot, to: now) ?? .nothing
    players.schedule(slot)
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
    guard min(players.earliest, admission.nextDeadline) <= now else { return nil }
    for index in 0..<PlayerSlot.limit where players.deadlines[index] <= now {
      let slot = PlayerSlot(index: index)
      let outcome = advance(slot, to: now)
      players.schedule(slot)
      if let outcome { return outcome }
    }
    if let endpoint = admission.advance(to: now, into: &outgoing) { return .send(.network(endpoint)) }
    players.settle()
    return nil
  }

  /// The deadline for ``advance(to:)``.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public var nextDeadline: Instant {
    mutating get { min(players.nextDeadline, admission.nextDeadline) }
  }

  /// The settings, with the changes that the host has made since.
  public var settings: Settings {
    Settings(
      roster: players.roster.settings, input: players.input, wishes: players.wishes,
      admission: admission.settings)
  }

  /// Adopts new settings, which apply to players who join from now on, to the reservation of slots, and to the admission of
  /// all players.
  public mutating func reload(_ settings: Settings) {
    players.reload(settings)
    admission.settings = settings.admission
    admission.channel.announcement.limit = UInt8(settings.roster.limit)
  }

  private mutating func advance(_ slot: PlayerSlot, to now: Instant) -> Outcome? {
    guard let seat = players.roster[slot] else { return nil }
    if !seat.isWelcome { return leave(slot, at: now) }
    if players[slot].wish.follow(at: now) { return .attach(slot) }
    if let report = players[slot].input.nextReport(at: now) { return .report(slot, report) }
    switch players.roster.advance(slot, to: now) {
    case .freed:
      endSession(of: slot)
      events.append(.left(slot, at: now))
      tell(seat.peer, .timeout)
      return .detach(slot)
    case .disconnected:
      players[slot].pause()
      note(slot) { .away($0, $1, slot) }
      events.append(.presence(at: now))
    case nil: break
    }
    return reply(to: seat, in: slot, at: now)
  }

  /// Writes the reply to the controller of `slot` to ``outgoing``; returns nil when nothing is due.
  private mutating func reply(to seat: Roster.Seat, in slot: PlayerSlot, at now: Instant) -> Outcome? {
    guard players[slot].hasReply(at: now) else { return nil }
    if let session = players[slot].session {
      var plain = Datagram<512>()
      players[slot].reply(at: now, into: &plain)
      return admission.seal(plain, for: session, at: now, into: &outgoing).map { .send(.network($0)) }
    }
    players[slot].reply(to: seat, at: now, into: &outgoing)
    return .send(seat.peer)
  }

  private mutating func count(_ drop: Drop, from origin: Origin) {
    drops[drop] += 1
    guard case .network(let endpoint) = origin, let slot = players.roster.slot(of: .network(endpoint)) else {
      return
    }
    players[slot].drops[drop] += 1
  }
}
