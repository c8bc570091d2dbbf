import Console
import Model
import Notation
import Platform
import Settings

extension Command {
  /// The command `tiltpad doctor`, which reports what is wrong on this machine and how to fix it.
  static let doctor = Command(
    "doctor", "check this machine, and print the commands that correct its problems",
    options: [
      Option(
        "config", "c", value: "FILE", "check FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("socket", "s", value: "PATH", "look for the daemon at PATH"),
      Option("json", "j", "print one JSON object per check, each on one line"),
      Option("fix", "f", "run the commands that correct the problems, after showing them"),
      Option("yes", "y", "with --fix: do not ask before"),
    ],
    details: """
      Each check prints a line: ok, warn or FAIL, the name of the check, and its finding. Below a
      line that is not ok stands its remedy. With --fix, tiltpad lists the remedies that are
      commands, asks, runs them, and checks again. The exit status is 1 if a check failed; with
      --fix, the last check counts.
      """,
    run: doctorCommand)
}

private func doctorCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  var findings = Examination(invocation).findings
  show(findings, asJSON: invocation.has("json"))
  if invocation.has("fix") {
    let repair = Repair(of: findings, isRoot: Account.current.id == 0)
    if try repair.run(asks: !invocation.has("yes")) {
      findings = Examination(invocation).findings
      let left = findings.filter { $0.finding.grade != .ok }
      Stream.output.write(left.isEmpty ? "now all is well\n" : "what is left:\n")
      show(left, asJSON: invocation.has("json"))
    }
  }
  return findings.contains { $0.finding.grade == .failure } ? Failure.Status.failed.rawValue : 0
}

/// Prints findings as lines for the user, or as JSON objects.
private func show(_ findings: [(name: String, finding: Finding)], asJSON isJSON: Bool) {
  let lines = findings.flatMap { name, finding in
    isJSON ? [finding.json(of: name).text] : finding.lines(of: name)
  }
  Stream.output.write(lines.map { $0 + "\n" }.joined())
}

extension Examination {
  /// Gathers the facts about `machine` for the checks, using the options `--config` and `--socket` of `invocation`.
  init(_ invocation: Invocation, of machine: Machine = Machine()) {
    let path = invocation.value("config")
    var configuration = Configuration()
    var refusal: Failure?
    do throws(Failure) {
      configuration = try Configuration(
        path: path ?? Configuration.defaultPath, isRequired: path != nil, after: StatePath.ofSetupForReading,
        with: StatePath.ofDashboardForReading)
    } catch {
      refusal = error
    }
    let socket = invocation.value("socket") ?? configuration.socketPath ?? SocketPath.forConnecting
    self.init(
      machine: machine, configuration: configuration,
      configurationPath: path ?? Configuration.defaultPath, refusal: refusal, socketPath: socket,
      daemon: .asked(at: socket), process: try? LocalConnection(connectingTo: socket).peerProcess(),
      gateway: .looked(for: WebPaths.socketForConnecting),
      addresses: NetworkInterface.addresses(
        of: NetworkInterface.all(), listeningAt: configuration.web.address?.description))
  }
}

extension Examination.Gateway {
  /// Connects to the web gateway at `path`, but requests nothing.
  fileprivate static func looked(for path: String) -> Examination.Gateway {
    do throws(SystemError) {
      _ = try LocalConnection(connectingTo: path)
      return .running
    } catch {
      return .absent(error)
    }
  }
}

extension Examination.Daemon {
  /// Asks the daemon at `path` for its status.
  static func asked(at path: String) -> Examination.Daemon {
    do throws(SystemError) {
      var watcher = try Watcher(path: path, period: 1_000, readsKeys: false)
      try watcher.connect()
      return switch watcher.next() {
      case .snapshot(let snapshot): .running(snapshot.host)
      case .otherVersion: .otherVersion
      default: .silent
      }
    } catch {
      return .absent(error)
    }
  }
}
