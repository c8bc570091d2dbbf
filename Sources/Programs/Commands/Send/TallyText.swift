import Handset
import Model
import Notation

extension Tally {
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
