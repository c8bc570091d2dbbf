import Console

/// Returns the script for bash: one function, with a table for each command.
func bashCompletion(_ commands: [Command]) -> String {
  let names = commands.map(\.name) + ["--help", "--version"]
  return """
    # bash completion for tiltpad(1); printed by: tiltpad completion bash
    _tiltpad() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      local options= files= values= operands=
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W \(shellQuoted(joined(names))) -- "$word")
        return
      fi
      case ${COMP_WORDS[1]} in
    \(commands.map(bashCase).joined())    *)
          return
          ;;
      esac
      if [[ " $files " == *" $before "* ]]; then
        operands=files
      elif [[ " $values " == *" $before "* ]]; then
        return
      elif [[ $word == -* ]]; then
        operands=$options
      fi
      if [[ $operands == files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      elif [[ -n $operands ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$operands" -- "$word")
      fi
    }
    complete -F _tiltpad tiltpad

    """
}

private func bashCase(_ command: Command) -> String {
  let files = command.allOptions.filter { $0.value.map(Candidates.init) == .files }
  let values = command.allOptions.filter {
    $0.value.map(Candidates.init) == Candidates.none && !$0.isValueOptional
  }
  let operands =
    switch Candidates(for: command.operands) {
    case .files: "files"
    case .words(let words): joined(words)
    case .none: ""
    }
  let tables = [
    ("options", joined(command.allOptions.flatMap(\.words))), ("files", joined(files.flatMap(\.words))),
    ("values", joined(values.flatMap(\.words))), ("operands", operands),
  ]
  let lines = tables.filter { !$0.1.isEmpty }.map { "        \($0.0)=\(shellQuoted($0.1))\n" }
  return "    \(command.name))\n\(lines.joined())        ;;\n"
}

private func joined(_ words: [String]) -> String { words.joined(separator: " ") }
