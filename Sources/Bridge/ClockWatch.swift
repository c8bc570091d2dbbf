import Model
import Session
import Wire

/// When a controller is asked for its clock, and what its answers say (docs/protocol.md, "Clocks").
struct ClockWatch: Sendable {
  /// The first questions follow each other quickly, so that bounds are there at once.
  static let firstCount = 10
  static let firstPeriod = Interval.milliseconds(20)
  /// So long after the first one there are more of them than later.
  static let beginning = Interval.seconds(3)
  static let beginningPeriod = Interval.milliseconds(100)
  static let period = Interval.milliseconds(500)
  /// How often while a round of a quiz is armed.
  static let hurriedPeriod = Interval.milliseconds(50)
  /// After so long without an answer there is none to be had.
  static let patience = Interval.seconds(10)
  /// An answer that takes longer says nothing.
  static let lifetime = Interval.seconds(2)
  /// The questions that answers are taken for; more are never under way within ``lifetime``.
  private static let memory = 32

  /// What the answers so far allow.
  private(set) var bounds = ClockBounds()
  /// When each of the last questions was asked; the distant future when there is none, or it was answered.
  private var asked = InlineArray<32, Instant>(repeating: .distantFuture)
  private var count = 0
  private var isHurried = false
  private var since = Instant.distantFuture
  private var answered = Instant.distantFuture

  /// When ``take(at:)`` has a question.
  private(set) var due = Instant.distantFuture

  /// The controller is there, and answers: it is asked from `now` on, unless it is already.
  mutating func begin(at now: Instant) {
    guard since == .distantFuture else { return }
    (since, answered, due) = (now, now, now)
  }

  /// The controller is gone, or another program has taken its place: nothing that was said holds any longer.
  mutating func end() {
    if since != .distantFuture { self = ClockWatch() }
  }

  /// The host's time in µs to be sent at `now`; nil when none is due.
  mutating func take(at now: Instant) -> UInt32? {
    guard due <= now else { return nil }
    asked[count % ClockWatch.memory] = now
    count += 1
    due = now < answered + ClockWatch.patience ? now + pause(at: now) : .distantFuture
    return ClockWatch.stamp(now)
  }

  /// Takes an answer that has come `now`; one to no question, to an old one, or a second one counts for nothing.
  ///
  /// The controller's clock goes on `step` µs at a time.
  mutating func take(_ pong: Pong, step: UInt32, at now: Instant) {
    for place in asked.indices {
      let time = asked[place]
      guard time != .distantFuture, ClockWatch.stamp(time) == pong.hostSent else { continue }
      asked[place] = .distantFuture
      guard now - time <= ClockWatch.lifetime else { return }
      answered = now
      bounds.add(hostSent: pong.hostSent, received: pong.received, sent: pong.sent, step: step, at: now)
      return
    }
  }

  /// Whether every moment counts: then it is asked 20 times a second, from `now` on.
  mutating func hurry(_ isHurried: Bool, at now: Instant) {
    if isHurried, !self.isHurried, due != .distantFuture { due = now }
    self.isHurried = isHurried
  }

  private func pause(at now: Instant) -> Interval {
    if count < ClockWatch.firstCount { return ClockWatch.firstPeriod }
    if isHurried { return ClockWatch.hurriedPeriod }
    return now < since + ClockWatch.beginning ? ClockWatch.beginningPeriod : ClockWatch.period
  }

  /// An instant as questions carry it.
  private static func stamp(_ instant: Instant) -> UInt32 {
    UInt32(truncatingIfNeeded: instant.nanoseconds / 1_000)
  }
}
