import Console

/// Returns the script for fish, with one line per command, option and list of operands.
func fishCompletion(_ commands: [Command]) -> String {
  let head = [
    "# fish completion for tiltpad(1); printed by: tiltpad completion fish",
    "complete -c tiltpad -f",
    "complete -c tiltpad -n __fish_use_subcommand -s h -l help -d 'show the commands'",
    "complete -c tiltpad -n __fish_use_subcommand -s V -l version -d 'show the version'",
  ]
  return (head + commands.flatMap(fishLines)).map { $0 + "\n" }.joined()
}

private func fishLines(_ command: Command) -> [String] {
  let condition = "complete -c tiltpad -n '__fish_seen_subcommand_from \(command.name)'"
  let name =
    "complete -c tiltpad -n __fish_use_subcommand -a \(command.name) -d \(fishQuoted(command.summary))"
  let options = command.allOptions.map { option in
    let letter = option.letter.map { " -s \($0)" } ?? ""
    let needed = option.isValueOptional ? nil : option.value
    let value = needed.map { Candidates(for: $0) == .files ? " -r -F" : " -x" } ?? ""
    return "\(condition)\(letter) -l \(option.name)\(value) -d \(fishQuoted(option.help))"
  }
  switch Candidates(for: command.operands) {
  case .files: return [name] + options + ["\(condition) -F"]
  case .words(let words):
    return [name] + options + ["\(condition) -a \(fishQuoted(words.joined(separator: " ")))"]
  case .none: return [name] + options
  }
}

/// Returns `text` in quotation marks, as one word of fish, which escapes quotation marks with backslashes.
private func fishQuoted(_ text: String) -> String {
  "'" + String(text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }) + "'"
}
