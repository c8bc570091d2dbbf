import Platform

/// An option of a command, used by `--help`, the shell completions and the parser.
public struct Option: Sendable {
  /// The long name, without its dashes.
  public let name: String
  /// The short form, without its dash; nil if there is none.
  public let letter: Character?
  /// The name of the option's value in the help; nil if it takes none.
  public let value: String?
  /// True if the value may be left out; if it is given, it follows an equals sign.
  public let isValueOptional: Bool
  /// A line of help for the user.
  public let help: String

  /// Creates the option `--name`, which takes a value if `value` names one.
  ///
  /// If `isValueOptional`, the value may be left out; the option then has the value "".
  public init(
    _ name: String, _ letter: Character?, value: String? = nil, isValueOptional: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isValueOptional = isValueOptional
    self.help = help
  }

  /// The option's forms as shown in the help: `-p, --port PORT`, or `--stick[=DEVICE]` if the value may be left out.
  public var spelling: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)" + (value.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "")
  }
}

/// A command of a program: a subcommand of `tiltpad`, or a whole program.
public struct Command: Sendable {
  /// The word that names the command on the command line.
  public let name: String
  /// The words with which the command line begins, such as `tiltpad serve`.
  public let title: String
  /// A line that describes the command.
  public let summary: String
  /// The names of the operands in the help; empty if the command takes none.
  public let operands: String
  /// The command's options, except `--help`.
  public let options: [Option]
  /// The part of the help after the list of options.
  public let details: String
  /// Does the command's work, and returns the exit status.
  public let run: @Sendable (Invocation) throws(Failure) -> Int32

  /// The option `--help`, which every command has.
  public static let help = Option("help", "h", "show this help and exit")

  /// Creates a command from its properties; without `title` it is a subcommand of `tiltpad`.
  public init(
    _ name: String, _ summary: String, title: String? = nil, operands: String = "", options: [Option] = [],
    details: String = "", run: @escaping @Sendable (Invocation) throws(Failure) -> Int32
  ) {
    self.name = name
    self.title = title ?? "tiltpad \(name)"
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.run = run
  }

  /// The text of `--help`.
  public var helpText: String {
    let usage = [title, "[OPTION]...", operands].filter { !$0.isEmpty }.joined(separator: " ")
    let list = table((options + [Command.help]).map { ($0.spelling, $0.help) })
    let body = details.isEmpty ? "" : "\n\(details)\n"
    return "Usage: \(usage)\n\n\(summary).\n\nOptions:\n\(list)\(body)"
  }
}

extension Command {
  /// Carries out the command line `arguments` after the title, and returns the exit status; with `--help` it only
  /// prints the help.
  ///
  /// - Throws: `Failure`.
  public func carryOut(_ arguments: [String]) throws(Failure) -> Int32 {
    let invocation = try Invocation(arguments, of: self)
    if invocation.has(Command.help.name) { return Stream.output.write(helpText) ? 0 : 1 }
    return try run(invocation)
  }
}

/// Returns the rows as lines with two aligned columns.
public func table(_ rows: [(String, String)]) -> String {
  let width = rows.map(\.0.count).max() ?? 0
  return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)\n" }.joined()
}
