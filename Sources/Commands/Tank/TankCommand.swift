import Model
import Platform
import Wire

extension Command {
  /// The command `tiltpad tank`, which shows the link of the page with the tanks, or draws the tanks in the terminal.
  static let tank = Command(
    "tank", "show where the host's page with the tanks is, or draw them here",
    options: [
      Option("terminal", "t", "draw the tanks in this terminal; q ends it"),
      Option("steer", nil, value: "WAY", "steer by single, mix or tracks; tracks unless given"),
      Option("start", nil, "have everybody drive tanks: the room goes to the mode tank"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("address", "a", value: "ADDRESS", "name this address of the machine in the link"),
      Option("link", "l", "print only the link for another device"),
      Option("plain", nil, "draw the QR code for dark text on a light ground"),
      Option("tickets", nil, value: "PATH", "ask the web gateway at PATH for the link"),
    ],
    details: """
      Levers drive, A fires, LB and RB turn the turret, BACK changes the steering: single turns to
      where the left stick points, mix has the throttle left and the spin right, with tracks each
      stick is a track. Nothing is ordered unless --start is given.
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
      "the output is no terminal", while: "drawing the tanks", try: "tiltpad tank, without --terminal")
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
    field.take(snapshot, at: Clock.now())
    return TankView(field, for: size).lines
  }
  return 0
}

/// Orders the mode tank for everybody.
private func startTanks(_ path: String) throws(Failure) {
  let context = "starting the tanks"
  var connection = try LobbyConnection(to: path, while: context)
  _ = try connection.order(LocalOrder(.mode, argument: Mode.tank.rawValue), while: context)
}
