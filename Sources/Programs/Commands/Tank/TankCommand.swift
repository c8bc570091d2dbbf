import Console
import Model
import Wire

extension Command {
  /// The command `tiltpad tank`, which shows the link to the page with the tanks.
  static let tank = Command(
    "tank", "print the link of the host's page with the tanks",
    options: [
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
  let ways = TankSteering.allCases.map { (name: $0.rawValue, choice: $0.rawValue) }
  let way = try invocation.choice("steer", of: ways, or: "")
  if invocation.has("start") {
    try startTanks(invocation.value("socket") ?? SocketPath.forConnecting)
  }
  return try showHostPage(
    way.isEmpty ? "tank" : "tank?steer=\(way)", for: .television, invocation,
    ticketsFrom: invocation.value("tickets"))
}

/// The meaning of a tank's levers for the page (docs/web.md, "The tanks").
private enum TankSteering: String, CaseIterable {
  /// The left stick points in the direction to drive.
  case single
  /// The left stick is the throttle, and the right stick turns.
  case mix
  /// Each stick drives a track.
  case tracks
}

/// Sets the mode of all players to tank.
private func startTanks(_ path: String) throws(Failure) {
  let context = "starting the tanks"
  var connection = try DaemonClient(to: path, while: context)
  _ = try connection.order(LocalOrder(.mode(.tank, nil)), while: context)
}
