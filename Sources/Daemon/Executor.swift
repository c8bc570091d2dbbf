import Bridge
import Gamepad
package import Model
package import Platform
import Room
package import Venue
import Wire

/// The executor: it passes packets to the venue, and carries out the outcomes with pads, sockets and files.
///
/// A packet's path is straight: a packet comes in, the venue returns an outcome, and a report goes to a pad or a reply leaves. All
/// other work follows once per wake-up, in the order of ``advance(to:through:)``.
package struct Executor: ~Copyable {
  /// The bridge and the room.
  var venue: Venue
  /// The pads of the players.
  var playerPads: PlayerPads
  /// The local programs and gateways.
  var clients = LocalClients()
  /// The host's presence on the LAN.
  var presence = HostAdvertiser()
  /// The moment to release the memory that only joins and leaves need.
  var quietMoment = QuietMoment()
  /// The times at which the host's file is tidied.
  var upkeep = Upkeep(at: Clock.now())
  /// The orders about pairing and the paired devices.
  var pairing: PairingDesk
  /// The rounds, points and teams that are kept.
  var quiz: QuizLedger
  /// The answers of the dashboard's first visit.
  var setup = SetupDesk()
  /// The writer of the host's file; nil without a file.
  var writer: StoreWriter?
  /// The replies to orders that wait for the writer.
  var replies = PendingReplies()
  /// The status of the stage that programs were told last.
  private(set) var toldStage: StageStatus
  /// True if the stage has changed since.
  private var isStageStale = false
  /// The keys that winners of rounds press.
  var quizKeys = QuizKeys()
  /// The times that packets take on this machine.
  var handling = HandlingTimes()
  /// The random numbers for keys, cookies and the like, never for a packet of a player.
  var random = SystemRandomNumberGenerator()
  let started = Clock.now()

  /// Creates an executor for `venue` that plugs pads into `pads` and tells a person of events by `tell`.
  package init(
    venue: Venue, pads: consuming PadTable, devices: consuming DeviceBook = DeviceBook(),
    tell: @escaping DaemonEvent.Tell
  ) {
    self.venue = venue
    self.venue.holdsRounds = true
    toldStage = StageStatus(venue.room)
    playerPads = PlayerPads(pads, tell: tell)
    writer = devices.writer
    quiz = QuizLedger(writer: writer, tell: tell)
    pairing = PairingDesk(devices, tell: tell)
    setup.canKeep = writer != nil
  }

  /// The bridge; what changes in it reaches the room at once.
  var bridge: Bridge {
    _read { yield venue.bridge }
    _modify { yield &venue.bridge }
  }

  /// The plugged-in pads.
  package var pads: PadTable {
    _read { yield playerPads.table }
    _modify { yield &playerPads.table }
  }

  /// The deadline of the next work without a packet.
  package var nextDeadline: Instant {
    mutating get {
      min(
        venue.nextDeadline, clients.nextStatus, playerPads.table.nextFeedback, quiz.deadline,
        presence.nextDeadline)
    }
  }

  /// Continues as a former daemon has left off: its quiz, and its pads with their players.
  mutating func resume(_ settings: DaemonSettings, at now: Instant, tell: DaemonEvent.Tell) {
    quiz.resume(in: &venue)
    setup.follow(settings)
    (isStageStale, upkeep.age) = (true, settings.roundAge)
    if playerPads.table.isKernel { quizKeys = QuizKeys(settings, tell: tell) }
    playerPads.adoptPads(settings, in: &venue, at: now)
  }

  /// Adopts new settings; pads of players stay unchanged.
  mutating func follow(_ settings: DaemonSettings) {
    bridge.reload(settings.bridge)
    venue.room.reload(settings.room)
    (isStageStale, upkeep.age) = (true, settings.roundAge)
    bridge.greeting.name = settings.deviceName
    presence.follow(settings)
    playerPads.follow(settings, in: venue)
    setup.follow(settings)
    clients.tell(setup.notice)
  }
}

/// The path of a packet.
extension Executor {
  /// Hands the `count` datagrams that `network` received last to the bridge, and executes the outcomes.
  package mutating func receive(_ count: Int, of network: borrowing DatagramSocket, at now: Instant) {
    for index in 0..<count where presence.isForBridge(index, of: network, in: &venue, at: now) {
      let outcome = network.withMutableDatagram(index) { bytes, sender in
        receive(&bytes, from: .network(sender), at: now)
      }
      execute(outcome, through: network, at: now)
      // The kernel remembers the arrival of the last one only.
      if index == count - 1, case .report(let slot, _) = outcome {
        handling.measure(slot, at: now) { network.age }
      }
      drain(through: network, at: now)
    }
  }

