import Console
import Platform
import Settings

extension Command {
  /// The command `tiltpad inputs`, which runs the gateway for third-party controllers.
  static let inputs = Command(
    "inputs", "let third-party controllers play, and show pads to emulators",
    options: [
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("socket", "s", value: "PATH", "connect to the daemon's socket for gateways at PATH"),
      Option("state", nil, value: "PATH", "keep the answers to controllers that have asked in the file PATH"),
    ],
    details: """
      Runs until SIGTERM or SIGINT. It hears the inputs and serves the outputs that the sections
      [input NAME] and [output NAME] of the configuration enable. It opens no device, and only
      forwards what it has read to the daemon. None of these protocols proves who sends: a new
      controller asks, and plays when it is accepted on the dashboard or with tiltpad accept.
      """,
    run: inputsCommand)
}

private func inputsCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let path = invocation.value("config")
  let configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  guard !configuration.inputs.isEmpty else {
    throw Failure(
      "no input or output is enabled", while: "starting the inputs gateway",
      try: "set enabled = yes in a section such as [input retropad] of \(path ?? Configuration.defaultPath)",
      status: .usage)
  }
  let socket =
    invocation.value("socket")
    ?? SocketPath.forGateways(of: configuration.socketPath ?? SocketPath.forConnecting)
  let state = invocation.value("state") ?? "\(StatePath.directoryForKeeping)/inputs"
  _ = try? FileContents.makeDirectory(above: state, mode: 0o700)
  let document = configuration.document.part(
    for: InputSettings.self, adding: [("socket", socket), ("state", state)])
  throw GatewayProgram.inputs.failure(becoming: document, while: "starting the inputs gateway")
}
