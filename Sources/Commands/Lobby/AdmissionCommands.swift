import Bridge
import Model
import Notation
import Platform
import Wire

private let socket = Option("socket", "s", value: "PATH", "connect to the daemon at PATH")

extension Command {
  /// The command `tiltpad peers`, which lists the controllers with encrypted sessions and those that wait to be let in.
  static let peers = Command(
    "peers", "list the controllers with encrypted sessions, and who waits to be let in",
    options: [
      socket, Option("json", "j", "print one JSON object per controller, each on one line"),
      Option("follow", "f", "go on, with a line for each change"),
    ],
    details: """
      The states are connecting (waits for you), connected, and disconnected (away while the
      slot waits, or gone).
      """,
    run: peersCommand)

  /// The command `tiltpad accept`, which lets a waiting controller in.
  static let accept = Command(
    "accept", "let a controller in that waits", operands: "[KEY|NUMBER]", options: [socket],
    details: """
      NUMBER is the one that the controller shows, which nobody lets in whose number at the host
      is another; KEY is all 16 digits that tiltpad peers shows, or more. Without either it says
      who waits, and what to type.
      """,
    run: acceptCommand)

  /// The command `tiltpad deny`, which sends a waiting controller away.
  static let deny = Command(
    "deny", "send a controller away that waits", operands: "[KEY|NAME]", options: [socket],
    run: denyCommand)

  /// The command `tiltpad kick`, which takes a player out.
  static let kick = Command(
    "kick", "take a player out; the pad is unplugged at once", operands: "PLAYER|KEY|NAME", options: [socket],
    details: """
      The controller may come in again unless tiltpad lock keeps it out, or tiltpad devices
      revoke forgets it.
      """,
    run: kickCommand)

  /// The command `tiltpad lock`, which sets the controllers that get a slot from now on.
  static let lock = Command(
    "lock", "let nobody new in, or everyone again", operands: "[open|ask|locked]", options: [socket],
    details: """
      tiltpad lock [locked]   nobody but those whose slot waits for them
      tiltpad lock ask        whom you let in, with tiltpad accept
      tiltpad lock open       every controller that is paired
      It holds until the daemon reads its configuration again.
      """,
    run: lockCommand)
}

private func peersCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let context = "asking who is there"
  var connection = try connect(invocation, while: context)
  let isJSON = invocation.has("json")
  let peers = try connection.peers(while: context)
  func show(_ peers: [PeerStatus]) -> Bool {
    Stream.output.write(peers.map { (isJSON ? $0.json.text : $0.line) + "\n" }.joined())
  }
  if peers.isEmpty && !isJSON && !invocation.has("follow") {
    return Stream.output.write("nobody is there\n") ? 0 : Failure.Status.failed.rawValue
  }
  guard show(peers) else { return Failure.Status.failed.rawValue }
  while invocation.has("follow") {
    guard case .peer(let peer) = try connection.news(until: .distantFuture, while: context), show([peer])
    else { return 0 }
  }
  return 0
}

private func acceptCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let proof = try operand(invocation).flatMap(AdmissionProof.init)
  return try decide(.accept, "let in", invocation) { waiting throws(Failure) in
    if let proof { return try waiting.peer(proof) }
    Stream.output.write(waiting.map { $0.line + "\n" }.joined())
    throw waiting.isEmpty
      ? Failure("no controller waits", while: "looking for it", try: "tiltpad peers")
      : Failure("nobody was let in", while: "looking for the controller", try: "what is said behind its name")
  }
}

private func denyCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let text = try operand(invocation)
  return try decide(.deny, "sent away", invocation) { waiting throws(Failure) in
    try waiting.peer(text, what: "waits")
  }
}

/// Gives the daemon the order `verb` for the waiting controller that `choose` picks, and returns the exit status.
private func decide(
  _ verb: LocalOrder.Verb, _ done: String, _ invocation: Invocation,
  _ choose: ([PeerStatus]) throws(Failure) -> PeerStatus
) throws(Failure) -> Int32 {
  let context = "deciding about a controller"
  var connection = try connect(invocation, while: context)
  let waiting = try connection.peers(while: context).filter {
    Lobby.Peer.State(rawValue: $0.state) == .connecting
  }
  let peer = try choose(waiting)
  _ = try connection.order(LocalOrder(verb, key: peer.key), while: context)
  return Stream.output.write("\(peer.label) is \(done)\n") ? 0 : Failure.Status.failed.rawValue
}

private func kickCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let context = "taking a player out"
  guard let text = try operand(invocation) else {
    throw .usage("who is to go?", of: invocation.command)
  }
  var connection = try connect(invocation, while: context)
  var number = UInt8(text).flatMap { PlayerSlot(number: Int($0))?.number }
  if number == nil {
    let players = try connection.peers(while: context).filter { $0.slot != nil }
    number = try players.peer(text, what: "plays").slot?.number
  }
  _ = try connection.order(LocalOrder(.kick, argument: number ?? 0), while: context)
  return Stream.output.write("player \(number ?? 0) is out\n") ? 0 : Failure.Status.failed.rawValue
}

private func lockCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let text = try operand(invocation) ?? Lobby.Policy.locked.label
  guard let policy = Lobby.Policy(text: text) else {
    throw .usage("\(text) is none of open, ask, locked", of: invocation.command)
  }
  let context = "saying who gets a slot"
  var connection = try connect(invocation, while: context)
  _ = try connection.order(LocalOrder(.policy, argument: policy.rawValue), while: context)
  return Stream.output.write("the lobby is \(policy.label)\n") ? 0 : Failure.Status.failed.rawValue
}

private func connect(_ invocation: Invocation, while context: String) throws(Failure) -> LobbyConnection {
  try LobbyConnection(to: invocation.value("socket") ?? SocketPath.forConnecting, while: context)
}

/// Returns the only operand; nil when there is none.
///
/// - Throws: a usage failure when there are several operands.
private func operand(_ invocation: Invocation) throws(Failure) -> String? {
  guard invocation.operands.count <= 1 else {
    throw .usage("unexpected argument \(invocation.operands[1])", of: invocation.command)
  }
  return invocation.operands.first
}
