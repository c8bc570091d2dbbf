import Console
import Model
import Notation
import Platform
import Wire

private let socket = Option("socket", "s", value: "PATH", "connect to the daemon at PATH")

extension Command {
  /// The command `tiltpad peers`, which lists encrypted controllers and those of other projects' protocols.
  static let peers = Command(
    "peers", "list the controllers that are paired, that play by another protocol, or that wait",
    options: [
      socket, Option("json", "j", "print one JSON object per controller, each on one line"),
      Option("follow", "f", "go on, and print a line for each change"),
    ],
    details: """
      The states are connecting (waiting for admission), connected, and disconnected (away while
      its slot is kept, or gone).
      """,
    run: peersCommand)

  /// The command `tiltpad accept`, which admits a waiting controller.
  static let accept = Command(
    "accept", "admit a waiting controller", operands: "[KEY|NUMBER]", options: [socket],
    details: """
      NUMBER is the number that the controller shows; only a controller for which the host has the
      same number is admitted. KEY is all 16 digits that tiltpad peers shows, or more. Without an
      argument it lists the waiting controllers, and what to type for each.
      """,
    run: acceptCommand)

  /// The command `tiltpad deny`, which rejects a waiting controller.
  static let deny = Command(
    "deny", "reject a waiting controller", operands: "[KEY|NAME]", options: [socket],
    run: denyCommand)

  /// The command `tiltpad kick`, which removes a player.
  static let kick = Command(
    "kick", "remove a player, and unplug the pad at once", operands: "PLAYER|KEY|NAME", options: [socket],
    details: """
      The controller may come back unless tiltpad lock keeps it out, or tiltpad devices revoke
      forgets it.
      """,
    run: kickCommand)

  /// The command `tiltpad lock`, which determines which controllers may get a slot from now on.
  static let lock = Command(
    "lock", "admit no new controllers, or admit them again", operands: "[open|ask|locked]", options: [socket],
    details: """
      tiltpad lock [locked]   admit only controllers whose slot is kept
      tiltpad lock ask        admit those that you accept with tiltpad accept
      tiltpad lock open       admit every paired controller
      The rule holds until the daemon reads its configuration again.
      """,
    run: lockCommand)
}

private func peersCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let context = "listing the controllers"
  var connection = try DaemonClient(invocation, while: context)
  let isJSON = invocation.has("json")
  let peers = try connection.peers(while: context)
  func show(_ peers: [PeerStatus]) -> Bool {
    Stream.output.write(peers.map { (isJSON ? $0.json.text : $0.line) + "\n" }.joined())
  }
  if peers.isEmpty && !isJSON && !invocation.has("follow") {
    return Stream.output.write("no controller is connected\n") ? 0 : Failure.Status.failed.rawValue
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
  return try decide(AdmissionOrder.accept, "admitted", invocation) { waiting throws(Failure) in
    if let proof { return try waiting.peer(proof) }
    Stream.output.write(waiting.map { $0.line + "\n" }.joined())
    throw waiting.isEmpty
      ? Failure("no controller is waiting", while: "looking for the controller", try: "tiltpad peers")
      : Failure(
        "no controller was admitted", while: "looking for the controller",
        try: "use the command on the line of the controller")
  }
}

private func denyCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let text = try operand(invocation)
  return try decide(AdmissionOrder.deny, "rejected", invocation) { waiting throws(Failure) in
    try waiting.peer(text, what: "waiting")
  }
}

/// Gives the daemon `order` for the waiting controller selected by `choose`, and returns the exit status.
private func decide(
  _ order: (AdmissionOrder.Key) -> AdmissionOrder, _ done: String, _ invocation: Invocation,
  _ choose: ([PeerStatus]) throws(Failure) -> PeerStatus
) throws(Failure) -> Int32 {
  let context = "deciding on a waiting controller"
  var connection = try DaemonClient(invocation, while: context)
  let waiting = try connection.peers(while: context).filter { $0.state == .connecting }
  let peer = try choose(waiting)
  _ = try connection.order(LocalOrder(order(peer.key)), while: context)
  return Stream.output.write("\(peer.name.label) \(done)\n") ? 0 : Failure.Status.failed.rawValue
}

private func kickCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let context = "removing a player"
  guard let text = try operand(invocation) else {
    throw .usage("PLAYER, KEY or NAME is needed", of: invocation.command)
  }
  var connection = try DaemonClient(invocation, while: context)
  var slot = UInt8(text).flatMap { PlayerSlot(number: Int($0)) }
  if slot == nil {
    let players = try connection.peers(while: context).filter { $0.slot != nil }
    slot = try players.peer(text, what: "playing").slot
  }
  guard let slot else { throw Failure("there is no such player", while: context, try: "tiltpad peers") }
  _ = try connection.order(LocalOrder(.kick(slot)), while: context)
  return Stream.output.write("player \(slot.number) removed\n") ? 0 : Failure.Status.failed.rawValue
}

private func lockCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let text = try operand(invocation) ?? AdmissionPolicy.locked.label
  guard let policy = AdmissionPolicy(text: text) else {
    throw .usage("\(text) is not one of open, ask, locked", of: invocation.command)
  }
  let context = "changing the rule for admission"
  var connection = try DaemonClient(invocation, while: context)
  _ = try connection.order(LocalOrder(.policy(policy)), while: context)
  return Stream.output.write("admission is now \(policy.label)\n") ? 0 : Failure.Status.failed.rawValue
}

/// Returns the only operand; nil if there is none.
///
/// - Throws: a usage failure if there are several operands.
private func operand(_ invocation: Invocation) throws(Failure) -> String? {
  guard invocation.operands.count <= 1 else {
    throw .usage("unexpected argument \(invocation.operands[1])", of: invocation.command)
  }
  return invocation.operands.first
}
