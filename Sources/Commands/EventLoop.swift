import Model
import Platform

/// What every command waits with: a time, the signals that end it, and the descriptors that it adds.
struct EventLoop: ~Copyable {
  /// What has happened.
  enum Event: Hashable {
    /// What was added as this token is ready.
    case ready(UInt64)
    /// The time has come.
    case time
    /// A signal wants an end.
    case signal
  }

  private enum Token {
    static let signals = UInt64.max
    static let timer = UInt64.max - 1
  }

  /// What to add descriptors to, as tokens up to `UInt64.max` − 2.
  private(set) var poller: Poller
  private let signals: Signals
  private var timer: Timer
  private var waiting = 0..<0

  /// A loop that waits for signals and a time only; the signals stay blocked when it is gone.
  ///
  /// - Throws: `SystemError` of `.signals`, `.timer` or `.poll`.
  init() throws(SystemError) {
    let signals = try Signals()
    let timer = try Timer()
    let poller = try Poller()
    try poller.add(signals.descriptor, token: Token.signals)
    try poller.add(timer.descriptor, token: Token.timer)
    self.poller = poller
    self.signals = signals
    self.timer = timer
  }

  /// Waits for the next event, until `time` at most; of those that come together a signal is the first, since whatever
  /// ends us may have ended the other side too.
  mutating func next(until time: Instant) -> Event {
    while true {
      guard let index = waiting.popFirst() else {
        timer.arm(at: time)
        waiting = 0..<poller.wait()
        let isSignalled = waiting.contains { poller[$0].token == Token.signals }
        if isSignalled, signals.next() != nil { return .signal }
        continue
      }
      switch poller[index].token {
      case Token.timer: if timer.acknowledge() { return .time }
      case Token.signals: continue
      case let token: return .ready(token)
      }
    }
  }
}
