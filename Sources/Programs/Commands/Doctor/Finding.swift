import Notation

/// The result of a check.
struct Finding: Sendable {
  /// The severity of a finding.
  enum Grade: String, Sendable {
    /// The condition holds.
    case ok
    /// Some players or some games may be left out.
    case warning = "warn"
    /// A part of Tiltpad cannot work for anybody.
    case failure = "FAIL"
  }

  /// The severity of the finding.
  var grade: Grade
  /// The text of the finding: a sentence without a full stop.
  var text: String
  /// The command or advice that solves the problem; nil if there is none.
  var remedy: String?
  /// True if the remedy is a command that `tiltpad doctor --fix` may run.
  ///
  /// Such a command ends by itself and changes only this machine's setup.
  var isCommand = false

  /// Returns the finding of a condition that holds.
  static func ok(_ text: String) -> Finding { Finding(grade: .ok, text: text) }

  /// Returns the finding that some players or games may be left out unless the user follows `remedy`.
  static func warning(_ text: String, try remedy: String) -> Finding {
    Finding(grade: .warning, text: text, remedy: remedy)
  }

  /// Returns the finding that a part of Tiltpad cannot work unless the user follows `remedy`.
  static func failure(_ text: String, try remedy: String) -> Finding {
    Finding(grade: .failure, text: text, remedy: remedy)
  }

  /// Returns the finding that some players or games may be left out unless the command `remedy` is run.
  static func warning(_ text: String, fix remedy: String) -> Finding {
    Finding(grade: .warning, text: text, remedy: remedy, isCommand: true)
  }

  /// Returns the finding that a part of Tiltpad cannot work unless the command `remedy` is run.
  static func failure(_ text: String, fix remedy: String) -> Finding {
    Finding(grade: .failure, text: text, remedy: remedy, isCommand: true)
  }

  /// Returns the finding of the check `name` as lines for the user.
  func lines(of name: String) -> [String] {
    ["\(grade.rawValue.leading(4))  \(name) — \(text)"] + (remedy.map { ["      try: \($0)"] } ?? [])
  }

  /// Returns the finding of the check `name` as a JSON object.
  func json(of name: String) -> JSON {
    .object([
      ("check", .string(name)), ("grade", .string(grade.rawValue)), ("finding", .string(text)),
      ("remedy", remedy.map { .string($0) } ?? .null), ("fix", .bool(isCommand)),
    ])
  }
}
