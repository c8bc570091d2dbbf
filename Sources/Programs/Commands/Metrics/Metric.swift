/// A family of metrics in Prometheus's text format 0.0.4.
struct Metric: Sendable {
  /// The kinds of families.
  enum Kind: String, Sendable {
    /// A number that rises, and starts again at 0 with the daemon, the gateway or the player.
    ///
    /// The kernel's drops also start again at 2³².
    case counter
    /// A number that rises and falls.
    case gauge
    /// The cumulative numbers of observations up to each limit.
    case histogram
  }

  /// A value with its labels.
  struct Sample: Hashable, Sendable {
    /// The suffix that follows the family's name.
    var suffix = ""
    /// The names and values of the labels.
    var labels: [Label] = []
    /// The value.
    var value: Double
  }

  /// A label of a sample.
  struct Label: Hashable, Sendable {
    /// The name.
    let name: String
    /// The value, which is never the name of a person or device.
    let value: String

    /// Creates a label.
    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The name of the family.
  let name: String
  /// The meaning, with the unit.
  let help: String
  /// The kind.
  let kind: Kind
  /// Returns the samples for a state; nil means that no daemon is running.
  let samples: @Sendable (Overview?) -> [Sample]

  /// Returns the family's lines for the state `overview`.
  func lines(of overview: Overview?) -> [String] {
    let heading = ["# HELP \(name) \(Metric.escaped(help))", "# TYPE \(name) \(kind.rawValue)"]
    return heading + samples(overview).map { "\(name)\($0.suffix)\($0.labelText) \($0.valueText)" }
  }

  /// Returns `text` with the format's escapes; escapes quotation marks only if `isQuoted`.
  static func escaped(_ text: String, isQuoted: Bool = false) -> String {
    let escapes: [Character: String] = ["\\": "\\\\", "\n": "\\n"]
    return text.map { $0 == "\"" && isQuoted ? "\\\"" : escapes[$0] ?? String($0) }.joined()
  }
}

extension Metric.Sample {
  /// The labels in braces; empty if there are none.
  fileprivate var labelText: String {
    let pairs = labels.map { "\($0.name)=\"\(Metric.escaped($0.value, isQuoted: true))\"" }
    return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
  }

  /// The value, without a decimal point if it is a whole number that is exact.
  fileprivate var valueText: String {
    value.magnitude < 0x1p53 && value == value.rounded() ? "\(Int64(value))" : "\(value)"
  }
}
