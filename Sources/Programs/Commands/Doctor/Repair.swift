import Console
import Model
import Platform

/// The commands that solve the problems found by `tiltpad doctor`.
struct Repair {
  /// The commands, each once, in the order of the checks.
  let commands: [String]
  /// The maximum duration of a command; the user may have to type a password.
  private static let patience = Interval.seconds(300)

  /// Collects the commands from `findings`, without `sudo` for root.
  init(of findings: [(name: String, finding: Finding)], isRoot: Bool) {
    var commands: [String] = []
    for case (_, let finding) in findings where finding.isCommand {
      guard let remedy = finding.remedy else { continue }
      let words = remedy.split(separator: " ").filter { !isRoot || $0 != "sudo" }
      let command = words.joined(separator: " ")
      if !commands.contains(command) { commands.append(command) }
    }
    self.commands = commands
  }

  /// Shows the commands and runs them; if `asks`, asks the user before it runs them.
  ///
  /// Returns whether any command was run.
  ///
  /// - Throws: a failure if a command cannot be started, or if there is no terminal for the question.
  func run(asks: Bool) throws(Failure) -> Bool {
    guard !commands.isEmpty else {
      Stream.output.write("nothing here can be corrected by a command\n")
      return false
    }
    Stream.output.write("\nthese commands correct it:\n" + commands.map { "  \($0)\n" }.joined())
    if asks {
      guard Terminal.isTerminal(.input) else {
        throw Failure(
          "nobody can be asked", while: "correcting what was found", try: "tiltpad doctor --fix --yes")
      }
      Stream.output.write("run them? [y/N] ")
      guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else { return false }
    }
    for command in commands { try run(command) }
    return true
  }

  /// Runs `command`; if it fails, prints that it has failed, with its exit status unless it took too long.
  private func run(_ command: String) throws(Failure) {
    Stream.output.write("+ \(command)\n")
    do throws(SystemError) {
      let status = try Child("/bin/sh", ["-c", command]).exitStatus(within: Repair.patience)
      guard status != 0 else { return }
      Stream.output.write("  it has failed\(status.map { ", with status \($0)" } ?? "")\n")
    } catch {
      throw Failure("cannot start /bin/sh: \(error.reason)", while: "correcting what was found", try: command)
    }
  }
}
