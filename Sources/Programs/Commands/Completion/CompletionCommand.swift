import Console
import Platform
import Wire

extension Command {
  /// The command `tiltpad completion`, which prints a script for completing command lines in a shell.
  static let completion = Command(
    "completion", "print a script that lets a shell complete commands and options",
    operands: Shell.allCases.map(\.rawValue).joined(separator: "|"),
    details: """
      To try it in bash: eval "$(tiltpad completion bash)". `make install` puts the scripts where
      the shells look for them.
      """,
    run: completionCommand)
}

/// A shell that completes command lines.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Returns the script that completes `commands`.
  func script(for commands: [Command]) -> String {
    switch self {
    case .bash: bashCompletion(commands)
    case .zsh: zshCompletion(commands)
    case .fish: fishCompletion(commands)
    }
  }
}

private func completionCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard let name = invocation.operands.first, let shell = Shell(rawValue: name),
    invocation.operands.count == 1
  else {
    throw .usage("one shell is needed: bash, zsh or fish", of: invocation.command)
  }
  return Stream.output.write(shell.script(for: Tiltpad.commands)) ? 0 : Failure.Status.failed.rawValue
}

/// The candidates that a shell offers for a word.
enum Candidates: Equatable {
  /// Names of files.
  case files
  /// The words of this list.
  case words([String])
  /// No candidates, since no word is expected, or the possible words cannot be listed.
  case none

  /// Creates the candidates for an operand or option value that the help calls `name`.
  init(for name: String) {
    if name.contains("SETTING") {
      self = .words(Knob.all.map(\.key))
    } else if let choice = name.split(separator: " ").first(where: { $0.contains("|") }) {
      self = .words(choice.split(separator: "|").map(String.init))
    } else {
      self = ["FILE", "PATH"].contains { name.contains($0) } ? .files : .none
    }
  }
}

extension Command {
  /// The command's options, including `--help`.
  var allOptions: [Option] { options + [Command.help] }
}

extension Option {
  /// The words that select the option on the command line: `--port`, and `-p` if there is a short form.
  var words: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }
}

/// Returns `text` in quotation marks, as one word of a POSIX shell.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
