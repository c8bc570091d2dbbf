import Guards
import Model
import Wire

/// The schedule of clock requests to a controller, and the clock bounds from its answers (docs/protocol.md, "Clocks").
struct ClockWatch: Sendable {
  /// The number of quick requests at the start, which yield bounds early.
  static let firstCount = 10
  static let firstPeriod = Interval.milliseconds(20)
  /// The initial period in which requests are more frequent than later.
  static let beginning = Interval.seconds(3)
  static let beginningPeriod = Interval.milliseconds(100)
  static let period = Interval.milliseconds(500)
  /// The interval between two requests while a round is armed.
  static let hurriedPeriod = Interval.milliseconds(50)
  /// The time without an answer after which no more requests are sent.
  static let patience = Interval.seconds(10)
  /// The maximum age of a request whose answer still counts.
  static let lifetime = Interval.seconds(2)
  /// The number of latest requests that are remembered, which include all requests within ``lifetime``.
  private static let memory = 40

  /// The bounds of the controller's clock from the answers so far.
  private(set) var bounds = ClockBounds()
  /// The times of the latest requests; the distant future for an entry that is unused or answered.
  private var asked = InlineArray<40, Instant>(repeating: .distantFuture)
  private var count = 0
  private var isHurried = false
  private var since = Instant.distantFuture
  private var answered = Instant.distantFuture

  /// The deadline for ``nextQuestion(at:)``.
  private(set) var due = Instant.distantFuture

  /// Starts sending requests at `now` to a controller that answers, unless they have already started.
  mutating func begin(at now: Instant) {
    guard since == .distantFuture else { return }
    (since, answered, due) = (now, now, now)
  }

  /// Stops the requests and discards the bounds, because the controller is gone or another program has taken its place.
  mutating func end() {
    if since != .distantFuture { self = ClockWatch() }
  }

  /// Returns the timestamp of the request to send at `now`: the host's time in µs, modulo 2³².
  ///
  /// The result is nil when no request is due.
  mutating func nextQuestion(at now: Instant) -> UInt32? {
    guard due <= now else { return nil }
    asked[count % ClockWatch.memory] = now
    count += 1
    due = now < answered + ClockWatch.patience ? now + pause(at: now) : .distantFuture
    return ClockWatch.stamp(now)
  }

  /// Applies an answer that arrived at `now`; an unknown, late or repeated answer does not count.
  ///
  /// The resolution of the controller's clock is `step` µs.
  mutating func apply(_ pong: Pong, step: UInt32, at now: Instant) {
    for index in asked.indices {
      let time = asked[index]
      guard time != .distantFuture, ClockWatch.stamp(time) == pong.hostSent else { continue }
      asked[index] = .distantFuture
      guard now - time <= ClockWatch.lifetime else { return }
      answered = now
      bounds.add(hostSent: pong.hostSent, received: pong.received, sent: pong.sent, step: step, at: now)
      return
    }
  }

  /// Sets whether requests are sent 20 times a second from `now` on, as they are while a round is armed.
  mutating func hurry(_ isHurried: Bool, at now: Instant) {
    if isHurried, !self.isHurried, due != .distantFuture { due = now }
    self.isHurried = isHurried
  }

  private func pause(at now: Instant) -> Interval {
    if count < ClockWatch.firstCount { return ClockWatch.firstPeriod }
    if isHurried { return ClockWatch.hurriedPeriod }
    return now < since + ClockWatch.beginning ? ClockWatch.beginningPeriod : ClockWatch.period
  }

  /// Returns `instant` as requests contain it: in µs, modulo 2³².
  private static func stamp(_ instant: Instant) -> UInt32 {
    UInt32(truncatingIfNeeded: instant.nanoseconds / 1_000)
  }
}
