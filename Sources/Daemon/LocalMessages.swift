import Bridge
import Buzzer
import Cryptography
import Model
import Platform
import Room
import Venue
import Wire

/// The effects of the local socket's messages.
extension Executor {
  /// Receives a message of the program at connection `index`; an unreadable message is dropped and counted.
  mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from index: Int, through network: borrowing DatagramSocket,
    at now: Instant
  ) {
    let origin = Bridge.Origin.local(connection: UInt32(index))
    let packet = try? LocalPacket(parsing: bytes.span)
    if LocalClients.gateways.contains(index), packet?.isForGateways == false {
      return bridge.refuse(.notAllowed, from: origin)
    }
    switch packet {
    case .frames(let header): receive(&bytes, behind: header, from: origin, through: network, at: now)
    case nil: execute(receive(&bytes, from: origin, at: now), through: network, at: now)
    case .gone(let controller):
      bridge.disconnect(connection: UInt32(index), controller: controller, at: now)
    case .page(let port):
      clients.note(pagePort: port, of: index)
      showPagePort()
      clients.send(setup.notice, to: index)
    case .name(let controller, let name): quiz.note(name, of: controller)
    case .alive: clients.noteAlive(index)
    case .guest(let controller, let state, let name):
      let peer = PeerID.gateway(connection: UInt32(index), controller: controller)
      let slot = bridge.players.slot(of: peer)
      guard let guest = clients.doorstep.note(controller, state, name, in: slot, from: index) else { return }
      clients.tell(guest, watching: .peers)
    case .watch(let watch) where watch.isOfOtherVersion: clients.tellVersion(to: index)
    case .watch(let watch): follow(watch, of: index, at: now)
    case .recentre(let slot):
      for each in slot.map(PlayerSlots.init)?.each ?? PlayerSlots.all.each {
        bridge.players.recentre(each, at: now)
      }
    case .rumble(let slot, let strong, let weak):
      let feedback = PadFeedback(strong: UInt16(strong) * 257, weak: UInt16(weak) * 257)
      bridge.players.lendFeedback(feedback, to: slot, at: now)
    case .order(let order): obey(order, from: index, through: network, at: now)
    case .setup(let order):
      if let reply = setup.obey(order, from: index, by: writer) { replies.add(reply, to: index) }
    case .message(let message): pass(message, in: bytes.span, from: index, through: network, at: now)
    }
  }

  /// Hands on the frames of a gateway's controller; they have arrived on this machine when the gateway has read them.
  private mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, behind header: GatewayHeader, from origin: Bridge.Origin,
    through network: borrowing DatagramSocket, at now: Instant
  ) {
    let outcome = receive(&bytes, from: origin, at: now)
    execute(outcome, through: network, at: now)
    guard case .report(let slot, _) = outcome else { return }
    handling.measure(slot, at: now) { Clock.now() - header.received }
  }

  /// Closes the connection at `index`; the controllers behind it are disconnected.
  mutating func hangUp(_ index: Int, at now: Instant) {
    bridge.disconnect(connection: UInt32(index), controller: nil, at: now)
    clients.remove(index)
    for peer in clients.doorstep.remove(index) { clients.tell(peer, watching: .peers) }
    replies.remove(index)
    showPagePort()
  }

  /// Updates the page's port in the announcement, if the port has changed.
  private mutating func showPagePort() {
    guard bridge.greeting.webPort != clients.pagePort else { return }
    bridge.greeting.webPort = clients.pagePort
    presence.isStale = true
  }

  /// Subscribes the program at connection `index`, which at once gets the controllers and the stage if it watches them.
  private mutating func follow(_ watch: Watch, of index: Int, at now: Instant) {
    clients.follow(watch, for: index, at: now)
    if watch.topics.contains(.peers) {
      for peer in bridge.peers() { clients.send(PeerStatus(peer), to: index) }
      for peer in clients.doorstep.peers { clients.send(peer, to: index) }
      clients.send(PeerStatus.end, to: index)
    }
    if watch.topics.contains(.stage) { clients.send(toldStage, to: index) }
    if watch.topics.contains(.reports) { showReports(of: bridge.players.taken, to: index, at: now) }
  }

  /// Sends the program at connection `index` the present reports of the pads of `slots`.
  mutating func showReports(of slots: PlayerSlots, to index: Int, at now: Instant) {
    for slot in slots.each {
      let status = PadStatus(slot: slot, report: bridge.players.status(of: slot, at: now)?.report)
      clients.show(status.datagram, of: slot, to: index, at: now)
    }
  }

  /// Sends the message of the program at connection `index`, with its payload in `bytes`, and answers with its outcome.
  private mutating func pass(
    _ message: LocalMessage, in bytes: Span<UInt8>, from index: Int,
    through network: borrowing DatagramSocket, at now: Instant
  ) {
    let delivery = bridge.players.send(
      message.payload.map { bytes[$0] }, on: message.channel, to: message.slots,
      reliably: message.isReliable, at: now)
    let answer = LocalDelivery(
      number: message.number, taken: delivery.taken, nobody: delivery.nobody, away: delivery.away,
      tooMany: delivery.tooMany)
    clients.send(answer, to: index)
    drain(through: network, at: now)
  }
}

