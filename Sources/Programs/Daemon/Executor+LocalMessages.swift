import Bridge
import Engine
import Model
import Platform
import Wire

/// The messages of the local socket.
extension Executor {
  /// Receives a message from the program or gateway at connection `index`, and carries out the outputs.
  ///
  /// A message that is unreadable, or that a gateway may not send, is dropped and counted.
  mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from index: Int, through network: borrowing DatagramSocket,
    at now: Instant
  ) {
    var arrival = Arrival.unknown
    do throws(Drop) {
      let message = try LocalPacket(parsing: bytes.span)
      guard message.isForGateways || LocalClients.programs.contains(index) else { throw .notAllowed }
      if case .frames(let header) = message {
        arrival = .atGateway(header.received)
        engine.receive(
          &bytes, from: .gateway(header, connection: UInt32(index)), at: now, random: &random)
      } else {
        obey(message, in: bytes.span, from: index, at: now)
      }
    } catch {
      engine.apply(.refuse(error, from: nil), at: now)
    }
    perform(on: bytes.span, arrival, through: network, at: now)
  }

  /// Handles a report, a subscription, or an order about the set-up, the settings or games.
  ///
  /// The message comes from the connection at `index`. Messages of all other kinds go to the engine.
  private mutating func obey(_ message: LocalPacket, in bytes: Span<UInt8>, from index: Int, at now: Instant)
  {
    switch message {
    case .page(let port):
      clients.note(pagePort: port, of: index)
      showPagePort(at: now)
      clients.send(setup.notice, to: index)
    case .alive: clients.noteAlive(index)
    case .watch(let watch) where watch.isOfOtherVersion: clients.tellVersion(to: index)
    case .watch(let watch): follow(watch, of: index, at: now)
    case .setup(let order):
      if let answer = setup.obey(order, from: index, by: writer) { clients.send(answer, to: index) }
      collectReceipts(at: now)
    case .setting(let order): obey(order, from: index, at: now)
    case .game(let order):
      let isChange = gameDesk.carryOut(
        order, from: index, settingDesk.settings, &engine, &playerPads, &clients, at: now, tell: tell)
      if isChange { showSettings(to: settingDesk.followers, at: now) }
    default:
      engine.apply(message, in: bytes, from: UInt32(index), at: now, random: &random)
      if case .order = message { presence.isStale = true }
    }
  }

  /// Closes the connection at `index`, and ends what depends on it.
  ///
  /// These are its controllers and subscriptions, the settings that it tries, and the request of its game.
  mutating func hangUp(_ index: Int, at now: Instant) {
    clients.remove(index)
    setup.hangUp(index)
    if settingDesk.hangUp(index) { tryOut(at: now) }
    if gameDesk.hangUp(index) {
      gameDesk.apply(settingDesk.settings, to: &engine, &playerPads, at: now)
      showSettings(to: settingDesk.followers, at: now)
    }
    engine.tracesPackets = clients.hasTraces
    engine.apply(.hangUp(connection: UInt32(index)), at: now)
    showPagePort(at: now)
  }

  /// Updates the page's port in the announcement if it has changed.
  private mutating func showPagePort(at now: Instant) {
    guard engine.pagePort != clients.pagePort else { return }
    engine.apply(.page(port: clients.pagePort), at: now)
    presence.isStale = true
  }

  /// Subscribes the program at connection `index` to the topics of `watch`.
  ///
  /// The program immediately gets the controllers, the stage and the pads' reports, as far as they are among
  /// the topics.
  private mutating func follow(_ watch: Watch, of index: Int, at now: Instant) {
    clients.follow(watch, for: index, at: now)
    engine.tracesPackets = clients.hasTraces
    if watch.topics.contains(.peers) {
      for peer in engine.peers { clients.send(peer, to: index) }
      clients.send(PeerStatus.end, to: index)
    }
    if watch.topics.contains(.stage) { clients.send(engine.stage, to: index) }
    if watch.topics.contains(.reports) { showReports(of: engine.players, to: index, at: now) }
  }

  /// Sends the program at connection `index` the current reports of the pads at `slots`.
  mutating func showReports(of slots: PlayerSlots, to index: Int, at now: Instant) {
    for slot in slots.each {
      let status = PadStatus(slot: slot, report: engine.padReport(of: slot, at: now))
      clients.show(status.datagram, of: slot, to: index, at: now)
    }
  }
}
