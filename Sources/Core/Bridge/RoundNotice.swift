import Model
import Wire

/// The round notice to one player's controller, repeated in case it is lost (docs/protocol.md, "Rounds").
struct RoundNotice: Sendable {
  /// The times after a change at which the notice is repeated; every acknowledgement repeats it too.
  static let repetitions: [Interval] = [20, 60].map { .milliseconds($0) }

  /// The state of the round for the controller; nil when the controller gets no notice.
  private(set) var round: Round?
  private var changedAt = Instant.distantFuture
  private var said = 0
  private var isListening = true

  /// The time of the next notice without an acknowledgement.
  private(set) var due = Instant.distantFuture

  /// Sets the state of the round that the controller gets from `now` on.
  mutating func want(_ round: Round?, at now: Instant) {
    guard round != self.round else { return }
    self.round = round
    (changedAt, said) = (now, 0)
    due = isListening && round != nil ? now : .distantFuture
  }

  /// Returns the frame for a packet sent at `now`, with or without an acknowledgement; nil if the packet
  /// needs no frame.
  mutating func next(withAcknowledgement isAcknowledging: Bool, at now: Instant) -> Round? {
    guard due <= now || isAcknowledging else { return nil }
    if due <= now {
      due =
        said < RoundNotice.repetitions.count ? changedAt + RoundNotice.repetitions[said] : .distantFuture
      said += 1
    }
    return round
  }

  /// Records that the controller is away.
  mutating func pause() {
    (isListening, due) = (false, .distantFuture)
  }

  /// Records that the controller is connected and reads answers.
  mutating func listen(at now: Instant) {
    guard !isListening else { return }
    isListening = true
    if round != nil { (changedAt, said, due) = (now, 0, now) }
  }
}
