package import Model
package import Wire

/// A record of the force feedback and light of a controller, which reports each change once.
///
/// The motors stop when no other FEEDBACK frame has arrived within the duration of the last one; the light stays
/// (docs/protocol.md, "Rumble and light").
package struct FeedbackLog: Sendable {
  /// A change that a player would feel or see.
  package struct Change: Hashable, Sendable {
    /// The time of the change.
    package let time: Instant
    /// The force feedback and light from that time on.
    package let feedback: PadFeedback
    /// True if the motors stop because the duration of the last frame is over.
    package let isOver: Bool
  }

  /// The force feedback and light of the changes so far.
  package private(set) var shown = PadFeedback.rest
  /// The number of changes so far.
  package private(set) var changes = 0
  private var said = PadFeedback.rest
  private var end = Instant.distantFuture

  /// Creates a record without changes.
  package init() {}

  /// The time at which the motors stop unless a frame arrives earlier; the distant future when they rest.
  package var deadline: Instant { shown == shown.withoutRumble ? .distantFuture : end }

  /// Applies a FEEDBACK frame that arrived at `now`.
  package mutating func apply(_ frame: Feedback, at now: Instant) {
    said = PadFeedback(frame)
    end = now + .milliseconds(10 * Int64(frame.duration))
  }

  /// Returns the next change by `now`, and notes it; nil when there is none.
  package mutating func next(at now: Instant) -> Change? {
    let isOver = end <= now
    let present = isOver ? said.withoutRumble : said
    guard present != shown else { return nil }
    shown = present
    changes += 1
    return Change(time: now, feedback: present, isOver: isOver && present != said)
  }
}

extension PadFeedback {
  /// Creates the force feedback and light that a FEEDBACK frame asks for.
  package init(_ frame: Feedback) {
    self.init(
      strong: frame.strong, weak: frame.weak,
      light: Light(red: frame.red, green: frame.green, blue: frame.blue))
  }

  /// The same light, with the motors at rest.
  fileprivate var withoutRumble: PadFeedback { PadFeedback(light: light) }
}
