import Console
import Cryptography
import Discovery
import Handset
import Model
import Platform
import TiltpadClient
import Wire

extension Command {
  /// The command `tiltpad join`, which makes this machine a controller of a host that a person picks from a list.
  static let join = Command(
    "join", "be a controller: choose a host from a list, and play on it", operands: "[NAME]",
    options: [Option("host", nil, value: "HOST", "join the host at the address HOST, whatever its name")]
      + PairingWay.options + [
        Option(
          "pad", nil, value: "DEVICE", "steer with the pad at DEVICE instead of the first one that is found"),
        Option("keys", nil, "steer with the keys of the terminal even if there is a pad"),
        Option("name", nil, value: "NAME", "use NAME at the host instead of the name of this machine"),
        Option("wait", nil, value: "SECONDS", "look for NAME or HOST for SECONDS, 0.1 to 86400 (10)"),
        Option("ask", nil, value: "HOST", "also ask HOST whether it is there; may be given more than once"),
        Option("port", "p", value: "PORT", "ask all hosts at UDP port PORT"),
      ],
    details: """
      Without NAME and --host, a terminal shows the hosts on the network, and which are known, full
      or locked. If host and controller are not paired, it asks for a PIN or the link of a QR code,
      or both sides compare six digits; the secret is kept. A pad steers if there is one; otherwise
      the keys of the terminal steer:

      \(Key.table)
      """,
    run: joinCommand)
}

private func joinCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let request = try JoinRequest(invocation)
  let book = try ControllerFile.opened(at: request.path)
  if case .code(let link, _) = request.way {
    let place = Endpoint(address: link.address, port: link.port)
    let name = link.name.text.isEmpty ? "\(place)" : link.name.text
    return try request.play(at: place, of: PublicKey(link.key), called: name, by: request.way)
  }
  var asked: FoundHost?
  if let wish = request.wish {
    guard let host = try request.find(wish, for: book) else { return 0 }
    guard request.way == .known, !host.isKnown(to: book), request.isInteractive else {
      return try request.play(on: host, by: request.way)
    }
    asked = host
  }
  return try request.converse(JoinDialogue(for: book, way: request.way, about: asked))
}