/// The orders of local programs, each answered by the part of the daemon that it concerns.
extension Executor {
  private mutating func obey(
    _ order: LocalOrder, from index: Int, through network: borrowing DatagramSocket, at now: Instant
  ) {
    switch order.action {
    case .admission(.accept(let key)) where pass(true, to: key):
      replies.add(OrderReply(order.number, .done), to: index)
    case .admission(.deny(let key)) where pass(false, to: key):
      replies.add(OrderReply(order.number, .done), to: index)
    case .admission(.kick(let slot)):
      replies.add(OrderReply(order.number, kick(slot, through: network, at: now)), to: index)
    case .admission(.revoke(let key)) where !bridge.admission.isClosed:
      replies.add(revoke(PublicKey(key), order.number, through: network, at: now), to: index)
    case .stage(.quiz(.forget)): forget(order.number, from: index, at: now)
    case .stage(let stageOrder): replies.add(direct(stageOrder, order.number, at: now), to: index)
    case .admission(let admissionOrder):
      let reply = pairing.obey(
        admissionOrder, numbered: order.number, from: index, in: &venue.bridge, random: &random, at: now)
      replies.add(reply, to: index)
      if case .rename(let key, _) = admissionOrder { tellPeer(of: PublicKey(key)) }
    }
    collectReceipts(at: now)
    passStage(at: now)
    passReplies()
    presence.isStale = true
    drain(through: network, at: now)
  }

  /// Tells the programs that watch controllers of the one of `key`, which may have another name, if it is there.
  private mutating func tellPeer(of key: PublicKey) {
    guard let peer = bridge.peers().first(where: { $0.key == key }) else { return }
    clients.tell(PeerStatus(peer), watching: .peers)
  }

  /// Passes a person's answer on to the gateway whose controller waits under `key`; returns false if none does.
  private func pass(_ isAccepted: Bool, to key: AdmissionOrder.Key) -> Bool {
    guard let (connection, controller) = clients.doorstep.controller(waitingAs: key) else { return false }
    clients.send(Verdict(controller: controller, isAccepted: isAccepted), to: connection)
    return true
  }

  /// Asks for the end of all quizzes; the answer tells whether the file has forgotten them.
  private mutating func forget(_ number: UInt32, from index: Int, at now: Instant) {
    var reply = OrderReply(number, .done)
    reply.ticket = quiz.forget(in: &venue, at: now, &reply.answer.result)
    reply.showsResult = true
    replies.add(reply, to: index)
  }

  /// Executes an order about modes, teams and rounds; the reply waits for the writer, except to a choice of a team.
  private mutating func direct(_ order: StageOrder, _ number: UInt32, at now: Instant) -> OrderReply {
    var reply = OrderReply(number, result(of: order, at: now))
    passStage(at: now)
    // The scores are written before the answer, so that the answered result survives a crash of the daemon.
    if case .choose = order { return reply }
    quiz.keepScores(at: now)
    collectReceipts(at: now)
    reply.ticket = quiz.newestJob
    return reply
  }

  private mutating func result(of order: StageOrder, at now: Instant) -> LocalAnswer.Result {
    switch order {
    case .quiz(let order): quiz.obey(order, in: &venue, at: now)
    case .mode(_, .some(let player)) where venue.room.mode(of: player) == nil: .nobody
    case .mode(let mode, let player): venue.room.setMode(mode, for: player, at: now) ? .done : .notNow
    case .choose(_, let player) where venue.room.mode(of: player) == nil: .nobody
    case .choose(let team, let player): venue.room.chooseTeam(team, of: player, at: now) ? .done : .notNow
    }
  }

  private mutating func kick(
    _ slot: PlayerSlot, through network: borrowing DatagramSocket, at now: Instant
  ) -> LocalAnswer.Result {
    guard bridge.players.owner(of: slot) != nil else { return .nobody }
    execute(bridge.kick(slot, at: now), through: network, at: now)
    return .done
  }

  private mutating func revoke(
    _ key: PublicKey, _ number: UInt32, through network: borrowing DatagramSocket, at now: Instant
  ) -> OrderReply {
    let wasKnown = bridge.admission.devices[key] != nil
    execute(bridge.revoke(key, at: now), through: network, at: now)
    return pairing.revoke(key, wasKnown: wasKnown, number)
  }
}

extension PeerStatus {
  /// Creates the status of a controller with an encrypted session.
  init(_ peer: Admission.Peer) {
    self.init(
      state: peer.state, slot: peer.slot, refusal: peer.refusal, code: peer.code,
      key: peer.key.bytes, name: peer.name)
  }
}
