import Console
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad buzzer`, which leads the quiz and shows its state.
  static let buzzer = Command(
    "buzzer", "lead the quiz: start rounds, judge answers, give points",
    operands: "[status|watch|arm|right|wrong|…|log|forget]",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("json", "j", "print one JSON object per state, each on one line"),
      Option("yes", "y", "with forget: delete without asking"),
    ] + BuzzerLog.options,
    details: """
      tiltpad buzzer [status]          show the state of the quiz
      tiltpad buzzer watch             show it, and print a line for each change
      tiltpad buzzer arm               begin a round: the first press wins
      tiltpad buzzer right|wrong       judge the first answer: give the points, or let the others go on
      tiltpad buzzer shared|again|midpoint
                                       settle presses that were too close to call: give all the points,
                                       let them press again, or let the earlier midpoint win
      tiltpad buzzer clear             end the round without a result
      tiltpad buzzer undo              take back the last change of the points
      tiltpad buzzer automatic [on|off]
                                       let rounds follow each other automatically, or not
      tiltpad buzzer team PLAYER TEAM  put a player in a team, 1 to 8, or 0 for none
      tiltpad buzzer points PLAYER CHANGE
                                       give a player points, or take some away: 2, or -1
      tiltpad buzzer reset             begin another quiz with all points at zero
      tiltpad buzzer log               print the stored rounds with every press, in microseconds
                                       since the round was armed
      tiltpad buzzer forget            delete the rounds, points and teams of all quizzes, after
                                       asking
      Only players in the mode buzzer take part: tiltpad mode buzzer.
      """,
    run: buzzerCommand)
}

private func buzzerCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let request = try QuizRequest(invocation.operands, of: invocation.command)
  if request == .log { return try buzzerLog(invocation) }
  guard request == .forget || !invocation.has("yes") else {
    throw .usage("--yes works with forget only", of: invocation.command)
  }
  if request == .forget { try confirmForgetting(invocation) }
  let context = "leading the quiz"
  var connection = try DaemonClient(invocation, while: context)
  if let order = request.order { _ = try connection.order(order, while: context) }
  var stage = try connection.stage(while: context)
  while true {
    let line = invocation.has("json") ? stage.quizJSON.text : stage.quizLine
    guard Stream.output.write(line + "\n") else { return Failure.Status.failed.rawValue }
    guard request == .watch, let next = try connection.nextStage(while: context) else { return 0 }
    stage = next
  }
}

/// Asks the user to confirm the deletion of all quizzes, unless `--yes` is given.
///
/// - Throws: a failure if the user does not confirm, or a usage failure if there is no terminal.
private func confirmForgetting(_ invocation: Invocation) throws(Failure) {
  if invocation.has("yes") { return }
  guard Terminal.isTerminal(.input) else {
    throw .usage("forget deletes all rounds, points and teams: confirm with --yes", of: invocation.command)
  }
  Stream.error.write("This deletes all rounds, points and teams of all quizzes. Type forget to confirm: ")
  guard readLine() == "forget" else {
    throw Failure(
      "nothing was deleted", while: "forgetting the quizzes",
      try: "run tiltpad buzzer forget again, and type forget")
  }
}
