import Model
import Notation
import Wire

/// A record of the force feedback and light of a controller, which finds each change once.
///
/// The motors stop when no other FEEDBACK frame has arrived within the duration of the last one; the light stays
/// (docs/protocol.md, "Rumble and light").
struct FeedbackLog: Sendable {
  /// A change that a player would feel or see.
  struct Change: Hashable, Sendable {
    /// The time of the change.
    let time: Instant
    /// The force feedback and light from that time on.
    let feedback: PadFeedback
    /// Whether the motors stop because the duration of the last frame is over.
    let isOver: Bool
  }

  /// The form in which a change is printed.
  enum Form: Sendable {
    case text, json
  }

  /// The force feedback and light of the changes so far.
  private(set) var shown = PadFeedback.rest
  /// The number of changes so far.
  private(set) var changes = 0
  private var said = PadFeedback.rest
  private var end = Instant.distantFuture

  /// The time at which the motors stop unless a frame arrives earlier; the distant future when they rest.
  var deadline: Instant { shown == shown.withoutRumble ? .distantFuture : end }

  /// Takes a FEEDBACK frame that arrived at `now`.
  mutating func take(_ frame: Feedback, at now: Instant) {
    said = PadFeedback(frame)
    end = now + .milliseconds(10 * Int64(frame.duration))
  }

  /// Returns the next change by `now`, and notes it; nil when there is none.
  mutating func next(at now: Instant) -> Change? {
    let isOver = end <= now
    let present = isOver ? said.withoutRumble : said
    guard present != shown else { return nil }
    shown = present
    changes += 1
    return Change(time: now, feedback: present, isOver: isOver && present != said)
  }
}

extension PadFeedback {
  init(_ frame: Feedback) {
    self.init(
      strong: frame.strong, weak: frame.weak,
      light: Light(red: frame.red, green: frame.green, blue: frame.blue))
  }

  /// The same light, with the motors at rest.
  fileprivate var withoutRumble: PadFeedback { PadFeedback(light: light) }
}

extension FeedbackLog.Change {
  /// Returns the change as a line: the time in seconds of the monotonic clock, both motors, and the light.
  func line(_ form: FeedbackLog.Form) -> String {
    switch form {
    case .text: text
    case .json: json.text
    }
  }

  private var text: String {
    let motors = [("strong", feedback.strong), ("weak", feedback.weak)].map { name, level in
      "\(name) \((level.share * 100).fixed(0).trailing(3)) %"
    }
    let parts = [time.seconds.fixed(6)] + motors + ["light \(feedback.light.hexadecimal)"]
    return parts.joined(separator: "  ") + (isOver ? "  time is up" : "")
  }

  private var json: JSON {
    .object([
      ("time", .number(time.seconds)), ("strong", .number(feedback.strong.share)),
      ("weak", .number(feedback.weak.share)), ("light", .string(feedback.light.hexadecimal)),
      ("over", .bool(isOver)),
    ])
  }
}

extension UInt16 {
  /// The strength as a share of the greatest, 0 to 1.
  fileprivate var share: Double { Double(self) / 65_535 }
}

extension Instant {
  /// The time in seconds of the monotonic clock.
  fileprivate var seconds: Double { (self - Instant(nanoseconds: 0)).seconds }
}

extension PadFeedback.Light {
  /// The colour in the form `#rrggbb`.
  fileprivate var hexadecimal: String {
    let parts = [red, green, blue].map { part in
      (part < 16 ? "0" : "") + String(part, radix: 16)
    }
    return "#" + parts.joined()
  }
}
