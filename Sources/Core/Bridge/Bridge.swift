import Channel
public import Cryptography
public import Model
import Motion
public import Wire

/// The bridge from datagrams to pad reports, shared by all transports.
///
/// The bridge has no descriptors and reads no clock. The caller passes in bytes and instants, and then
/// carries out the outputs of ``next(at:)`` until the result is nil. The bridge manages players and their
/// slots; the room decides what the players do together.
public struct Bridge: Sendable {
  /// The packet whose outputs are being returned.
  private struct Arrival {
    let slot: PlayerSlot
    /// True if the packet is the player's first, so that the player needs a pad.
    let isFirst: Bool
    /// True if the packet is the player's goodbye.
    let isLast: Bool
  }

  /// The counts of dropped datagrams, unusable local messages, and refused descriptions of sticks.
  public private(set) var drops = DropCounts()
  /// The bytes to send for ``Output/send(_:)``, valid until the next output.
  public internal(set) var outgoing = Datagram<512>()
  /// The packet of the last ``Output/heard``; nil before the first.
  public internal(set) var heard: AcceptedPacket?

  /// The host's name, session and web port; ``announcement(at:)`` fills in the other fields.
  public var greeting: Announcement
  /// The encrypted sessions and the admission of their controllers; closed if the host has no keys.
  public var admission: Admission
  /// The players.
  public var players: PlayerTable
  /// The mode of new players, and the recipients of their input.
  public var entry = (mode: Mode.play, recipients: Recipients.pad)
  /// True if each accepted packet is also reported as an output.
  public var tracesPackets = false

  /// The waiting outputs, oldest first; without ``tracesPackets``, a packet that only moves a pad adds none.
  var waiting: [Output] = []
  private var arrival: Arrival?

  /// Creates a bridge without players.
  ///
  /// The bridge announces itself as `greeting`; without `keys` its admission is closed.
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

  /// Receives a packet that is not encrypted.
  ///
  /// Decodes the packet, admits its sender, orders its edges, and smooths and maps its state.
  mutating func receive(_ bytes: Span<UInt8>, from origin: Origin, at now: Instant) {
    do throws(Drop) {
      let envelope = try Envelope(opening: bytes, from: origin)
      let frames = try ControllerFrames(parsing: bytes, from: envelope.start)
      try play(frames, envelope, in: bytes, at: now)
    } catch {
      refuse(error, from: origin)
    }
  }

  /// Admits the sender of a packet, and passes the packet to the player, who checks its rate and number.
  mutating func play(
    _ frames: ControllerFrames, _ envelope: Envelope, in bytes: Span<UInt8>, at now: Instant
  ) throws(Drop) {
    let (slot, isNew) = try admit(envelope, at: now)
    try play(frames, envelope, in: bytes, slot, isNew: isNew, at: now)
  }

  /// Passes a packet to the player in `slot`, who is new if `isNew`.
  mutating func play(
    _ frames: ControllerFrames, _ envelope: Envelope, in bytes: Span<UInt8>, _ slot: PlayerSlot, isNew: Bool,
    at now: Instant
  ) throws(Drop) {
    let isNewest: Bool
    let awaitedEdge: UInt16?
    do throws(Drop) {
      (isNewest, awaitedEdge) = try players[slot].accept(
        frames, envelope, of: slot, in: bytes, into: &waiting, at: now)
    } catch {
      guard error == .flooding, players[slot].isFlooding else { throw error }
      drops[.flooding] += 1
      return kick(slot, .rate, at: now)
    }
    if tracesPackets { waiting.append(.accepted(slot, frames: envelope.start..<bytes.count)) }
    let hasReservedPress = players[slot].input.consumeReservedPress() && envelope.key.provesSender
    if hasReservedPress || !players[slot].modeState.recipients.isSubset(of: .pad) {
      hear(
        frames, of: slot, isNewest: isNewest, awaitedEdge: awaitedEdge, isPage: envelope.transport != .direct,
        hasReservedPress: hasReservedPress, at: now)
    }
    if frames.stick.isPresent || frames.control != nil {
      players.hearStick(of: slot, frames, in: bytes, isNewest: isNewest, dropped: &drops, at: now)
    }
    let isLast = frames.control?.code == ControlMessage.Code.bye.rawValue
    if let arrival { postpone(arrival, at: now) }
    arrival = Arrival(slot: slot, isFirst: isNew, isLast: isLast)
  }

  /// Returns the next output; nil when none is left.
  ///
  /// Outputs caused by received bytes and by changes come first, then those caused by the passage of time.
  public mutating func next(at now: Instant) -> Output? {
    while true {
      if !admission.news.isEmpty { return .news(admission.news.removeFirst()) }
      if !waiting.isEmpty { return waiting.removeFirst() }
      if let arrival {
        self.arrival = nil
        if let output = conclude(arrival, at: now) { return output }
      } else if min(players.earliest, admission.nextDeadline) <= now {
        if let output = advance(to: now) { return output }
        guard !waiting.isEmpty || !admission.news.isEmpty else { return nil }
      } else {
        return nil
      }
    }
  }

