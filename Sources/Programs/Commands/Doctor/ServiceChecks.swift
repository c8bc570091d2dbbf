import Bridge
import Console
import Daemon
import Glibc
import Model
import Platform
import Settings
import Wire

/// Checks that the daemon runs, and that controllers can reach it.
extension Check {
  static let configuration = Check("configuration") { look in
    if let refusal = look.refusal { return .failure(refusal.what, try: refusal.remedy) }
    let path = look.configurationPath
    return look.machine.exists(path)
      ? .ok("\(path) is valid") : .ok("there is no \(path): the defaults apply")
  }

  static let unit = Check("service") { look in
    look.machine.find("tiltpad.service", in: Directories.units).map { .ok("\($0) is there") }
      ?? .warning("tiltpad.service is not installed", try: "sudo make install")
  }

  static let daemon = Check("daemon") { look in
    switch look.daemon {
    case .running(let host) where host.hasKernelPads: return .ok("it runs:\(host.headline)")
    case .running:
      return .warning(
        "it keeps its pads in memory, where no game sees them", try: "sudo tiltpad serve --pads uinput")
    case .silent:
      return .failure("it does not answer at \(look.socketPath)", fix: "sudo systemctl restart tiltpad")
    case .otherVersion:
      let failure = Failure(otherVersionAt: look.socketPath, while: "")
      return .failure(failure.what, try: failure.remedy)
    case .absent(let error):
      let failure = Failure(reaching: look.socketPath, error, while: "")
      if let command = look.commandForAbsence { return .warning(failure.what, fix: command) }
      return .warning(failure.what, try: error.isNobody ? "sudo tiltpad serve" : failure.remedy)
    }
  }

  static let priority = Check("priority") { look in
    guard let process = look.process, case .running = look.daemon else {
      return .ok("no daemon is running, so its priority cannot be checked")
    }
    guard let policy = look.machine.policy(of: process) else {
      return .ok("\(look.machine.user.name) cannot see process \(process) of the daemon")
    }
    if policy.isRealTime {
      return .ok("the daemon has priority over games: real-time priority \(policy.priority)")
    }
    return .warning(
      "a game that uses every core can hold packets up for 10 ms: the daemon has no real-time priority",
      try: "sudo chrt --rr --reset-on-fork --pid 1 \(process), unless a container forbids it")
  }

  static let port = Check("UDP port") { look in
    let port = look.configuration.daemon.port
    if let opened = look.machine.socketPorts, !opened.contains(port), port != 0 {
      return .warning(
        "tiltpad.socket opens \(opened.map(String.init).joined(separator: ", ")), but the configuration names \(port)",
        fix: SocketUnit.remedy(for: port))
    }
    do throws(SystemError) {
      _ = try DatagramSocket(bound: Endpoint(address: .any, port: port))
      return .ok("\(port) is free")
    } catch {
      if error.isInUse, case .running = look.daemon { return .ok("\(port) is in use, and the daemon runs") }
      return .failure(
        "cannot listen on \(port): \(error.reason)", try: "ss -lunp sport = \(port)")
    }
  }

  static let inputs = Check("other controllers") { look in
    guard !look.configuration.inputs.isEmpty else { return .ok("the configuration enables none") }
    if look.machine.runs(GatewayProgram.inputs.rawValue) {
      return .ok("their gateway runs; tiltpad peers lists the waiting controllers")
    }
    let text = "the configuration enables some, but their gateway does not run: journalctl -u tiltpad-inputs"
    return look.machine.find("tiltpad-inputs.service", in: Directories.units) == nil
      ? .warning(text, try: "tiltpad inputs")
      : .warning(text, fix: "sudo systemctl enable --now tiltpad-inputs")
  }

  static let inputPorts = Check("ports of other controllers") { look in
    let owner = look.machine.owner(of: GatewayProgram.inputs.rawValue)
    var first: [OpenPort: String] = [:]
    for source in look.configuration.inputs.sections {
      for port in source.ports {
        if let other = first.updateValue(source.name, forKey: port) {
          return .failure(
            "[\(other)] and [\(source.name)] have the same port \(port.number), so one of them is left out",
            try: "another port in one of these sections, and in its app")
        }
      }
      let users = source.ports.flatMap { look.machine.users(of: $0) }
      guard let port = source.ports.first, users.contains(where: { $0 != owner }) else { continue }
      return .failure(
        "another program has port \(port.number), which [\(source.name)] needs",
        try: "sudo ss -lnptu sport = \(port.number), or another port in that section")
    }
    return .ok("no other program has one")
  }

  static let plainSenders = Check("plain senders") { look in
    let ranges = look.configuration.daemon.bridge.roster.plainRanges
    return ranges.isEmpty
      ? .ok("none: controllers have to be paired (tiltpad pair), and phones use the page")
      : .ok("\(ranges.count) range(s) of addresses may play without encryption")
  }

  static let receiveBuffer = Check("receive buffer") { look in
    let path = "/proc/sys/net/core/rmem_max"
    guard let limit = look.machine.lines(of: path).first.flatMap({ Int($0) }) else {
      return .ok("the kernel does not report its limit")
    }
    guard limit < 1 << 20 else { return .ok("up to \(limit) bytes of packets may wait") }
    return .warning(
      "only \(limit) bytes of packets may wait, so some are lost when the machine is busy",
      fix: "sudo sysctl -w net.core.rmem_max=1048576")
  }
}

/// The scheduling policy of a process (sched(7)).
struct SchedulingPolicy: Hashable {
  /// The number of the policy in proc(5): 1 is SCHED_FIFO, 2 is SCHED_RR.
  var number: Int
  /// The real-time priority, 1 to 99; 0 under another policy.
  var priority: Int

  /// True if the process precedes all processes without a real-time policy.
  var isRealTime: Bool { number == 1 || number == 2 }
}

extension Machine {
  /// Returns the scheduling policy of `process`; nil if it cannot be seen.
  ///
  /// The policy is in fields 40 and 41 of `/proc/PID/stat` (proc(5)).
  fileprivate func policy(of process: Int32) -> SchedulingPolicy? {
    // Field 2, the name of the program, may contain spaces and parentheses.
    let line = lines(of: "/proc/\(process)/stat").first ?? ""
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 38, let priority = Int(fields[37]), let number = Int(fields[38]) else { return nil }
    return SchedulingPolicy(number: number, priority: priority)
  }
}

extension SystemError {
  /// True if another program already uses the address or port.
  fileprivate var isInUse: Bool { code == EADDRINUSE }

  /// True if the socket is missing, or no program listens on it.
  var isNobody: Bool { code == ENOENT || code == ECONNREFUSED }
}

extension Examination {
  /// The command that starts the service.
  ///
  /// Nil unless the daemon's socket is missing or has no listener, and the service is installed.
  fileprivate var commandForAbsence: String? {
    guard case .absent(let error) = daemon, error.isNobody else { return nil }
    return machine.find("tiltpad.service", in: Directories.units).map { _ in
      "sudo systemctl enable --now tiltpad"
    }
  }
}
