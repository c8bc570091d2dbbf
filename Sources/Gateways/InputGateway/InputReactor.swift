import Discovery
import Inputs
import Local
import Model
public import Platform
public import Settings
import Wire

/// The inputs gateway, which passes the input of third-party controllers on to the daemon (docs/inputs.md).
///
/// It has one thread, which waits in one poller. The types in `Inputs` make the decisions; the gateway moves
/// bytes and carries out the actions.
public struct InputReactor: ~Copyable {
  /// A function that reports an event to the user.
  public typealias Tell = (InputEvent) -> Void

  private enum Token {
    static let daemon: UInt64 = 0
    static let signals: UInt64 = 1
    static let announcement: UInt64 = 2
    static let lobby: UInt64 = 3
    static let queues: UInt64 = 16
    static let streams: UInt64 = 1 << 16
  }

  /// The pauses between two heartbeats, and between two attempts to reach the daemon.
  private static let (beat, retry) = (Interval.seconds(1), Interval.milliseconds(250))

  private let tell: Tell
  private let statePath: String
  private let signals: Signals
  private var poller: Poller
  private var daemon: LocalClient
  private let ports: InputPorts
  private let streams: InputStreams
  /// The announcement on the LAN, for at most one input.
  private var advertisement: Advertisement
  private var sources: Sources
  /// The value of ``Sources/seatings`` when the players were last given their queues.
  private var seated: UInt64 = 0
  private var outputs: Outputs
  private var (nextBeat, nextAttempt) = (Instant(nanoseconds: .min), Instant(nanoseconds: .min))
  private var isStopping = false

  /// Opens the ports of the inputs and outputs that `settings` enable; reports those that cannot be opened.
  ///
  /// - Throws: `SystemError` if a resource for the event loop is missing.
  public init(_ settings: InputSettings, tell: @escaping Tell) throws(SystemError) {
    let inputs = settings.heard.compactMap { HeardInput($0, isAnnounced: settings.isAnnounced) }
    let served = settings.served.compactMap { ServedOutput($0) }
    let signals = try Signals()
    let poller = try Poller()
    let advertisement = try Advertisement(of: inputs.lazy.compactMap(\.announcement).first?.type ?? "")
    try advertisement.join(poller, token: Token.announcement)
    try poller.add(signals.descriptor, token: Token.signals)
    ports = try InputPorts(in: poller, lobbyToken: Token.lobby, firstToken: Token.queues)
    self.signals = signals
    self.poller = poller
    self.advertisement = advertisement
    daemon = LocalClient(of: settings.socketPath)
    (self.tell, statePath) = (tell, settings.statePath)
    let text = (try? FileContents.read(settings.statePath, limit: 1 << 16)).map {
      String(decoding: $0, as: UTF8.self)
    }
    sources = Sources(inputs: inputs, answers: Answers(text ?? "")) {
      .random(in: .min ... .max)
    }
    streams = InputStreams(inputs, firstToken: Token.streams)
    outputs = Outputs(served)
    for (index, input) in inputs.enumerated() {
      open(input.ports, isLocal: input.isLocal, input.dialect.title) { .input(index, at: $0) }
      if let port = input.streamPort { open(port, of: index) }
    }
    for (index, output) in served.enumerated() {
      open(output.ports, isLocal: output.isLocal, output.dialect.title) { .output(index, at: $0) }
    }
  }

  private mutating func open(
    _ numbers: [UInt16], isLocal: Bool, _ title: String, for use: (UInt8) -> InputPort.Use
  ) {
    for (index, number) in numbers.enumerated() {
      let endpoint = Endpoint(address: isLocal ? .loopback : .any, port: number)
      do throws(SystemError) { try ports.open(endpoint, for: use(UInt8(index)), title) } catch {
        tell(.portRefused(.udp(title, number), error))
      }
    }
  }

  private mutating func open(_ port: UInt16, of index: Int) {
    do throws(SystemError) {
      try streams.open(port, of: index, in: poller)
      guard let announcement = sources.inputs[index].announcement else { return }
      advertisement.publish(port: port, as: ServiceName(Host.name + announcement.suffix))
    } catch {
      tell(.portRefused(.tcp(sources.inputs[index].dialect.title, port), error))
    }
  }

