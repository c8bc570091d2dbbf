import Discovery
import Model
import Platform

/// Looks for hosts until the time is over or the person has seen enough.
struct Lookout: ~Copyable {
  private enum Token {
    static let browser: UInt64 = 0
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let keys: UInt64 = 3
  }

  /// How often there is news at least, so that a view follows the size of its terminal.
  private static let period = Interval.seconds(1)

  private var browser: Browser
  private var poller: Poller
  private let signals: Signals
  private var timer: Timer
  private let end: Instant
  private var isOver = false

  /// Looks from `start` until `end`, at UDP port `port` of everybody and at the addresses `unicast`; keys are read from
  /// the terminal if `readsKeys`.
  ///
  /// - Throws: `SystemError` of `.signals`, `.timer`, `.socket`, `.bind` or `.poll`.
  init(
    from start: Instant, until end: Instant, port: UInt16, unicast: [Endpoint], readsKeys: Bool
  ) throws(SystemError) {
    let browser = try Browser(from: start, port: port, unicast: unicast)
    let signals = try Signals()
    var timer = try Timer()
    let poller = try Poller()
    try browser.join(poller, token: Token.browser)
    try poller.add(signals.descriptor, token: Token.signals)
    try poller.add(timer.descriptor, token: Token.timer)
    if readsKeys { try poller.add(.input, token: Token.keys) }
    timer.arm(at: start)
    self.browser = browser
    self.signals = signals
    self.timer = timer
    self.poller = poller
    self.end = end
  }

  /// The hosts that there are now.
  var hosts: [FoundHost] { browser.hosts }

  /// Waits for the next news: what has changed, perhaps nothing; nil when it is over.
  mutating func next() -> [HostList.Change]? {
    guard !isOver else { return nil }
    let count = poller.wait()
    for index in 0..<count { serve(poller[index].token) }
    let now = Clock.now()
    // What has come by the end still counts.
    let changes = browser.advance(to: now)
    if now >= end { isOver = true }
    timer.arm(at: min(browser.nextDeadline, end, now + Lookout.period))
    return isOver && changes.isEmpty ? nil : changes
  }

  private mutating func serve(_ token: UInt64) {
    switch token {
    case Token.timer: _ = timer.acknowledge()
    case Token.signals: while signals.next() != nil { isOver = true }
    case Token.keys: readKeys()
    default: break
    }
  }

  private mutating func readKeys() {
    var keys = InlineArray<16, UInt8>(repeating: 0)
    switch Stream.input.read(into: &keys) {
    case .done(let count) where count > 0:
      for index in 0..<count where keys[index] == UInt8(ascii: "q") { isOver = true }
    case .wouldBlock: return
    case .done, .failed: isOver = true
    }
  }
}
