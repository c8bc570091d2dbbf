import Console
import Model
import Notation
import Platform
import Settings
import Wire

extension Command {
  /// The command `tiltpad mode`, which shows or changes the modes of the players.
  static let mode = Command(
    "mode", "show or change what players do: play, a quiz, the tank demo",
    operands: "[\(Mode.allCases.map(\.label).joined(separator: "|"))|APP]",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option(
        "player", "p", value: "PLAYER",
        "show or change the mode of this player, 1 to 16, instead of everybody"),
      Option("watch", "w", "go on, and print a line for each change"),
      Option("json", "j", "print one JSON object per state, each on one line"),
    ],
    details: """
      Without a mode it shows the mode of the room and of each player. Pads rest in attract, lobby
      and buzzer. When the mode changes, everything that a player holds is released. APP is the
      name of a third-party app that the host runs.
      """,
    run: modeCommand)
}

private func modeCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard invocation.operands.count <= 1 else {
    throw .usage("unexpected argument \(invocation.operands[1])", of: invocation.command)
  }
  let player = PlayerSlot(number: try invocation.number("player", in: 1...PlayerSlot.limit, or: 0))
  guard let text = invocation.operands.first else { return try show(player, invocation) }
  for option in ["watch", "json"] where invocation.has(option) {
    throw .usage("--\(option) shows modes and cannot change them", of: invocation.command)
  }
  let context = "changing the mode"
  var connection = try DaemonClient(invocation, while: context)
  let mode =
    if let mode = Mode(text: text) { mode } else {
      try appMode(text, connection.stage(while: context), invocation)
    }
  _ = try connection.order(LocalOrder(.mode(mode, player)), while: context)
  let who = player.map { "player \($0.number)" } ?? "everybody"
  return Stream.output.write("\(who) is in \(text)\n") ? 0 : Failure.Status.failed.rawValue
}

/// Returns the mode of the app with the name `text` on `stage`.
///
/// - Throws: a usage failure that lists all modes of the host.
private func appMode(
  _ text: String, _ stage: StageStatus, _ invocation: Invocation
) throws(Failure) -> Mode {
  if let mode = stage.mode(named: text) { return mode }
  let names = Mode.allCases.map(\.label) + stage.apps.map(\.name)
  throw .usage(
    "\(text) is not a mode; the modes are \(names.joined(separator: ", "))", of: invocation.command)
}

private func show(_ player: PlayerSlot?, _ invocation: Invocation) throws(Failure) -> Int32 {
  let context = "asking for the modes"
  var connection = try DaemonClient(invocation, while: context)
  var shown = try connection.stage(while: context)
  if let player, shown.players[player.index].mode == nil, !invocation.has("watch") {
    throw Failure("there is no player \(player.number)", while: context, try: "tiltpad mode")
  }
  var news = lines(of: shown, since: nil, player, invocation)
  repeat {
    guard Stream.output.write(news.map { $0 + "\n" }.joined()) else { return Failure.Status.failed.rawValue }
    guard invocation.has("watch"), let next = try connection.nextStage(while: context) else { return 0 }
    news = lines(of: next, since: shown, player, invocation)
    shown = next
  } while true
}

/// Returns the lines for `stage`, without those already shown for `former`.
private func lines(
  of stage: StageStatus, since former: StageStatus?, _ player: PlayerSlot?, _ invocation: Invocation
) -> [String] {
  guard invocation.has("json") else { return stage.modeLines(since: former, of: player) }
  let text = stage.modeJSON(of: player).text
  return text == former?.modeJSON(of: player).text ? [] : [text]
}
