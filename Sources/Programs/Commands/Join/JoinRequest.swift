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
  /// The requested hosts; empty if the user chooses one, or if links name them.
  let queries: [HostQuery]
  /// The links to the requested hosts.
  let links: [PairingLink]
  /// The way of pairing chosen by the options.
  let way: PairingWay
  /// The path of the controller file.
  let path: String
  /// True if both input and output are terminals, so that the user can be asked.
  let isInteractive = Terminal.isTerminal(.input) && Terminal.isTerminal(.output)
  private let pad: String?
  /// The paths of the sticks whose devices the host copies, empty for all sticks; nil for ordinary pads.
  private let sticks: [String]?
  private let mergesSticks: Bool
  private let hasKeys: Bool
  private let force: Double
  private let name: DeviceName
  private let wait: Interval
  private let port: UInt16
  private let asked: [Endpoint]

  /// Parses the options and operands of `invocation`.
  ///
  /// - Throws: a usage failure that names the option, or a failure that names a host that cannot be looked up.
  init(_ invocation: Invocation) throws(Failure) {
    try invocation.allowOne(of: ["pad", "keys", "stick"])
    way = try PairingWay(invocation)
    path = invocation.value("key") ?? ControllerFile.usualPath
    pad = invocation.value("pad")
    hasKeys = invocation.has("keys")
    sticks = invocation.has("stick") ? invocation.all("stick").filter { !$0.isEmpty } : nil
    mergesSticks = invocation.has("merge")
    if mergesSticks, sticks == nil { throw .usage("--merge needs --stick", of: invocation.command) }
    force = try invocation.number("force", in: -100...100, or: 50.0) / 100
    name = DeviceName(invocation.value("name") ?? Host.name)
    wait = Interval(nanoseconds: Int64(try invocation.number("wait", in: 0.1...86_400, or: 10.0) * 1e9))
    port = try invocation.number("port", in: 1...UInt16.max, or: SendOptions.port)
    queries = try JoinRequest.queries(invocation)
    var links: [PairingLink] = []
    for text in invocation.all("pair") { links.append(try PairingLink(text, of: invocation)) }
    self.links = links
    var asked: [Endpoint] = []
    for text in invocation.all("ask") { asked.append(try Endpoint(of: text, port: port)) }
    for case .at(let endpoint, _) in queries { asked.append(endpoint) }
    self.asked = asked
    if queries.isEmpty, links.isEmpty, !isInteractive {
      throw .usage(
        "NAME or --host is needed: there is no terminal for a list of hosts", of: invocation.command)
    }
  }

  private static func queries(_ invocation: Invocation) throws(Failure) -> [HostQuery] {
    var queries: [HostQuery] = []
    for text in invocation.all("host") {
      queries.append(.at(try Endpoint(of: text, port: SendOptions.port), text))
    }
    queries += invocation.operands.map { .named($0) }
    let kinds = [invocation.all("host"), invocation.all("pair"), invocation.operands].compactMap(\.first)
    guard kinds.count <= 1 else {
      throw .usage("more than one kind of host: \(kinds[0]) and \(kinds[1])", of: invocation.command)
    }
    if queries.count > 1, invocation.has("pin") {
      throw .usage("--pin is for one host: \(queries[0].text)", of: invocation.command)
    }
    return queries
  }

  /// Waits until the wanted host is found, and returns it; nil if a signal ends the search.
  ///
  /// - Throws: a failure if the host is not found before the deadline, or if several hosts match.
  func find(_ query: HostQuery, for book: ControllerFile) throws(Failure) -> FoundHost? {
    let end = Clock.now() + wait
    var lookout = try lookout(until: end, readsKeys: false)
    while lookout.next() != nil {
      if let host = try query.host(among: lookout.hosts, for: book) { return host }
    }
    guard Clock.now() >= end else { return nil }
    throw Failure(
      "no host \(query.text) was found within \(wait.seconds.fixed(1)) s", while: "looking for the host",
      try: "tiltpad discover shows the hosts; --host ADDRESS asks one; --wait SECONDS looks longer")
  }

  private func lookout(until end: Instant, readsKeys: Bool) throws(Failure) -> HostScan {
    try HostScan(from: Clock.now(), until: end, port: port, unicast: asked, readsKeys: readsKeys)
  }

  /// Asks the user for a host, plays on it, and returns the exit status; asks again after a failed pairing.
  func converse(_ dialogue: JoinDialogue) throws(Failure) -> Int32 {
    var dialogue = dialogue
    while case .join(let host, let way) = try ask(&dialogue) {
      do throws(Failure) {
        return try play(on: [try partner(host, for: queries.first, by: way)])
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

  /// Returns `host` as a partner to play on, paired by `way`.
  ///
  /// It uses the address in `query`, or else the host's own.
  ///
  /// - Throws: a failure if the host has no encrypted sessions.
  func partner(_ host: FoundHost, for query: HostQuery?, by way: PairingWay) throws(Failure) -> Partner {
    let given: Endpoint? = if case .at(let endpoint, _) = query { endpoint } else { nil }
    guard let key = host.publicKey, let endpoint = given ?? host.endpoints.first else {
      throw Failure(
        "\(host.name) has no encrypted sessions", while: "joining it",
        try: "tiltpad send, if the host allows this machine")
    }
    return Partner(endpoint: endpoint, key: key, name: host.name, way: way)
  }

  /// Plays on `hosts`, to which pads are assigned in rotation, until the user leaves.
  ///
  /// Returns the exit status.
  ///
  /// - Throws: a failure if the first host and this controller are not paired, or if the last host ends its session.
  func play(on hosts: [Partner]) throws(Failure) -> Int32 {
    let partners = Partners(hosts, keys: path)
    let (first, book) = try partners.partner(at: 0)
    guard first.way.pairing(with: first.key, in: book) != nil else { throw .unpaired(with: first.name) }
    let rules = PartyRules(
      only: sticks ?? [pad].compactMap(\.self), takesPads: !hasKeys, keysSteer: pad == nil && sticks == nil,
      remedy: "use a pad with --pad DEVICE, or run it in a terminal")
    let invite: Party.Invite = { index, node, line throws(Failure) in
      try player(at: index, of: partners, with: node, line)
    }
    var party = try Party(rules, invite: invite) { player in
      player.source.failure.map { Failure($0, at: player.source.printer?.name ?? "") }
    }
    try party.run(until: .distantFuture)
    return 0
  }

  /// Prepares the motor of `pad`, and returns the rules for it; nil if `pad` has no motor or if games may not
  /// push it.
  private func motor(of pad: inout PhysicalPad?) -> MotorDrive? {
    guard force != 0, pad?.hasMotor == true else { return nil }
    pad?.beginForces()
    return MotorDrive(strength: force, running: pad?.conditions ?? [])
  }

  private func player(
    at index: Int, of partners: Partners, with node: InputNode?, _ line: StatusLine
  ) throws(Failure) -> Player {
    let (host, book) = try partners.partner(at: index)
    let stick: PhysicalStick? = if let node, sticks != nil { try physicalStick(node.path) } else { nil }
    var pad: PhysicalPad? = if let node, stick == nil { try physicalPad(node.path) } else { nil }
    let motor = motor(of: &pad)
    var capabilities: Introduction.Capabilities =
      stick == nil ? [.tilt, .sticks, .rumble] : [.description, .rumble]
    if pad != nil { capabilities.insert(.motion) }
    let introduction = Introduction(
      epoch: 0, capabilities: capabilities, deviceClass: .computer, sampleRate: 125, name: name)
    let now = Clock.now()
    var controller = Controller(
      hand: .keys(KeySteering(reach: 0.6, at: now)),
      speech: SealedSpeech(of: host.key, as: introduction, by: host.way, with: book, at: now),
      period: .milliseconds(8), at: now)
    if let motor { controller.ask(forForces: motor.abilities) }
    var source = LiveSource(controller, pad: pad, line: line)
    source.motor = motor
    source.force = force
    source.printer = SessionPrinter(of: host.name)
    source.label = partners.label(of: index)
    do throws(SystemError) {
      let player = try Player(at: index, with: node, source, by: try Transmission(to: host.endpoint))
      player.mergesSticks = mergesSticks
      if let stick, let node { try player.add(stick, at: node) }
      return player
    } catch {
      throw Failure(startingToSend: error)
    }
  }
}
