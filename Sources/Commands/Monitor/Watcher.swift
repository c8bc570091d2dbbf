import Model
import Platform
import Wire

/// Follows the daemon's status: connects, asks for it, and connects again when the daemon is gone.
struct Watcher: ~Copyable {
  /// What has happened.
  enum News {
    /// The daemon has told how things are.
    case snapshot(Snapshot)
    /// There is no daemon now; another try follows in a second.
    case lost
    /// The person at the terminal, or a signal, wants an end.
    case ended
  }

  private enum Token {
    static let connection: UInt64 = 0
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let keys: UInt64 = 3
  }

  private let path: String
  private let period: UInt16
  private var poller: Poller
  private let signals: Signals
  private var timer: Timer
  private var connection: LocalConnection?
  private var gathering = SnapshotGathering()
  private var news: [News] = []

  /// Watches the daemon at `path` with a status every `period` milliseconds, from ``connect()`` on; keys are
  /// read from the terminal if `readsKeys`.
  ///
  /// - Throws: `SystemError` of `.signals`, `.timer` or `.poll`.
  init(path: String, period: UInt16, readsKeys: Bool) throws(SystemError) {
    let signals = try Signals()
    let timer = try Timer()
    let poller = try Poller()
    try poller.add(signals.descriptor, token: Token.signals)
    try poller.add(timer.descriptor, token: Token.timer)
    if readsKeys { try poller.add(.input, token: Token.keys) }
    self.path = path
    self.period = period
    self.signals = signals
    self.timer = timer
    self.poller = poller
  }

  /// Connects to the daemon and asks for its status.
  ///
  /// - Throws: `SystemError` of `.socket`, `.connect` or `.poll`.
  mutating func connect() throws(SystemError) {
    let connection = try LocalConnection(connectingTo: path)
    try poller.add(connection.descriptor, token: Token.connection)
    LocalPacket.watch(Watch(topics: .status, period: period)).datagram.withBytes { _ = connection.send($0) }
    self.connection = consume connection
    timer.arm(at: Clock.now() + patience)
  }

  /// Waits for the next news.
  mutating func next() -> News {
    while news.isEmpty {
      let count = poller.wait()
      for index in 0..<count { serve(poller[index].token) }
    }
    return news.removeFirst()
  }

  private mutating func serve(_ token: UInt64) {
    switch token {
    case Token.connection: drain()
    case Token.signals: obeySignals()
    case Token.keys: readKeys()
    default: beDue()
    }
  }

  /// Silence after which the daemon counts as gone.
  private var patience: Interval { max(.seconds(5), .milliseconds(3 * Int64(period))) }

  private mutating func drain() {
    var buffer = InlineArray<640, UInt8>(repeating: 0)
    while let transfer = connection?.receive(into: &buffer) {
      switch transfer {
      case .wouldBlock: return
      case .done(let count) where count > 0: take(buffer.span.extracting(first: min(count, buffer.count)))
      case .done, .failed: lose()
      }
    }
  }

  private mutating func take(_ bytes: Span<UInt8>) {
    guard let packet = try? StatusPacket(parsing: bytes), let snapshot = gathering.add(packet) else { return }
    news.append(.snapshot(snapshot))
    timer.arm(at: Clock.now() + patience)
  }

  private mutating func lose() {
    connection = nil
    gathering = SnapshotGathering()
    news.append(.lost)
    timer.arm(at: Clock.now() + .seconds(1))
  }

  private mutating func beDue() {
    guard timer.acknowledge() else { return }
    guard connection == nil, (try? connect()) != nil else { return lose() }
  }

  private mutating func obeySignals() {
    while signals.next() != nil { news.append(.ended) }
  }

  private mutating func readKeys() {
    var keys = InlineArray<16, UInt8>(repeating: 0)
    switch Stream.input.read(into: &keys) {
    case .done(let count) where count > 0:
      for index in 0..<count where keys[index] == UInt8(ascii: "q") { news.append(.ended) }
    case .wouldBlock: return
    case .done, .failed: news.append(.ended)
    }
  }
}
