import Console

/// Returns the script for zsh, which uses the functions of zshcompsys(1).
func zshCompletion(_ commands: [Command]) -> String {
  let list = commands.map { "    \(shellQuoted("\(escaped($0.name)):\($0.summary)"))\n" }
  return """
    #compdef tiltpad
    # zsh completion for tiltpad(1); printed by: tiltpad completion zsh
    _tiltpad() {
      local -a commands=(
    \(list.joined())  )
      if (( CURRENT == 2 )); then
        _describe -t commands command commands
        _arguments '--help[show the commands]' '--version[show the version]'
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
    \(commands.map(zshCase).joined())  esac
    }
    # The file is read when the function is called for the first time, or by hand.
    if [[ $funcstack[1] == _tiltpad ]]; then
      _tiltpad "$@"
    else
      compdef _tiltpad tiltpad
    fi

    """
}

private func zshCase(_ command: Command) -> String {
  let options = command.allOptions.map { "      \(zshSpecification($0))" }
  let lines = (options + operand(command)).joined(separator: " \\\n")
  return "    \(command.name)) _arguments -s \\\n\(lines) ;;\n"
}

/// Returns the option in the syntax of `_arguments`: `'(-p --port)'{-p,--port}'[listen on UDP port PORT]:PORT: '`.
private func zshSpecification(_ option: Option) -> String {
  let colon = option.isValueOptional ? "::" : ":"
  let value = option.value.map { "\(colon)\(escaped($0)):\(action(Candidates(for: $0)))" } ?? ""
  let rest = "\(option.isValueOptional ? "=-" : "")[\(escaped(option.help))]\(value)"
  guard option.words.count > 1 else { return shellQuoted("--\(option.name)\(rest)") }
  let words = option.words.joined(separator: ",")
  return "\(shellQuoted("(\(option.words.joined(separator: " ")))")){\(words)}\(shellQuoted(rest))"
}

private func operand(_ command: Command) -> [String] {
  guard !command.operands.isEmpty else { return [] }
  let message = escaped(command.operands)
  return ["      \(shellQuoted("*:\(message):\(action(Candidates(for: command.operands)))"))"]
}

private func action(_ candidates: Candidates) -> String {
  switch candidates {
  case .files: "_files"
  case .words(let words): "(\(words.joined(separator: " ")))"
  case .none: " "
  }
}

/// Returns `text` with a backslash before each character that is special in `_arguments`.
private func escaped(_ text: String) -> String {
  String(text.flatMap { "\\[]:".contains($0) ? ["\\", $0] : [$0] })
}
