import Handset
import Model
import Notation

extension FeedbackLog {
  /// The format of a printed change.
  enum Form: Sendable {
    case text, json
  }
}

extension FeedbackLog.Change {
  /// Returns the change as a line: the time in seconds on the monotonic clock, both motors, and the light.
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
  /// The strength as a share of its maximum, 0 to 1.
  fileprivate var share: Double { Double(self) / 65_535 }
}

extension Instant {
  /// The time in seconds on the monotonic clock.
  var seconds: Double { (self - Instant(nanoseconds: 0)).seconds }
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