  /// Does the rest of the work for an accepted packet, after the room has had the opportunity to read it.
  private mutating func conclude(_ arrival: Arrival, at now: Instant) -> Output? {
    guard follow(arrival, at: now) else { return nil }
    defer { players.schedule(arrival.slot) }
    return arrival.isFirst ? nil : advance(arrival.slot, to: now, ofPacket: true)
  }

  /// Schedules the rest of a packet's outputs, because the next packet arrived before ``next(at:)`` was called.
  private mutating func postpone(_ arrival: Arrival, at now: Instant) {
    if follow(arrival, at: now) { players.schedule(arrival.slot, at: now) }
  }

  /// Gives a player a pad after the first packet, and removes a player after a goodbye.
  ///
  /// Returns whether the player remains.
  private mutating func follow(_ arrival: Arrival, at now: Instant) -> Bool {
    guard let seat = players.roster[arrival.slot] else { return false }
    if arrival.isFirst && !arrival.isLast {
      equip(arrival.slot, of: seat, at: now)
    }
    if arrival.isLast { leave(arrival.slot, at: now) }
    return !arrival.isLast
  }

  /// Gives a new player a pad, unless the controller is about to describe its own device.
  @inline(never)
  private mutating func equip(_ slot: PlayerSlot, of seat: Roster.Seat, at now: Instant) {
    if players.sticks.isAwaited(slot) { return players[slot].identityRequest.await(at: now) }
    players[slot].identityRequest.begin(at: now)
    waiting.append(attach(slot, of: seat))
  }

  /// Calls `body` with the bytes that ``Output/send(_:)`` asks to send.
  ///
  /// The method is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public mutating func withOutgoing(_ body: (Span<UInt8>) -> Void) {
    outgoing.withBytes(body)
  }

  /// Counts a datagram that had no effect; `origin` is nil for a message from a local program.
  public mutating func refuse(_ reason: Drop, from origin: Origin? = nil) {
    drops[reason] += 1
    guard let origin, let slot = players.roster.slot(of: origin.peer) else { return }
    players[slot].drops[reason] += 1
  }

  /// Does the work that is due at `now`, up to the first output; returns nil when nothing more is due.
  private mutating func advance(to now: Instant) -> Output? {
    for index in 0..<PlayerSlot.limit where players.deadlines[index] <= now {
      let slot = PlayerSlot(index: index)
      let output = advance(slot, to: now, ofPacket: false)
      players.schedule(slot)
      if let output { return output }
    }
    if let endpoint = admission.advance(to: now, into: &outgoing) { return .send(.network(endpoint)) }
    players.settle()
    return nil
  }

  /// The deadline for ``next(at:)``.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  public var nextDeadline: Instant {
    mutating get { min(players.nextDeadline, admission.nextDeadline) }
  }

  /// The current settings, including the host's changes at run time.
  public var settings: Settings {
    Settings(
      roster: players.roster.settings, input: players.input, tuning: players.tuning,
      identities: players.identities, takesSticks: players.takesSticks,
      admission: admission.settings)
  }

  /// Adopts new settings.
  ///
  /// The feel of inputs, the reservation of slots, and admission change for all players; the rest applies to players who
  /// join from now on.
  public mutating func reload(_ settings: Settings) {
    players.reload(settings)
    admission.settings = settings.admission
    admission.channel.announcement.limit = UInt8(settings.roster.limit)
  }

  private func attach(_ slot: PlayerSlot, of seat: Roster.Seat) -> Output {
    .attach(slot, owner: seat.key, request: players.request(of: slot))
  }

  private mutating func advance(_ slot: PlayerSlot, to now: Instant, ofPacket: Bool) -> Output? {
    guard let seat = players.roster[slot] else { return nil }
    guard seat.isWelcome else {
      leave(slot, at: now)
      return nil
    }
    if players[slot].identityRequest.follow(at: now) {
      players.sticks.plug(slot, at: now)
      return attach(slot, of: seat)
    }
    if let abilities = players[slot].force.nextNews() { return .force(slot, abilities) }
    if players.sticks.nextReport(of: slot, at: now) { return .stick(slot, ofPacket: ofPacket) }
    if let report = players[slot].input.nextReport(at: now) {
      return .report(slot, report, ofPacket: ofPacket)
    }
    switch players.roster.advance(slot, to: now) {
    case .freed:
      endSession(of: slot)
      tell(seat.peer, .timeout)
      waiting += [.left(slot), .detach(slot)]
      return nil
    case .disconnected:
      players[slot].pause()
      note(slot) { .away($0, $1, slot) }
      waiting.append(.presence)
    case nil: break
    }
    return reply(to: seat, in: slot, at: now)
  }

  /// Writes the reply to the controller in `slot` to ``outgoing``; returns nil when nothing is due.
  private mutating func reply(to seat: Roster.Seat, in slot: PlayerSlot, at now: Instant) -> Output? {
    guard players[slot].hasReply(at: now) else { return nil }
    if let session = players[slot].session {
      var plain = Datagram<512>()
      players[slot].reply(at: now, into: &plain)
      return admission.seal(plain, for: session, at: now, into: &outgoing).map { .send(.network($0)) }
    }
    players[slot].reply(to: seat, at: now, into: &outgoing)
    return .send(seat.peer)
  }
}
