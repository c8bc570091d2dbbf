public import Bridge
import Cryptography
public import Model
import Room
import Sharing
public import Wire

extension HostEngine {
  /// An order from the engine's caller.
  public enum Order: Sendable {
    /// The host has new settings and a new name.
    ///
    /// The feel of inputs, the reservation of slots, admission and the quiz change for everybody. The rest
    /// applies to players who join from now on.
    case settings(Settings, name: DeviceName)
    /// These settings are tried, in place of those that were tried before.
    case attempt(Tuning.Layers)
    /// The games that run want these profiles, by slot; each takes effect when its player's pad is at rest.
    case follow(games: [Tuning.Choice?])
    /// The players who wait for the profile of a game get it if their pads are at rest now.
    case followGames
    /// The player's pad has to be replaced, because another pad is wanted now.
    case refit(PlayerSlot)
    /// The player got another pad; every new pad is at rest.
    case replug(PlayerSlot)
    /// The verdict on the player's stick: its device was made, or the reason why it was not.
    case judge(PlayerSlot, StickVerdict)
    /// The player's pad has failed: the player is removed.
    case remove(PlayerSlot)
    /// Games request this feedback from the player's controller.
    case feedback(PlayerSlot, PadFeedback)
    /// The player's wheel has this state.
    case force(PlayerSlot, PadForce)
    /// The page is served at this TCP port; 0 for no page.
    case page(port: UInt16)
    /// A datagram from this sender was unusable; a nil sender stands for a local program or a gateway.
    case refuse(Drop, from: Endpoint?)
    /// The connection of a program or a gateway is gone, together with all controllers behind it.
    case hangUp(connection: UInt32)
    /// Everything that is not stored yet has to be stored, because the host is about to end.
    case keepRest
    /// The host is shutting down; each controller with an encrypted session is notified.
    case shutDown
  }

  /// Carries out an order.
  public mutating func apply(_ order: Order, at now: Instant) {
    switch order {
    case .settings(let settings, let name):
      bridge.reload(settings.bridge)
      bridge.greeting.name = name
      room.reload(settings.room)
      isStageStale = true
      settle(at: now)
    case .attempt(let tried): bridge.players.attempt(tried, at: now)
    case .follow(let games): bridge.players.follow(games: games, at: now)
    case .followGames: bridge.players.followGames(at: now)
    case .refit(let slot): bridge.players.refit(slot, at: now)
    case .replug(let slot):
      bridge.players.replug(slot, at: now)
      sharing.replug(slot, at: now)
      requested[slot.index] = .rest
      passFeedback(of: slot, at: now)
    case .judge(let slot, let verdict): bridge.players.judgeStick(slot, verdict, at: now)
    case .remove(let slot): bridge.leave(slot, at: now)
    case .feedback(let slot, let feedback):
      requested[slot.index] = feedback
      passFeedback(of: slot, at: now)
    case .force(let slot, let force):
      if !sharing.members.contains(PlayerSlots(slot)) { bridge.players.setForce(force, of: slot, at: now) }
    case .page(let port): bridge.greeting.webPort = port
    case .refuse(let reason, let sender): bridge.refuse(reason, from: sender.map { .network($0) })
    case .hangUp(let connection):
      bridge.disconnect(connection: connection, controller: nil, at: now)
      for peer in guests.remove(connection) { outputs.append(.peer(peer)) }
      replies.remove(connection)
    case .keepRest:
      settle(at: now)
      quiz.keepScores(at: now, into: &outputs)
      pairing.keepLate(at: now, into: &outputs)
    case .shutDown: bridge.shutDown(at: now)
    }
  }

  /// Reserves `slot` for the controller `owner`, which had the slot and its pad before the host restarted.
  ///
  /// The controller had requested identity `request`. Returns the identity that it may have; nil if it may
  /// not play or has another slot, or if the slot is taken.
  public mutating func resume(_ slot: PlayerSlot, of owner: Roster.Key, request: UInt8, at now: Instant)
    -> UInt8?
  {
    guard bridge.resume(slot, of: owner, request: request, at: now) else { return nil }
    return bridge.players.request(of: slot)
  }

