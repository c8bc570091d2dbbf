import Console
import Gamepad
import Games
import Model
import Platform
import Wire

extension Command {
  /// The command `tiltpad play`, which sets what a game of the catalogue wants, and runs it.
  static let play = Command(
    "play", "set the layout, the profile and the pads that a game wants, and run it",
    operands: "GAME [--] COMMAND [ARGUMENT...]",
    options: [
      Option("dry-run", "n", "print what would be set, and run nothing"),
      Option("catalogue", "c", value: "PATH", "read only the files PATH/*.conf; may be repeated"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("tickets", nil, value: "PATH", "tell the web gateway at PATH"),
    ],
    details: """
      tiltpad games list shows the games. COMMAND starts when its pads are there, and the exit status
      is that of COMMAND. Everything goes back when it has ended, however it ends. If the host cannot
      be reached or refuses, a message says so, and COMMAND runs all the same.
      """,
    run: playCommand)
}

private func playCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard let id = invocation.operands.first, invocation.operands.count > 1 || invocation.has("dry-run") else {
    throw .usage("GAME and COMMAND are needed", of: invocation.command)
  }
  let given = invocation.all("catalogue")
  let catalogue = try GameFiles.read(given.isEmpty ? nil : given).games
  guard let game = catalogue.games[id] else { throw Failure(unknown: id, in: catalogue) }
  let plan = try PlayPlan(game)
  let command = Array(invocation.operands.dropFirst())
  guard !invocation.has("dry-run") else {
    let line = command.isEmpty ? "" : "run: \(command.joined(separator: " ").visible)\n"
    return Stream.output.write(plan.text + line) ? 0 : Failure.Status.failed.rawValue
  }
  let path = invocation.value("socket") ?? SocketPath.forConnecting
  let tickets = invocation.value("tickets") ?? WebPaths.socketForConnecting(of: path)
  var session = PlaySession(daemon: path, gateway: WebPaths.gameSocket(of: tickets))
  for failure in session.begin(plan) { Stream.error.write(failure.text) }
  do throws(SystemError) {
    return try session.run(command)
  } catch {
    throw Failure(
      "cannot start \(command[0]): \(error.reason)", while: "running a game", try: "which \(command[0])")
  }
}

/// The settings for a game.
struct PlayPlan {
  /// The notice for the web gateway; nil if the game wants neither a layout nor a profile.
  let notice: GameNotice?
  /// The request for the daemon; nil if the game wants neither a profile nor other pads.
  let request: GameOrder.Request?
  private let game: Game

  /// Creates the plan for `game`.
  ///
  /// - Throws: a failure if the game wants an identity that does not exist.
  init(_ game: Game) throws(Failure) {
    self.game = game
    notice = GameNotice(game)
    let identity = Identity.named.first { $0.name == game.identity }?.identity
    guard game.identity.isEmpty || identity != nil else {
      throw Failure(
        "\(game.id) needs the identity \(game.identity), which does not exist",
        while: "reading the catalogue of games",
        try: "one of \(Identity.named.map(\.name).joined(separator: ", "))")
    }
    let isBare = game.profile.isEmpty && identity == nil
    request =
      isBare
      ? nil
      : GameOrder.Request(
        players: game.players ?? .all, profile: DeviceName(game.profile), identity: identity?.number ?? 0)
  }

  /// The plan as lines.
  var text: String {
    let parts = [("layout", game.layout), ("profile", game.profile.visible), ("identity", game.identity)]
    return (parts.filter { !$0.1.isEmpty } + [("for", GameLines.players(of: game))]).map {
      "\($0.0): \($0.1)\n"
    }.joined()
  }
}

extension Failure {
  /// Creates the error for an id that `catalogue` does not have; it suggests games with similar ids.
  fileprivate init(unknown id: String, in catalogue: GameCatalogue) {
    let near = catalogue.games.keys.map { (id: $0, distance: id.distance(to: $0)) }
      .filter { $0.distance <= max(2, id.count / 3) || $0.id.hasPrefix(id) && !id.isEmpty }
      .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
    let names = near.prefix(3).map(\.id).joined(separator: ", ")
    self.init(
      "there is no game \(id) in the catalogue", while: "looking for a game",
      try: names.isEmpty ? "tiltpad games list" : "\(names); tiltpad games list shows all")
  }
}

extension String {
  /// Returns the least number of characters to add, remove or change to turn this text into `other`.
  ///
  /// This is Levenshtein's distance.
  func distance(to other: String) -> Int {
    let letters = Array(other)
    var row = Array(0...letters.count)
    for (index, letter) in enumerated() {
      var next = [index + 1]
      for column in letters.indices {
        let change = row[column] + (letters[column] == letter ? 0 : 1)
        next.append(Swift.min(change, row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row[letters.count]
  }
}
