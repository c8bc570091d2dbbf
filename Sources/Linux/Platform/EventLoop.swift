public import Model

/// A loop in which a command waits for a deadline, for signals that end the command, and for its descriptors.
public struct EventLoop: ~Copyable {
  /// An event that ends a wait.
  public enum Event: Hashable {
    /// The file descriptor that was added with this token is ready.
    case ready(UInt64)
    /// The deadline has passed.
    case time
    /// A signal asks the command to end.
    case signal
  }

  private enum Token {
    static let signals = UInt64.max
    static let timer = UInt64.max - 1
  }

  /// The poller to which a command adds its file descriptors, with tokens up to `UInt64.max` − 2.
  public private(set) var poller: Poller
  private let signals: Signals
  private var timer: Timer
  private var waiting = 0..<0
  private var isDue = false

  /// Creates a loop that waits for signals and a deadline only; the signals stay blocked after the loop is gone.
  ///
  /// - Throws: `SystemError` of `.signals`, `.timer` or `.poll`.
  public init() throws(SystemError) {
    let signals = try Signals()
    let timer = try Timer()
    let poller = try Poller()
    try poller.add(signals.descriptor, token: Token.signals)
    try poller.add(timer.descriptor, token: Token.timer)
    self.poller = poller
    self.signals = signals
    self.timer = timer
  }

  /// Waits for the next event, until `time` at most.
  ///
  /// A signal comes before all other events of the same wake-up, because its cause may also have ended the
  /// program at the other end. The deadline comes last, because the awaited event may be among those that are
  /// ready.
  public mutating func next(until time: Instant) -> Event {
    while true {
      guard let index = waiting.popFirst() else {
        if isDue {
          isDue = false
          if time <= Clock.now() { return .time }
        }
        timer.arm(at: time)
        waiting = 0..<poller.wait()
        let isSignalled = waiting.contains { poller[$0].token == Token.signals }
        if isSignalled, signals.next() != nil { return .signal }
        continue
      }
      switch poller[index].token {
      case Token.timer: isDue = timer.acknowledge()
      case Token.signals: continue
      case let token: return .ready(token)
      }
    }
  }
}
