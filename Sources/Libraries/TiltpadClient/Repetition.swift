import Channel
import Model

/// The times at which an unanswered packet is repeated: after pauses of 250, 500 and 1000 ms, and then every
/// 2000 ms, for 10 s.
struct Repetition: Sendable {
  /// The time at which the packet is due next.
  private(set) var due: Instant
  /// The time at which the wait for an answer ends.
  let ends: Instant
  private var sent = 0

  /// Creates the times of a packet that is first due at `now`.
  init(at now: Instant) {
    due = now
    ends = now + ControllerChannel.patience
  }

  /// Returns true if the packet is due at `now`, and then sets the next time one pause later.
  mutating func consumeDue(at now: Instant) -> Bool {
    guard due <= now else { return false }
    let pauses = ControllerChannel.pauses
    due = min(now + pauses[min(sent, pauses.count - 1)], max(now, ends))
    sent += 1
    return true
  }
}
