import Console
import Cryptography
import Discovery
import Handset
import Model
import Platform
import TiltpadClient
import Wire

extension Command {
  /// The command `tiltpad join`, which makes this machine a controller of a host chosen by the user.
  static let join = Command(
    "join", "act as a controller: choose a host from a list, and play on it", operands: "[NAME ...]",
    options: [
      Option(
        "host", nil, value: "HOST",
        "join the host at the address HOST, whatever its name; may be given more than once")
    ]
      + PairingWay.options + [
        Option(
          "pad", nil, value: "DEVICE", "steer with the pad at DEVICE only, such as /dev/input/event7"),
        Option(
          "stick", nil, value: "DEVICE", isValueOptional: true,
          "let the host make each joystick, wheel and other stick again, or only that at DEVICE"),
        Option("merge", nil, "with --stick: join all sticks to one device"),
        Option("keys", nil, "steer with the keys of the terminal even if there is a pad"),
        Option(
          "force", nil, value: "PERCENT",
          "let games push a wheel or stick with a motor by PERCENT of its strength, -100 to 100 (50)"),
        Option("name", nil, value: "NAME", "use NAME at the host instead of the name of this machine"),
        Option("wait", nil, value: "SECONDS", "look for NAME or HOST for SECONDS, 0.1 to 86400 (10)"),
        Option("ask", nil, value: "HOST", "also ask HOST whether it is there; may be given more than once"),
        Option("port", "p", value: "PORT", "ask all hosts at UDP port PORT"),
      ],
    details: """
      Without NAME and --host, a terminal shows the hosts on the network, and which are known, full
      or locked. If host and controller are not paired, it asks for a PIN or the link of a QR code,
      or both sides compare six digits; the secret is kept. Each real pad is a player as soon as it
      is plugged in, with motion and rumble if it has them. While there is none, the keys of the
      terminal steer:

      \(Key.table)

      With --stick the host gets the device itself, with the same name, buttons and axes, instead of
      a pad. A stick that is unplugged rests at the host until it is back. --stick=DEVICE may be given
      more than once.

      With several hosts, by name, --host or --pair, the first pad plays on the first one, the second
      on the second, and so on in turn. The first pad of each host has its key in FILE, the second in
      FILE.2, and so on; each key is paired once: tiltpad join --key FILE.2 --pair LINK.
      """,
    run: joinCommand)
}

private func joinCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let request = try JoinRequest(invocation)
  let book = try ControllerFile.opened(at: request.path)
  if !request.links.isEmpty { return try request.play(on: request.links.map(Partner.init)) }
  if request.queries.count <= 1 { return try join(request.queries.first, by: request, knowing: book) }
  var partners: [Partner] = []
  for query in request.queries {
    guard let host = try request.find(query, for: book) else { return 0 }
    partners.append(try request.partner(host, for: query, by: request.way))
  }
  return try request.play(on: partners)
}

/// Joins the wanted host, or one chosen by the user.
///
/// It also asks how to pair with a new host, unless an option gives the answer.
private func join(
  _ query: HostQuery?, by request: JoinRequest, knowing book: ControllerFile
) throws(Failure) -> Int32 {
  var asked: FoundHost?
  if let query {
    guard let host = try request.find(query, for: book) else { return 0 }
    guard request.way == .known, !host.isKnown(to: book), request.isInteractive else {
      return try request.play(on: [try request.partner(host, for: query, by: request.way)])
    }
    asked = host
  }
  return try request.converse(JoinDialogue(for: book, way: request.way, about: asked))
}

extension Partner {
  /// Creates the host named by `link`, with which the controller pairs anew.
  fileprivate init(_ link: PairingLink) {
    let endpoint = Endpoint(address: link.address, port: link.port)
    self.init(
      endpoint: endpoint, key: PublicKey(link.key),
      name: link.name.text.isEmpty ? "\(endpoint)" : link.name.text,
      way: .code(link, isNew: true))
  }
}
