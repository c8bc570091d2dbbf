import Model
import Platform
import Wire

/// The web gateway: serves the page over HTTPS, and passes on between pages and the bridge (docs/web.md).
///
/// One thread: libwebsockets waits, also for everything else in a poller of ours, and each event is served in turn.
public final class Gateway {
  /// How to tell a person.
  public typealias Tell = (WebEvent) -> Void

  /// What each descriptor is called in the poller; local programs are counted from ``programs`` on.
  enum Token {
    static let bridge: UInt64 = 0
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let listener: UInt64 = 3
    static let watch: UInt64 = 4
    static let programs: UInt64 = 16
  }

  /// How often it is looked whether the machine has other addresses.
  static let lookout = Interval.seconds(30)
  /// How often bridge and service manager are told that the loop turns.
  static let beat = Interval.seconds(1)
  /// How often the bridge is tried again, and asked again for those who wait.
  static let patience = Interval.milliseconds(250)

  let settings: WebSettings
  let tell: Tell
  let machine = Host.name
  /// The layout of those who are given none.
  static let usualLayout = "pad"
  /// Which run of the gateway this is.
  let session: String
  let signals: Signals
  var poller: Poller
  var timer: Timer
  let listener: LocalListener
  var programs = InlineArray<4, LocalConnection?> { _ in nil }
  var server: WebServer?
  var bridge: LocalConnection?
  /// Where the bridge is watched for dashboards and pages; nil without any.
  var watch: LocalConnection?
  var desk = Desk()
  /// SHA-256 of the certificate.
  var fingerprint = ""
  var files: PageFiles
  var rules: HostRules
  var book: TicketBook
  /// The pages by their controllers.
  var pages: [UInt32: Page] = [:]
  /// Whose the open WebSockets and streams are.
  var owners: [UInt32: UInt32] = [:]
  /// What connections may become that have asked for a WebSocket and have none yet; it ends with the connection.
  var arrivals: [UInt32: Arrival] = [:]
  /// For tickets and numbers.
  var random = SystemRandomNumberGenerator()
  private var nextLook = Instant(nanoseconds: 0)
  private var nextTick = Instant.distantFuture
  private var nextBeat = Instant(nanoseconds: 0)
  /// How many requests and packets were refused so far, besides those that the server has.
  var refusals: UInt64 = 0
  private var isStopping = false

  /// Opens everything that the gateway needs.
  ///
  /// - Throws: `WebError`: what could not be had, and why.
  public init(settings: WebSettings, tell: @escaping Tell) throws(WebError) {
    self.settings = settings
    self.tell = tell
    session = String(UInt32.random(in: .min ... .max), radix: 16)
    files = PageFiles(in: settings.folder)
    guard files.isComplete else { throw .page }
    rules = Gateway.currentRules(settings)
    book = Gateway.keptBook(settings)
    do throws(SystemError) {
      signals = try Signals()
      poller = try Poller()
      timer = try Timer()
    } catch {
      throw .system(error)
    }
    do throws(SystemError) { listener = try LocalListener(at: settings.socketPath) } catch {
      throw .socket(error)
    }
    try serve()
  }

  /// Opens the port.
  private func serve() throws(WebError) {
    let identity = try identity().identity
    do throws(SystemError) {
      try poller.add(signals.descriptor, token: Token.signals)
      try poller.add(timer.descriptor, token: Token.timer)
      try poller.add(listener.descriptor, token: Token.listener)
    } catch {
      throw .system(error)
    }
    do throws(WebServer.Failure) {
      server = try WebServer(
        settings, identity, waitingFor: poller.number, for: self)
    } catch {
      switch error {
      case .port(let port, let error): throw .port(port, error)
      case .certificate: throw .certificate
      }
    }
    fingerprint = identity.fingerprint
    tell(.started(port: settings.port, plainPort: settings.plainPort, fingerprint: fingerprint))
  }

  /// Runs until a signal ends it.
  public func run() {
    ServiceState.ready(status: "serving the page on TCP port \(settings.port)")
    tick()
    while !isStopping, server?.service() == true {}
    ServiceState.stopping()
    tell(.stopping)
  }

  /// What wants to be served besides the network.
  func wake() {
    let count = poller.wait(atMost: .zero)
    for index in 0..<count { serve(poller[index]) }
  }

  private func serve(_ event: Poller.Event) {
    switch event.token {
    case Token.bridge: drainBridge()
    case Token.watch: drainWatch()
    case Token.signals: obeySignals()
    case Token.timer: if timer.acknowledge() { tick() }
    case Token.listener: acceptProgram()
    default: serveProgram(Int(event.token - Token.programs))
    }
  }

  private func obeySignals() {
    while let signal = signals.next() {
      if signal == .hangUp { files = PageFiles(in: settings.folder) } else { isStopping = true }
    }
  }

  /// What time brings.
  func tick() {
    let now = Clock.now()
    if bridge == nil { connect(at: now) }
    showLife(at: now)
    keepWatch()
    offerTicket(at: now)
    for controller in pages.keys { retry(controller, at: now) }
    if nextLook <= now {
      nextLook = now + Gateway.lookout
      look(at: now)
    }
    let isHopeful = pages.values.contains { $0.isHopeful && $0.stage != .playing }
    let isShown = !desk.dashboards.isEmpty
    let isBlind = bridge == nil || watch == nil && isWatchWanted
    nextTick = isBlind || isHopeful || isShown ? now + Gateway.patience : min(nextLook, nextBeat)
    timer.arm(at: nextTick)
  }

  /// Tells those who would kill it otherwise that the loop turns: this is called by nothing else.
  private func showLife(at now: Instant) {
    guard nextBeat <= now else { return }
    nextBeat = now + Gateway.beat
    sendLife()
    ServiceState.watchdog()
  }

  /// What people call this host.
  var hostName: String { settings.name.isEmpty ? machine : settings.name }

  /// Has ``tick()`` come soon: there is something to be tried again.
  func hurry(at now: Instant) {
    guard now + Gateway.patience < nextTick else { return }
    nextTick = now + Gateway.patience
    timer.arm(at: nextTick)
  }
}
