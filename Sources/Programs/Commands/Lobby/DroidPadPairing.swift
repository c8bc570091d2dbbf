import Console
import Daemon
import Local
import Model
import Platform
import QR

/// Returns the lines of `tiltpad pair --droidpad`.
///
/// They are the QR code that sets up a gamepad in the app or, with `--link`, only its text.
///
/// - Throws: a failure if the configuration does not let DroidPad play.
func droidPadLines(_ invocation: Invocation) throws(Failure) -> [String] {
  let context = "drawing the code for DroidPad"
  let path = invocation.value("config")
  let configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  guard let port = configuration.droidPadPort else {
    throw Failure(
      "DroidPad is not enabled", while: context,
      try:
        "set enabled = yes and allow = YOUR NETWORK in [input droidpad] of \(path ?? Configuration.defaultPath)"
    )
  }
  let address = try hostAddress(invocation)
  let name = configuration.daemon.name.isEmpty ? Host.name : configuration.daemon.name
  guard let text = GatewayProgram.droidPadCode(name: name, at: address, port: port) else {
    throw Failure(
      "\(GatewayProgram.web.rawValue) has drawn no pad", while: context, try: "install Tiltpad again")
  }
  let notes = [
    "In DroidPad, touch the scan icon and hold the camera over the code. Asked about",
    "another screen, choose to scale and centre. The pad connects to \(Endpoint(address: address, port: port)).",
    "The dashboard shows this code too.",
  ]
  return try PrintedCode(text: text, notes: notes, showsText: false, corrections: [.low]).lines(invocation)
}
