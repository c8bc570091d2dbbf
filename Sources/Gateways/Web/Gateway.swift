import Local
import Model
import Pages
import Platform
public import Settings
import Wire

/// The web gateway, which serves the page over HTTPS and relays between pages and the bridge (docs/web.md).
///
/// One thread waits for all descriptors in one poller and serves each event in turn; only changes of kept
/// layouts and checks are written by other threads. The types in `Pages` make the decisions; the gateway
/// carries out their actions.
public final class Gateway {
  /// A function that reports an event to the user.
  public typealias Tell = (WebEvent) -> Void

  /// The descriptors' tokens in the poller; local programs are numbered from ``programs`` and
  /// ``games`` onwards.
  enum Token {
    static let bridge: UInt64 = 0
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let listener: UInt64 = 3
    static let watch: UInt64 = 4
    static let channels: UInt64 = 5
    static let channelTimer: UInt64 = 6
    static let gameListener: UInt64 = 13
    static let shelf: UInt64 = 15
    static let checks: UInt64 = 14
    static let programs: UInt64 = 16
    static let games: UInt64 = 48
    static let web = WebServer.Tokens(timer: 32, connections: 1 << 33)
    static let page = PagePorts.Tokens(timer: 7, ports: 8, connections: 1 << 32)
  }

  /// The maximum number of descriptors not used by guests: other connections, programs, and the gateway's
  /// own.
  private static let otherDescriptors = 192

  let settings: WebSettings
  let tell: Tell
  private let machine = Host.name
  private let signals: Signals
  var poller: Poller
  private var timer: Timer
  private let listener: LocalListener
  /// The socket at which users' programs report the running game.
  let gameListener: LocalListener
  var games = ProgramTable(firstToken: Token.games)
  var programs = ProgramTable(firstToken: Token.programs)
  var server: WebServer?
  let ports: PagePorts
  /// The data channels; nil if their port could not be opened.
  var channels: DataChannels?
  var bridge: LocalClient
  /// A second connection to the bridge, for statuses and orders; closed if no page or overlay needs it.
  var watch: LocalClient
  var domain: DomainCertificate
  /// The folder with the layouts that are kept.
  let shelfFolder: KeptFolder
  /// The folder with the rows of checked phones.
  let checkFolder: KeptFolder
  /// The engine, which makes all decisions.
  var engine: PageEngine
  /// The source of randomness for tickets and controllers' numbers.
  var random = SystemRandomNumberGenerator()
  private var schedule = Schedule()
  private var isStopping = false
  /// False if the last attempt to write the engine's tickets to their file failed.
  private(set) var areTicketsKept = true

  /// Opens everything that the gateway needs.
  ///
  /// - Throws: `WebError`, which names the resource that could not be opened, and the reason.
  public init(settings: WebSettings, tell: @escaping Tell) throws(WebError) {
    (self.settings, self.tell) = (settings, tell)
    bridge = LocalClient(of: settings.bridgePath)
    watch = LocalClient(of: settings.bridgePath)
    let files = PageFiles(in: settings.folder)
    guard files.isComplete else { throw .page }
    domain = DomainCertificate(at: settings.domainPaths)
    do throws(SystemError) {
      shelfFolder = try KeptFolder(at: settings.shelfPath)
      checkFolder = try KeptFolder(at: settings.checkPath)
      try Descriptor.allow(settings.guestLimit + Gateway.otherDescriptors)
      signals = try Signals()
      poller = try Poller()
      timer = try Timer()
    } catch {
      throw .system(error)
    }
    let book = TicketBook(keptBy: settings)
    let kept = KeptFiles(in: shelfFolder, checkFolder, for: Shelf.Makers(settings.layouts), book)
    engine = PageEngine(
      PageEngine.Facts(
        port: settings.port, plainPort: settings.plainPort ?? 0, page: settings.page,
        hasDroidPad: settings.droidPadPort != nil),
      name: settings.name.isEmpty ? machine : settings.name,
      session: String(UInt32.random(in: .min ... .max), radix: 16),
      site: Site(rules: settings.rules(with: domain.names), files: files), book: book, shelf: kept.shelf,
      checks: kept.checks)
    do throws(SystemError) {
      listener = try LocalListener(at: settings.socketPath)
      gameListener = try LocalListener(at: settings.gameSocketPath, mode: 0o666)
    } catch {
      throw .socket(error)
    }
    var inherited = InheritedDescriptors.all()
    let socket = inherited.adoptDatagramSocket(PagePorts.socketName)
    ports = try PagePorts(settings, &inherited, Token.page)
    try serve(socket)
    lookAtDomain()
    report(kept)
  }

