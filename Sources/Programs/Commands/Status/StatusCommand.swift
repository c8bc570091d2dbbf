import Console
import Model
import Notation
import Platform

extension Command {
  /// The command `tiltpad status`, which shows the state of the daemon and of the web gateway once.
  static let status = Command(
    "status", "show the host, its players and the web gateway on one screen",
    options: [
      Option("json", "j", "print one JSON object"),
      Option(
        "config", "c", value: "FILE", "check FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("tickets", nil, value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      It takes half a second, in which it counts the packets of each player. The exit status is 1
      if the daemon cannot be reached. tiltpad-status(1) describes the lines and --json.
      """,
    run: statusCommand)
}

/// The time over which packets are counted for their rates.
private let rateSpan = Interval.milliseconds(500)

private func statusCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let overview = try OverviewRequest(invocation, while: "asking for the daemon's status").answer(
    over: rateSpan)
  let trouble = Trouble(Examination(invocation, of: .unjudged).findings.map(\.finding.grade))
  let lines =
    invocation.has("json") ? [overview.json(trouble).text] : overview.lines + [trouble.line]
  return Stream.output.write(lines.map { $0 + "\n" }.joined()) ? 0 : Failure.Status.failed.rawValue
}

/// The numbers of failures and warnings found by `tiltpad doctor`.
struct Trouble: Hashable {
  /// The number of checks that have failed.
  let faults: Int
  /// The number of checks with a warning.
  let warnings: Int

  /// Counts the findings by their grades.
  init(_ grades: [Finding.Grade]) {
    faults = grades.count { $0 == .failure }
    warnings = grades.count { $0 == .warning }
  }

  /// The line on the screen.
  var line: String {
    faults + warnings == 0
      ? "trouble   none" : "trouble   tiltpad doctor finds \(faults) FAIL and \(warnings) warn"
  }
}

extension Machine {
  /// This machine without the certificate checks, each of which starts another program.
  fileprivate static var unjudged: Machine {
    var machine = Machine()
    (machine.judge, machine.judgeDomain) = ({ _, _, _ in nil }, { _ in nil })
    return machine
  }
}
