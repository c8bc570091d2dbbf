import Channel
import Model

/// When something is sent again that nobody has answered: after 250, 500, 1000 and then every 2000 ms, for 10 s.
struct Repetition: Sendable {
  /// When it is due next.
  private(set) var due: Instant
  /// When nobody waits for an answer any more.
  let ends: Instant
  private var sent = 0

  /// Something that is due `now` for the first time.
  init(at now: Instant) {
    due = now
    ends = now + ControllerChannel.patience
  }

  /// Whether it is to be sent at `now`; then the next time is a pause later.
  mutating func take(at now: Instant) -> Bool {
    guard due <= now else { return false }
    let pauses = ControllerChannel.pauses
    due = min(now + pauses[min(sent, pauses.count - 1)], max(now, ends))
    sent += 1
    return true
  }
}
