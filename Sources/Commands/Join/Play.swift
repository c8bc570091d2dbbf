import Gamepad
import Model
import Platform
import TiltpadClient

/// A controller on one host, from the handshake to the goodbye.
struct Play: ~Copyable {
  private enum Token {
    static let network: UInt64 = 0
    static let keys: UInt64 = 1
    static let pad: UInt64 = 2
  }

  /// The time between two samples of the hand.
  private static let period = Interval.milliseconds(8)

  private let client: Client
  private let transport: SocketTransport
  private let bulletin: SessionPrinter
  private let name: String
  private let keyMode: Terminal.KeyMode?
  private var pad: PhysicalPad?
  private var loop: EventLoop
  private var hand: Hand
  private var controls = Controls()
  private var reader = KeyReader()
  private var line = StatusLine()
  private var nextSample = Clock.now()
  private var isLeaving = false

  /// Creates the play of `client` at the host called `name`, which reports to `bulletin`; `pad` steers, or else the
  /// keys of the terminal.
  ///
  /// - Throws: `SystemError` of the call that the kernel refused.
  init(
    _ client: Client, over transport: SocketTransport, telling bulletin: SessionPrinter, at name: String,
    pad: consuming PhysicalPad?, keyMode: consuming Terminal.KeyMode?
  ) throws(SystemError) {
    let loop = try EventLoop()
    try transport.join(loop.poller, token: Token.network)
    try pad?.join(loop.poller, token: Token.pad)
    if keyMode != nil { try loop.poller.add(.input, token: Token.keys) }
    (self.client, self.transport, self.bulletin, self.name) = (client, transport, bulletin, name)
    let report = pad?.report
    hand = report.map { .pad($0) } ?? .keys(KeySteering(reach: 0.6, at: Clock.now()))
    line.isShown = Terminal.isTerminal(.output)
    self.loop = loop
    self.pad = pad
    self.keyMode = keyMode
    client.delegate = bulletin
  }

  /// Connects, and plays until the person has left or the host has ended the session.
  mutating func run() {
    client.connect()
    while !client.isOver {
      advance(to: Clock.now())
      switch loop.next(until: due) {
      case .ready(Token.network): transport.drain(into: client)
      case .ready(Token.keys): takeKeys(at: Clock.now())
      case .ready: takeReports(at: Clock.now())
      case .signal: leave(at: Clock.now())
      case .time: break
      }
    }
    line.end()
    tell()
  }

  private var due: Instant {
    min(nextSample, transport.deadline, bulletin.deadline, min(reader.deadline, line.nextDue))
  }

  private mutating func advance(to now: Instant) {
    if let key = reader.expire(at: now) { obey(key, at: now) }
    if nextSample <= now { sample(at: now) }
    if transport.deadline <= now { client.advance() }
    bulletin.advance(to: now)
    tell()
    let status = status
    line.show(at: now) { status.text(columns: $0) }
  }

  private var status: JoinStatus {
    JoinStatus(
      name: name, state: client.state, mode: client.mode, roundTrip: client.roundTrip,
      feedback: bulletin.feedback,
      controls: controls,
      hasKeys: pad == nil)
  }

  private mutating func tell() {
    while let text = bulletin.nextLine() { line.makeRoom(for: text) }
  }

  /// Samples the hand; a sample before the controller is a player has no effect.
  private mutating func sample(at now: Instant) {
    nextSample = isLeaving ? .distantFuture : min(now + Play.period, hand.nextChange(after: now))
    controls = hand.controls(at: now)
    if isLeaving { controls = controls.atRest }
    guard case .connected = client.state else { return }
    var state = controls.state
    state.buttons = controls.buttons
    client.update(state)
  }

  private mutating func takeReports(at now: Instant) {
    while true {
      switch pad?.next() {
      case .report(let report):
        hand = .pad(report)
        sample(at: now)
      case .gone:
        pad = nil
        return leave(at: now)
      case .nothing, nil: return
      }
    }
  }

  private mutating func takeKeys(at now: Instant) {
    guard let keys = reader.read(at: now) else { return leave(at: now) }
    for key in keys { obey(key, at: now) }
  }

  private mutating func obey(_ key: Key, at now: Instant) {
    if Key.quit.contains(key) {
      leave(at: now)
    } else if key == Key.recentre {
      client.recentre()
    } else {
      hand.press(key, at: now)
    }
  }

  /// Releases all controls, and says goodbye.
  private mutating func leave(at now: Instant) {
    guard !isLeaving else { return }
    isLeaving = true
    sample(at: now)
    client.disconnect()
  }
}
