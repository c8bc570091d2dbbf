import Model
import Platform
import Wire

/// One thing that has to be right.
struct Check: Sendable {
  /// What is looked at.
  let name: String
  /// Looks.
  let examine: @Sendable (Examination) -> Finding

  /// The check called `name`.
  init(_ name: String, _ examine: @escaping @Sendable (Examination) -> Finding) {
    self.name = name
    self.examine = examine
  }

  /// Every check, from the kernel up to the games.
  static let all = [
    configuration, device, permission, module, moduleAtBoot, rule, unit, daemon, port, plainSenders,
    receiveBuffer, page, gateway, webPort, certificate, firewall, joydev, uhid, session, browsers, steam,
    sdlVariables,
  ]
}

/// What the checks look at.
struct Examination: Sendable {
  /// What the daemon answered.
  enum Daemon: Sendable {
    /// How it is.
    case running(HostStatus)
    /// It was reached, but said nothing.
    case silent
    /// It could not be reached.
    case absent(SystemError)
  }

  /// What came of looking for the web gateway.
  enum Gateway: Hashable, Sendable {
    /// It listens.
    case running
    /// It could not be reached.
    case absent(SystemError)
  }

  /// The machine.
  var machine: Machine
  /// The configuration; the defaults when it cannot be read.
  var configuration = Configuration()
  /// Where the configuration is.
  var configurationPath = Configuration.defaultPath
  /// Why the configuration cannot be read.
  var refusal: Failure?
  /// Where the daemon was looked for.
  var socketPath: String
  /// What the daemon answered.
  var daemon: Daemon

  /// Whether a web gateway was reached.
  var gateway = Gateway.absent(SystemError(code: 0, call: .connect))
  /// Where it was looked for.
  var gatewayPath = WebPaths.socketForConnecting
  /// Where the page is looked for unless the configuration says.
  var pageFolder = WebPaths.folder
  /// Where a gateway that the user runs keeps its certificate.
  var stateDirectory = StatePath.directoryForKeeping
  /// What the machine is called.
  var hostName = Host.name
  /// The addresses that it has.
  var addresses: [Address] = []

  /// The findings, in the order of the checks.
  var findings: [(name: String, finding: Finding)] {
    Check.all.map { ($0.name, $0.examine(self)) }
  }

  /// Whether a daemon runs that has kernel pads.
  var hasPads: Bool {
    guard case .running(let host) = daemon else { return false }
    return host.hasKernelPads
  }
}
