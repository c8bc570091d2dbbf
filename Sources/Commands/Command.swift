/// An option of a command, as `--help`, the completion and the parser all see it.
struct Option: Sendable {
  /// The long name, without its dashes.
  let name: String
  /// The short form.
  let letter: Character?
  /// What its value is called; nil when it takes none.
  let value: String?
  /// One line for a person.
  let help: String

  /// An option `--name`, with a value if `value` names one.
  init(_ name: String, _ letter: Character?, value: String? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }

  /// How the option is written: `-p, --port PORT`.
  var spelling: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)" + (value.map { " \($0)" } ?? "")
  }
}

/// A subcommand of `tiltpad`.
struct Command: Sendable {
  /// What follows `tiltpad`.
  let name: String
  /// One line that says what it does.
  let summary: String
  /// What its operands are called; empty when it takes none.
  let operands: String
  /// Its options, apart from `--help`.
  let options: [Option]
  /// What its help says beside the options.
  let details: String
  /// Does the work; returns the exit status.
  let run: @Sendable (Invocation) throws(Failure) -> Int32

  /// Every command has this option.
  static let help = Option("help", "h", "show this help and exit")

  /// A command; see the properties.
  init(
    _ name: String, _ summary: String, operands: String = "", options: [Option] = [], details: String = "",
    run: @escaping @Sendable (Invocation) throws(Failure) -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.run = run
  }

  /// The text of `--help`.
  var helpText: String {
    let usage = ["tiltpad", name, "[OPTION]...", operands].filter { !$0.isEmpty }.joined(separator: " ")
    let list = table((options + [Command.help]).map { ($0.spelling, $0.help) })
    let body = details.isEmpty ? "" : "\n\(details)\n"
    return "Usage: \(usage)\n\n\(summary).\n\nOptions:\n\(list)\(body)"
  }
}

/// Two columns, the second one lined up.
func table(_ rows: [(String, String)]) -> String {
  let width = rows.map(\.0.count).max() ?? 0
  return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)\n" }.joined()
}
