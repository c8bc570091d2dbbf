import Model
import Wire

/// How the quiz stands, as one player's controller is told: whatever is lost is said again (docs/protocol.md, "Rounds").
struct RoundNotice: Sendable {
  /// After what times something new is said again, besides with every acknowledgement.
  static let repetitions: [Interval] = [20, 60].map { .milliseconds($0) }

  /// What the controller is told; nil when it is told nothing.
  private(set) var round: Round?
  private var changedAt = Instant.distantFuture
  private var said = 0
  private var isListening = true

  /// When it is to be said without an acknowledgement.
  private(set) var due = Instant.distantFuture

  /// From `now` on the controller is told `round`.
  mutating func want(_ round: Round?, at now: Instant) {
    guard round != self.round else { return }
    self.round = round
    (changedAt, said) = (now, 0)
    due = isListening && round != nil ? now : .distantFuture
  }

  /// The frame for a packet that leaves at `now`, with an acknowledgement or not; nil when it needs none.
  mutating func take(withAcknowledgement isAcknowledging: Bool, at now: Instant) -> Round? {
    guard due <= now || isAcknowledging else { return nil }
    if due <= now {
      due =
        said < RoundNotice.repetitions.count ? changedAt + RoundNotice.repetitions[said] : .distantFuture
      said += 1
    }
    return round
  }

  /// The controller is gone for now.
  mutating func pause() {
    (isListening, due) = (false, .distantFuture)
  }

  /// The controller is there.
  mutating func listen(at now: Instant) {
    guard !isListening else { return }
    isListening = true
    if round != nil { (changedAt, said, due) = (now, 0, now) }
  }
}
