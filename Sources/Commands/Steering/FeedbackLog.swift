import Model
import Notation
import Wire

/// What a controller does with the FEEDBACK that it is sent, change by change.
///
/// Motors stop when nothing new was said for the duration of the last frame; the light stays (docs/protocol.md,
/// "Rumble and light").
struct FeedbackLog: Sendable {
  /// Something that a player would feel or see.
  struct Change: Hashable, Sendable {
    /// When it was.
    let time: Instant
    /// What motors and light do from then on.
    let feedback: PadFeedback
    /// Whether it is because time was up, and not because it was said.
    let isOver: Bool
  }

  /// How a change is printed.
  enum Form: Sendable {
    case text, json
  }

  /// What motors and light do, as far as was told.
  private(set) var shown = PadFeedback.rest
  /// How many changes were told.
  private(set) var changes = 0
  private var said = PadFeedback.rest
  private var end = Instant.distantFuture

  /// When ``next(at:)`` has something to tell.
  var deadline: Instant { shown == shown.withoutRumble ? .distantFuture : end }

  /// Takes what the host has said.
  mutating func take(_ frame: Feedback, at now: Instant) {
    said = PadFeedback(frame)
    end = now + .milliseconds(10 * Int64(frame.duration))
  }

  /// The change that nobody was told yet; nil when there is none.
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

  /// The light alone.
  fileprivate var withoutRumble: PadFeedback { PadFeedback(light: light) }
}

extension FeedbackLog.Change {
  /// The change on a line of its own: seconds of the monotonic clock, both motors, the light.
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
  /// The part of the greatest strength, 0 to 1.
  fileprivate var share: Double { Double(self) / 65_535 }
}

extension Instant {
  /// Seconds of the monotonic clock.
  fileprivate var seconds: Double { (self - Instant(nanoseconds: 0)).seconds }
}

extension PadFeedback.Light {
  /// The colour as `#rrggbb`.
  fileprivate var hexadecimal: String {
    let parts = [red, green, blue].map { part in
      (part < 16 ? "0" : "") + String(part, radix: 16)
    }
    return "#" + parts.joined()
  }
}
