import Console
import Games
import Model
import Notation
import Platform

extension Command {
  /// The command `tiltpad games`, which lists the known games, and reports the running game to the web
  /// gateway.
  static let games = Command(
    "games", "list known games, or let the phones' layout follow the game that runs",
    operands: "list|who|test|watch [PROCESS]",
    options: [
      Option("json", "j", "with list, who or test: print one JSON object per line"),
      Option("verbose", "v", "with who: say what GameMode answers"),
      Option("catalogue", "c", value: "PATH", "read only the files PATH/*.conf; may be repeated"),
      Option("socket", "s", value: "PATH", "with watch: tell the web gateway at PATH"),
      Option("device", "d", value: "DEVICE", "only DEVICE is a pad, whatever udev says; may be repeated"),
    ],
    details: """
      tiltpad games list          list the known games, with their marks and layouts
      tiltpad games who           list your programs that have a pad open or that GameMode knows,
                                  each with its game
      tiltpad games test PROCESS  print the game of the process with that number; the exit status is
                                  1 if the process is no game
      tiltpad games watch         tell the web gateway which game runs, until SIGTERM or SIGINT
      The service runs watch, if you enable it: systemctl --user enable --now tiltpad-games
      The gateway learns the game's id, its layout, its profile and the players' numbers, and
      nothing else.
      """,
    run: gamesCommand)
}

private func gamesCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let (words, isJSON) = (invocation.operands, invocation.has("json"))
  guard words.first != "watch" || !isJSON else {
    throw .usage("--json works with list, who and test only", of: invocation.command)
  }
  guard words.first == "who" || !invocation.has("verbose") else {
    throw .usage("--verbose works with who only", of: invocation.command)
  }
  let given = invocation.all("catalogue")
  let (catalogue, faults) = try GameFiles.read(given.isEmpty ? nil : given)
  for fault in faults { Stream.error.write("tiltpad: \(fault.visible)\n") }
  let nodes = PadNodes(invocation.all("device"))
  switch (words.first ?? "", words.count) {
  case ("list", 1): return say(GameLines.list(catalogue, asJSON: isJSON))
  case ("who", 1):
    let readers = readers(of: nodes, in: catalogue, isVerbose: invocation.has("verbose"))
    return say(isJSON ? readers.map { $0.json + "\n" }.joined() : GameLines.table(readers))
  case ("test", 2):
    guard let reader = Int(words[1]).flatMap({ $0 > 0 ? Reader($0, in: catalogue) : nil }) else {
      throw Failure(
        "there is no process \(words[1])", while: "looking at a process", try: "tiltpad games who")
    }
    let status = say(isJSON ? "\(reader.json)\n" : "\(reader.line)\n")
    return reader.found == nil ? Failure.Status.failed.rawValue : status
  case ("watch", 1):
    let path = invocation.value("socket") ?? WebPaths.socketForConnecting
    do throws(SystemError) {
      var watcher = try GameWatcher(nodes, catalogue, gateway: WebPaths.gameSocket(of: path))
      watcher.run()
    } catch {
      throw Failure(
        "cannot watch \(nodes.directory): \(error.reason)", while: "looking for games",
        try: "ls -ld \(nodes.directory)")
    }
    return 0
  case ("test", _): throw .usage("test needs the number of a PROCESS", of: invocation.command)
  default: throw .usage("one of list, who, test, watch is needed", of: invocation.command)
  }
}

/// Returns the user's programs that have one of `nodes` open, or that GameMode lists.
private func readers(of nodes: PadNodes, in catalogue: GameCatalogue, isVerbose: Bool) -> [Reader] {
  let gameMode = GameModeAnswer.now()
  if isVerbose { Stream.error.write("tiltpad: \(gameMode.line)\n") }
  return ProcessScan.readers(of: nodes.test(), with: gameMode.processes).compactMap {
    Reader($0, in: catalogue)
  }
}

private func say(_ text: String) -> Int32 {
  Stream.output.write(text) ? 0 : Failure.Status.failed.rawValue
}
