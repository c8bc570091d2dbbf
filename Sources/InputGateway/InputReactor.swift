import Discovery
public import Inputs
import Local
import Model
public import Platform
import Wire

/// The inputs gateway: it hears other people's controllers and speaks for them to the daemon (docs/inputs.md).
///
/// The gateway has one thread and one poller. The values of `Inputs` decide; the gateway moves bytes and carries out their actions.
public struct InputReactor: ~Copyable {
  /// A function that reports an event to a person.
  public typealias Tell = (InputEvent) -> Void

  private enum Token {
    static let daemon: UInt64 = 0
    static let signals: UInt64 = 1
    static let announcement: UInt64 = 2
    static let ports: UInt64 = 16
    static let streams: UInt64 = 1 << 16
  }

  /// The time between two signs of life, and between two attempts to reach the daemon.
  private static let beat = Interval.seconds(1)
  private static let retry = Interval.milliseconds(250)
  /// The most batches of datagrams that are taken from one port in a wake-up.
  private static let batchesPerWake = 4

  private let tell: Tell
  private let statePath: String
  private let signals: Signals
  private var poller: Poller
  private var daemon: LocalClient
  private var ports: [InputPort] = []
  private let streams: InputStreams
  /// The announcement of an input on the LAN, of one at most.
  private var advertisement: Advertisement
  private var sources: Sources
  private var outputs: Outputs
  private var nextBeat = Instant(nanoseconds: .min)
  private var nextAttempt = Instant(nanoseconds: .min)
  private var isStopping = false

