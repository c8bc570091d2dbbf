import Model
import Platform
import Wire

/// A conversation with the daemon about pairing and who comes in.
struct LobbyConnection: ~Copyable {
  /// How long the daemon may take to answer.
  private static let patience = Interval.seconds(5)

  /// What has happened.
  enum News {
    /// A controller has come, gone, or waits.
    case peer(PeerStatus)
    /// The time is up.
    case timeout
    /// A signal wants an end.
    case ended
  }

  private let path: String
  private let connection: LocalConnection
  private var loop: EventLoop
  private var waiting: [StatusPacket] = []
  private var number: UInt32 = 0

  /// Connects to the daemon at `path`.
  ///
  /// - Throws: a failure that says why it cannot be reached.
  init(to path: String, while context: String) throws(Failure) {
    do throws(SystemError) {
      let connection = try LocalConnection(connectingTo: path)
      let loop = try EventLoop()
      try loop.poller.add(connection.descriptor, token: 0)
      self.path = path
      self.connection = connection
      self.loop = loop
    } catch {
      throw Failure(reaching: path, error, while: context)
    }
  }

  /// Has the daemon do something, and returns its answer when that is done.
  ///
  /// - Throws: a failure that says why it was not done.
  mutating func order(_ order: LocalOrder, while context: String) throws(Failure) -> LocalAnswer {
    number += 1
    var order = order
    order.number = number
    LocalPacket.order(order).datagram.withBytes { _ = connection.send($0) }
    let end = Clock.now() + LobbyConnection.patience
    while let packet = try next(until: end, while: context) {
      guard case .answer(let answer) = packet, answer.number == number else { continue }
      guard answer.result == .done else { throw Failure(answer.result, of: order, while: context) }
      return answer
    }
    throw Failure(silent: path, while: context)
  }

  /// Everyone who has an encrypted session or whose slot waits; ``next(until:)`` tells of changes from now on.
  ///
  /// - Throws: a failure when the daemon does not answer.
  mutating func peers(while context: String) throws(Failure) -> [PeerStatus] {
    LocalPacket.watch(Watch(topics: .peers, period: 1_000)).datagram.withBytes { _ = connection.send($0) }
    var peers: [PeerStatus] = []
    let end = Clock.now() + LobbyConnection.patience
    while let packet = try next(until: end, while: context) {
      guard case .peer(let peer) = packet else { continue }
      if peer.state == PeerStatus.end.state { return peers }
      peers.append(peer)
    }
    throw Failure(silent: path, while: context)
  }

  /// Waits for a change until `end`.
  ///
  /// - Throws: a failure when the daemon is gone.
  mutating func news(until end: Instant, while context: String) throws(Failure) -> News {
    while let packet = try next(until: end, while: context) {
      if case .peer(let peer) = packet { return .peer(peer) }
    }
    return Clock.now() < end ? .ended : .timeout
  }

  /// The next message; nil when `end` has come, or a signal.
  private mutating func next(until end: Instant, while context: String) throws(Failure) -> StatusPacket? {
    while waiting.isEmpty {
      guard Clock.now() < end else { return nil }
      switch loop.next(until: end) {
      case .ready: try receive(while: context)
      case .signal: return nil
      case .time: break
      }
    }
    return waiting.removeFirst()
  }

  private mutating func receive(while context: String) throws(Failure) {
    var buffer = InlineArray<640, UInt8>(repeating: 0)
    while true {
      switch connection.receive(into: &buffer) {
      case .wouldBlock: return
      case .done(let count) where count > 0:
        let bytes = buffer.span.extracting(first: min(count, buffer.count))
        if let packet = try? StatusPacket(parsing: bytes) { waiting.append(packet) }
      case .done, .failed:
        throw Failure(
          "the daemon at \(path) is gone", while: context, try: "systemctl status tiltpad says why")
      }
    }
  }
}

extension Failure {
  fileprivate init(silent path: String, while context: String) {
    self.init(
      "the daemon at \(path) does not answer", while: context,
      try: "systemctl status tiltpad, or tiltpad doctor")
  }

  /// Why the daemon has not done what it was told.
  fileprivate init(_ result: LocalAnswer.Result, of order: LocalOrder, while context: String) {
    let (what, remedy) =
      switch result {
      case .done, .nobody: ("there is no such controller now", "tiltpad peers")
      case .notNow: ("the controller has not shown its number yet", "wait until tiltpad peers shows it")
      case .noSessions:
        (
          "the daemon has no encrypted sessions",
          "journalctl -u tiltpad says why; it cannot read its database"
        )
      case .full: ("as many controllers are paired as there may be", "tiltpad devices revoke KEY")
      case .failed: ("it was done, but the daemon could not write it down", "journalctl -u tiltpad")
      }
    self.init(what, while: context, try: remedy)
  }
}
