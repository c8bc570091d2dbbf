import Model
import Notation

/// What came of sending, as far as the sender itself knows.
struct Tally: Sendable {
  /// How many packets were sent, those included that own faults lost.
  var packets = 0
  /// How many packets own faults lost.
  var lost = 0
  /// How many presses and releases there were.
  var edges = 0
  /// How many of them the host has acknowledged; nil when it is not asked to.
  var acknowledged: Int?
  /// How long ago the host's last answer came; nil when none came.
  var silence: Interval?
  /// How often rumble or light changed; nil when nobody looked.
  var feedback: Int?

  /// Whether answers were due and none came.
  var isUnanswered: Bool { acknowledged != nil && silence == nil }

  /// The tally as a sentence.
  var text: String {
    let delivery = acknowledged.map { ": \($0) acknowledged, \(edges - $0) unacknowledged" }
    let answer = silence.map { "last answer \($0.short) before the end" } ?? "no answer"
    let rumble = feedback.flatMap { $0 > 0 ? ["\($0) changes of rumble or light"] : nil }
    let parts =
      [
        "\(packets) packets sent, \(lost) of them lost by own faults", "\(edges) edges\(delivery ?? "")",
        acknowledged == nil ? "no answers asked for" : answer,
      ] + (rumble ?? [])
    return parts.joined(separator: "; ")
  }

  /// The tally for scripts.
  var json: JSON {
    .object([
      ("packets", .integer(UInt64(packets))), ("lost", .integer(UInt64(lost))),
      ("edges", .integer(UInt64(edges))),
      ("acknowledged", acknowledged.map { .integer(UInt64($0)) } ?? .null),
      ("unacknowledged", acknowledged.map { .integer(UInt64(edges - $0)) } ?? .null),
      ("silence_ms", silence.map { .integer(UInt64(max(0, $0.microseconds / 1_000))) } ?? .null),
      ("feedback", feedback.map { .integer(UInt64($0)) } ?? .null),
    ])
  }
}
