import Bridge
import Console
import Model
import Notation
import Platform
import QR
import Wire

extension Command {
  /// The command `tiltpad pair`, which shows a QR code or a PIN for a new controller.
  static let pair = Command(
    "pair", "pair a controller: show a QR code or a PIN, and wait for the controller",
    options: [
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("phone", nil, "show a QR code that opens the page on a phone"),
      Option("check", nil, "with --phone: open the page that checks the phone, instead of the one to play"),
      Option(
        "http", nil, "with --phone: open the page without TLS, without a warning and without tilt"),
      Option("droidpad", nil, "show a QR code that sets up a gamepad in the app DroidPad"),
      Option(
        "config", "c", value: "FILE",
        "with --droidpad: read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("pin", nil, "show a PIN of six digits, good for a minute and three tries"),
      Option("address", "a", value: "ADDRESS", "put this address of the host in the code"),
      Option("plain", nil, "draw the code without colours, for dark text on a light background"),
      Option("link", "l", "print only the link of the code, or its text"),
    ],
    details: """
      A QR code is good for one controller and two minutes. With --phone it is good for one phone
      and ten minutes, and comes from the web gateway, whose socket --socket then names. Everyone
      who sees the code can pair, so show it to nobody else. Ctrl-C withdraws it. With --droidpad
      the code has a whole gamepad and no secret: it is good for any number of phones, and a
      person accepts each of them once.
      """,
    run: pairCommand)
}

private func pairCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  for option in ["http", "check"] where invocation.has(option) && !invocation.has("phone") {
    throw .usage("--\(option) works with --phone only", of: invocation.command)
  }
  let ways = ["phone", "droidpad", "pin"].filter(invocation.has)
  guard ways.count < 2 else {
    throw .usage("--\(ways[0]) and --\(ways[1]) cannot be used together", of: invocation.command)
  }
  if ways == ["phone"] || ways == ["droidpad"] {
    let lines = try ways == ["phone"] ? phoneTicket(invocation) : droidPadLines(invocation)
    return Stream.output.write(lines.map { $0 + "\n" }.joined()) ? 0 : Failure.Status.failed.rawValue
  }
  let context = "opening a pairing"
  let usesPIN = invocation.has("pin")
  var connection = try DaemonClient(invocation, while: context)
  let known = try connection.peers(while: context).map(\.key).map { array($0) }
  let answer = try connection.order(LocalOrder(usesPIN ? .offerPIN : .offerCode), while: context)
  let lines = usesPIN ? answer.pinLines : try codeLines(answer, invocation)
  guard Stream.output.write(lines.map { $0 + "\n" }.joined()) else { return Failure.Status.failed.rawValue }
  let end = Clock.now() + .seconds(Int64(answer.seconds))
  while true {
    switch try connection.news(until: end, while: "waiting for a controller") {
    case .peer(let peer):
      guard !known.contains(array(peer.key)), peer.refusal == .none else { continue }
      guard Stream.output.write("\(peer.line)\n") else { return Failure.Status.failed.rawValue }
      // The pairing is used up; the answer says whether the daemon has stored it.
      _ = try connection.order(LocalOrder(.closePairing), while: "pairing a controller")
      return 0
    case .timeout:
      throw Failure(
        "no controller connected within \(answer.seconds) s", while: "waiting for a controller",
        try: "run tiltpad pair again; a firewall must let UDP port \(answer.port) through")
    case .ended:
      _ = try connection.order(LocalOrder(.closePairing), while: "closing the pairing")
      return Failure.Status.failed.rawValue
    }
  }
}

/// Returns the lines of the QR code, its link and its validity; with `--link`, only the link.
private func codeLines(_ answer: LocalAnswer, _ invocation: Invocation) throws(Failure) -> [String] {
  let link = PairingLink(
    address: try hostAddress(invocation), port: answer.port, key: answer.key, secret: answer.secret,
    expiry: UInt64(max(0, WallClock.now())) + UInt64(answer.seconds), name: answer.name
  ).text
  return try PrintedCode(text: link, notes: ["good for one controller and \(answer.seconds) s"]).lines(
    invocation)
}

/// Returns this machine's address for the code: that of `--address`, or the likeliest one.
///
/// - Throws: a usage failure if the option is not an address.
func hostAddress(_ invocation: Invocation) throws(Failure) -> Address {
  guard let text = invocation.value("address") else { return NetworkInterface.likelyAddress() }
  guard let address = Address(text) else {
    throw .usage("--address \(text) is not an address", of: invocation.command)
  }
  return address
}

private func array(_ key: InlineArray<32, UInt8>) -> [UInt8] { key.indices.map { key[$0] } }

extension LocalAnswer {
  fileprivate var pinLines: [String] {
    let digits = pin.sixDigits
    return ["PIN \(digits.prefix(3)) \(digits.suffix(3))", "good for one controller and \(seconds) s"]
  }
}
