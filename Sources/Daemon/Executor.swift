import Bridge
import Gamepad
package import Model
package import Platform
import Room
package import Venue
import Wire

/// The executor of the bridge's outcomes: it plugs in, moves and unplugs pads, and sends bytes.
package struct Executor: ~Copyable {
  /// The bridge and the room.
  var venue: Venue
  package var pads: PadTable
  var clients = LocalClients()
  /// The host's presence on the LAN; nil without a UDP port.
  var presence: HostAdvertiser?
  /// Whether the announcement on the LAN is out of date.
  var presenceIsStale = true
  var devices: DeviceBook
  /// The book of the quiz players' scores.
  var quizBook = ScoreLedger()
  /// The keys that winners of rounds press.
  var quizKeys = QuizKeys()
  /// The names that players on pages have chosen.
  var pageNames = PageNames()
  /// The ID of a gateway process that has just reported that its loop runs; nil after ``takeAlive()``.
  var alive: Int32?
  /// The UDP port at which controllers find the host.
  var port: UInt16 = 0
  /// The random numbers for keys, cookies and the like, never for a packet of a player.
  var random = SystemRandomNumberGenerator()
  let started = Clock.now()
  let tell: Daemon.Tell

  /// Creates an executor for `venue` that plugs pads into `pads` and tells a person of events by `tell`.
  package init(
    venue: Venue, pads: consuming PadTable, devices: consuming DeviceBook = DeviceBook(),
    tell: @escaping Daemon.Tell
  ) {
    self.devices = devices
    self.venue = venue
    self.pads = pads
    self.tell = tell
  }

  /// The bridge; what changes in it reaches the room at once.
  var bridge: Bridge {
    _read { yield venue.bridge }
    _modify { yield &venue.bridge }
  }

  /// Returns the ID of a gateway process that has reported since the last call that its loop runs; nil without a report.
  mutating func takeAlive() -> Int32? { alive.take() }

  /// The deadline of the next work without a packet.
  package var nextDeadline: Instant {
    mutating get {
      min(
        venue.nextDeadline, clients.nextStatus, pads.nextFeedback, quizBook.deadline,
        presence?.nextDeadline ?? .distantFuture)
    }
  }

  /// Hands `bytes` of a local program to the bridge, and shows the accepted frames to watchers.
  mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from origin: Bridge.Origin, at now: Instant
  ) -> Bridge.Outcome {
    let outcome = venue.receive(&bytes, from: origin, at: now, random: &random)
    trace(bytes.span, at: now)
    return outcome
  }

  /// Sends the frames that the bridge has accepted of `bytes` to watchers.
  private mutating func trace(_ bytes: Span<UInt8>, at now: Instant) {
    guard clients.hasTraces, let accepted = bridge.accepted else { return }
    clients.trace(
      TraceHeader(slot: accepted.slot, received: now), frames: bytes.extracting(accepted.frames))
  }

  /// Hands the `count` datagrams that `network` received last to the bridge, and executes the outcomes.
  package mutating func take(_ count: Int, of network: borrowing DatagramSocket, at now: Instant) {
    for index in 0..<count where isForBridge(index, of: network, at: now) {
      let outcome = network.withMutableDatagram(index) { bytes, sender in
        receive(&bytes, from: .network(sender), at: now)
      }
      execute(outcome, through: network, at: now)
      drain(through: network, at: now)
    }
  }

  /// Executes everything in the bridge that is due at `now`.
  package mutating func drain(through network: borrowing DatagramSocket, at now: Instant) {
    while let outcome = venue.advance(to: now) { execute(outcome, through: network, at: now) }
    passMessages()
  }

  /// Passes the feedback that games request to the bridge.
  package mutating func passFeedback(at now: Instant) {
    while let (slot, feedback) = pads.takeDueFeedback(at: now) {
      bridge.setFeedback(feedback, of: slot, at: now)
    }
  }

  /// Takes over the pads that a former daemon has left, at rest and before anything else can fail; unplugs pads that are no
  /// longer needed.
  mutating func takeOver(_ settings: DaemonSettings, at now: Instant) {
    pads.identities = settings.identities
    pads.haveMotion = settings.haveMotion
    pads.standing = settings.standing
    for index in 0..<PlayerSlot.limit { adopt(PlayerSlot(index: index), at: now) }
    pads.discardRest()
    for index in 0..<PlayerSlot.limit {
      let slot = PlayerSlot(index: index)
      if bridge.owner(of: slot) != nil, !pads.isTaken(slot) { attach(slot, at: now) }
      settle(slot)
    }
  }

  /// Reserves the slot and its pad for the former player, unless that player may no longer play.
  private mutating func adopt(_ slot: PlayerSlot, at now: Instant) {
    guard let record = pads.formerRecord(of: slot) else { return }
    if let owner = record.owner { _ = bridge.resume(slot, of: owner, wish: record.wish, at: now) }
    let owner = bridge.owner(of: slot)
    let wish = owner == nil ? 0 : bridge.wish(of: slot)
    guard pads.adopt(slot, wish: wish, owner: owner, at: now) else { return }
    tell(.tookOver(slot, device: pads.device(of: slot)))
  }

  /// Adopts new settings; pads of players stay unchanged.
  mutating func follow(_ settings: DaemonSettings) {
    bridge.reload(settings.bridge)
    venue.room.reload(settings.room)
    bridge.greeting.name = settings.deviceName
    pads.identities = settings.identities
    pads.haveMotion = settings.haveMotion
    pads.standing = settings.standing
    presence?.follow(settings)
    presenceIsStale = true
    for index in 0..<PlayerSlot.limit { settle(PlayerSlot(index: index)) }
  }

  /// Brings the pad of `slot` in line with the settings, unless the slot has a player.
  private mutating func settle(_ slot: PlayerSlot) {
    guard bridge.owner(of: slot) == nil else { return }
    do throws(PadShortage) {
      if try pads.settle(slot) { tell(.stands(slot, device: pads.device(of: slot))) }
    } catch {
      tell(.standingRefused(slot, error))
    }
    tellOfPads(of: slot)
  }

  /// Executes one outcome of the bridge.
  mutating func execute(
    _ outcome: Bridge.Outcome, through network: borrowing DatagramSocket, at now: Instant
  ) {
    switch outcome {
    // The venue has let the room hear it.
    case .nothing, .dropped, .heard: break
    case .report(let slot, let report): emit(report, to: slot, at: now)
    case .attach(let slot):
      attach(slot, at: now)
      presenceIsStale = true
    case .detach(let slot):
      detach(slot)
      presenceIsStale = true
    case .send(let peer):
      // Rounds and points are kept in the file before any controller is told of them.
      passStage(at: now)
      send(to: peer, through: network)
    }
  }

  private mutating func emit(_ report: PadReport, to slot: PlayerSlot, at now: Instant) {
    switch pads.emit(report, to: slot) {
    case .sent, .unchanged, .wouldBlock: break
    case .sensorsFailed(let error): tell(.sensorsFailed(slot, error))
    case .failed(let code):
      tell(.padFailed(slot, code: code))
      pads.unplug(slot)
      expel(slot, at: now)
    }
  }

  /// Gives a pad to a new player, and another pad to a player whose controller has asked for one.
  ///
  /// The old pad goes first, so that the new one has its place among the players' pads.
  private mutating func attach(_ slot: PlayerSlot, at now: Instant) {
    let wish = bridge.wish(of: slot)
    let isExchange = pads.isTaken(slot)
    let isNew = !pads.isUpToDate(slot, wish: wish)
    do throws(PadShortage) {
      let device = try pads.attach(slot, wish: wish, owner: bridge.owner(of: slot))
      if isNew { bridge.replug(slot, at: now) }
      if isNew && isExchange { tell(.exchanged(slot, device: device)) }
      if !isExchange { tell(.attached(slot, device: device)) }
    } catch {
      tell(.padRefused(slot, error))
      expel(slot, at: now)
    }
    tellOfPads(of: slot)
  }

  /// Reports the shortage and the failed records of the pad of `slot`, which was made just now.
  private mutating func tellOfPads(of slot: PlayerSlot) {
    if let shortage = pads.takeShortage() { tell(.padStandsIn(slot, shortage)) }
    if let error = pads.takeRefusal() { tell(.padsNotKept(error)) }
  }

  private mutating func detach(_ slot: PlayerSlot) {
    if let stays = pads.detach(slot) { tell(.detached(slot, padStays: stays)) }
    settle(slot)
  }

  /// Removes the player of `slot`, whose pad has failed; other players are not affected.
  private mutating func expel(_ slot: PlayerSlot, at now: Instant) {
    if case .detach(let slot) = bridge.leave(slot, at: now) { detach(slot) }
  }

  private mutating func send(to peer: PeerID, through network: borrowing DatagramSocket) {
    switch peer {
    case .network(let endpoint): venue.bridge.withOutgoing { _ = network.send($0, to: endpoint) }
    case .gateway(let connection, _): venue.bridge.withOutgoing { clients.send($0, to: Int(connection)) }
    }
  }
}
