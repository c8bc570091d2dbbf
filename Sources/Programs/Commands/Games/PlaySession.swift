import Console
import Games
import Local
import Model
import Platform
import Wire

/// A game that `tiltpad play` runs, with the connections that keep the plan for the game in effect.
struct PlaySession: ~Copyable {
  fileprivate static let context = "preparing a game"

  private let daemonPath: String
  private var daemon: DaemonClient?
  private var gateway: LocalClient

  /// Creates the session of a game for the daemon at `path` and the web gateway whose socket for games is at `gateway`.
  init(daemon path: String, gateway: String) {
    daemonPath = path
    self.gateway = LocalClient(of: gateway)
  }

  /// Puts `plan` into effect, and returns the failures; the game can run despite them.
  mutating func begin(_ plan: PlayPlan) -> [Failure] {
    var failures: [Failure] = []
    if let notice = plan.notice {
      do throws(SystemError) {
        let poller = try Poller()
        try gateway.open(in: poller, token: 0)
        gateway.send(Array(notice.text.utf8))
      } catch {
        failures.append(
          Failure(
            "the web gateway cannot be reached: \(error.reason)", while: PlaySession.context,
            try: "tiltpad doctor"))
      }
    }
    guard let request = plan.request else { return failures }
    do throws(Failure) {
      var daemon = try DaemonClient(to: daemonPath, while: PlaySession.context)
      let result = try daemon.order(request, while: PlaySession.context)
      if let failure = Failure(result, of: request) { throw failure }
      self.daemon = consume daemon
    } catch {
      // The gateway passes a profile on to the daemon, even for a user at the seat who may not connect to the
      // daemon.
      if request.identity != 0 || !gateway.isOpen { failures.append(error) }
    }
    return failures
  }

  /// Runs the program `words` to its end; returns its exit status.
  ///
  /// SIGTERM and SIGHUP are passed on. SIGINT is not, because a terminal sends it to both programs.
  ///
  /// - Throws: `SystemError` of `.start`, `.signals` or `.poll`.
  mutating func run(_ words: [String]) throws(SystemError) -> Int32 {
    let signals = try Signals()
    var poller = try Poller()
    try poller.add(signals.descriptor, token: 0)
    let program = try ForegroundProgram(words)
    try poller.add(program.descriptor, token: 1)
    while true {
      if let status = program.exitStatus() {
        daemon = nil
        gateway.close()
        return status
      }
      _ = poller.wait()
      while let signal = signals.next() { if signal != .interrupt { program.pass(signal) } }
    }
  }
}

extension Failure {
  /// Creates the failure of an order about a game with `request`; nil if it was carried out.
  fileprivate init?(_ result: LocalAnswer.Result, of request: GameOrder.Request) {
    let (what, remedy): (String, String)
    switch result {
    case .done: return nil
    case .nobody:
      (what, remedy) = (
        "the host has no profile \(request.profile.text)", "man tiltpad.conf, section [profile NAME]"
      )
    default: (what, remedy) = ("the host has too many orders about games at once", "try again in a second")
    }
    self.init(what, while: PlaySession.context, try: remedy)
  }
}
