import Console
import Platform
import Wire

extension Command {
  /// The command `tiltpad web`, which runs the gateway for phones.
  static let web = Command(
    "web", "serve the page for phones over HTTPS",
    options: [
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("port", "p", value: "PORT", "listen on TCP port PORT, and on UDP port PORT for WebRTC"),
      Option("plain-port", nil, value: "PORT", "also serve the page without TLS, on TCP port PORT"),
      Option("listen", nil, value: "ADDRESS", "listen at this address of the machine only"),
      Option("folder", nil, value: "PATH", "serve the page from the folder PATH"),
      Option(
        "certificate", nil, value: "PATH", "use the certificate of an own domain, with its chain, at PATH"),
      Option("key", nil, value: "PATH", "the key of that certificate, if it is in another file"),
      Option("domain", nil, value: "NAME", "the certificate's name that links carry"),
      Option("page", nil, value: "URL", "send phones to the copy of the page at URL"),
      Option("socket", "s", value: "PATH", "connect to the daemon's socket for gateways at PATH"),
      Option("tickets", "t", value: "PATH", "listen at PATH for `tiltpad pair --phone`"),
    ],
    details: """
      Runs until SIGTERM or SIGINT; SIGHUP reads the page and the certificate again. It opens no
      device, and only forwards packets between phones and the daemon. Browsers warn once of its
      own certificate, and not at all of an own domain's or without TLS; `tiltpad doctor` lists
      the ways to the page that are open.
      """,
    run: webCommand)
}

private func webCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  throw GatewayProgram.web.failure(
    becoming: try gatewayWords(invocation), while: "starting the web gateway")
}

/// Returns the settings of the configuration, overridden by the options, as the words for the gateway's own program.
///
/// - Throws: a failure of the configuration, or a usage failure that names the option.
private func gatewayWords(_ invocation: Invocation) throws(Failure) -> [String] {
  let path = invocation.value("config")
  let configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  let port = try invocation.number("port", in: 1...UInt16.max, or: configuration.web.port)
  var plainPort = configuration.web.plainPort
  if invocation.has("plain-port") {
    plainPort = try invocation.number("plain-port", in: 1...UInt16.max, or: 1)
  }
  guard plainPort != port else {
    throw .usage(
      "the page needs different ports with and without TLS, not \(port) for both", of: invocation.command)
  }
  let socket =
    invocation.value("socket")
    ?? SocketPath.forGateways(of: configuration.socketPath ?? SocketPath.forConnecting)
  _ = try? FileContents.makeDirectory(above: socket)
  let folder = invocation.value("folder") ?? configuration.web.folder ?? WebPaths.folder
  let settings: [(name: String, value: String?)] = [
    ("port", "\(port)"), ("plain-port", plainPort.map { "\($0)" }),
    ("listen", invocation.value("listen") ?? configuration.web.address), ("folder", folder),
    ("state", StatePath.directoryForKeeping), ("socket", socket),
    ("tickets", invocation.value("tickets") ?? WebPaths.socketForListening), ("name", configuration.name),
    ("certificate", invocation.value("certificate") ?? configuration.web.certificate),
    ("key", invocation.value("key") ?? configuration.web.key),
    ("domain", invocation.value("domain") ?? configuration.web.domain),
    ("page", try page(invocation) ?? configuration.web.page),
    ("guests", configuration.web.guests.map { "\($0)" }),
    ("droidpad", configuration.droidPadPort.map { "\($0)" }),
  ]
  return settings.compactMap { name, value in value.map { "--\(name)=\($0)" } }
}

/// Returns the address of the page elsewhere; nil without the option.
///
/// - Throws: a usage failure when it is no address of a page.
private func page(_ invocation: Invocation) throws(Failure) -> String? {
  guard let text = invocation.value("page") else { return nil }
  guard PageElsewhere.isAddress(text) else {
    throw .usage("\(text) is no address of a page; it begins with https://", of: invocation.command)
  }
  return text
}
