import Model
import Platform

/// A server of the metrics over HTTP, with one request and one response per connection.
struct MetricsServer: ~Copyable {
  /// A connection's request, and the time at which the connection is closed.
  private struct Scrape {
    var end = Instant.distantFuture
    var request: ScrapeRequest
    var isAnswered = false
  }

  /// The maximum number of open connections; any further connection is closed immediately.
  static let limit = 8
  /// The maximum duration of a connection, including its response.
  static let patience = Interval.seconds(5)
  private static let listenerToken = UInt64.max >> 1

  private var loop: EventLoop
  private let listener: StreamListener
  private var connections = InlineArray<8, StreamConnection?> { _ in nil }
  /// The connections' requests; an unused entry has no closing time.
  private var scrapes: [Scrape]
  private let blank: Scrape
  private let text: () -> String

  /// Serves the result of `text` on `listener`.
  ///
  /// Requests must be for loopback or `machine`; if `machine` is nil, they may be for any host.
  ///
  /// - Throws: `SystemError` of `.signals`, `.timer` or `.poll`.
  init(
    at listener: consuming StreamListener, as machine: String?, _ text: @escaping () -> String
  ) throws(SystemError) {
    let loop = try EventLoop()
    try loop.poller.add(listener.descriptor, token: MetricsServer.listenerToken)
    self.loop = loop
    self.listener = listener
    self.text = text
    blank = Scrape(request: ScrapeRequest(to: machine))
    scrapes = [Scrape](repeating: blank, count: MetricsServer.limit)
  }

  /// Runs until a signal ends it.
  mutating func run() {
    while true {
      switch loop.next(until: nextEnd) {
      case .signal: return
      case .time: closeOverdue(at: Clock.now())
      case .ready(MetricsServer.listenerToken): accept(at: Clock.now())
      case .ready(let index): receive(Int(index))
      }
    }
  }

  private var nextEnd: Instant { scrapes.map(\.end).min() ?? .distantFuture }

  private mutating func accept(at now: Instant) {
    guard let connection = try? listener.accept() else { return }
    for index in connections.indices where connections[index] == nil {
      guard (try? loop.poller.add(connection.descriptor, token: UInt64(index))) != nil else { return }
      connections[index] = consume connection
      (scrapes[index], scrapes[index].end) = (blank, now + MetricsServer.patience)
      return
    }
  }

  private mutating func close(_ index: Int) {
    connections[index] = nil
    scrapes[index] = blank
  }

  /// Receives bytes on the connection with the index `index`.
  ///
  /// Bytes after the request are read, so that the response arrives, but ignored.
  private mutating func receive(_ index: Int) {
    var buffer = InlineArray<4096, UInt8>(repeating: 0)
    let arrival = connections[index]?.receive(into: &buffer)
    // The event may belong to an earlier connection with the same index.
    guard arrival != .wouldBlock else { return }
    guard case .done(let count)? = arrival, count > 0 else { return close(index) }
    guard !scrapes[index].isAnswered,
      let verdict = scrapes[index].request.add(buffer.span.extracting(first: count))
    else { return }
    answer(verdict, at: index)
  }

  private mutating func answer(_ verdict: ScrapeRequest.Verdict, at index: Int) {
    let bytes = Array(verdict.response(text()).utf8)
    guard connections[index]?.send(bytes.span) == .done(bytes.count) else { return close(index) }
    connections[index]?.finish()
    scrapes[index].isAnswered = true
  }

  private mutating func closeOverdue(at now: Instant) {
    for index in scrapes.indices where scrapes[index].end <= now { close(index) }
  }
}
