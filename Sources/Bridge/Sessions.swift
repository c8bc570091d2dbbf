import Channel
public import Cryptography
public import Model
public import Wire

/// Encrypted sessions: the path of a datagram up to its decrypted frames, and the decisions of a person about them.
extension Bridge {
  /// Receives bytes that arrived at `now`: a datagram of the network, encrypted or not, or a message of a local program.
  ///
  /// DATA is decrypted in place.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Origin, at now: Instant,
    random: inout some RandomNumberGenerator
  ) -> Outcome {
    guard case .network(let endpoint) = origin, admission.isForSessions(bytes.span) else {
      return receive(bytes.span, from: origin, at: now)
    }
    // A datagram that only gets a reply is not a player's packet.
    accepted = nil
    do throws(Drop) {
      if bytes[0] == OuterType.probe.rawValue { announce(at: now) }
      switch admission.receive(&bytes, from: endpoint, at: now, random: &random) {
      case .opened(let opened):
        return try take(opened, in: bytes.span, from: endpoint, at: now, random: &random)
      case .reply(let datagram), .paired(_, let datagram):
        return answer(datagram, to: endpoint)
      case .dropped(let reason): throw Drop(reason)
      }
    } catch {
      return drop(error, from: .network(endpoint))
    }
  }

  private mutating func answer(_ datagram: Datagram<192>, to endpoint: Endpoint) -> Outcome {
    outgoing.removeAll()
    datagram.withBytes { outgoing.append(contentsOf: $0) }
    return .send(.network(endpoint))
  }

  /// Takes an authentic packet of a player, or of a guest, who may become a player.
  private mutating func take(
    _ opened: HostChannel.Opened, in bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator
  ) throws(Drop) -> Outcome {
    let content = bytes.extracting(first: opened.frames.upperBound)
    switch opened.arrival {
    case .running: break
    case .rekeyed(let old): rename(old, to: opened.session)
    case .began(let old):
      try admission.begin(opened.session, replacing: old, in: roster, at: now)
    }
    let frames = try Envelope.frames(in: content, from: opened.frames.lowerBound)
    if let key = admission.sessions.player(of: opened.session) {
      return try play(frames, Envelope(opened, of: key, from: endpoint), in: content, at: now)
    }
    guard admission.hear(opened.session, frames, in: content, at: now, random: &random),
      let controller = admission.channel.controller(of: opened.session)
    else { throw .unauthentic(.waiting) }
    let envelope = Envelope(opened, of: Roster.Key(controller.key), from: endpoint)
    do throws(Drop) {
      return try seat(opened.session, envelope, frames, in: content, at: now)
    } catch {
      if let reason = Refusal(error) { admission.deny(opened.session, reason, at: now) }
      throw error
    }
  }

  /// Gives the guest of `session` its slot: a new one, or the one that is reserved for it.
  private mutating func seat(
    _ session: HostChannel.SessionID, _ envelope: Envelope, _ frames: ControllerFrames, in bytes: Span<UInt8>,
    at now: Instant
  ) throws(Drop) -> Outcome {
    let (slot, isNew) = try admit(envelope, at: now)
    var outbox = admission.seat(session, in: slot)
    outbox.post(.welcome, slot.number, at: now)
    if !isNew { players[slot.index].restart(at: now) }
    players[slot.index].begin(session, outbox, at: now)
    return try play(frames, envelope, in: bytes, slot, isNew: isNew, at: now)
  }

  private mutating func rename(_ old: HostChannel.SessionID, to new: HostChannel.SessionID) {
    admission.rename(old, to: new)
    for index in players.indices where players[index].session == old { players[index].session = new }
  }

  /// Updates the channel's announcement, with which it answers probes.
  private mutating func announce(at now: Instant) {
    admission.channel.announcement = announcement(at: now)
  }

  /// Returns the host's announcement at `now`, the answer to probes.
  public mutating func announcement(at now: Instant) -> Announcement {
    var announcement = greeting
    let count = playerCount
    announcement.players = UInt8(count)
    announcement.limit = UInt8(roster.settings.limit)
    let isLocked =
      admission.settings.policy == .locked || (admission.isClosed && roster.settings.plainRanges.isEmpty)
    announcement.state = isLocked ? .locked : count >= roster.settings.limit ? .full : .open
    announcement.pairing = admission.pairings(at: now)
    return announcement
  }
}

