import Console
import Discovery
import Handset
import Model
import Platform

/// A search for hosts, which ends at a deadline, on a signal, or when the terminal closes.
struct HostScan: ~Copyable {
  /// The events during one wait.
  struct Sighting {
    /// The changes of hosts, in order.
    var changes: [HostList.Change] = []
    /// The keys that the user has pressed.
    var keys: [Key] = []
  }

  private enum Token {
    static let browser: UInt64 = 0
    static let keys: UInt64 = 1
  }

  /// The maximum time between two results of ``next()``, so that a view follows its terminal's size.
  private static let period = Interval.seconds(1)

  private var browser: Browser
  private var loop: EventLoop
  private var reader = KeyReader()
  private let end: Instant
  private var isOver = false

  /// Starts a search from `start` to `end`, by broadcast at UDP port `port`, and at the addresses in `unicast`.
  ///
  /// It reads the terminal's keys if `readsKeys`.
  ///
  /// - Throws: a failure that names what the kernel refused.
  init(
    from start: Instant, until end: Instant, port: UInt16, unicast: [Endpoint], readsKeys: Bool
  ) throws(Failure) {
    do throws(SystemError) {
      let browser = try Browser(from: start, port: port, unicast: unicast)
      let loop = try EventLoop()
      try browser.join(loop.poller, token: Token.browser)
      if readsKeys { try loop.poller.add(.input, token: Token.keys) }
      self.browser = browser
      self.loop = loop
      self.end = end
    } catch {
      throw Failure(
        "the kernel refused \(error.call): \(error.reason)", while: "preparing to look for hosts",
        try: "tiltpad doctor")
    }
  }

  /// The hosts that are present now.
  var hosts: [FoundHost] { browser.hosts }

  /// Waits for the next events, possibly none; returns nil when the search is over.
  mutating func next() -> Sighting? {
    guard !isOver else { return nil }
    var news = Sighting()
    let due = min(browser.nextDeadline, reader.deadline, Clock.now() + HostScan.period)
    switch loop.next(until: min(due, end)) {
    case .ready(Token.keys): readKeys(into: &news)
    case .signal: isOver = true
    case .ready, .time: break
    }
    let now = Clock.now()
    if let key = reader.expire(at: now) { news.keys.append(key) }
    // Announcements that arrived before the end still count.
    news.changes = browser.advance(to: now)
    if now >= end { isOver = true }
    return isOver && news.changes.isEmpty ? nil : news
  }

  private mutating func readKeys(into news: inout Sighting) {
    guard let keys = reader.read(at: Clock.now()) else {
      isOver = true
      return
    }
    news.keys = keys
  }
}
