import Platform
import Web

extension Command {
  /// The command `tiltpad web`, which runs the gateway for phones.
  static let web = Command(
    "web", "serve the page for phones over HTTPS",
    options: [
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("port", "p", value: "PORT", "listen on TCP port PORT"),
      Option("plain-port", nil, value: "PORT", "also serve the page without TLS, on TCP port PORT"),
      Option("listen", nil, value: "ADDRESS", "listen at this address of the machine only"),
      Option("folder", nil, value: "PATH", "serve the page from the folder PATH"),
      Option("socket", "s", value: "PATH", "connect to the daemon's socket for gateways at PATH"),
      Option("tickets", "t", value: "PATH", "listen at PATH for `tiltpad pair --phone`"),
    ],
    details: """
      Runs until SIGTERM or SIGINT; SIGHUP reads the page again. It opens no device, and only
      forwards packets between phones and the daemon.
      """,
    run: webCommand)
}

private func webCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let settings = try webSettings(invocation)
  if let slash = settings.socketPath.lastIndex(of: "/"), slash != settings.socketPath.startIndex {
    _ = try? FileContents.makeDirectory(String(settings.socketPath[..<slash]))
  }
  let journal = Journal()
  do throws(WebError) {
    let gateway = try Gateway(settings: settings) { journal.write($0.line, isTrouble: $0.isTrouble) }
    gateway.run()
    return 0
  } catch {
    throw Failure(error, settings)
  }
}

/// Returns the settings of the configuration, overridden by the options.
///
/// - Throws: a failure of the configuration, or a usage failure that names the option.
private func webSettings(_ invocation: Invocation) throws(Failure) -> WebSettings {
  let path = invocation.value("config")
  let configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  let folder = invocation.value("folder") ?? configuration.web.folder ?? WebPaths.folder
  var settings = WebSettings(
    folder: folder, stateDirectory: StatePath.directoryForKeeping,
    bridgePath: invocation.value("socket")
      ?? SocketPath.forGateways(of: configuration.socketPath ?? SocketPath.forConnecting),
    socketPath: invocation.value("tickets") ?? WebPaths.socketForListening)
  settings.port = try invocation.number("port", in: 1...UInt16.max, or: configuration.web.port)
  settings.plainPort = configuration.web.plainPort
  if invocation.has("plain-port") {
    settings.plainPort = try invocation.number("plain-port", in: 1...UInt16.max, or: 1)
  }
  guard settings.plainPort != settings.port else {
    throw .usage(
      "the page needs different ports with and without TLS, not \(settings.port) for both",
      of: invocation.command)
  }
  settings.address = invocation.value("listen") ?? configuration.web.address
  settings.name = configuration.name
  return settings
}

extension WebEvent {
  /// True if the event can repeat with every page until its cause is gone.
  fileprivate var isTrouble: Bool {
    if case .ticketsNotKept = self { true } else { false }
  }

  /// The event as a line of the journal.
  fileprivate var line: String {
    switch self {
    case .started(let port, let plainPort, let fingerprint):
      "serving the page on TCP port \(port)\(plainPort.map { ", and without TLS on \($0)" } ?? "")"
        + "; the certificate's SHA-256 is \(fingerprint)"
    case .certified(let fingerprint):
      "the addresses of the machine changed; the new certificate's SHA-256 is \(fingerprint)"
    case .notCertified:
      "cannot make a certificate for the machine's present addresses; the previous one stays"
    case .bridgeFound: "connected to the daemon"
    case .bridgeLost: "the daemon is gone: phones wait until it is back"
    case .ticketsNotKept(let error):
      "phones cannot come back after a restart: cannot save their tickets: \(error.reason)"
    case .stopping: "stopping"
    }
  }
}

extension Failure {
  /// Creates the failure of a gateway that does not start, with the advice for a person.
  fileprivate init(_ error: WebError, _ settings: WebSettings) {
    switch error {
    case .page:
      self.init(
        "there is no page in \(settings.folder)", while: "starting the web gateway",
        try: "name the folder that contains join.html with --folder")
    case .port(let port, let error):
      let option = port == settings.port ? "--port" : "--plain-port"
      self.init(
        "cannot listen on TCP port \(port): \(error.reason)", while: "starting the web gateway",
        try:
          "find the program that uses it: ss -ltnp sport = \(port); or set another port with \(option) or, for the"
          + " service, in tiltpad.conf and with `systemctl edit tiltpad-web.socket`")
    case .state(let error):
      self.init(
        "cannot keep the key and the certificate in \(settings.stateDirectory): \(error.reason)",
        while: "starting the web gateway", try: "check the owner of the directory")
    case .certificate:
      self.init(
        "OpenSSL rejects the key or the certificate", while: "starting the web gateway",
        try:
          "rm \(settings.stateDirectory)/web.key \(settings.stateDirectory)/web.crt; tiltpad web then makes new ones"
      )
    case .socket(let error):
      self.init(
        "cannot listen at \(settings.socketPath): \(error.reason)",
        while: "opening the socket for tickets",
        try: "stop the other tiltpad web, or choose another path with --tickets")
    case .system(let error):
      self.init(
        "the kernel refused \(error.call): \(error.reason)", while: "starting the web gateway",
        try: "tiltpad doctor")
    }
  }
}
