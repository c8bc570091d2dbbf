/// An option of a command, read by `--help`, by the shell completions and by the parser.
struct Option: Sendable {
  /// The long name, without its dashes.
  let name: String
  /// The short form, without its dash; nil when the option has none.
  let letter: Character?
  /// The name of the option's value in the help; nil when the option takes no value.
  let value: String?
  /// A line of help for a person.
  let help: String

  /// Creates the option `--name`, which takes a value if `value` names one.
  init(_ name: String, _ letter: Character?, value: String? = nil, _ help: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }

  /// The option's forms as the help writes them: `-p, --port PORT`.
  var spelling: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)" + (value.map { " \($0)" } ?? "")
  }
}

/// A subcommand of `tiltpad`.
struct Command: Sendable {
  /// The word that follows `tiltpad` on the command line.
  let name: String
  /// A line that says what the command does.
  let summary: String
  /// The names of the operands in the help; empty when the command takes none.
  let operands: String
  /// The command's options, apart from `--help`.
  let options: [Option]
  /// The part of the help that follows the list of options.
  let details: String
  /// Does the work of the command, and returns the exit status.
  let run: @Sendable (Invocation) throws(Failure) -> Int32

  /// The option `--help`, which every command has.
  static let help = Option("help", "h", "show this help and exit")

  /// Creates a command from its properties.
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

/// Returns the rows as lines of two columns, with the second column lined up.
func table(_ rows: [(String, String)]) -> String {
  let width = rows.map(\.0.count).max() ?? 0
  return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)\n" }.joined()
}
