import Console
import Model
import Platform
import Wire

extension Command {
  /// The command `tiltpad setup`, which asks the important questions and stores the answers in the configuration.
  static let setup = Command(
    "setup", "ask a few questions and set up this host",
    options: [
      Option("join", "j", value: "WHO", "open: every phone with the code; ask: those that you let in"),
      Option("browser", "b", value: "ANSWER", "whether several play in one browser: yes or no"),
      Option("steam", "t", value: "ANSWER", "whether Steam starts the games: yes or no"),
      Option("gyro", "g", value: "ANSWER", "whether games get the motion of phones: yes or no"),
      Option("page", "p", value: "PLACE", "own, or the address of a copy of the page"),
      Option("yes", "y", "ask nothing, and take the default where no option answers"),
      Option(
        "config", "c", value: "FILE",
        "write FILE.d/\(SetupFile.name) instead of \(Configuration.defaultPath).d/\(SetupFile.name)"),
    ],
    details: """
      Enter takes the default of a question. The answers go to a drop-in of the configuration; other
      files stay as they are. Then the services restart, and the code for the first phone is shown.
      With --config, only the file is written.
      """,
    run: setupCommand)
}

private func setupCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let answers = try setupAnswers(invocation)
  let file = SetupFile(of: invocation.value("config") ?? Configuration.defaultPath)
  try file.write(answers)
  Stream.output.write("written: \(file.path)\n")
  guard !invocation.has("config") else { return 0 }
  try restartServices()
  guard let program = Surroundings.program else { return 0 }
  do throws(SystemError) { try Child.become(program, ["pair", "--phone"]) } catch {
    throw Failure(
      "cannot show the code: \(error.reason)", while: "starting \(program)", try: "tiltpad pair --phone")
  }
  return 0
}

/// Returns the answers from the options, and asks the user at the terminal for the others.
///
/// - Throws: a usage failure for an invalid option value, or if there is no terminal.
private func setupAnswers(_ invocation: Invocation) throws(Failure) -> SetupAnswers {
  var answers = SetupAnswers()
  for question in SetupQuestion.all {
    if let value = invocation.value(question.option) {
      guard answers.set(question.question, to: value) else {
        throw .usage("--\(question.option) cannot be \(value)", of: invocation.command)
      }
    } else if !invocation.has("yes") {
      _ = answers.set(question.question, to: try answer(to: question, invocation))
    }
  }
  return answers
}

/// Asks `question` until the user gives a valid answer.
private func answer(to question: SetupQuestion, _ invocation: Invocation) throws(Failure) -> String {
  guard Terminal.isTerminal(.input) else {
    throw .usage(
      "nobody can be asked: give --\(question.option), or --yes for the defaults", of: invocation.command)
  }
  while true {
    Stream.output.write(question.lines.map { $0 + "\n" }.joined() + "[1] ")
    guard let typed = readLine() else { throw .usage("no answer", of: invocation.command) }
    guard let value = question.value(of: typed) else { continue }
    guard let text = question.addressText, value != question.choices[0].value else { return value }
    Stream.output.write(text)
    if let address = readLine(), question.allows(address) { return address }
  }
}

/// Makes the services apply the configuration, and starts those that are not running.
///
/// Without systemd this does nothing: a daemon run by the user reads the configuration when it starts.
///
/// - Throws: a failure if the services do not apply it.
private func restartServices() throws(Failure) {
  guard FileContents.exists("/run/systemd/system") else { return }
  // A user's own daemon starts the gateway itself.
  let command =
    Configuration.ownPath == nil
    ? "systemctl enable -q tiltpad tiltpad-web && systemctl reload-or-restart tiltpad && systemctl restart tiltpad-web"
    : "systemctl --user enable -q tiltpad && systemctl --user restart tiltpad"
  guard let child = try? Child("/bin/sh", ["-c", command]), child.exitStatus(within: .seconds(30)) == 0 else {
    throw Failure("the services have not taken it over", while: "running \(command)", try: "tiltpad doctor")
  }
}