  /// Hands `bytes` to the venue, and shows the accepted frames to watchers; rounds that a packet has decided go to the writer
  /// before its sender gets a reply.
  mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Bridge.Origin, at now: Instant
  ) -> Bridge.Outcome {
    let outcome = venue.deliver(&bytes, from: origin, at: now, random: &random)
    trace(bytes.span, at: now)
    guard case .heard = outcome else { return outcome }
    passStage(at: now)
    return venue.conclude(at: now)
  }

  /// Sends the frames that the bridge has accepted of `bytes` to watchers.
  private mutating func trace(_ bytes: Span<UInt8>, at now: Instant) {
    guard clients.hasTraces, let accepted = bridge.accepted else { return }
    clients.trace(
      TraceHeader(slot: accepted.slot, received: now), frames: bytes.extracting(accepted.frames))
  }

  /// Executes one outcome of the venue.
  mutating func execute(
    _ outcome: Bridge.Outcome, through network: borrowing DatagramSocket, at now: Instant
  ) {
    switch outcome {
    case .nothing, .dropped, .heard: break
    case .report(let slot, let report):
      let stays = playerPads.emit(report, to: slot, in: &venue, at: now)
      if stays { clients.show(report, of: slot, at: now) } else { forget(slot, at: now) }
    case .attach(let slot):
      playerPads.attach(slot, in: &venue, at: now)
      // A pad that stays shows what it has shown; without a pad the player is gone.
      clients.show(bridge.players.status(of: slot, at: now)?.report, of: slot, at: now)
      presence.isStale = true
    case .detach(let slot):
      playerPads.detach(slot, in: venue)
      forget(slot, at: now)
    case .send(let peer): send(to: peer, through: network)
    }
  }

  /// Notes that `slot` has no player any more.
  private mutating func forget(_ slot: PlayerSlot, at now: Instant) {
    clients.show(nil, of: slot, at: now)
    handling.clear(slot)
    presence.isStale = true
  }

  private mutating func send(to peer: PeerID, through network: borrowing DatagramSocket) {
    switch peer {
    case .network(let endpoint): venue.bridge.withOutgoing { _ = network.send($0, to: endpoint) }
    case .gateway(let connection, _): venue.bridge.withOutgoing { clients.send($0, to: Int(connection)) }
    }
  }

  /// Executes everything in the venue that is due at `now`, and passes the messages of the players' programs on.
  package mutating func drain(through network: borrowing DatagramSocket, at now: Instant) {
    repeat {
      while let outcome = venue.advance(to: now) { execute(outcome, through: network, at: now) }
    } while passStage(at: now)
    // Without a watcher, messages are dropped, so that they do not block later ones.
    while let message = bridge.inbox.pop() { clients.tell(message) }
  }
}

/// The work that follows once per wake-up.
extension Executor {
  /// Executes everything that is due at `now`, in this order: feedback of games, outcomes of the venue, news and notices, rounds
  /// and points, status, and the presence on the LAN.
  ///
  /// The order is fixed: a round is kept before anybody is told of it, an order is answered after the stage is told, and a status
  /// shows all that was told before.
  mutating func advance(to now: Instant, through network: borrowing DatagramSocket) {
    passFeedback(at: now)
    drain(through: network, at: now)
    passNews()
    quiz.keepDueScores(at: now)
    if passStage(at: now) { drain(through: network, at: now) }
    passReplies()
    sendDueStatus(through: network, at: now)
    if presence.isStale { quietMoment.noteChange(at: now) }
    presence.show(&venue.bridge, at: now)
  }

  /// Passes the feedback that games request to the bridge.
  package mutating func passFeedback(at now: Instant) {
    while let (slot, feedback) = playerPads.table.popDueFeedback(at: now) {
      bridge.players.setFeedback(feedback, of: slot, at: now)
    }
  }

  /// Passes the news to the file, a person and the watching programs, and the notices to gateways.
  private mutating func passNews() {
    while let news = bridge.admission.popNews() {
      pairing.note(news)
      if let peer = news.peer { clients.tell(PeerStatus(peer), watching: .peers) }
    }
    while let (connection, notice) = bridge.notices.pop() { clients.send(notice, to: Int(connection)) }
  }

  /// Hands new rounds and points to the writer; as soon as none is under way, tells the programs of the stage, if it has changed,
  /// and the players of their rounds.
  ///
  /// Returns whether players are to be told of rounds, which is then due.
  @discardableResult
  mutating func passStage(at now: Instant) -> Bool {
    guard venue.isStirred || isStageStale else { return false }
    // Keys go up without a change that anybody is told of.
    quizKeys.follow(&venue)
    if venue.room.popChange() {
      isStageStale = true
      quiz.follow(&venue, at: now)
      collectReceipts(at: now)
    }
    guard !quiz.isHolding else { return false }
    if isStageStale {
      isStageStale = false
      toldStage = StageStatus(venue.room)
      clients.tell(toldStage, watching: .stage)
    }
    return venue.releaseRounds(at: now)
  }

  /// Sends the status of the host and of each player, and the reports that it has missed, to every program for which they are
  /// due.
  package mutating func sendDueStatus(through network: borrowing DatagramSocket, at now: Instant) {
    while let index = clients.popDueStatus(at: now) {
      showReports(of: clients.popMissed(by: index), to: index, at: now)
      guard clients.isWatching(.status, at: index) else { continue }
      sendStatus(to: index, dropsInKernel: network.dropsInKernel, at: now)
    }
  }

  private mutating func sendStatus(to index: Int, dropsInKernel: UInt32, at now: Instant) {
    var host = HostStatus(
      limit: UInt8(bridge.settings.roster.limit), players: UInt8(bridge.players.count),
      hasKernelPads: pads.isKernel)
    (host.policy, host.uptime, host.reports) = (bridge.admission.settings.policy, now - started, pads.reports)
    (host.drops, host.dropsInKernel) = (bridge.drops, dropsInKernel)
    (host.port, host.pagePort, host.databaseBytes) = (pairing.port, clients.pagePort, writer?.size ?? 0)
    clients.send(host, to: index)
    for player in 0..<PlayerSlot.limit {
      guard var status = bridge.players.status(of: PlayerSlot(index: player), at: now) else { continue }
      status.handling = handling[status.slot]
      status.identity = pads.identityNumber(of: status.slot)
      clients.send(status, to: index)
    }
    // The stage is sent once more, in case the program had no room for the last one.
    if clients.isWatching(.stage, at: index) { clients.send(toldStage, to: index) }
  }
}
