import Model
import Wire

/// When a controller is told what games want of it (docs/protocol.md, "Rumble and light").
///
/// The state is sent and not its changes, so that whatever is lost is said again.
struct FeedbackSchedule: Sendable {
  /// The least time between two FEEDBACK frames: 30 a second, since some games change their mind with each picture.
  static let period = Interval.microseconds(33_334)
  /// How often a state with a motor in motion is repeated.
  static let repetition = Interval.milliseconds(200)
  /// How long a state lasts unless it is repeated, in 10 ms: a repetition may be lost, and a lost stop ends by itself.
  static let duration: UInt8 = 40
  /// After what times a state at rest is repeated, and then no more.
  ///
  /// The first two come before the motors would stop by themselves; the last ones reach beyond most
  /// gaps of a network, for the light, which does not go out by itself.
  static let restRepetitions: [Interval] = [50, 100, 200, 400].map { .milliseconds($0) }

  /// What games want.
  private var wanted = PadFeedback.rest
  /// What the controller was told last.
  private var told = PadFeedback.rest
  private var toldAt: Instant?
  private var restRepetition = 0
  private var next = Instant.distantFuture
  /// Whether the controller is there, and one that takes answers.
  private(set) var isListening = false

  /// When ``take(at:)`` has something to send.
  var due: Instant { isListening ? next : .distantFuture }

  /// Games want `feedback` from `now` on.
  mutating func want(_ feedback: PadFeedback, at now: Instant) {
    guard feedback != wanted else { return }
    wanted = feedback
    hasten(to: now)
  }

  /// The controller is there, and takes answers; one that has just come is told unless it need not be.
  mutating func listen(at now: Instant) {
    guard !isListening else { return }
    isListening = true
    next = .distantFuture
    restRepetition = 0
    if wanted != .rest || told != .rest { hasten(to: now) }
  }

  /// The controller is gone, or another program has taken its place.
  mutating func pause() {
    isListening = false
  }

  /// The frame that is due at `now`; nil when none is.
  mutating func take(at now: Instant) -> Feedback? {
    guard due <= now else { return nil }
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

  /// Sends at `now` or as soon as it may be.
  private mutating func hasten(to now: Instant) {
    let allowed = toldAt.map { $0 + FeedbackSchedule.period } ?? now
    next = min(next, max(now, allowed))
  }
}
