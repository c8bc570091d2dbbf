import Buzzer
import Cryptography
import Discovery
import Engine
import Gamepad
import Model
import Platform
import Store
import Wire

/// The event loop of the daemon, which receives bytes and carries out the resulting decisions, but makes none.
///
/// The loop has one thread, which waits at one epoll instance; the host's file has its own thread. A wake-up does
/// a bounded amount of work: a flood on one descriptor delays the others by a few hundred microseconds at most.
public struct Daemon: ~Copyable {
  /// A closure that reads the configuration again; returns nil to keep the previous one.
  public typealias Reload = () -> DaemonSettings?

  /// The descriptors' tokens in the poller; local connections are numbered from ``connections`` onwards.
  private enum Token {
    static let network: UInt64 = 0
    static let signals: UInt64 = 1
    static let listener: UInt64 = 2
    static let pads: UInt64 = 3
    static let presence: UInt64 = 4
    static let gateways: UInt64 = 5
    static let gatewayListener: UInt64 = 7
    static let writer: UInt64 = 8
    static let arrivals: UInt64 = 9
    static let connections: UInt64 = 16
  }

  /// The maximum number of batches of datagrams, or of messages on one connection, handled in one wake-up.
  private static let batchesPerWake = 4

  /// The shapes of controllers' datagrams.
  private static let shapes = OuterType.allCases.filter(\.isForHost).map {
    DatagramShape(first: $0.rawValue, sizes: $0.sizes)
  }

  private var executor: Executor
  private var network: DatagramSocket
  private let settings: DaemonSettings
  private let tell: DaemonEvent.Tell
  private let reload: Reload
  private let listener: LocalListener
  private let gatewayListener: LocalListener?
  private let signals: Signals
  private var poller: Poller
  private var watchdog = Watchdog()
  private var gateways: GatewayProcesses?
  private var budget = WorkBudget()
  private var isStopping = false

  /// Opens the sockets, pads and files that the daemon needs.
  ///
  /// - Throws: `DaemonError`, which names the resource that could not be opened, and the reason.
  public init(
    settings: DaemonSettings, reload: @escaping Reload, tell: @escaping DaemonEvent.Tell
  ) throws(DaemonError) {
    let signals = try refused(DaemonError.system) { () throws(SystemError) in try Signals() }
    var inherited = InheritedDescriptors.all()
    let network = try refused(DaemonError.system) { () throws(SystemError) in
      try NetworkDoor.open(settings, inherited.adopt(NetworkDoor.name), tell)
    }
    let pads = try Daemon.pads(settings, inherited)
    let port = (try? network.localEndpoint().port) ?? settings.port
    let keeping = Daemon.file(settings, tell)
    var executor = Daemon.executor(settings, keeping, pads: pads, port: port, tell: tell)
    executor.resume(settings, through: network, at: Clock.now())
    // The kernel drops other datagrams, so a flood of them costs nothing. Without this filter the bridge drops them.
    try? network.admit(only: DatagramFilter(shapes: Daemon.shapes))
    let listener = try refused(DaemonError.socket) { () throws(SystemError) in
      try LocalListener(at: settings.socketPath)
    }
    if port != 0 {
      let key = keeping.keys.map { HostKey($0.publicKey.bytes) }
      executor.presence = try refused(DaemonError.system) { () throws(SystemError) in
        try HostAdvertiser(settings, port: port, key: key)
      }
    }
    let poller = try refused(DaemonError.system) { () throws(SystemError) in try Poller() }
    (self.settings, self.reload, self.tell) = (settings, reload, tell)
    self.executor = executor
    self.signals = signals
    self.network = network
    self.listener = listener
    let gatewayListener = Daemon.listenForGateways(settings, tell)
    if gatewayListener != nil {
      gateways = GatewayProcesses(settings, firstToken: Token.gateways, tell: tell)
    }
    self.gatewayListener = gatewayListener
    self.poller = poller
  }

