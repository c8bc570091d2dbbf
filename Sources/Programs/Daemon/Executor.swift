import Bridge
package import Engine
import Gamepad
package import Model
package import Platform
import Store
import Wire

/// The executor, which passes packets and orders to the engine, and carries out the engine's outputs on pads,
/// sockets and files.
///
/// The path of a packet is short: it arrives, the engine returns its outputs one by one, and each sends a
/// reply or passes a report to a pad.
package struct Executor: ~Copyable {
  /// The engine, which decides on players, pads and rounds.
  package var engine: HostEngine
  /// The pads of the players.
  var playerPads: PlayerPads
  /// The local programs and gateways.
  var clients = LocalClients()
  /// The host's presence on the LAN.
  var presence = HostAdvertiser()
  /// The moment to release the memory that is needed only while players join or leave.
  var quietMoment = QuietMoment()
  /// The times at which the host's file is tidied.
  var upkeep = Upkeep(at: Clock.now())
  /// The answers from the set-up on the first visit to the dashboard.
  var setup = SetupDesk()
  /// The settings that dashboards and terminals change.
  var settingDesk = SettingDesk()
  /// The profiles and pads that the running games want.
  var gameDesk = GameDesk()
  /// The writer of the host's file; nil without a file.
  var writer: StoreWriter?
  /// The file with the shared pads, from which the next daemon continues them.
  var shareFile = ShareFile()
  /// The virtual keyboard, which presses a key for the winner of each round.
  var quizKeys = QuizKeys()
  /// The packets' handling times on this machine.
  var handling = HandlingTimes()
  /// The source of random numbers for keys, cookies and the like; players' packets need none.
  var random = SystemRandomNumberGenerator()
  let tell: DaemonEvent.Tell
  private let port: UInt16
  private let started = Clock.now()

  /// Creates an executor for `engine`, whose host listens on UDP port `port`.
  ///
  /// It plugs pads into `pads`, stores changes through `writer`, and reports events to `tell`.
  init(
    _ engine: HostEngine, pads: consuming PadTable, port: UInt16, writer: StoreWriter?,
    tell: @escaping DaemonEvent.Tell
  ) {
    (self.engine, self.writer, self.port, self.tell) = (engine, writer, port, tell)
    playerPads = PlayerPads(pads, tell: tell)
    setup.canKeep = writer != nil
  }

  /// Creates an executor for `engine` that plugs pads into `pads`, without a port or a store.
  package init(_ engine: HostEngine, pads: consuming PadTable, tell: @escaping DaemonEvent.Tell) {
    self.init(engine, pads: pads, port: 0, writer: nil, tell: tell)
  }

  /// The plugged-in pads.
  package var pads: PadTable {
    _read { yield playerPads.table }
    _modify { yield &playerPads.table }
  }

  /// The time at which ``advance(to:through:)`` is due.
  package var nextDeadline: Instant {
    mutating get {
      min(
        engine.nextDeadline, clients.nextStatus, playerPads.table.nextFeedback, presence.nextDeadline,
        gameDesk.deadline)
    }
  }

  /// Continues with a previous daemon's pads and their players.
  mutating func resume(_ settings: DaemonSettings, through network: borrowing DatagramSocket, at now: Instant)
  {
    setup.follow(settings)
    followSettings(settings, at: now)
    upkeep.age = settings.roundAge
    if playerPads.table.isKernel { quizKeys = QuizKeys(settings, tell: tell) }
    playerPads.resume(settings, in: &engine, at: now)
    shareFile.resume(beside: settings.recordsPath, in: &engine, at: now)
    perform(through: network, at: now)
    playerPads.settle()
  }

  /// Adopts new settings; no player's pad is exchanged.
  mutating func follow(_ settings: DaemonSettings, at now: Instant) {
    engine.apply(.settings(settings.engine, name: settings.deviceName), at: now)
    upkeep.age = settings.roundAge
    presence.follow(settings)
    playerPads.follow(settings)
    setup.follow(settings)
    gameDesk.apply(settings, to: &engine, &playerPads, at: now)
    followSettings(settings, at: now)
    clients.tell(setup.notice)
  }

  /// Passes the last `count` datagrams received by `network` to the engine, and carries out the engine's
  /// outputs.
  package mutating func receive(_ count: Int, of network: borrowing DatagramSocket, at now: Instant) {
    for index in 0..<count where presence.isForEngine(index, of: network, in: &engine, at: now) {
      // The kernel remembers only the arrival of the last datagram.
      let arrival: Arrival = index == count - 1 ? .inKernel : .unknown
      network.withMutableDatagram(index) { bytes, sender in
        engine.receive(&bytes, from: .network(sender), at: now, random: &random)
        perform(on: bytes.span, arrival, through: network, at: now)
      }
    }
  }

  /// Does what is due by `now`: games' feedback and orders, the engine's outputs, statuses, and the presence
  /// on the LAN.
  mutating func advance(to now: Instant, through network: borrowing DatagramSocket) {
    passFeedback(at: now)
    perform(through: network, at: now)
    sendDueStatus(through: network, at: now)
    if gameDesk.isBusy, gameDesk.serve(&engine, &clients, arePadsThere: !playerPads.isExpecting, at: now) {
      showSettings(to: settingDesk.followers, at: now)
    }
    if presence.isStale { quietMoment.noteChange(at: now) }
    presence.show(&engine, at: now)
  }

  /// Passes the feedback requested by games to the engine.
  package mutating func passFeedback(at now: Instant) {
    while let (slot, feedback) = playerPads.table.nextDueFeedback(at: now) {
      engine.apply(.feedback(slot, feedback), at: now)
      if let force = playerPads.table.force(of: slot) { engine.apply(.force(slot, force), at: now) }
    }
  }

  /// Carries out the engine's outputs until none is left at `now`.
  ///
  /// `packet` contains the received bytes that caused the outputs, if any; `arrival` is that of these bytes.
  package mutating func perform(
    on packet: Span<UInt8> = Span(), _ arrival: Arrival = .unknown, through network: borrowing DatagramSocket,
    at now: Instant
  ) {
    while let output = engine.next(at: now) {
      switch output {
      case .report(let slot, let report, let ofPacket):
        show(report, on: slot, at: now)
        if ofPacket { measure(slot, since: arrival, of: network, at: now) }
      case .stick(let slot, let ofPacket):
        playerPads.showStick(of: slot, in: &engine, at: now)
        if ofPacket { measure(slot, since: arrival, of: network, at: now) }
      case .send(let peer): send(to: peer, through: network)
      case .trace(let slot, let frames):
        clients.trace(TraceHeader(slot: slot, received: now), frames: packet.extracting(frames))
      default: perform(output, at: now)
      }
    }
  }

  /// Carries out one of the outputs that packets rarely cause.
  private mutating func perform(_ output: HostEngine.Output, at now: Instant) {
    switch output {
    case .report, .stick, .send, .trace: break
    case .attach(let slot, let owner, let request):
      playerPads.attach(slot, to: owner, request: request, in: &engine, at: now)
      // A pad that stays keeps its report. If no pad was made, the player is gone, and the report is nil.
      clients.show(engine.padReport(of: slot, at: now), of: slot, at: now)
      presence.isStale = true
    case .force(let slot, let abilities): playerPads.table.follow(abilities, at: slot, now: now)
    case .detach(let slot):
      playerPads.table.follow([], at: slot, now: now)
      playerPads.detach(slot, toHelp: engine.mainPlayer(helpedBy: slot))
      clients.show(nil, of: slot, at: now)
      handling.clear(slot)
      presence.isStale = true
    case .keep(let change, let ticket): keep(change, ticket, at: now)
    case .storeIsLate: tell(.quizNotKept(.slow))
    case .stage:
      clients.tell(engine.stage, watching: .stage)
      if let error = shareFile.keep(engine) { tell(.padsNotKept(error)) }
    case .key(let slot, let isPress): quizKeys.move(slot, isPress: isPress)
    case .message(let message): clients.tell(message)
    case .seat(let notice, let connection): clients.send(notice, to: Int(connection))
    case .verdict(let verdict, let connection): clients.send(verdict, to: Int(connection))
    case .peer(let peer): clients.tell(peer, watching: .peers)
    case .news(let news):
      tell(.lobby(news))
      if let peer = news.peer { clients.tell(PeerStatus(peer), watching: .peers) }
    case .answer(let answer, let connection): clients.send(answer, to: Int(connection))
    case .delivery(let delivery, let connection): clients.send(delivery, to: Int(connection))
    }
  }

  private mutating func show(_ report: PadReport, on slot: PlayerSlot, at now: Instant) {
    if playerPads.emit(report, to: slot, in: &engine, at: now) {
      clients.show(report, of: slot, at: now)
    }
  }

  private mutating func send(to peer: PeerID, through network: borrowing DatagramSocket) {
    switch peer {
    case .network(let endpoint): engine.withOutgoing { _ = network.send($0, to: endpoint) }
    case .gateway(let connection, _): engine.withOutgoing { clients.send($0, to: Int(connection)) }
    }
  }

  private mutating func measure(
    _ slot: PlayerSlot, since arrival: Arrival, of network: borrowing DatagramSocket, at now: Instant
  ) {
    switch arrival {
    case .unknown: break
    case .inKernel: handling.measure(slot, at: now) { network.age }
    case .atGateway(let instant): handling.measure(slot, at: now) { Clock.now() - instant }
    }
  }

  /// Sends each program the statuses of the host and its players, and missed reports, if they are due.
  package mutating func sendDueStatus(through network: borrowing DatagramSocket, at now: Instant) {
    while let index = clients.nextDueStatus(at: now) {
      showReports(of: clients.clearMissed(by: index), to: index, at: now)
      guard clients.isWatching(.status, at: index) else { continue }
      sendStatus(to: index, dropsInKernel: network.dropsInKernel, at: now)
    }
  }

  private mutating func sendStatus(to index: Int, dropsInKernel: UInt32, at now: Instant) {
    var host = HostStatus(
      limit: UInt8(engine.limit), players: UInt8(engine.players.each.count), hasKernelPads: pads.isKernel)
    (host.policy, host.uptime, host.reports) = (engine.policy, now - started, pads.reports)
    (host.drops, host.dropsInKernel) = (engine.drops, dropsInKernel)
    (host.port, host.pagePort, host.databaseBytes) = (port, clients.pagePort, writer?.size ?? 0)
    clients.send(host, to: index)
    for slot in PlayerSlots.all.each {
      guard var status = engine.status(of: slot, at: now) else { continue }
      status.handling = handling[slot]
      status.identity = pads.identityNumber(of: slot)
      clients.send(status, to: index)
    }
    // Each status repeats the stage, because the connection may have had no room for the last one.
    if clients.isWatching(.stage, at: index) { clients.send(engine.stage, to: index) }
  }
}

/// The arrival of a packet on this machine.
package enum Arrival: Sendable {
  /// The arrival time is unknown.
  case unknown
  /// The kernel can report the arrival time.
  case inKernel
  /// A gateway read the packet at this time.
  case atGateway(Instant)
}
