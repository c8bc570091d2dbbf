import Channel
public import Cryptography
public import Model
import Motion
public import Wire

/// The arrival and departure of players: through their packets, by the host's orders, and after a restart of the host.
extension Bridge {
  /// Reserves `slot` for the controller with `key`, which has requested identity `request`.
  ///
  /// The player's pad, if there is one, existed before the host restarted, and is at rest. Returns false when
  /// the controller may not play or has another slot, or when the slot is taken.
  public mutating func resume(
    _ slot: PlayerSlot, of key: Roster.Key, request: UInt8 = 0, at now: Instant
  ) -> Bool {
    guard players.roster.resume(slot, of: key, from: key.formerPeer, at: now) else { return false }
    begin(slot, of: key, at: now)
    players[slot].input.skipSettling(at: now)
    players[slot].identityRequest.note(request)
    players[slot].identityRequest.begin(at: now)
    players.schedule(slot, at: now)
    return true
  }

  /// Removes the player immediately, for example because the pad has failed.
  public mutating func leave(_ slot: PlayerSlot, _ reason: Refusal = .none, at now: Instant) {
    guard let seat = players.roster[slot] else { return }
    endSession(of: slot)
    tell(seat.peer, reason)
    players.roster.leave(slot, at: now)
    players.schedule(slot, at: .distantFuture)
    waiting += [.left(slot), .detach(slot)]
  }

  /// Gives the controller that `envelope` names a slot, unless it has one.
  ///
  /// Returns the slot, and whether the controller has just joined.
  mutating func admit(
    _ envelope: Envelope, at now: Instant
  ) throws(Drop) -> (PlayerSlot, isNew: Bool) {
    try checkLock(envelope)
    switch players.roster.admit(envelope.key, from: envelope.peer, at: now) {
    case .seated(let slot):
      return (slot, false)
    case .returned(let slot):
      players[slot].restart(at: now)
      players.sticks.release(slot, at: now)
      if envelope.key.isBehindGateway { players[slot].modeState.doubt() }
      waiting.append(.presence)
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

  /// Puts a new player, the controller with `key`, into `slot`.
  private mutating func begin(_ slot: PlayerSlot, of key: Roster.Key, at now: Instant) {
    players.begin(slot, in: entry.mode, for: entry.recipients, at: now)
    // A page keeps the last mode that it has received, from this run of the daemon or from an earlier one.
    if key.isBehindGateway { players[slot].modeState.doubt() }
    waiting.append(.joined(slot))
  }

  /// Checks that the controller of `envelope` may have a slot.
  ///
  /// While the host is locked, only a controller that already has its slot may play. The admission has
  /// already checked controllers with an encrypted session.
  private mutating func checkLock(_ envelope: Envelope) throws(Drop) {
    guard admission.settings.policy == .locked, !envelope.key.isProven,
      players.roster.slot(of: envelope.key) == nil
    else { return }
    tell(envelope.peer, .locked)
    throw .notAllowed
  }

  /// Records that `controller`, behind the gateway on `connection`, is disconnected; its slot stays reserved.
  ///
  /// If `controller` is nil, all controllers behind the gateway are disconnected.
  public mutating func disconnect(connection: UInt32, controller: UInt32?, at now: Instant) {
    for slot in PlayerSlots.all.each {
      guard case .gateway(connection, let number) = players.roster[slot]?.peer else { continue }
      if controller == nil || controller == number { players.disconnect(slot, at: now) }
    }
    waiting.append(.presence)
  }

  /// Queues news about the controller in `slot`, if it has an encrypted session.
  mutating func note(_ slot: PlayerSlot, _ news: (PublicKey, DeviceName) -> Admission.News) {
    if let session = players[slot].session { admission.note(session, news) }
  }

  /// Ends the session in `slot`, if there is one, because the controller is gone for good.
  mutating func endSession(of slot: PlayerSlot) {
    guard let session = players[slot].session else { return }
    note(slot) { .left($0, $1, slot) }
    admission.remove(session)
    players[slot].session = nil
  }

  /// Removes the player in `slot`; a controller with a session or behind a gateway is told why.
  public mutating func kick(_ slot: PlayerSlot, _ reason: Refusal = .deniedByHost, at now: Instant) {
    if let session = players[slot].session, players.roster[slot] != nil {
      note(slot) { .left($0, $1, slot) }
      admission.dismiss(session, players[slot].outbox, reason, at: now)
      players[slot].session = nil
    }
    leave(slot, reason, at: now)
  }

  /// Tells every player with an encrypted session that the host is shutting down; slots and pads remain.
  public mutating func shutDown(at now: Instant) {
    for slot in PlayerSlots.all.each {
      guard let session = players[slot].session else { continue }
      admission.dismiss(session, players[slot].outbox, .shutdown, at: now)
      players[slot].session = nil
    }
  }

  /// Removes a paired device, and immediately removes its player too.
  public mutating func revoke(_ key: PublicKey, at now: Instant) {
    if let slot = players.slot(of: key) { kick(slot, .revoked, at: now) }
    admission.revoke(key, at: now)
  }

  /// Returns the controllers that have an encrypted session: the players, then the waiting guests.
  public func peers() -> [Admission.Peer] {
    let playing: [Admission.Peer] = PlayerSlots.all.each.compactMap { slot in
      guard let seat = players.roster[slot], let session = players[slot].session,
        let controller = admission.channel.controller(of: session)
      else { return nil }
      return Admission.Peer(
        key: controller.key, name: admission.devices.name(of: controller),
        state: seat.isConnected ? .connected : .disconnected, slot: slot)
    }
    return playing + admission.waitingPeers
  }

  /// Adds a notice for the gateway of `peer`: the slot of the controller, or the reason why it has none.
  mutating func tell(_ peer: PeerID?, slot: PlayerSlot? = nil, _ refusal: Refusal = .none) {
    guard case .gateway(let connection, let controller) = peer else { return }
    let limit = UInt8(players.roster.settings.limit)
    let notice = SeatNotice(controller: controller, slot: slot, refusal: refusal, limit: limit)
    waiting.append(.seat(notice, connection: connection))
  }
}
