import Bridge
import Console
import Daemon
import Gamepad
import Model
import Platform
import Room
import Settings

extension Command {
  /// Returns the command `tiltpad serve`, which runs the daemon with these third-party apps.
  static func serve(_ apps: [any App]) -> Command {
    Command(
      "serve", "run the host: turn network controllers into gamepads",
      options: [
        Option(
          "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
        Option("port", "p", value: "PORT", "listen on UDP port PORT"),
        Option("socket", "s", value: "PATH", "listen at PATH for gateways and local programs"),
        Option("players", "n", value: "COUNT", "admit at most COUNT players, 1 to 16"),
        Option("standing", nil, value: "COUNT", "keep the pads of the first COUNT slots plugged in, 0 to 16"),
        Option(
          "profile", nil, value: "NAME",
          "turn tilt into axes with wheel, pad, flight, raw or your own profile"),
        Option(
          "pads", nil, value: "KIND",
          "make pads with uinput, memory, or auto: uinput if it opens, otherwise memory"),
        Option(
          "identity", nil, value: "NAME", "make pads look like \(Configuration.identity.words) by default"),
        Option(
          "allow-plain", nil, value: "RANGE",
          "admit controllers without encryption from RANGE, such as 192.168.1.0/24"),
        Option(
          "web", nil, value: "WHEN|PATH", "start the web gateway: yes, no or auto; or with the page in PATH"),
        Option("check", nil, "check the configuration, and exit"),
      ],
      details: """
        Runs until SIGTERM or SIGINT; SIGHUP reads the configuration again. Under systemd it
        reports readiness and answers the watchdog. On a terminal it shows a QR code that lets a
        phone join.
        """,
      run: { invocation throws(Failure) in try serveCommand(invocation, apps) })
  }
}

private func serveCommand(_ invocation: Invocation, _ apps: [any App]) throws(Failure) -> Int32 {
  var settings = try daemonSettings(invocation)
  settings.room.apps = apps
  if invocation.has("check") {
    Stream.output.write("the configuration is valid\n")
    return 0
  }
  let path = settings.socketPath
  _ = try? FileContents.makeDirectory(above: path)
  let (journal, welcome) = (Journal(), ServeWelcome(settings))
  do throws(DaemonError) {
    var daemon = try Daemon(
      settings: settings, reload: { reloaded(invocation) },
      tell: { event in
        if let text = event.text { journal.write(text, isTrouble: event.isTrouble, event.fields) }
        welcome.follow(event)
      })
    try daemon.run()
    return 0
  } catch {
    throw Failure(error, settings)
  }
}

/// Returns the settings of the configuration, overridden by the options.
///
/// - Throws: a failure of the configuration, or a usage failure that names the option.
private func daemonSettings(_ invocation: Invocation) throws(Failure) -> DaemonSettings {
  let path = invocation.value("config")
  var configuration = try Configuration(
    path: path ?? Configuration.defaultPath, isRequired: path != nil, after: StatePath.ofSetup,
    with: StatePath.ofDashboard)
  try configuration.adopt(invocation, ["players", "standing", "pads", "identity"], of: "host")
  configuration.profileName = try invocation.choice(
    "profile", of: configuration.profiles.map { ($0.name, $0.name) }, or: configuration.profileName)
  if let folder = invocation.value("web"), folder.contains("/") {
    (configuration.web.start, configuration.web.folder) = (.yes, folder)
  } else {
    configuration.web.start = try invocation.choice(
      "web", of: WebSettings.Start.allCases.map { ($0.rawValue, $0) }, or: configuration.web.start)
  }
  for text in invocation.all("allow-plain") {
    guard let ranges = AddressRange.list(text) else {
      throw .usage("--allow-plain \(text) is not an address or a range", of: invocation.command)
    }
    configuration.daemon.bridge.roster.plainRanges += ranges
  }
  let socket = invocation.value("socket") ?? configuration.socketPath ?? SocketPath.forListening
  var settings = configuration.daemonSettings(socketPath: socket)
  settings.port = try invocation.number("port", in: 0...UInt16.max, or: settings.port)
  settings.gatewaySocketPath = SocketPath.forGateways(of: socket)
  settings.databasePath = StatePath.forKeeping
  settings.setup = setupSettings(configuration, path: path ?? Configuration.defaultPath)
  settings.gateway = configuration.webCommand(socket: socket, configuration: path)
  settings.inputs = configuration.inputsCommand(socket: socket, configuration: path)
  settings.recordsPath = Surroundings.directories("RUNTIME_DIRECTORY").first.map { "\($0)/pads" }
  return settings
}

/// Returns the settings of the dashboard's first visit.
///
/// Its questions stay open until they are answered on the dashboard or at a terminal.
private func setupSettings(_ configuration: Configuration, path: String) -> DaemonSettings.Setup {
  var setup = DaemonSettings.Setup()
  (setup.path, setup.page) = (StatePath.ofSetup, configuration.web.page)
  setup.isAnswered = FileContents.exists(StatePath.ofSetup) || FileContents.exists(SetupFile(of: path).path)
  return setup
}

/// Reads the configuration again.
///
/// If that fails, writes the failure to standard error unless that would block, and returns nil.
private func reloaded(_ invocation: Invocation) -> DaemonSettings? {
  do throws(Failure) {
    return try daemonSettings(invocation)
  } catch {
    _ = Stream.error.writeAtOnce(error.text)
    return nil
  }
}

extension PadError {
  /// The error in words.
  var reason: String {
    switch self {
    case .noDevice: "there is no such device"
    case .notPermitted: "permission denied"
    case .refused(let code): SystemError.reason(for: code)
    }
  }
}

extension Failure {
  /// Creates the failure of a daemon that cannot start, with advice for the user.
  fileprivate init(_ error: DaemonError, _ settings: DaemonSettings) {
    switch error {
    case .pads(let shortage):
      self.init(
        "cannot open \(shortage.reasons)", while: "preparing to make gamepads",
        try: shortage.refusals.first?.error.remedyAtStart ?? "tiltpad doctor")
    case .socket(let error):
      self.init(
        JournalForm.noSocket.line(settings.socketPath, error.reason),
        while: "opening the socket for local programs",
        try: "stop the other tiltpad, or choose another path with --socket")
    case .system(let error):
      self.init(
        "the kernel refused \(error.call): \(error.reason)", while: "starting the event loop",
        try: "tiltpad doctor")
    }
  }
}

extension PadError {
  /// The advice for the user if no pads can be created at the start.
  fileprivate var remedyAtStart: String {
    switch self {
    case .noDevice: "sudo modprobe uinput, or `tiltpad serve --pads memory` to keep the pads in memory"
    case .notPermitted: "run it as the service (systemctl start tiltpad), or see `tiltpad doctor`"
    case .refused: "tiltpad doctor"
    }
  }
}
