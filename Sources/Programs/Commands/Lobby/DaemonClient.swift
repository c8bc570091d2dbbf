import Console
import Local
import Model
import Platform
import Wire

/// A connection to the daemon for commands.
///
/// It carries orders, the daemon's statuses and notices, and messages to and from the players' programs.
struct DaemonClient: ~Copyable {
  /// The maximum time for the daemon's answer.
  private static let patience = Interval.seconds(5)

  /// The events for which a command waits.
  enum Notification {
    /// The status of a controller has changed; for example, it has arrived, left, or started to wait.
    case peer(PeerStatus)
    /// The deadline has passed.
    case timeout
    /// A signal asks the command to end.
    case ended
  }

  private var daemon: LocalClient
  private var loop: EventLoop
  /// The packets that have arrived but are still unread; messages have their payload.
  private var waiting: [(packet: StatusPacket, bytes: [UInt8])] = []
  private var number: UInt32 = 0
  private var notices: [SettingNotice] = []

  /// Connects to the daemon at `path`.
  ///
  /// - Throws: a failure that explains why the daemon cannot be reached.
  init(to path: String, while context: String) throws(Failure) {
    do throws(SystemError) {
      var daemon = LocalClient(of: path)
      let loop = try EventLoop()
      try daemon.open(in: loop.poller, token: 0)
      self.daemon = daemon
      self.loop = loop
    } catch {
      throw Failure(reaching: path, error, while: context)
    }
  }

  /// Connects to the daemon at the path in the option `--socket` of `invocation`, or else to the system's.
  ///
  /// - Throws: a failure that explains why the daemon cannot be reached.
  init(_ invocation: Invocation, while context: String) throws(Failure) {
    try self.init(to: invocation.value("socket") ?? SocketPath.forConnecting, while: context)
  }

  /// Gives the daemon an order, and returns its answer once the order has been carried out.
  ///
  /// - Throws: a failure that explains why the order was not carried out.
  mutating func order(_ order: LocalOrder, while context: String) throws(Failure) -> LocalAnswer {
    number += 1
    var order = order
    order.number = number
    let answer = try answer(to: .order(order), while: context)
    guard answer.result == .done else { throw Failure(answer.result, of: order, while: context) }
    return answer
  }

  /// Returns the encrypted controllers and those of other projects' protocols.
  ///
  /// An encrypted controller is included while it has a session or a reserved slot. From then on,
  /// ``news(until:while:)`` reports changes.
  ///
  /// - Throws: a failure if the daemon does not answer.
  mutating func peers(while context: String) throws(Failure) -> [PeerStatus] {
    daemon.watch(.peers)
    var peers: [PeerStatus] = []
    let end = Clock.now() + DaemonClient.patience
    while let packet = try next(until: end, while: context) {
      guard case .peer(let peer) = packet else { continue }
      if peer.state == PeerStatus.end.state { return peers }
      peers.append(peer)
    }
    throw Failure(silent: daemon.path, while: context)
  }

  /// Returns the modes and the state of the quiz; ``nextStage(until:while:)`` then reports changes.
  ///
  /// - Throws: a failure if the daemon does not answer.
  mutating func stage(while context: String) throws(Failure) -> StageStatus {
    daemon.watch(.stage)
    guard let stage = try nextStage(until: Clock.now() + DaemonClient.patience, while: context) else {
      throw Failure(silent: daemon.path, while: context)
    }
    return stage
  }

  /// Waits until `end` for a change of the modes or the quiz, and returns the new state.
  ///
  /// Returns nil if `end` passes, or if a signal asks the command to end.
  ///
  /// - Throws: a failure if the connection to the daemon is lost.
  mutating func nextStage(
    until end: Instant = .distantFuture, while context: String
  ) throws(Failure) -> StageStatus? {
    while let packet = try next(until: end, while: context) {
      if case .stage(let stage) = packet { return stage }
    }
    return nil
  }

  /// Gives the daemon an order about settings, and returns its result.
  ///
  /// - Throws: a failure if the daemon does not answer.
  mutating func order(
    _ action: SettingOrder.Action, while context: String
  ) throws(Failure) -> LocalAnswer.Result {
    number += 1
    var order = SettingOrder(action)
    order.number = number
    return try answer(to: .setting(order), while: context).result
  }

  /// Gives the daemon an order about shared pads, and returns its result.
  ///
  /// - Throws: a failure if the daemon does not answer.
  mutating func order(_ action: ShareOrder.Action, while context: String) throws(Failure)
    -> LocalAnswer.Result
  {
    number += 1
    var order = ShareOrder(action)
    order.number = number
    return try answer(to: .share(order), while: context).result
  }

  /// Gives the daemon an order about the game that runs.
  ///
  /// Returns the result once the pads that the game wants exist.
  ///
  /// - Throws: a failure if the daemon does not answer.
  mutating func order(
    _ request: GameOrder.Request, while context: String
  ) throws(Failure) -> LocalAnswer.Result {
    number += 1
    var order = GameOrder(request)
    order.number = number
    return try answer(to: .game(order), while: context).result
  }

