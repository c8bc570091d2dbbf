import Console
import Platform
import Settings

extension Command {
  /// The command `tiltpad web`, which runs the gateway for phones.
  static let web = Command(
    "web", "serve the page for phones over HTTPS",
    options: [
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("port", "p", value: "PORT", "listen on TCP port PORT, and on UDP port PORT for WebRTC"),
      Option("plain-port", nil, value: "PORT", "also serve the page without TLS, on TCP port PORT"),
      Option("overlay-port", nil, value: "PORT", "serve the overlay to this machine, on TCP port PORT"),
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
  let path = invocation.value("config")
  var configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  try configuration.adopt(
    invocation, ["port", "plain-port", "overlay-port", "listen", "domain", "page"],
    files: ["folder", "certificate", "key"],
    of: "web")
  let web = configuration.web
  let ports = [web.port, web.plainPort, web.overlayPort].compactMap(\.self)
  guard Set(ports).count == ports.count else {
    throw .usage(
      "port, plain_port and overlay_port have to be different; they are \(ports.map(String.init).joined(separator: ", "))",
      of: invocation.command)
  }
  let socket =
    invocation.value("socket")
    ?? SocketPath.forGateways(of: configuration.socketPath ?? SocketPath.forConnecting)
  _ = try? FileContents.makeDirectory(above: socket)
  _ = configuration.set("folder", of: "web", to: configuration.pageFolder)
  let document = configuration.document.part(
    for: WebSettings.self,
    adding: [
      ("state", StatePath.directoryForKeeping), ("socket", socket),
      ("tickets", invocation.value("tickets") ?? WebPaths.socketForListening),
      ("droidpad", configuration.droidPadPort.map { "\($0)" }),
    ])
  throw GatewayProgram.web.failure(becoming: document, while: "starting the web gateway")
}
