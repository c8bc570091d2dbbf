import Console
import Model
import Platform
import Wire

/// A check of one condition that players and games depend on.
struct Check: Sendable {
  /// The name of the condition, for the user.
  let name: String
  /// Checks the condition on an examined machine, and returns the finding.
  let examine: @Sendable (Examination) -> Finding

  /// Creates the check called `name`.
  init(_ name: String, _ examine: @escaping @Sendable (Examination) -> Finding) {
    self.name = name
    self.examine = examine
  }

  /// Every check: the configuration, and then from the kernel up to the games.
  static let all = [
    configuration, device, permission, module, moduleAtBoot, rule, unit, daemon, priority, port, plainSenders,
    receiveBuffer, inputs, inputPorts, page, gateway, webPort, certificate, domain, ways, firewall, joydev,
    uhid, pads, links, session, browsers, steam, inputPlumber, handheldDaemon, sdlVariables,
    gameMode,
  ]
}

/// The facts that the checks examine.
struct Examination: Sendable {
  /// The results of asking the daemon for its status.
  enum Daemon: Sendable {
    /// The daemon answered with its status.
    case running(HostStatus)
    /// The daemon was reached, but did not answer.
    case silent
    /// The daemon was reached, but has another version.
    case otherVersion
    /// The daemon could not be reached.
    case absent(SystemError)
  }

  /// The results of connecting to the web gateway.
  enum Gateway: Hashable, Sendable {
    /// The gateway is listening.
    case running
    /// The gateway could not be reached.
    case absent(SystemError)
  }

  /// The examined machine.
  var machine: Machine
  /// The configuration; the defaults if the file cannot be read.
  var configuration = Configuration()
  /// The path of the configuration file.
  var configurationPath = Configuration.defaultPath
  /// The reason why the configuration cannot be read; nil if it can.
  var refusal: Failure?
  /// The path of the socket on which the daemon was sought.
  var socketPath: String
  /// The result of asking the daemon for its status.
  var daemon: Daemon
  /// The process ID of the daemon; nil if it could not be reached.
  var process: Int32?

  /// The result of connecting to the web gateway.
  var gateway = Gateway.absent(SystemError(code: 0, call: .connect))
  /// The path of the socket on which the web gateway was sought.
  var gatewayPath = WebPaths.socketForConnecting
  /// The folder of the page, unless the configuration names a different one.
  var pageFolder = WebPaths.folder
  /// The directory in which a gateway run by the user stores its certificate.
  var stateDirectory = StatePath.directoryForKeeping
  /// The host name of the machine.
  var hostName = Host.name
  /// The addresses that the machine's certificate must cover.
  var addresses: [Address] = []

  /// The findings of all checks, in the order of the checks.
  var findings: [(name: String, finding: Finding)] {
    Check.all.map { ($0.name, $0.examine(self)) }
  }

  /// True if a daemon is running and has kernel pads.
  var hasPads: Bool {
    guard case .running(let host) = daemon else { return false }
    return host.hasKernelPads
  }
}
