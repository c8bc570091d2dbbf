import Model
import Platform
import Wire

/// The web gateway: it serves the page over HTTPS, and relays between pages and the bridge (docs/web.md).
///
/// The gateway has one thread: libwebsockets waits for the network and for a poller with all other descriptors, and each event is
/// served in turn.
public final class Gateway {
  /// A function that reports an event to a person.
  public typealias Tell = (WebEvent) -> Void

  /// The tokens of the descriptors in the poller; the local programs follow from ``programs`` on.
  enum Token {
    static let bridge: UInt64 = 0
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let listener: UInt64 = 3
    static let watch: UInt64 = 4
    static let programs: UInt64 = 16
  }

  /// The time between two looks at the machine's addresses.
  static let lookout = Interval.seconds(30)
  /// The time between two signs of life to the bridge and the service manager.
  static let beat = Interval.seconds(1)
  /// The time between two attempts to reach the bridge, or to ask it again for the pages that wait.
  static let patience = Interval.milliseconds(250)

  let settings: WebSettings
  let tell: Tell
  let machine = Host.name
  /// The layout of players for whom the host has set none.
  static let usualLayout = "pad"
  /// A random identifier of this run of the gateway.
  let session: String
  let signals: Signals
  var poller: Poller
  var timer: Timer
  let listener: LocalListener
  var programs = InlineArray<16, LocalConnection?> { _ in nil }
  /// The tickets that programs show on their screens, by their places among ``programs``.
  var screens: [Int: ShownTicket] = [:]
  var server: WebServer?
  var bridge: LocalConnection?
  /// A second connection to the bridge, which watches it for dashboards and pages; nil without any.
  var watch: LocalConnection?
  var desk = Desk()
  /// The SHA-256 fingerprint of the certificate.
  var fingerprint = ""
  var files: PageFiles
  var rules: HostRules
  var book: TicketBook
  /// The pages by the numbers of their controllers.
  var pages: [UInt32: Page] = [:]
  /// The controllers of the open WebSockets and streams, by the numbers of the connections.
  var owners: [UInt32: UInt32] = [:]
  /// The owners of connections that have asked for a WebSocket and have none yet; an entry ends with its connection.
  var arrivals: [UInt32: Arrival] = [:]
  /// The source of randomness for tickets and controllers' numbers.
  var random = SystemRandomNumberGenerator()
  private var nextLook = Instant(nanoseconds: 0)
  private var nextTick = Instant.distantFuture
  private var nextBeat = Instant(nanoseconds: 0)
  /// The number of refused requests and packets, without those that the server counts.
  var refusals: UInt64 = 0
  private var isStopping = false

  /// Opens everything that the gateway needs.
  ///
  /// - Throws: `WebError`, which names the thing that could not be opened, and the reason.
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

  /// Adds the descriptors to the poller and starts the server.
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

  /// Serves the descriptors that are ready, besides the network.
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

  /// Does everything that is due by now, and arms the timer for the next time.
  func tick() {
    let now = Clock.now()
    if bridge == nil { connect(at: now) }
    showLife(at: now)
    keepWatch()
    offerTicket(at: now)
    renewScreens(at: now)
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

  /// Tells the bridge and the service manager, which would otherwise kill this process, that the loop runs; only the loop calls it.
  private func showLife(at now: Instant) {
    guard nextBeat <= now else { return }
    nextBeat = now + Gateway.beat
    sendLife()
    ServiceState.watchdog()
  }

  /// The name of this host for people.
  var hostName: String { settings.name.isEmpty ? machine : settings.name }

  /// Makes sure that ``tick()`` runs soon, because something is to be tried again.
  func hurry(at now: Instant) {
    guard now + Gateway.patience < nextTick else { return }
    nextTick = now + Gateway.patience
    timer.arm(at: nextTick)
  }
}
