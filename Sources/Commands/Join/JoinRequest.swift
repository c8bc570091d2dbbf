import Console
import Cryptography
import Discovery
import Gamepad
import Handset
import Model
import Platform
import TiltpadClient
import Wire

/// The options and operands of the command `join`.
struct JoinRequest: Sendable {
  /// The host that is named; nil when the person picks one or a link names one.
  let wish: HostWish?
  /// The way of pairing that the options choose.
  let way: PairingWay
  /// The path of the controller's file.
  let path: String
  /// True if input and output are terminals, so that a person can be asked.
  let isInteractive = Terminal.isTerminal(.input) && Terminal.isTerminal(.output)
  private let pad: String?
  private let hasKeys: Bool
  private let name: DeviceName
  private let wait: Interval
  private let port: UInt16
  private let asked: [Endpoint]

  /// Parses the options and operands of `invocation`.
  ///
  /// - Throws: a usage failure that names the option, or a failure that names a host that cannot be looked up.
  init(_ invocation: Invocation) throws(Failure) {
    try invocation.allowOne(of: ["pad", "keys"])
    way = try PairingWay(invocation)
    path = invocation.value("key") ?? ControllerFile.usualPath
    pad = invocation.value("pad")
    hasKeys = invocation.has("keys")
    name = DeviceName(invocation.value("name") ?? Host.name)
    wait = Interval(nanoseconds: Int64(try invocation.number("wait", in: 0.1...86_400, or: 10.0) * 1e9))
    port = try invocation.number("port", in: 1...UInt16.max, or: SendOptions.port)
    wish = try JoinRequest.wish(invocation)
    var asked: [Endpoint] = []
    for text in invocation.all("ask") { asked.append(try Endpoint(of: text, port: port)) }
    if case .at(let place, _) = wish { asked.append(place) }
    self.asked = asked
    if wish == nil, !invocation.has("pair"), !isInteractive {
      throw .usage(
        "NAME or --host is needed: there is no terminal for a list of hosts", of: invocation.command)
    }
  }

  private static func wish(_ invocation: Invocation) throws(Failure) -> HostWish? {
    let texts = [invocation.value("host"), invocation.value("pair")].compactMap { $0 } + invocation.operands
    guard texts.count <= 1 else {
      throw .usage("more than one host: \(texts[0]) and \(texts[1])", of: invocation.command)
    }
    if let text = invocation.value("host") {
      return .at(try Endpoint(of: text, port: SendOptions.port), text)
    }
    return invocation.operands.first.map { .named($0) }
  }

  /// Waits until the wanted host is found, and returns it; nil when a signal ends the search.
  ///
  /// - Throws: a failure when the host is not found in time, or several hosts fit.
  func find(_ wish: HostWish, for book: ControllerFile) throws(Failure) -> FoundHost? {
    let end = Clock.now() + wait
    var lookout = try lookout(until: end, readsKeys: false)
    while lookout.next() != nil {
      if let host = try wish.host(among: lookout.hosts, for: book) { return host }
    }
    guard Clock.now() >= end else { return nil }
    throw Failure(
      "no host \(wish.text) was found within \(wait.seconds.fixed(1)) s", while: "looking for the host",
      try: "tiltpad discover shows the hosts; --host ADDRESS asks one; --wait SECONDS looks longer")
  }

  private func lookout(until end: Instant, readsKeys: Bool) throws(Failure) -> HostScan {
    try HostScan(from: Clock.now(), until: end, port: port, unicast: asked, readsKeys: readsKeys)
  }

  /// Asks the person for a host, plays on it, and returns the exit status; asks again when a pairing has failed.
  func converse(_ dialogue: JoinDialogue) throws(Failure) -> Int32 {
    var dialogue = dialogue
    while case .join(let host, let way) = try ask(&dialogue) {
      do throws(Failure) {
        return try play(on: host, by: way)
      } catch {
        guard !host.isKnown(to: try ControllerFile.opened(at: path)), dialogue.complain(error) else {
          throw error
        }
      }
    }
    return 0
  }

  private func ask(_ dialogue: inout JoinDialogue) throws(Failure) -> JoinDialogue.Ending {
    var lookout = try lookout(until: .distantFuture, readsKeys: true)
    let screen = Screen()
    while true {
      let size = screen.size
      guard screen.draw(dialogue.lines(size: size), size: size), let news = lookout.next() else {
        return .left
      }
      dialogue.follow(lookout.hosts)
      for key in news.keys {
        let outcome = dialogue.receive(key)
        if outcome != .asking { return outcome }
      }
    }
  }

  /// Plays on the found `host`, at the address that the person gave or else at its own, and returns the exit status.
  func play(on host: FoundHost, by way: PairingWay) throws(Failure) -> Int32 {
    let given: Endpoint? = if case .at(let place, _) = wish { place } else { nil }
    guard let key = host.publicKey, let place = given ?? host.endpoints.first else {
      throw Failure(
        "\(host.name) has no encrypted sessions", while: "joining it",
        try: "tiltpad send, if the host allows this machine")
    }
    return try play(at: place, of: key, called: host.name, by: way)
  }

  /// Plays on the host with the key `key` until the person leaves, and returns the exit status.
  ///
  /// - Throws: a failure when the host and this controller are not paired, or the host ends the session.
  func play(at place: Endpoint, of key: PublicKey, called host: String, by way: PairingWay) throws(Failure)
    -> Int32
  {
    let book = try ControllerFile.opened(at: path)
    guard way.pairing(with: key, in: book) != nil else { throw .unpaired(with: host) }
    let introduction = Introduction(
      epoch: 0, capabilities: [.tilt, .sticks, .rumble], deviceClass: .computer, sampleRate: 125, name: name)
    let found = hasKeys ? nil : pad ?? PhysicalPad.firstPath()
    let physical: PhysicalPad? = if let found { try physicalPad(found) } else { nil }
    let keys = try keyMode(isNeeded: found == nil)
    let now = Clock.now()
    let controller = Controller(
      hand: .keys(KeySteering(reach: 0.6, at: now)),
      speech: SealedSpeech(of: key, as: introduction, by: way, with: book, at: now),
      period: .milliseconds(8), at: now)
    var source = LiveSource(controller, pad: physical, keyMode: keys)
    source.show(SessionPrinter(of: host))
    do throws(SystemError) {
      var transmission = try Transmission(to: place)
      _ = try transmission.run(&source)
    } catch {
      throw Failure("the kernel refused: \(error.reason)", while: "starting to play", try: "tiltpad doctor")
    }
    if let failure = source.failure { throw Failure(failure, at: host) }
    return 0
  }

  /// Returns the terminal's keys, to steer with or only to leave by; nil when a pad steers and there is no terminal.
  private func keyMode(isNeeded: Bool) throws(Failure) -> Terminal.KeyMode? {
    guard isNeeded || Terminal.isTerminal(.input) else { return nil }
    return try Commands.keyMode(or: "use a pad with --pad DEVICE, or run it in a terminal")
  }
}
