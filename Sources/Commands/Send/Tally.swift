import Model
import Notation

/// The outcome of a transmission, as far as the sender itself can tell.
struct Tally: Sendable {
  /// The number of packets that were sent, including those that the simulated faults lost.
  var packets = 0
  /// The number of packets that the simulated faults lost.
  var lost = 0
  /// The number of presses and releases.
  var edges = 0
  /// The number of presses and releases that the host has acknowledged; nil when the host is not asked for
  /// acknowledgements.
  var acknowledged: Int?
  /// The time since the host's last answer; nil when none has arrived.
  var silence: Interval?
  /// The number of changes of rumble or light; nil when they are not counted.
  var feedback: Int?

  /// Whether answers were due and none has arrived.
  var isUnanswered: Bool { acknowledged != nil && silence == nil }

  /// The tally as a sentence.
  var text: String {
    let delivery = acknowledged.map { ": \($0) acknowledged, \(edges - $0) unacknowledged" }
    let answer = silence.map { "last answer \($0.short) before the end" } ?? "no answer"
    let rumble = feedback.flatMap { $0 > 0 ? ["\($0) changes of rumble or light"] : nil }
    let parts =
      [
        "\(packets) packets sent, \(lost) of them lost on purpose", "\(edges) edges\(delivery ?? "")",
        acknowledged == nil ? "no answers requested" : answer,
      ] + (rumble ?? [])
    return parts.joined(separator: "; ")
  }

  /// The tally as a JSON object, for scripts.
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