  /// Runs until a signal ends it.
  public mutating func run() {
    let settings = outputs.settings
    let listens = ports.all.filter { !$0.use.isSender(settings) }.compactMap { port in
      (try? port.socket.localEndpoint()).map { InputEvent.Port.udp(port.title, $0.port) }
    }
    let sends = settings.filter(\.isSender).map { ($0.dialect.title, $0.target) }
    tell(.started(listens + streams.openPorts, sends: sends))
    ServiceState.ready(status: status)
    var now = Clock.now()
    while !isStopping {
      advance(to: now)
      wakeUp(poller.wait(until: nextDeadline, from: Clock.now()))
      now = Clock.now()
    }
    ServiceState.stopping()
    tell(.stopping)
  }

  private var nextDeadline: Instant {
    if seated != sources.seatings { return Instant(nanoseconds: .min) }
    return min(
      ports.nextDeadline, sources.nextDeadline, streams.nextDeadline, outputs.nextDeadline, nextBeat,
      nextAttempt, advertisement.nextDeadline)
  }

  /// Serves the poller's `count` events: players first, then the lobby.
  private mutating func wakeUp(_ count: Int) {
    var isLobbyWaiting = false
    for index in 0..<count {
      let token = poller[index].token
      if token == Token.lobby { isLobbyWaiting = true } else { serve(token) }
    }
    ports.eachBehind { drain($0) }
    let isLobbyRead = isLobbyWaiting && ports.isLobbyOpen(at: Clock.now(), in: poller)
    if isLobbyRead { ports.eachWaiting { _ = drain($0) } }
    seat()
  }

  private mutating func serve(_ token: UInt64) {
    switch token {
    case Token.daemon: drainDaemon()
    case Token.signals: while let signal = signals.next() { isStopping = isStopping || signal != .hangUp }
    case Token.announcement: advertisement.advance(to: Clock.now())
    case Token.streams...: drainStream(token)
    default: drain(ports[token])
    }
  }

  /// Does everything that is due by `now`.
  private mutating func advance(to now: Instant) {
    if nextAttempt <= now { connect(at: now) }
    if nextBeat <= now {
      // The daemon or the service manager kills a process that does not show that its loop runs.
      daemon.send(.alive)
      ServiceState.watchdog()
      ServiceState.status(status)
      nextBeat = now + InputReactor.beat
    }
    streams.advance(to: now, in: poller)
    ports.advance(to: now, in: poller)
    if advertisement.nextDeadline <= now { advertisement.advance(to: now) }
    sources.advance(to: now)
    outputs.advance(to: now)
    settle()
  }

  private var status: String {
    "\(sources.playing) controllers play, \(sources.waiting) wait, \(outputs.subscribers) emulators listen, "
      + "\(sources.refusals + outputs.refusals + streams.refusals) messages refused"
  }

  /// Reads a turn of datagrams in the lobby of `port` from senders that pass `isHeard`; returns whether more may wait.
  private mutating func drain(_ port: InputPort, _ isHeard: (Address) -> Bool = { _ in true }) -> Bool {
    let (count, now) = (port.receive(), Clock.now())
    for index in 0..<count {
      port.socket.withDatagram(index) { bytes, sender in
        if isHeard(sender.address) { receive(bytes, at: port.use, from: sender, at: now) }
      }
      settle()
    }
    return count == InputPort.turn
  }

  /// Reads one turn of datagrams in a player's queue.
  private mutating func drain(_ queue: InputQueue) {
    let ((count, hasLost), now) = (queue.receive(), Clock.now())
    for index in 0..<count {
      if queue.hasLost(beforeDatagram: index) { noteLoss(at: queue.port, from: queue.owner, at: now) }
      queue.port.socket.withDatagram(index) { bytes, sender in
        receive(bytes, at: queue.port.use, from: sender, at: now)
      }
      settle()
    }
    if hasLost { noteLoss(at: queue.port, from: queue.owner, at: now) }
  }

