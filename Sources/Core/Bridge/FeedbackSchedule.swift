import Model
import Wire

/// The schedule of a controller's force feedback and light (docs/protocol.md, "Rumble and light").
///
/// Each frame contains the whole state, not a change, so that the next frame makes up for a lost one.
struct FeedbackSchedule: Sendable {
  /// The minimum time between two FEEDBACK frames: at most 30 are sent a second.
  ///
  /// Some games change the state with each frame of video.
  static let period = Interval.microseconds(33_334)
  /// The interval between two repetitions of a state with a running motor.
  static let repetition = Interval.milliseconds(200)
  /// The time for which the controller keeps a state that is not repeated, in units of 10 ms.
  ///
  /// One repetition may be lost; and if the stop is lost, the motors still stop.
  static let duration: UInt8 = 40
  /// The intervals before the four repetitions of a state without a running motor.
  ///
  /// The first two repetitions come before the motors would stop by themselves. The last ones outlast most
  /// network gaps, because the light stays on until a frame turns it off.
  static let restRepetitions: [Interval] = [50, 100, 200, 400].map { .milliseconds($0) }

  /// The time for which a program other than a game may run the motors without asking again.
  static let loan = Interval.seconds(5)

  /// The state that games request.
  private var requested = PadFeedback.rest
  /// The feedback that a program other than a game requests in addition to games.
  private var lent = PadFeedback.rest
  /// The time at which ``lent`` ends; the distant future while nothing is lent.
  private var lentUntil = Instant.distantFuture
  /// The combined state: the stronger value for each motor, and the light of games.
  private var wanted: PadFeedback {
    PadFeedback(
      strong: max(requested.strong, lent.strong), weak: max(requested.weak, lent.weak), light: requested.light
    )
  }
  /// The state that was sent last.
  private var told = PadFeedback.rest
  private var toldAt: Instant?
  private var restRepetition = 0
  private var next = Instant.distantFuture
  /// True if the controller is connected and reads answers.
  private(set) var isListening = false

  /// The deadline for ``next(at:)``; the distant future when nothing is to be sent.
  var due: Instant {
    guard isListening else { return .distantFuture }
    return lentUntil == .distantFuture ? next : min(next, allowed(at: lentUntil))
  }

  /// Sets the state that games request from `now` on.
  mutating func want(_ feedback: PadFeedback, at now: Instant) {
    let former = wanted
    requested = feedback
    if wanted != former { hasten(to: now) }
  }

  /// Runs the motors at least as strongly as `feedback` from `now` on, until ``loan`` has passed.
  mutating func lend(_ feedback: PadFeedback, at now: Instant) {
    let former = wanted
    lent = feedback
    lentUntil = feedback == .rest ? .distantFuture : now + FeedbackSchedule.loan
    if wanted != former { hasten(to: now) }
  }

  private mutating func endLoan(at now: Instant) {
    guard lentUntil <= now else { return }
    (lent, lentUntil, next) = (.rest, .distantFuture, min(next, now))
  }

  /// Records that the controller is connected and reads answers.
  ///
  /// If it was not listening before, it is sent the state, unless both this state and the last one sent are
  /// at rest.
  mutating func listen(at now: Instant) {
    guard !isListening else { return }
    isListening = true
    endLoan(at: now)
    next = .distantFuture
    restRepetition = 0
    if wanted != .rest || told != .rest { hasten(to: now) }
  }

  /// Records that the controller is gone or has been replaced by another program.
  mutating func pause() {
    isListening = false
  }

  /// Returns the frame that is due at `now`; nil when none is due.
  mutating func next(at now: Instant) -> Feedback? {
    guard due <= now else { return nil }
    endLoan(at: now)
    if wanted != told { restRepetition = 0 }
    told = wanted
    toldAt = now
    next = nextRepetition(after: now)
    return Feedback(
      strong: wanted.strong, weak: wanted.weak, duration: FeedbackSchedule.duration,
      red: wanted.light.red, green: wanted.light.green, blue: wanted.light.blue)
  }

  private mutating func nextRepetition(after now: Instant) -> Instant {
    guard wanted.strong == 0, wanted.weak == 0 else { return now + FeedbackSchedule.repetition }
    guard restRepetition < FeedbackSchedule.restRepetitions.count else { return .distantFuture }
    defer { restRepetition += 1 }
    return now + FeedbackSchedule.restRepetitions[restRepetition]
  }

  /// Schedules a frame for `now`, but not earlier than ``period`` after the last one.
  private mutating func hasten(to now: Instant) {
    next = min(next, allowed(at: now))
  }

  /// Returns the earliest time from `instant` on at which a frame may follow the last one.
  private func allowed(at instant: Instant) -> Instant {
    max(instant, toldAt.map { $0 + FeedbackSchedule.period } ?? instant)
  }
}
