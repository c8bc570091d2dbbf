import Console
import Glibc
import Testing

@testable import Commands

@Suite struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func `The shell takes its script`(_ shell: Shell) throws {
    guard isInstalled(shell) else { return }
    let script = Script(shell.script(for: Tiltpad.commands))
    #expect(output(of: "\(shell.rawValue) -n \(script.path) 2>&1") == "")
  }

  @Test(arguments: Shell.allCases)
  func `Each script knows every command and every option`(_ shell: Shell) {
    let text = shell.script(for: Tiltpad.commands)
    for command in Tiltpad.commands {
      #expect(text.contains(command.name))
      for option in command.allOptions { #expect(text.contains(option.name)) }
    }
  }

  @Test func `Bash completes commands`() {
    let names = Tiltpad.commands.map(\.name)
    #expect(bash("tiltpad", "se") == names.filter { $0.hasPrefix("se") })
    #expect(bash("tiltpad", "") == names + ["--help", "--version"])
    #expect(bash("tiltpad", "nothing").isEmpty)
  }

  @Test func `Bash completes the options of the command`() {
    #expect(bash("tiltpad", "serve", "--po") == ["--port"])
    #expect(bash("tiltpad", "serve", "--port", "1", "--so") == ["--socket"])
    #expect(bash("tiltpad", "monitor", "--po").isEmpty)
    #expect(bash("tiltpad", "nothing", "--po").isEmpty)
  }

  @Test func `Bash completes files and words where there are any`() {
    #expect(bash("tiltpad", "serve", "--config", "/etc/passw").contains("/etc/passwd"))
    #expect(bash("tiltpad", "serve", "--port", "/etc/passw").isEmpty)
    #expect(bash("tiltpad", "serve", "/etc/passw").isEmpty)
    #expect(bash("tiltpad", "completion", "") == ["bash", "zsh", "fish"])
    #expect(bash("tiltpad", "devices", "re") == ["rename", "revoke"])
  }

  @Test func `Fish completes commands and options`() throws {
    guard isInstalled(.fish) else { return }
    let script = Script(Shell.fish.script(for: Tiltpad.commands))
    let complete = { (line: String) in
      output(of: "fish -N -c 'source \(script.path); complete -C \"\(line)\"'").split(separator: "\n").map {
        String($0.prefix { $0 != "\t" })
      }
    }
    #expect(complete("tiltpad se").sorted() == ["send", "serve"])
    #expect(complete("tiltpad serve --po") == ["--port"])
  }

  @Test func `What has a meaning for a shell loses it`() {
    let option = Option("what", nil, value: "FILE", "it's [odd]: $HOME `a` \\b")
    let other = Option("maybe", nil, value: "NAME", isValueOptional: true, "a value that may be left out")
    let command = Command("odd", "isn't it?", operands: "a|b", options: [option, other]) { _ in 0 }
    for shell in Shell.allCases where isInstalled(shell) {
      let script = Script(shell.script(for: [command]))
      #expect(output(of: "\(shell.rawValue) -n \(script.path) 2>&1") == "")
    }
    #expect(shellQuoted("it's") == #"'it'\''s'"#)
  }

  /// Returns bash's completions at the end of the line `words`.
  private func bash(_ words: String...) -> [String] {
    let script = Script(Shell.bash.script(for: Tiltpad.commands))
    let line = words.map(shellQuoted).joined(separator: " ")
    let program = """
      . \(script.path); COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); _tiltpad
      for word in "${COMPREPLY[@]}"; do echo "$word"; done
      """
    return output(of: "bash -c \(shellQuoted(program))").split(separator: "\n").map(String.init)
  }

  private func isInstalled(_ shell: Shell) -> Bool {
    shell == .bash || !output(of: "command -v \(shell.rawValue)").isEmpty
  }

  private func output(of command: String) -> String {
    guard let stream = unsafe popen(command, "r") else { return "" }
    defer { _ = unsafe pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A file with a script, removed when the object is released.
  private final class Script {
    let path = "/tmp/tiltpad-completion-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"

    init(_ text: String) {
      guard let stream = unsafe fopen(path, "w") else { return }
      _ = unsafe fputs(text, stream)
      _ = unsafe fclose(stream)
    }

    deinit { _ = unsafe unlink(path) }
  }
}