  /// Returns the table of pads, including a previous daemon's pads in `inherited`.
  private static func pads(
    _ settings: DaemonSettings, _ inherited: consuming InheritedDescriptors
  ) throws(DaemonError) -> PadTable {
    let store = PadStore(at: settings.recordsPath, inherited: inherited)
    do throws(PadShortage) {
      return try PadTable(settings.pads, path: settings.uinputPath, host: Host.number, store: store)
    } catch {
      throw .pads(error)
    }
  }

  /// Returns the executor of an engine that has the host's keys and devices, and continues the last quiz.
  private static func executor(
    _ settings: DaemonSettings, _ host: HostFile.Contents, pads: consuming PadTable, port: UInt16,
    tell: @escaping DaemonEvent.Tell
  ) -> Executor {
    var kept: KeptQuiz?
    if let writer = host.writer {
      do throws(StoreError) {
        kept = try writer.resumeQuiz(at: WallClock.milliseconds())
      } catch {
        kept = KeptQuiz(isKept: false)
        tell(.quizNotKept(error))
      }
    }
    let greeting = Announcement(session: .random(in: 1...UInt64.max), name: settings.deviceName)
    let engine = HostEngine(
      settings: settings.engine, port: port, greeting: greeting, keys: host.keys, devices: host.devices,
      kept: kept)
    return Executor(engine, pads: pads, port: port, writer: host.writer, tell: tell)
  }

  /// Opens the gateways' socket; without it there are no gateways, but controllers can still play.
  private static func listenForGateways(_ settings: DaemonSettings, _ tell: DaemonEvent.Tell)
    -> LocalListener?
  {
    guard let path = settings.gatewaySocketPath else { return nil }
    do throws(SystemError) {
      return try LocalListener(at: path)
    } catch {
      tell(.gatewaySocketRefused(error))
      return nil
    }
  }

  /// Opens the host's file; without it, the daemon serves only controllers that need no encryption.
  private static func file(_ settings: DaemonSettings, _ tell: DaemonEvent.Tell) -> HostFile.Contents {
    guard let path = settings.databasePath else { return HostFile.Contents() }
    do throws(StoreError) {
      return try HostFile.open(path)
    } catch {
      tell(.devicesUnknown(error))
      return HostFile.Contents()
    }
  }

  /// Runs the loop until a signal ends it.
  ///
  /// - Throws: `DaemonError.system` if the kernel refuses to poll a descriptor of the loop.
  public mutating func run() throws(DaemonError) {
    do throws(SystemError) {
      try poller.add(network.descriptor, token: Token.network)
      try poller.add(signals.descriptor, token: Token.signals)
      try poller.add(listener.descriptor, token: Token.listener)
      try gatewayListener?.join(poller, token: Token.gatewayListener)
      try executor.pads.join(poller, token: Token.pads)
      try executor.playerPads.joinArrivals(poller, token: Token.arrivals)
      try executor.presence.join(poller, token: Token.presence)
      if let writer = executor.writer { try poller.add(writer.news.descriptor, token: Token.writer) }
    } catch {
      throw .system(error)
    }
    var now = announce()
    while !isStopping { now = wakeUp(after: now) }
    ServiceState.stopping()
    executor.sayGoodbye(through: network, at: Clock.now())
    gateways?.stop()
    tell(.stopping)
  }

  /// Waits for events or a deadline, serves the events, and does everything that is then due.
  ///
  /// Returns the time after the last event was served, which is the next call's `former`.
  private mutating func wakeUp(after former: Instant) -> Instant {
    let next = nextDeadline
    let count = poller.wait(until: next, from: former)
    let woken = Clock.now()
    for index in 0..<count { serve(poller[index]) }
    let now = Clock.now()
    advance(to: now)
    let rest = budget.rest(
      afterWaiting: woken - former, workingFrom: woken, until: now, processorTime: Scheduling.processorTime)
    if let rest, Scheduling.isRealTime { Scheduling.rest(for: rest) }
    return now
  }

