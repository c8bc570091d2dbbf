import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad buzzer`, which leads the quiz and shows its state.
  static let buzzer = Command(
    "buzzer", "lead the quiz: who pressed first, and everybody's points",
    operands: "[status|watch|arm|right|wrong|…|log|forget]",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("json", "j", "print one JSON object for each state, each on one line"),
      Option("yes", "y", "with forget: do not ask"),
    ] + BuzzerLog.options,
    details: """
      tiltpad buzzer [status]          how the quiz stands
      tiltpad buzzer watch             the same, and a line for each change
      tiltpad buzzer arm               begin a round: the first press wins
      tiltpad buzzer right|wrong       the first has answered: give the points, or let the others go on
      tiltpad buzzer shared|again|midpoint
                                       it was too close to call: all get the points, they press again,
                                       or the earlier middle wins
      tiltpad buzzer clear             end the round without a result
      tiltpad buzzer undo              take the last change of the points back
      tiltpad buzzer automatic [on|off]
                                       let rounds follow each other by themselves, or not
      tiltpad buzzer team PLAYER TEAM  put a player into a team, 1 to 8, or 0 for none
      tiltpad buzzer points PLAYER CHANGE
                                       give a player points, or take some: 2, or -1
      tiltpad buzzer reset             begin another quiz: everybody has nothing
      tiltpad buzzer log               print the rounds that were kept, with every press, in
                                       microseconds from when the round was armed
      tiltpad buzzer forget            delete all rounds, points and teams, also those of former
                                       quizzes, after asking
      Players take part who are in the mode buzzer: tiltpad mode buzzer.
      """,
    run: buzzerCommand)
}

private func buzzerCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let request = try QuizRequest(invocation.operands, of: invocation.command)
  if request == .log { return try buzzerLog(invocation) }
  guard request == .forget || !invocation.has("yes") else {
    throw .usage("--yes goes with forget only", of: invocation.command)
  }
  if request == .forget { try confirmForgetting(invocation) }
  let context = "leading the quiz"
  var connection = try LobbyConnection(
    to: invocation.value("socket") ?? SocketPath.forConnecting, while: context)
  if let order = request.order { _ = try connection.order(order, while: context) }
  var stage = try connection.stage(while: context)
  while true {
    let line = invocation.has("json") ? stage.quizJSON.text : stage.quizLine
    guard Stream.output.write(line + "\n") else { return Failure.Status.failed.rawValue }
    guard request == .watch, let next = try connection.nextStage(while: context) else { return 0 }
    stage = next
  }
}

/// Asks a person to confirm that all quizzes are to be deleted, unless `--yes` is given.
///
/// - Throws: a failure when the person does not confirm, or a usage failure when there is no terminal to ask at.
private func confirmForgetting(_ invocation: Invocation) throws(Failure) {
  if invocation.has("yes") { return }
  guard Terminal.isTerminal(.input) else {
    throw .usage("forget deletes all rounds, points and teams: say --yes", of: invocation.command)
  }
  Stream.error.write("This deletes all rounds, points and teams of all quizzes. Type forget to do it: ")
  guard readLine() == "forget" else {
    throw Failure(
      "nothing was deleted", while: "forgetting the quizzes",
      try: "tiltpad buzzer forget, and the word forget")
  }
}