  /// Sends `packet`, whose number is ``number``, and returns the daemon's answer.
  ///
  /// Notices about settings that arrive before the answer are kept.
  ///
  /// - Throws: a failure if the daemon does not answer.
  private mutating func answer(to packet: LocalPacket, while context: String) throws(Failure) -> LocalAnswer {
    daemon.send(packet)
    let end = Clock.now() + DaemonClient.patience
    while let packet = try next(until: end, while: context) {
      if case .answer(let answer) = packet, answer.number == number { return answer }
      if case .setting(let notice) = packet { notices.append(notice) }
    }
    throw Failure(silent: daemon.path, while: context)
  }

  /// Removes and returns the notices about settings that came while an order waited for its answer.
  mutating func removeNotices() -> [SettingNotice] {
    defer { notices = [] }
    return notices
  }

  /// Waits for the next notice about settings; nil if a signal asks the command to end.
  ///
  /// - Throws: a failure if the connection to the daemon is lost.
  mutating func nextNotice(while context: String) throws(Failure) -> SettingNotice? {
    while let packet = try next(until: .distantFuture, while: context) {
      if case .setting(let notice) = packet { return notice }
    }
    return nil
  }

  /// Sends `message` with the payload `bytes`; returns the players that it is sent to, and those that it misses.
  ///
  /// - Throws: a failure if the daemon does not answer.
  mutating func send(
    _ message: LocalMessage, _ bytes: [UInt8], while context: String
  ) throws(Failure) -> LocalDelivery {
    number += 1
    var message = message
    message.number = number
    daemon.send(message, bytes.span)
    let end = Clock.now() + DaemonClient.patience
    while let packet = try next(until: end, while: context) {
      if case .delivery(let delivery) = packet, delivery.number == number { return delivery }
    }
    throw Failure(silent: daemon.path, while: context)
  }

  /// Subscribes to the messages of players' programs, which ``nextMessage(while:)`` returns.
  func listen() { daemon.watch(.messages) }

  /// Waits for the next message from a player's program, and returns it with its payload.
  ///
  /// Returns nil if a signal asks the command to end.
  ///
  /// - Throws: a failure if the connection to the daemon is lost.
  mutating func nextMessage(while context: String) throws(Failure) -> (LocalMessage, [UInt8])? {
    while let arrival = try nextArrival(until: .distantFuture, while: context) {
      if case .message(let message) = arrival.packet { return (message, arrival.bytes) }
    }
    return nil
  }

  /// Waits until `end` for a change of a controller.
  ///
  /// - Throws: a failure if the connection to the daemon is lost.
  mutating func news(until end: Instant, while context: String) throws(Failure) -> Notification {
    while let packet = try next(until: end, while: context) {
      if case .peer(let peer) = packet { return .peer(peer) }
    }
    return Clock.now() < end ? .ended : .timeout
  }

  /// Returns the next packet; nil when `end` has passed or a signal has arrived.
  private mutating func next(until end: Instant, while context: String) throws(Failure) -> StatusPacket? {
    try nextArrival(until: end, while: context)?.packet
  }

  private mutating func nextArrival(
    until end: Instant, while context: String
  ) throws(Failure) -> (packet: StatusPacket, bytes: [UInt8])? {
    while waiting.isEmpty {
      switch loop.next(until: end) {
      case .ready: try receive(while: context)
      case .signal, .time: return nil
      }
    }
    return waiting.removeFirst()
  }

  private mutating func receive(while context: String) throws(Failure) {
    var buffer = LocalBuffer(repeating: 0)
    while let count = daemon.receive(into: &buffer) {
      guard count > 0 else {
        throw Failure(goneFrom: daemon.path, while: context)
      }
      let bytes = buffer.span.extracting(first: count)
      guard let packet = try? StatusPacket(parsing: bytes) else { continue }
      if case .otherVersion = packet { throw Failure(otherVersionAt: daemon.path, while: context) }
      let payload = if case .message(let message) = packet { message.payload } else { 0..<0 }
      waiting.append((packet, payload.map { bytes[$0] }))
    }
  }
}

extension Failure {
  /// Creates the failure of an order that the daemon has answered with `result`.
  fileprivate init(_ result: LocalAnswer.Result, of order: LocalOrder, while context: String) {
    let (what, remedy) =
      switch result {
      case .nobody where order.verb.isForStage: ("there is no such player now", "tiltpad mode")
      case .notNow where order.verb == .mode: ("the host has no such mode", "tiltpad mode")
      case .notNow where order.verb.isForStage:
        ("the quiz does not allow that now", "tiltpad buzzer shows the state of the quiz")
      case .done, .nobody, .overruled: ("there is no such controller now", "tiltpad peers")
      case .notNow: ("the controller has not shown its number yet", "wait until tiltpad peers shows it")
      case .noSessions:
        (
          "the daemon has no encrypted sessions",
          "journalctl -u tiltpad says why it cannot read its database"
        )
      case .fixed, .edited, .switchedOff: ("the daemon's settings forbid it", "man tiltpad.conf")
      case .full: ("no more controllers can be paired", "tiltpad devices revoke KEY")
      case .failed where order.verb == .closePairing:
        (
          "the controller plays, but could not be saved: the daemon forgets it when it ends",
          "journalctl -u tiltpad says why; then run tiltpad pair again"
        )
      case .failed where order.verb == .forget:
        ("nothing was deleted: the database cannot be written", "journalctl -u tiltpad says why")
      case .failed: ("it was done, but the daemon could not save it", "journalctl -u tiltpad")
      }
    self.init(what, while: context, try: remedy)
  }
}