  private mutating func noteLoss(at port: InputPort, from player: Address?, at now: Instant) {
    guard case .input(let index, let portIndex) = port.use, let player else { return }
    sources.noteLoss(from: player, at: portIndex, of: index, at: now)
    settle()
  }

  /// Gives queues to the controllers that may now play, then reads their earlier messages from the lobby.
  private mutating func seat() {
    guard seated != sources.seatings else { return }
    seated = sources.seatings
    let fresh = ports.seat(in: poller) { input, portIndex in sources.players(at: portIndex, of: input) }
    for (port, players) in fresh {
      ports.empty(port, for: players) { isHeard in drain(port, isHeard) }
      let hasLost = port.hasLost()
      for player in players where hasLost { noteLoss(at: port, from: player, at: Clock.now()) }
    }
  }

  private mutating func drainStream(_ token: UInt64) {
    let now = Clock.now()
    streams.serve(token, at: now, in: poller, greet: { sources.stage(from: $0, of: $1) }) {
      bytes, remote, index in
      sources.receive(bytes, at: Dialect.streamPortIndex, of: index, from: remote, at: now)
      return sources.stage(at: remote, of: index)
    }
    settle()
  }

  private mutating func receive(
    _ bytes: Span<UInt8>, at use: InputPort.Use, from sender: Endpoint, at now: Instant
  ) {
    switch use {
    case .input(let index, let port): sources.receive(bytes, at: port, of: index, from: sender, at: now)
    case .output(let index, let port): outputs.receive(bytes, at: port, of: index, from: sender, at: now)
    }
  }
}

/// The daemon, and the actions that follow from events.
extension InputReactor {
  private mutating func connect(at now: Instant) {
    nextAttempt = now + InputReactor.retry
    guard (try? daemon.open(in: poller, token: Token.daemon)) != nil else { return }
    nextAttempt = .distantFuture
    daemon.send(.alive)
    if !outputs.topics.isEmpty { daemon.watch(outputs.topics, period: Outputs.period) }
    tell(.daemonFound)
    sources.findDaemon()
  }

  private mutating func drainDaemon() {
    var buffer = LocalBuffer(repeating: 0)
    while let count = daemon.receive(into: &buffer) {
      let now = Clock.now()
      if count == 0 {
        nextAttempt = now
        tell(.daemonLost)
        sources.loseDaemon()
        outputs.forget(at: now)
      } else if let packet = try? StatusPacket(parsing: buffer.span.extracting(first: count)) {
        outputs.receive(packet, at: now)
      } else if let packet = try? GatewayPacket(parsing: buffer.span.extracting(first: count)) {
        sources.receive(packet, in: buffer.span.extracting(first: count), at: now)
      }
      settle()
    }
  }

  /// Removes and returns the next action; first reports ended connections to `sources`.
  private mutating func nextAction() -> InputAction? {
    while let end = streams.nextEnd() { sources.close(end.remote, of: end.input, at: Clock.now()) }
    return sources.next()
  }

  private mutating func settle() {
    while let message = outputs.nextMessage() {
      message.bytes.withBytes {
        ports.send($0, to: message.endpoint, from: .output(message.output, at: message.portIndex))
      }
    }
    while let order = outputs.nextOrder() { daemon.send(order) }
    while let action = nextAction() {
      switch action {
      case .send(let packet):
        daemon.send(packet)
        if case .guest(_, .waits, let name) = packet { tell(.asks(name.text)) }
      case .answer(let bytes, let endpoint, let index, Dialect.streamPortIndex):
        streams.send(bytes, to: endpoint, of: index)
      case .answer(let bytes, let endpoint, let index, let portIndex):
        ports.send(bytes.span, to: endpoint, from: .input(index, at: portIndex))
      case .ask(let request, let server, let index):
        streams.ask(request, of: server, for: index, at: Clock.now(), in: poller)
      case .frames(let header, let frames): frames.packed().withBytes { daemon.send(header, $0) }
      case .hangUp(let remote, let index): streams.close(remote, of: index)
      case .keepAnswers:
        do throws(SystemError) {
          try FileContents.write(Array(sources.answers.text.utf8), to: statePath, mode: 0o600)
        } catch {
          tell(.answersNotKept(error))
        }
      }
    }
  }
}
