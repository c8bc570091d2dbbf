import Console
import Model
import Platform
import Wire

extension Command {
  /// The command `tiltpad tank`, which shows the link to the tank page, or draws the tanks in the terminal.
  static let tank = Command(
    "tank", "print the link of the host's page with the tanks, or draw them here",
    options: [
      Option("terminal", "t", "draw the tanks in this terminal; q ends it"),
      Option("steer", nil, value: "WAY", "steer by single, mix or tracks, which is the default"),
      Option("start", nil, "put the room in the mode tank, so that everybody drives"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("address", "a", value: "ADDRESS", "put this address of the machine in the link"),
      Option("link", "l", "print only the link"),
      Option("plain", nil, "draw the code without colours, for dark text on a light background"),
      Option("tickets", nil, value: "PATH", "ask the web gateway at PATH for the link"),
    ],
    details: """
      The levers drive, A fires, LB and RB turn the turret, and BACK changes the steering. With
      single the tank turns to where the left stick points. With mix the left stick is the throttle
      and the right stick spins the tank. With tracks each stick drives one track. The command
      changes no mode unless --start is given.
      """,
    run: tankCommand)
}

private func tankCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let scheme = try invocation.choice(
    "steer", of: TankScheme.allCases.map { (name: $0.rawValue, choice: $0) }, or: .tracks)
  let path = invocation.value("socket") ?? SocketPath.forConnecting
  let isHere = invocation.has("terminal")
  if isHere, !Terminal.isTerminal(.output) {
    throw Failure(
      "standard output is not a terminal", while: "drawing the tanks", try: "tiltpad tank without --terminal")
  }
  if invocation.has("start") { try startTanks(path) }
  guard isHere else {
    let query = invocation.has("steer") ? "?steer=\(scheme.rawValue)" : ""
    return try showHostPage(
      "tank\(query)", for: .television, invocation, ticketsFrom: invocation.value("tickets"))
  }
  var watcher = try Watcher.reaching(
    path, topics: [.status, .stage], period: 33, readsKeys: Terminal.isTerminal(.input),
    while: "asking for the players' levers")
  var field = TankField(scheme)
  watcher.draw { snapshot, _, size in
    field.apply(snapshot, at: Clock.now())
    return TankView(field, for: size).lines
  }
  return 0
}

/// Sets the mode of all players to tank.
private func startTanks(_ path: String) throws(Failure) {
  let context = "starting the tanks"
  var connection = try DaemonClient(to: path, while: context)
  _ = try connection.order(LocalOrder(.mode(.tank, nil)), while: context)
}
