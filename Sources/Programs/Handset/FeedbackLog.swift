package import Model
package import Wire

/// A record of a controller's force feedback and light, which reports each change once.
///
/// The motors stop if no other FEEDBACK frame arrives within the duration of the last one; the light stays
/// (docs/protocol.md, "Rumble and light").
package struct FeedbackLog: Sendable {
  /// A change that a player would feel or see.
  package struct Change: Hashable, Sendable {
    /// The time of the change.
    package let time: Instant
    /// The force feedback and light after the change.
    package let feedback: PadFeedback
    /// True if the motors stop because the last frame's duration has passed.
    package let isOver: Bool
  }

  /// The force feedback and light after the reported changes.
  package private(set) var shown = PadFeedback.rest
  /// The number of changes so far.
  package private(set) var changes = 0
  private var said = PadFeedback.rest
  private var end = Instant.distantFuture

  /// Creates a record without changes.
  package init() {}

  /// The time at which the motors stop unless a frame arrives earlier; the distant future if they are at rest.
  package var deadline: Instant { shown == shown.withoutRumble ? .distantFuture : end }

  /// Applies a FEEDBACK frame that arrived at `now`.
  package mutating func apply(_ frame: Feedback, at now: Instant) {
    said = PadFeedback(frame)
    end = now + .milliseconds(10 * Int64(frame.duration))
  }

  /// Returns the next change up to `now`, and records it as reported; nil if there is none.
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
  /// Creates the force feedback and light requested by a FEEDBACK frame.
  package init(_ frame: Feedback) {
    self.init(
      strong: frame.strong, weak: frame.weak,
      light: Light(red: frame.red, green: frame.green, blue: frame.blue))
  }

  /// This feedback with the motors at rest; the light is unchanged.
  fileprivate var withoutRumble: PadFeedback { PadFeedback(light: light) }
}
