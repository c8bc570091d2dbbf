import Console
import Daemon
import Gamepad
import Model
import Notation
import Platform
import Settings
import Wire

/// The facts of a report as found on this machine, including all secrets.
struct ReportFacts {
  /// The names of persons, devices, hosts and users that the report must not contain.
  let names: Set<String>
  /// The text of the report, divided into sections.
  let text: String

  /// The maximum time for a program to report its facts.
  private static let patience = Interval.seconds(10)
  /// The units whose state and journal the report contains.
  private static let programs = ["tiltpad.service", "tiltpad-web.service", "tiltpad-inputs.service"]
  /// The units of which the report contains only the state.
  private static let others = ["tiltpad.socket", "tiltpad-web.socket", "tiltpad-metrics.service"]
  /// The Debian packages of the libraries.
  private static let packages = [
    "libc6", "libevdev2", "libqrencode4", "libsodium23", "libsqlite3-0", "libssl3",
    "libsystemd0", "libudev1", "libusrsctp2", "zlib1g",
  ]

  /// Collects the facts from the daemon, gateway and configuration named by the options of `invocation`.
  init(_ invocation: Invocation) {
    let (machine, examination) = (Machine(), Examination(invocation))
    let overview = ReportFacts.overview(invocation)
    let journals = ReportFacts.programs.map { ($0, ReportFacts.journal(of: $0)) }
    let inputs = InputDevices(machine.lines(of: "/proc/bus/input/devices"))
    let system = ["/proc/sys/kernel/ostype", "/proc/sys/kernel/osrelease", "/proc/sys/kernel/arch"]
    let settings = ReportFacts.configuration(examination.configurationPath)
    let findings = examination.findings.flatMap { $1.lines(of: $0) }
    let sections: [(String, [String])] =
      [
        ("version", ["tiltpad \(Tiltpad.version)"]),
        ("system", system.flatMap { machine.lines(of: $0) } + machine.lines(of: "/etc/os-release").prefix(1)),
        ("doctor", findings), ("status", [overview.text]),
      ] + settings.map { ($0.path, $0.file.lines) }
      + [("units", ReportFacts.unitStates)] + journals.map { ("journal of \($0)", [$1]) }
      + [("libraries", ReportFacts.libraries(machine)), ("input devices", inputs.lines)]
    text = sections.map(ReportFacts.section).joined(separator: "\n")
    let own = ReportFacts.own(examination.configuration).union(settings.flatMap { $0.file.names })
    names = journals.reduce(overview.names.union(own).union(inputs.foreignNames)) {
      $0.union(ReportFacts.names(of: $1.1))
    }
  }

  private static func section(_ title: String, _ lines: [String]) -> String {
    let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    return "== \(title) ==\n\(text.isEmpty ? "nothing" : text)\n"
  }

  /// Returns the status as text, with the names in it; without a daemon, the text is the failure.
  private static func overview(_ invocation: Invocation) -> (text: String, names: Set<String>) {
    do throws(Failure) {
      let overview = try OverviewRequest(invocation, while: "collecting the report").answer(
        over: .milliseconds(500))
      let names = overview.peers.map(\.name.text) + (overview.gateway?.names.values.map(\.text) ?? [])
      return (overview.json(Trouble([])).text, Set(names))
    } catch {
      return (error.text, [])
    }
  }

  /// Returns the names of this machine, its user, and the configuration.
  private static func own(_ configuration: Configuration) -> Set<String> {
    let variables = ["USER", "LOGNAME", "SUDO_USER"].compactMap { Surroundings.variable($0) }
    let home = Surroundings.home?.split(separator: "/").last.map(String.init)
    let users = (variables + [home, Account.current.name].compactMap { $0 }).filter { $0 != "root" }
    return Set(users + [Host.name, configuration.daemon.name, configuration.web.domain ?? ""])
  }

  /// Returns the names in a journal, and the paths in it that are not Tiltpad's own.
  private static func names(of journal: String) -> Set<String> {
    Set(
      JournalForm.secrets(of: journal).filter { $0.hole != .path || !Redaction.isOurs($0.text) }.map(\.text))
  }

  /// Returns each configuration file with its lines, or with a sentence if it is missing or unreadable.
  private static func configuration(_ path: String) -> [(path: String, file: ReportedFile)] {
    let files: [String]
    do throws(Failure) { files = try ConfigurationFiles.all(path, isRequired: true) } catch {
      return contents(of: [path, StatePath.ofSetupForReading])
        + [("\(path).d", ReportedFile(saying: error.what))]
    }
    return contents(of: files + [StatePath.ofSetupForReading])
  }

  private static func contents(of files: [String]) -> [(path: String, file: ReportedFile)] {
    files.map { file in
      guard FileContents.isNamed(file) else { return (file, ReportedFile(saying: "there is none")) }
      do throws(Failure) {
        return (file, ReportedFile(try ConfigurationFiles.lines(of: file)))
      } catch {
        return (file, ReportedFile(saying: error.what))
      }
    }
  }

  /// The options that select the service manager: `--user` in a single-user installation, otherwise none.
  private static var manager: [String] { Configuration.ownPath == nil ? [] : ["--user"] }

  private static func journal(of unit: String) -> String {
    output("journalctl", manager + ["--no-pager", "--no-hostname", "--quiet", "-n", "500", "-u", unit])
  }

  private static var unitStates: [String] {
    let properties =
      "Id,LoadState,ActiveState,SubState,UnitFileState,Result,NRestarts,ExecMainStatus,StatusText"
    return [output("systemctl", manager + ["show", "--no-pager", "-p", properties] + programs + others)]
  }

  /// Returns the libraries loaded by this program, except Swift's, and the versions of the Debian packages.
  private static func libraries(_ machine: Machine) -> [String] {
    let mapped = machine.lines(of: "/proc/self/maps").compactMap { line in
      line.split(separator: " ").last.map(String.init)
    }
    let files = Set(mapped.filter { $0.contains(".so") && !$0.contains("/swift/linux/") }).sorted()
    return files + [output("dpkg-query", ["-W"] + packages)]
  }

  /// Returns the output of the program `name` on the PATH; a sentence if the program cannot be started.
  private static func output(_ name: String, _ arguments: [String]) -> String {
    let folders = Surroundings.directories("PATH") + ["/usr/bin", "/bin"]
    guard let path = folders.map({ "\($0)/\(name)" }).first(where: FileContents.exists),
      let bytes = try? Child.output(of: path, arguments, within: patience)
    else { return "there is no \(name)" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The machine's input devices as listed in /proc/bus/input/devices.
struct InputDevices {
  /// The lines for a report: identifiers, names, paths and handlers.
  let lines: [String]
  /// The names of devices not created by Tiltpad, which may contain a person's name.
  let foreignNames: Set<String>

  /// Creates the list from the lines of /proc/bus/input/devices.
  init(_ lines: [String]) {
    self.lines = lines.filter { ["I:", "N:", "P:", "H:"].contains($0.prefix(2)) }
    var (foreign, name) = (Set<String>(), "")
    for line in lines {
      if line.hasPrefix("N: Name=") { name = String(line.dropFirst(8).filter { $0 != "\"" }) }
      if line.hasPrefix("P: Phys="), !line.contains("tiltpad/") { foreign.insert(name) }
    }
    foreignNames = foreign.subtracting(Identity.named.map(\.identity.name))
  }
}