  /// Reports that the daemon is ready, and does everything that is due; returns the current time.
  private mutating func announce() -> Instant {
    tell(.started(port: port, socketPath: settings.socketPath, hasKernelPads: executor.pads.isKernel))
    sayReady()
    let now = Clock.now()
    watchdog.begin(at: now)
    advance(to: now)
    return now
  }

  /// The UDP port, even if the kernel has chosen it.
  private var port: UInt16 { (try? network.localEndpoint().port) ?? settings.port }

  private func sayReady() {
    ServiceState.ready(
      status: port == 0 ? "without a UDP port: only phones can play" : "listening on UDP port \(port)")
  }

  private mutating func serve(_ event: Poller.Event) {
    switch event.token {
    case Token.network: drainNetwork()
    case Token.signals: obeySignals()
    case Token.listener: welcome(try? listener.accept(), among: LocalClients.programs)
    case Token.gatewayListener: welcome(try? gatewayListener?.accept(), among: LocalClients.gateways)
    case Token.pads: executor.pads.receiveRequests(at: Clock.now())
    case Token.arrivals: executor.playerPads.tellArrivals(in: &executor.engine, at: Clock.now())
    case Token.presence: executor.presence.wake()
    case Token.writer: executor.hearWriter(through: network, at: Clock.now())
    case Token.gateways..<Token.gatewayListener: gateways?.wake(event.token, at: Clock.now())
    default: drainConnection(Int(event.token - Token.connections))
    }
  }

  /// The deadline of the next wake-up without an event.
  ///
  /// It is exact, since the poller's timeout needs no extra system call. If a packet postpones the time at which its
  /// player is silent, the old deadline causes no wake-up.
  private var nextDeadline: Instant {
    mutating get {
      let gateways = gateways?.deadline ?? .distantFuture
      return min(executor.nextDeadline, executor.quietDeadline, watchdog.deadline, gateways)
    }
  }

  /// Does everything that is due by `now`.
  private mutating func advance(to now: Instant) {
    if executor.isStale { executor.conclude(isGood: reloadSettings(), at: now) }
    executor.advance(to: now, through: network)
    executor.settle(at: now)
    watchdog.advance(to: now)
    gateways?.advance(to: now, poller)
  }

  private mutating func drainNetwork() {
    for _ in 0..<Daemon.batchesPerWake {
      guard case .done(let count) = network.receive() else { return }
      executor.receive(count, of: network, at: Clock.now())
      if count < DatagramSocket.batchLimit { return }
    }
  }

  private mutating func welcome(_ connection: consuming LocalConnection?, among places: Range<Int>) {
    guard let connection, let place = executor.clients.freePlace(among: places) else { return }
    let token = Token.connections + UInt64(place)
    guard (try? poller.add(connection.descriptor, token: token)) != nil else { return }
    executor.clients.add(connection, at: place)
  }

  private mutating func drainConnection(_ index: Int) {
    var buffer = LocalBuffer(repeating: 0)
    for _ in 0..<Daemon.batchesPerWake {
      switch executor.clients.receive(index, into: &buffer) {
      case .wouldBlock: return
      case .done(let count) where count > 0:
        let length = min(count, buffer.count)
        var span = buffer.mutableSpan
        var bytes = span._mutatingExtracting(first: length)
        executor.receive(&bytes, from: index, through: network, at: Clock.now())
        if let process = executor.clients.nextAlive() { gateways?.hear(process, at: Clock.now()) }
      case .done, .failed:
        executor.hangUp(index, at: Clock.now())
        return
      }
    }
  }

  private mutating func obeySignals() {
    while let signal = signals.next() {
      switch signal {
      case .terminate, .interrupt: isStopping = true
      case .hangUp: _ = reloadSettings()
      }
    }
  }

  /// Reads and adopts the configuration again; returns false if it is invalid.
  private mutating func reloadSettings() -> Bool {
    ServiceState.reloading()
    defer { sayReady() }
    guard let fresh = reload() else {
      tell(.reloadRefused)
      return false
    }
    tell(.reloaded)
    executor.follow(fresh, at: Clock.now())
    return true
  }
}