extension Bridge {
  /// Adds news of the controller of `slot`, if it has an encrypted session.
  mutating func note(_ slot: PlayerSlot, _ news: (PublicKey, DeviceName) -> Admission.News) {
    if let session = players[slot.index].session { admission.note(session, news) }
  }

  /// Ends the session of `slot`, whose controller is gone for good, if it has one.
  mutating func endSession(of slot: PlayerSlot) {
    guard let session = players[slot.index].session else { return }
    note(slot) { .left($0, $1, slot) }
    admission.remove(session)
    players[slot.index].session = nil
  }
}

/// The decisions of a person.
extension Bridge {
  /// Removes the player of `slot` and tells the controller the reason; the outcome asks to destroy the pad.
  public mutating func kick(_ slot: PlayerSlot, _ reason: Refusal = .deniedByHost, at now: Instant) -> Outcome
  {
    if let session = players[slot.index].session, roster[slot] != nil {
      note(slot) { .left($0, $1, slot) }
      admission.dismiss(session, players[slot.index].outbox, reason, at: now)
      players[slot.index].session = nil
    }
    return leave(slot, reason, at: now)
  }

  /// Tells every player with an encrypted session that the host shuts down; slots and pads stay.
  public mutating func shutDown(at now: Instant) {
    for index in players.indices {
      guard let session = players[index].session else { continue }
      admission.dismiss(session, players[index].outbox, .shutdown, at: now)
      players[index].session = nil
    }
  }

  /// Removes a paired device; its player is removed at once.
  public mutating func revoke(_ key: PublicKey, at now: Instant) -> Outcome {
    defer { admission.revoke(key, at: now) }
    guard let slot = slot(of: key) else { return .nothing }
    return kick(slot, .revoked, at: now)
  }

  /// Returns the controllers that have an encrypted session: the players, then the waiting guests.
  public func peers() -> [Admission.Peer] {
    let playing: [Admission.Peer] = players.indices.compactMap { index in
      let slot = PlayerSlot(index: index)
      guard let seat = roster[slot], let session = players[index].session,
        let controller = admission.channel.controller(of: session)
      else { return nil }
      return Admission.Peer(
        key: controller.key, name: admission.devices.name(of: controller),
        state: seat.isConnected ? .connected : .disconnected, slot: slot)
    }
    return playing + admission.waitingPeers
  }

  /// Returns the slot of the controller of `key`, connected or not; nil when the controller has none.
  public func slot(of key: PublicKey) -> PlayerSlot? { roster.slot(of: Roster.Key(key)) }
}

extension Drop {
  /// Creates the drop counter that corresponds to the channel's reason.
  init(_ drop: ChannelDrop) {
    switch drop {
    case .malformed(let reason): self = .outer(reason)
    case .wrongCode: self = .unauthentic(.wrongCode)
    case .noCookie: self = .unauthentic(.noCookie)
    case .flooding: self = .flooding
    case .forged: self = .unauthentic(.forged)
    case .unknownKey: self = .unauthentic(.unknownKey)
    case .refused: self = .unauthentic(.refused)
    case .unknownIndex: self = .unauthentic(.unknownIndex)
    case .expired: self = .unauthentic(.expired)
    case .replayed: self = .duplicate
    case .tooOld: self = .tooOld
    case .pairingClosed: self = .unauthentic(.pairingClosed)
    case .unexpected: self = .unauthentic(.unexpected)
    }
  }
}

extension Refusal {
  /// Creates the refusal for a guest that gets no slot because of `drop`; nil when the guest is to try again.
  fileprivate init?(_ drop: Drop) {
    guard drop == .full else { return nil }
    self = .full
  }
}
