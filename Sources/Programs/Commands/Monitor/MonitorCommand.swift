import Console
import Model
import Notation
import Platform

extension Command {
  /// The command `tiltpad monitor`, which shows the state of the daemon and its players.
  static let monitor = Command(
    "monitor", "show the players live: tilt, pads, lost packets",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("json", "j", "print one JSON object per period, each on one line"),
      Option("period", nil, value: "MS", "show a state every MS milliseconds, 10 to 60000"),
      Option("once", "1", "print one state and exit"),
      Option("tickets", nil, value: "PATH", "ask the web gateway at PATH for the code"),
      Option("address", "a", value: "ADDRESS", "put this address of the machine in the code"),
    ],
    details: """
      On a terminal the view is redrawn in place every 50 ms; q ends it. While nobody plays, it
      shows a QR code that lets a phone join. Elsewhere, and with --once, it prints one line per
      player every second. tiltpad-monitor(1) describes --json.
      """,
    run: monitorCommand)
}

private func monitorCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let isPlain = invocation.has("json") || invocation.has("once") || !Terminal.isTerminal(.output)
  let period: UInt16 = try invocation.number("period", in: 10...60_000, or: isPlain ? 1_000 : 50)
  let path = invocation.value("socket") ?? SocketPath.forConnecting
  let readsKeys = !isPlain && Terminal.isTerminal(.input)
  var watcher = try Watcher.reaching(
    path, period: period, readsKeys: readsKeys, while: "asking for the daemon's status")
  guard isPlain else {
    let tickets = invocation.value("tickets") ?? WebPaths.socketForConnecting(of: path)
    let host = invocation.has("address") ? try hostAddress(invocation).inURL : nil
    watcher.invite(Invitation(from: tickets) { PhoneEntrance($0, at: host) })
    watcher.draw { snapshot, entrance, size in LiveView.lines(of: snapshot, entrance, for: size) }
    return 0
  }
  try printLines(&watcher, path: path, isJSON: invocation.has("json"), isOnce: invocation.has("once"))
  return 0
}

/// Prints each snapshot as it arrives, or only the first if `isOnce`.
///
/// - Throws: a failure if the connection to the daemon is lost, or if the daemon has another version.
private func printLines(
  _ watcher: inout Watcher, path: String, isJSON: Bool, isOnce: Bool
) throws(Failure) {
  while true {
    switch watcher.next() {
    case .invitation: continue
    case .snapshot(let snapshot):
      let lines = isJSON ? [snapshot.json.text] : snapshot.lines
      guard Stream.output.write(lines.map { $0 + "\n" }.joined()), !isOnce else { return }
    case .lost:
      throw Failure(
        "the daemon at \(path) is gone", while: "showing its status",
        try: "systemctl status tiltpad says why; then start tiltpad monitor again")
    case .otherVersion: throw Failure(otherVersionAt: path, while: "showing its status")
    case .ended: return
    }
  }
}

extension Snapshot {
  /// The snapshot as one line per player or, without players, as one line about the host.
  var lines: [String] {
    players.isEmpty ? ["nobody is playing;\(host.headline)\(host.dropLine)"] : players.map(\.line)
  }
}