  /// Carries out `message`, contained in `bytes`, from the program or gateway at `connection`.
  ///
  /// ``LocalPacket/frames(_:)``, and the messages that the daemon handles without the engine, have no effect.
  public mutating func apply(
    _ message: LocalPacket, in bytes: Span<UInt8>, from connection: UInt32, at now: Instant,
    random: inout some RandomNumberGenerator
  ) {
    switch message {
    case .gone(let controller): bridge.disconnect(connection: connection, controller: controller, at: now)
    case .name(let controller, let name): quiz.note(name, of: controller)
    case .guest(let controller, let state, let name):
      let slot = bridge.players.slot(of: .gateway(connection: connection, controller: controller))
      let peer = guests.note(controller, state, name, in: slot, from: connection)
      if let peer { outputs.append(.peer(peer)) }
    case .recentre(let slot):
      for each in (slot.map(PlayerSlots.init) ?? .all).each { bridge.players.recentre(each, at: now) }
    case .rumble(let slot, let strong, let weak):
      let feedback = PadFeedback(strong: UInt16(strong) * 257, weak: UInt16(weak) * 257)
      bridge.players.lendFeedback(feedback, to: slot, at: now)
    case .order(let order): obey(order, from: connection, at: now, random: &random)
    case .share(let order): obey(order, from: connection, at: now)
    case .message(let message): pass(message, in: bytes, from: connection, at: now)
    case .frames, .page, .alive, .watch, .setup, .setting, .game: break
    }
  }

  /// Sends a message, whose payload is in `bytes`, to players; its program at `connection` gets the outcome.
  private mutating func pass(
    _ message: LocalMessage, in bytes: Span<UInt8>, from connection: UInt32, at now: Instant
  ) {
    let delivery = bridge.players.send(
      message.payload.map { bytes[$0] }, on: message.channel, to: message.slots,
      reliably: message.isReliable, at: now)
    let outcome = LocalDelivery(
      number: message.number, taken: delivery.taken, nobody: delivery.nobody, away: delivery.away,
      tooMany: delivery.tooMany)
    outputs.append(.delivery(outcome, connection: connection))
  }

  private mutating func obey(
    _ order: LocalOrder, from connection: UInt32, at now: Instant, random: inout some RandomNumberGenerator
  ) {
    let reply: Reply
    switch order.action {
    case .admission(.accept(let key)) where answer(true, to: key): reply = Reply(order.number, .done)
    case .admission(.deny(let key)) where answer(false, to: key): reply = Reply(order.number, .done)
    case .admission(let admission):
      reply = pairing.obey(
        admission, numbered: order.number, from: connection, in: &bridge, random: &random, at: now,
        into: &outputs)
      if case .rename(let key, _) = admission { showPeer(of: PublicKey(key)) }
    case .stage(let stage): reply = direct(stage, order.number, at: now)
    }
    settle(at: now)
    replies.add(reply, to: connection)
  }

  /// Sends watching programs the status of the controller with `key`, if it is present, in case it was renamed.
  private mutating func showPeer(of key: PublicKey) {
    guard let peer = bridge.peers().first(where: { $0.key == key }) else { return }
    outputs.append(.peer(PeerStatus(peer)))
  }

  /// Passes the host's decision to the gateway whose controller waits under `key`.
  ///
  /// Returns false if no controller waits under `key`.
  private mutating func answer(_ isAccepted: Bool, to key: AdmissionOrder.Key) -> Bool {
    guard let (connection, controller) = guests.controller(waitingAs: key) else { return false }
    let verdict = Verdict(controller: controller, isAccepted: isAccepted)
    outputs.append(.verdict(verdict, connection: connection))
    return true
  }

  /// Executes an order about modes, teams and rounds.
  ///
  /// The reply waits for the store, unless the order is a choice of team.
  private mutating func direct(_ order: StageOrder, _ number: UInt32, at now: Instant) -> Reply {
    if case .quiz(.forget) = order {
      return Reply(number, waitingFor: quiz.forget(in: &room, at: now, into: &outputs))
    }
    var reply = Reply(number, result(of: order, at: now))
    settle(at: now)
    // The scores are stored before the answer is sent, so that the answered result survives a crash of the
    // daemon.
    if case .choose = order { return reply }
    quiz.keepScores(at: now, into: &outputs)
    reply.ticket = quiz.newestTicket
    return reply
  }

  private mutating func result(of order: StageOrder, at now: Instant) -> LocalAnswer.Result {
    switch order {
    case .quiz(let order): quiz.obey(order, in: &room, of: bridge, at: now, into: &outputs)
    case .mode(_, .some(let player)) where room.mode(of: player) == nil: .nobody
    case .mode(let mode, let player): room.setMode(mode, for: player, at: now) ? .done : .notNow
    case .choose(_, let player) where room.mode(of: player) == nil: .nobody
    case .choose(let team, let player): room.chooseTeam(team, of: player, at: now) ? .done : .notNow
    }
  }
}

extension PeerStatus {
  /// Creates the status of a controller with an encrypted session.
  public init(_ peer: Admission.Peer) {
    self.init(
      state: peer.state, slot: peer.slot, refusal: peer.refusal, code: peer.code,
      key: peer.key.bytes, name: peer.name)
  }
}