  /// Adds the descriptors to the poller and starts the server.
  private func serve(_ socket: consuming DatagramSocket?) throws(WebError) {
    let identity = try WebIdentity.kept(by: settings, for: engine.site.rules, machine: machine).identity
    do throws(SystemError) {
      try poller.add(signals.descriptor, token: Token.signals)
      try poller.add(timer.descriptor, token: Token.timer)
      try poller.add(listener.descriptor, token: Token.listener)
      try poller.add(gameListener.descriptor, token: Token.gameListener)
      try poller.add(shelfFolder.news.descriptor, token: Token.shelf)
      try poller.add(checkFolder.news.descriptor, token: Token.checks)
      try ports.join(poller)
    } catch {
      throw .system(error)
    }
    let server = try WebServer(identity, limit: ports.limit, Token.web, for: self)
    do throws(SystemError) { try server.join(poller) } catch { throw .system(error) }
    self.server = server
    engine.fingerprint = identity.fingerprint
    tell(
      .started(
        port: settings.port, plainPort: settings.plainPort, overlayPort: settings.overlayPort,
        fingerprint: identity.fingerprint))
    openChannels(socket, identity)
    tellPage()
    tellLayouts()
  }

  /// Runs until a signal ends it.
  public func run() {
    ServiceState.ready(status: "serving the page on TCP port \(settings.port)")
    tick()
    while !isStopping { wake() }
    ServiceState.stopping()
    tell(.stopping)
  }

  /// Waits for descriptors, serves those that are ready, and sends the results.
  private func wake() {
    let count = poller.wait()
    for index in 0..<count { serve(poller[index]) }
    // The end of a connection may leave something to send on others.
    repeat {
      if engine.isUnsettled { settle(at: Clock.now()) }
      server?.flush(in: poller)
    } while channels?.flush() == true || engine.isUnsettled
  }

  private func serve(_ event: Poller.Event) {
    switch event.token {
    case Token.bridge: drainBridge()
    case Token.watch: drainWatch()
    case Token.signals: obeySignals()
    case Token.timer: if timer.acknowledge() { tick() }
    case Token.listener: programs.accept(from: listener, in: poller)
    case Token.gameListener: acceptGame()
    case Token.games..<Token.games + ProgramTable.count: serveGame(Int(event.token - Token.games))
    case Token.channels: channels?.drain(engine.book)
    case Token.channelTimer: channels?.tick()
    case Token.shelf: drain(shelfFolder, WebEvent.layoutsNotKept) { $0.finishShelf(isDone: $1) }
    case Token.checks: drain(checkFolder, WebEvent.checksNotKept) { $0.finishChecks(isDone: $1) }
    default:
      guard let server, !server.serve(event, in: poller) else { return }
      if ports.serve(event.token, in: poller, for: server) { return }
      serveProgram(Int(event.token - Token.programs))
    }
  }

  private func obeySignals() {
    while let signal = signals.next() {
      guard signal == .hangUp else {
        isStopping = true
        continue
      }
      lookAtDomain()
      reload()
    }
  }

  /// Does everything that is due, and arms the timer for the next time.
  private func tick() {
    let now = Clock.now()
    if !bridge.isOpen { connect(at: now) }
    if schedule.isBeatDue(at: now) {
      // The service manager kills a process that does not show that its loop runs.
      bridge.send(.alive)
      ServiceState.watchdog()
    }
    keepWatch()
    engine.advance(to: now, using: &random)
    if schedule.isLookDue(at: now) { look(at: now) }
    settle(at: now)
    let isBlind = !bridge.isOpen || !watch.isOpen && engine.needsWatch
    timer.arm(
      at: schedule.next(
        after: now, isRestless: isBlind || engine.isRestless, due: engine.crowdDue))
  }

  /// Adapts the rules and links to the machine's current addresses, renews the certificates, forgets pages with
  /// invalid tickets, writes the tickets, and reports the status.
  private func look(at now: Instant) {
    lookAtDomain()
    engine.site.rules = settings.rules(with: domain.names)
    engine.prune()
    // The file has to record when each guest was last present, and what could not be written before.
    if !engine.book.guests.isEmpty || !areTicketsKept { keepTickets() }
    ServiceState.status(
      "serving the page on TCP port \(settings.port): \(engine.pages.connected) there, "
        + "\(refusals.reduce(0, +)) refusals")
    renewCertificate()
    engine.repeatLink(at: now)
  }

  /// Makes a new certificate if the present one does not name all addresses, or is about to end.
  private func renewCertificate() {
    if let (identity, isNew) = try? WebIdentity.kept(by: settings, for: engine.site.rules, machine: machine) {
      guard isNew else { return }
      server?.use(identity)
      channels?.use(identity)
      engine.fingerprint = identity.fingerprint
      engine.channels?.fingerprint = identity.shortFingerprint
      tell(.certified(fingerprint: identity.fingerprint))
    } else {
      tell(.notCertified)
    }
  }

  /// Writes the tickets to their file; called after changes, and from time to time.
  func keepTickets() {
    do throws(SystemError) {
      try engine.book.keep(for: settings)
      areTicketsKept = true
    } catch {
      areTicketsKept = false
      tell(.ticketsNotKept(error))
    }
  }

  /// Makes sure that ``tick()`` runs at `due`.
  func bringForward(to due: Instant) {
    if let next = schedule.bringForward(to: due) { timer.arm(at: next) }
  }

  /// Makes sure that ``tick()`` runs soon, because something has to be retried.
  func hurry(at now: Instant) {
    if let next = schedule.hurry(at: now) { timer.arm(at: next) }
  }
}
