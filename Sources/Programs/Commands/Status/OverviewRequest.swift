import Console
import Local
import Model
import Platform
import Wire

/// A request for the state of the daemon and of its web gateway.
struct OverviewRequest: Sendable {
  /// The maximum time for the daemon's first answer, and the maximum delay of its second.
  private static let patience = Interval.seconds(3)
  /// The maximum time for the gateway's answer.
  private static let gatewayPatience = Interval.seconds(1)

  /// The path of the daemon's socket.
  var path: String
  /// The path of the web gateway's socket.
  var gatewayPath: String
  /// The task that a failure names.
  var context: String

  /// Creates the request to the programs named by the options `--socket` and `--tickets`, or else to the system's.
  init(_ invocation: Invocation, while context: String) {
    path = invocation.value("socket") ?? SocketPath.forConnecting
    gatewayPath = invocation.value("tickets") ?? WebPaths.socketForConnecting(of: path)
    self.context = context
  }

  /// Returns the current state.
  ///
  /// With `span`, 10 ms to 60 s, it includes the players' rates over that time.
  ///
  /// - Throws: a failure that explains why the daemon cannot be reached.
  func answer(over span: Interval? = nil) throws(Failure) -> Overview {
    var watch = try OverviewWatch(path, period: span ?? .seconds(60), while: context)
    let patience = OverviewRequest.patience
    var overview = try watch.next(within: patience, while: context)
    if let span {
      let former = overview.snapshot
      overview = try watch.next(within: span + patience, while: context)
      overview.measure(since: former)
    }
    overview.gateway = gatewayStatus
    return overview
  }

  /// The status of the web gateway; nil if it does not answer.
  private var gatewayStatus: GatewayStatus? {
    var gateway = LocalClient(of: gatewayPath)
    guard var poller = try? Poller(), (try? gateway.open(in: poller, token: 0)) != nil else { return nil }
    gateway.send(GatewayStatusRequest().datagram)
    var buffer = GatewayStatus.Buffer(repeating: 0)
    guard poller.wait(atMost: OverviewRequest.gatewayPatience) > 0,
      let count = gateway.receive(into: &buffer), count > 0
    else { return nil }
    return try? GatewayStatus(parsing: buffer.span.extracting(first: count))
  }
}

/// A watch on the daemon that leaves the program's signals alone.
private struct OverviewWatch: ~Copyable {
  private var daemon: LocalClient
  private var poller: Poller
  private var gathering = OverviewGathering()

  /// Watches the daemon at `path`, with a status every `period`.
  ///
  /// - Throws: a failure that explains why the daemon cannot be reached.
  init(_ path: String, period: Interval, while context: String) throws(Failure) {
    do throws(SystemError) {
      var daemon = LocalClient(of: path)
      let poller = try Poller()
      try daemon.open(in: poller, token: 0)
      daemon.watch([.status, .peers, .stage], period: UInt16(clamping: period.nanoseconds / 1_000_000))
      self.daemon = daemon
      self.poller = poller
    } catch {
      throw Failure(reaching: path, error, while: context)
    }
  }

  /// Returns the next overview.
  ///
  /// - Throws: a failure if the connection is lost, or if the daemon has another version or is silent for `limit`.
  mutating func next(within limit: Interval, while context: String) throws(Failure) -> Overview {
    let end = Clock.now() + limit
    var buffer = LocalBuffer(repeating: 0)
    while Clock.now() < end {
      guard let count = daemon.receive(into: &buffer) else {
        _ = poller.wait(until: end, from: Clock.now())
        continue
      }
      guard count > 0 else { throw Failure(goneFrom: daemon.path, while: context) }
      let packet = try? StatusPacket(parsing: buffer.span.extracting(first: count))
      if case .otherVersion = packet { throw Failure(otherVersionAt: daemon.path, while: context) }
      if let packet, let overview = gathering.add(packet) { return overview }
    }
    throw Failure(silent: daemon.path, while: context)
  }
}
