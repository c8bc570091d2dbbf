import Platform

extension Command {
  /// `tiltpad completion`: a script by which a shell completes the command line.
  static let completion = Command(
    "completion", "print a script that completes commands and options in a shell",
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

  /// The script that completes `commands`.
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

/// What the shell may offer in a place.
enum Candidates: Equatable {
  /// Names of files.
  case files
  /// One of these words.
  case words([String])
  /// Nothing that it can know.
  case none

  /// What goes where the help writes `name`.
  init(for name: String) {
    if let choice = name.split(separator: " ").first(where: { $0.contains("|") }) {
      self = .words(choice.split(separator: "|").map(String.init))
    } else {
      self = ["FILE", "PATH"].contains { name.contains($0) } ? .files : .none
    }
  }
}

extension Command {
  /// The options with `--help`.
  var allOptions: [Option] { options + [Command.help] }
}

extension Option {
  /// What may be typed for it: `--port`, and `-p` if there is a short form.
  var words: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }
}

/// `text` as one word of a shell.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
