import Handset
import Local
import Model
import Platform
import Wire

/// A client for the daemon's status, which reconnects when the connection is lost.
struct Watcher: ~Copyable {
  /// An event that the watcher reports.
  enum Update {
    /// A snapshot has arrived from the daemon.
    case snapshot(Snapshot)
    /// The invitation has changed.
    case invitation
    /// The connection to the daemon is lost; the next attempt follows a second later.
    case lost
    /// The daemon's status has another version; the next attempt follows a second later.
    case otherVersion
    /// The user at the terminal or a signal ends the watch.
    case ended
  }

  private enum Token {
    static let connection: UInt64 = 0
    static let keys: UInt64 = 1
    static let invitation: UInt64 = 2
  }

  private let period: UInt16
  private var loop: EventLoop
  private var reader = KeyReader()
  /// The time at which a silent daemon is considered gone, or the next attempt to connect is made.
  private var due = Instant.distantFuture
  private var daemon: LocalClient
  private var gathering = SnapshotGathering()
  private var news: [Update] = []
  private var invitation = Invitation()

  /// Prepares to watch the daemon at `path`; ``connect()`` then connects.
  ///
  /// A status arrives every `period` milliseconds. Keys are read from the terminal if `readsKeys`.
  ///
  /// - Throws: `SystemError` of `.signals`, `.timer` or `.poll`.
  init(path: String, period: UInt16, readsKeys: Bool) throws(SystemError) {
    let loop = try EventLoop()
    if readsKeys { try loop.poller.add(.input, token: Token.keys) }
    daemon = LocalClient(of: path)
    self.period = period
    self.loop = loop
  }

  /// Connects to the daemon and asks for its status.
  ///
  /// - Throws: `SystemError` of `.socket`, `.connect` or `.poll`.
  mutating func connect() throws(SystemError) {
    try daemon.open(in: loop.poller, token: Token.connection)
    daemon.watch(.status, period: period)
    due = Clock.now() + patience
  }

  /// The path of the daemon's socket.
  var path: String { daemon.path }

  /// Adopts `invitation`, which first asks the gateway when a snapshot has no players.
  mutating func invite(_ invitation: consuming Invitation) { self.invitation = consume invitation }

  /// The current state of the invitation.
  var entrance: Invitation.State { invitation.state }

  /// True once ``next()`` has returned every known event.
  var isCaughtUp: Bool { news.isEmpty }

  /// Waits for the next event, and returns it.
  mutating func next() -> Update {
    while news.isEmpty {
      switch loop.next(until: min(due, invitation.due)) {
      case .ready(Token.connection): drain()
      case .ready(Token.invitation):
        invitation.receive(at: Clock.now())
        news.append(.invitation)
      case .ready: readKeys()
      case .signal: news.append(.ended)
      case .time: advance(to: Clock.now())
      }
    }
    return news.removeFirst()
  }

  private mutating func advance(to now: Instant) {
    if invitation.advance(to: now, loop.poller, token: Token.invitation) {
      news.append(.invitation)
    }
    if due <= now, daemon.isOpen || (try? connect()) == nil { lose() }
  }

  /// The silence after which the daemon is considered gone.
  private var patience: Interval { max(.seconds(5), .milliseconds(3 * Int64(period))) }

  private mutating func drain() {
    var buffer = LocalBuffer(repeating: 0)
    while let count = daemon.receive(into: &buffer) {
      if count > 0 { receive(buffer.span.extracting(first: count)) } else { lose() }
    }
  }

  private mutating func receive(_ bytes: Span<UInt8>) {
    let packet = try? StatusPacket(parsing: bytes)
    if case .otherVersion = packet { return lose(.otherVersion) }
    guard let packet, let snapshot = gathering.add(packet) else { return }
    if snapshot.players.isEmpty { invitation.want(at: Clock.now()) }
    news.append(.snapshot(snapshot))
    due = Clock.now() + patience
  }

  private mutating func lose(_ update: Update = .lost) {
    daemon.close()
    gathering = SnapshotGathering()
    news.append(update)
    due = Clock.now() + .seconds(1)
  }

  private mutating func readKeys() {
    if reader.read(at: Clock.now())?.contains(.character("q")) ?? true { news.append(.ended) }
  }
}
