import Notation

/// What a check has found.
struct Finding: Sendable {
  /// How bad it is.
  enum Grade: String, Sendable {
    /// As it should be.
    case ok
    /// Somebody or something may be left out.
    case warning = "warn"
    /// Nobody can play.
    case failure = "FAIL"
  }

  /// How bad it is.
  var grade: Grade
  /// What was found, in a sentence without a full stop.
  var text: String
  /// The command that puts it right; nil when all is well.
  var remedy: String?

  /// All is well.
  static func ok(_ text: String) -> Finding { Finding(grade: .ok, text: text) }

  /// Something may be missed until `remedy` is run.
  static func warning(_ text: String, try remedy: String) -> Finding {
    Finding(grade: .warning, text: text, remedy: remedy)
  }

  /// Nobody can play until `remedy` is run.
  static func failure(_ text: String, try remedy: String) -> Finding {
    Finding(grade: .failure, text: text, remedy: remedy)
  }

  /// The finding of the check `name` as lines for a person.
  func lines(of name: String) -> [String] {
    ["\(grade.rawValue.leading(4))  \(name) — \(text)"] + (remedy.map { ["      try: \($0)"] } ?? [])
  }

  /// The finding of the check `name` as a JSON object.
  func json(of name: String) -> JSON {
    .object([
      ("check", .string(name)), ("grade", .string(grade.rawValue)), ("finding", .string(text)),
      ("remedy", remedy.map { .string($0) } ?? .null),
    ])
  }
}
