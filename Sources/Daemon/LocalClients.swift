import Model
import Platform
import Wire

/// The programs connected to the local sockets: those that watch and order, and behind them the gateways.
struct LocalClients: ~Copyable {
  /// The places of programs, which may do everything.
  static let programs = 0..<16
  /// The places of those who came by the gateways' socket, so that neither takes the other's.
  static let gateways = 16..<20

  private var connections = InlineArray<20, LocalConnection?> { _ in nil }
  private var watches = InlineArray<20, Watch?>(repeating: nil)
  private var due = InlineArray<20, Instant>(repeating: .distantFuture)
  private var pagePorts = InlineArray<20, UInt16>(repeating: 0)

  /// A free place among `places`; nil when there is none.
  func freePlace(among places: Range<Int>) -> Int? {
    for index in places where connections[index] == nil { return index }
    return nil
  }

  /// The process that has connected at `index`; nil when nobody has.
  func process(at index: Int) -> Int32? { try? connections[index]?.peerProcess() }

  /// Keeps `connection` at the free place `index`.
  mutating func add(_ connection: consuming LocalConnection, at index: Int) {
    connections[index] = consume connection
  }

  /// Closes the connection at `index`.
  mutating func remove(_ index: Int) {
    connections[index] = nil
    watches[index] = nil
    due[index] = .distantFuture
    pagePorts[index] = 0
    noteTraces()
  }

  /// Notes that the gateway at `index` serves its page at TCP port `pagePort`.
  mutating func note(pagePort: UInt16, of index: Int) {
    pagePorts[index] = pagePort
  }

  /// The TCP port of the page; 0 while no gateway serves one.
  var pagePort: UInt16 {
    for index in pagePorts.indices where pagePorts[index] != 0 { return pagePorts[index] }
    return 0
  }

  /// The next message from the connection at `index`.
  func receive<let size: Int>(_ index: Int, into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    connections[index]?.receive(into: &buffer) ?? .wouldBlock
  }

  /// Sends to the connection at `index`; what it does not take at once is lost to it.
  func send(_ bytes: Span<UInt8>, to index: Int) {
    guard connections.indices.contains(index) else { return }
    _ = connections[index]?.send(bytes)
  }

  /// Gives the connection at `index` what it wants to know from `now` on.
  mutating func follow(_ watch: Watch, for index: Int, at now: Instant) {
    watches[index] = watch
    due[index] = watch.topics.contains(.status) ? now : .distantFuture
    noteTraces()
  }

  /// Kept, because it is asked for with every packet.
  private mutating func noteTraces() {
    hasTraces = false
    for index in watches.indices where watches[index]?.topics.contains(.trace) == true { hasTraces = true }
  }

  /// When the next status is due.
  var nextStatus: Instant {
    mutating get {
      var next = Instant.distantFuture
      for index in due.indices { next = min(next, due[index]) }
      return next
    }
  }

  /// The next connection whose status is due at `now`; it is due again a period later.
  mutating func takeDueStatus(at now: Instant) -> Int? {
    for index in due.indices where due[index] <= now {
      due[index] = now + .milliseconds(Int64(watches[index]?.period ?? 100))
      return index
    }
    return nil
  }

  /// Whether the program at connection `index` watches `topic`.
  func isWatching(_ topic: Watch.Topics, at index: Int) -> Bool {
    watches[index]?.topics.contains(topic) == true
  }

  /// Tells everyone who wants to know how a controller is.
  func announce(_ peer: PeerStatus) {
    var datagram = Datagram<640>()
    peer.write(to: &datagram)
    datagram.withBytes { tell($0, watching: .peers) }
  }

  /// Sends `bytes` to everyone who watches `topic`.
  func tell(_ bytes: Span<UInt8>, watching topic: Watch.Topics) {
    for index in watches.indices where watches[index]?.topics.contains(topic) == true {
      send(bytes, to: index)
    }
  }

  /// Tells the program at connection `index` how a controller is.
  func send(_ peer: PeerStatus, to index: Int) {
    var datagram = Datagram<640>()
    peer.write(to: &datagram)
    datagram.withBytes { send($0, to: index) }
  }

  /// Whether anybody wants accepted packets.
  private(set) var hasTraces = false

  /// Sends an accepted packet's frames to those who want them.
  func trace(_ header: TraceHeader, frames: Span<UInt8>) {
    var datagram = Datagram<640>()
    header.write(to: &datagram)
    datagram.append(contentsOf: frames)
    datagram.withBytes { tell($0, watching: .trace) }
  }
}