  /// Opens the ports of `inputs` and of `outputs`; one that cannot be opened is told and left out.
  ///
  /// The gateway speaks to the daemon at `socket`, and keeps people's answers in the file at `statePath`.
  ///
  /// - Throws: `SystemError` of a resource without which there is no event loop.
  public init(
    inputs: [InputSettings], outputs settings: [OutputSettings], socket: String, statePath: String,
    tell: @escaping Tell
  ) throws(SystemError) {
    let signals = try Signals()
    let poller = try Poller()
    let advertisement = try Advertisement(of: inputs.lazy.compactMap(\.announcement).first?.type ?? "")
    try advertisement.join(poller, token: Token.announcement)
    try poller.add(signals.descriptor, token: Token.signals)
    self.signals = signals
    self.poller = poller
    self.advertisement = advertisement
    daemon = LocalClient(of: socket)
    (self.tell, self.statePath) = (tell, statePath)
    let text = (try? FileContents.read(statePath, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
    sources = Sources(inputs: inputs, answers: Answers(text ?? "")) {
      .random(in: .min ... .max)
    }
    streams = InputStreams(inputs, firstToken: Token.streams)
    outputs = Outputs(settings)
    for (index, input) in inputs.enumerated() {
      for (place, port) in input.ports.enumerated() {
        open(port, isLocal: input.isLocal, for: .input(index, place: UInt8(place)), input.dialect.title)
      }
      if let port = input.streamPort { open(port, of: index) }
    }
    for (index, output) in settings.enumerated() {
      for (place, port) in output.ports.enumerated() {
        open(port, isLocal: output.isLocal, for: .output(index, place: UInt8(place)), output.dialect.title)
      }
    }
  }

  private mutating func open(_ port: UInt16, isLocal: Bool, for use: InputPort.Use, _ title: String) {
    do throws(SystemError) {
      let fresh = try InputPort(Endpoint(address: isLocal ? .loopback : .any, port: port), for: use, title)
      try poller.add(fresh.socket.descriptor, token: Token.ports + UInt64(ports.count))
      ports.append(fresh)
    } catch {
      tell(.portRefused(.udp(title, port), error))
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
    let listens = ports.filter { !$0.use.isSender(settings) }.compactMap { port in
      (try? port.socket.localEndpoint()).map { InputEvent.Port.udp(port.title, $0.port) }
    }
    let sends = settings.filter(\.isSender).map { ($0.dialect.title, $0.target) }
    tell(.started(listens + streams.places, sends: sends))
    ServiceState.ready(status: status)
    var now = Clock.now()
    while !isStopping {
      advance(to: now)
      let count = poller.wait(until: nextDeadline, from: Clock.now())
      for index in 0..<count { serve(poller[index].token) }
      now = Clock.now()
    }
    ServiceState.stopping()
    tell(.stopping)
  }

  private var nextDeadline: Instant {
    min(
      sources.nextDeadline, streams.nextDeadline, outputs.nextDeadline, nextBeat, nextAttempt,
      advertisement.nextDeadline)
  }

  private mutating func serve(_ token: UInt64) {
    switch token {
    case Token.daemon: drainDaemon()
    case Token.signals: while let signal = signals.next() { isStopping = isStopping || signal != .hangUp }
    case Token.announcement: advertisement.advance(to: Clock.now())
    case Token.streams...: drainStream(token)
    default: drain(ports[Int(token - Token.ports)])
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
    if advertisement.nextDeadline <= now { advertisement.advance(to: now) }
    sources.advance(to: now)
    outputs.advance(to: now)
    settle()
  }

  private var status: String {
    "\(sources.playing) controllers play, \(sources.waiting) wait, \(outputs.subscribers) emulators listen, "
      + "\(sources.refusals + outputs.refusals + streams.refusals) messages refused"
  }

  private mutating func drain(_ port: InputPort) {
    for _ in 0..<InputReactor.batchesPerWake {
      guard case .done(let count) = port.socket.receive() else { return }
      let now = Clock.now()
      for index in 0..<count {
        port.socket.withDatagram(index) { bytes, sender in
          receive(bytes, at: port.use, from: sender, at: now)
        }
        settle()
      }
      if count < DatagramSocket.batchLimit { return }
    }
  }

  private mutating func drainStream(_ token: UInt64) {
    let now = Clock.now()
    streams.serve(token, at: now, in: poller) { address, index in
      sources.stage(from: address, of: index)
    } hear: { bytes, remote, index in
      sources.receive(bytes, at: Dialect.streamPlace, of: index, from: remote, at: now)
      return sources.stage(at: remote, of: index)
    }
    settle()
  }

  private mutating func receive(
    _ bytes: Span<UInt8>, at use: InputPort.Use, from sender: Endpoint, at now: Instant
  ) {
    switch use {
    case .input(let index, let place): sources.receive(bytes, at: place, of: index, from: sender, at: now)
    case .output(let index, let place): outputs.receive(bytes, at: place, of: index, from: sender, at: now)
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

  /// Removes and returns the next action; a connection that has ended meanwhile, for example while something was sent, comes first.
  private mutating func nextAction() -> InputAction? {
    while let end = streams.popEnd() { sources.close(end.remote, of: end.input, at: Clock.now()) }
    return sources.popAction()
  }

  private mutating func settle() {
    while let message = outputs.popMessage() {
      let port = ports.first { $0.use == .output(message.output, place: message.place) }
      message.bytes.withBytes { _ = port?.socket.send($0, to: message.endpoint) }
    }
    while let order = outputs.popOrder() { daemon.send(order) }
    while let action = nextAction() {
      switch action {
      case .send(let packet):
        daemon.send(packet)
        if case .guest(_, .waits, let name) = packet { tell(.asks(name.text)) }
      case .answer(let bytes, let endpoint, let index, Dialect.streamPlace):
        streams.send(bytes, to: endpoint, of: index)
      case .answer(let bytes, let endpoint, let index, let place):
        _ = ports.first { $0.use == .input(index, place: place) }?.socket.send(bytes.span, to: endpoint)
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

/// A UDP port of an input or of an output.
private final class InputPort {
  /// The use of a port: an input or an output of those numbers, with the number of the port among theirs.
  enum Use: Hashable {
    case input(Int, place: UInt8)
    case output(Int, place: UInt8)

    /// Returns whether the port is that of an output which only sends, among those of `outputs`.
    func isSender(_ outputs: [OutputSettings]) -> Bool {
      if case .output(let index, _) = self { outputs[index].isSender } else { false }
    }
  }

  var socket: DatagramSocket
  let use: Use
  let title: String

  init(_ local: Endpoint, for use: Use, _ title: String) throws(SystemError) {
    socket = try DatagramSocket(bound: local)
    (self.use, self.title) = (use, title)
  }
}
