import Console
import Gamepad
import Handset
import Model
import Platform

/// The players of this machine, who come and go with their real pads.
///
/// There is one player for each pad, or one for all merged sticks; while there is no pad, one player uses the
/// terminal's keys.
struct Party: ~Copyable {
  private enum Token {
    static let nodes: UInt64 = 0
    static let keys: UInt64 = 1
    static let players: UInt64 = 2
  }

  /// The maximum number of players on one machine.
  static let limit = 16

  /// A function that returns a new player at a place, with the pad of a node or, without one, with the keys.
  typealias Invite = (Int, InputNode?, StatusLine) throws(Failure) -> Player
  /// A function that reports the departure of a player; it returns the failure that caused it, or nil.
  typealias Farewell = (Player) -> Failure?

  private let rules: PartyRules
  private let invite: Invite
  private let farewell: Farewell
  private let keyMode: Terminal.KeyMode?
  private let line: StatusLine
  private let nodes: InputNodes
  private var loop: EventLoop
  private var reader = KeyReader()
  private var pads = PadQueue()
  private var players: [Player] = []
  private var isEnding = false
  private var failure: Failure?

  /// Creates a party without players that follows `rules`.
  ///
  /// - Throws: a failure if the kernel refuses to report pads, or if there is neither a terminal nor a pad to wait for.
  init(_ rules: PartyRules, invite: @escaping Invite, farewell: @escaping Farewell) throws(Failure) {
    let keyMode: Terminal.KeyMode? =
      if Terminal.isTerminal(.input) || !rules.takesPads { try Commands.keyMode(or: rules.remedy) } else {
        nil
      }
    let nodes = try made { () throws(SystemError) in try InputNodes() }
    let loop = try made { () throws(SystemError) in try EventLoop() }
    if rules.takesPads {
      try made { () throws(SystemError) in try nodes.join(loop.poller, token: Token.nodes) }
    }
    if keyMode != nil {
      try made { () throws(SystemError) in try loop.poller.add(.input, token: Token.keys) }
    }
    (self.rules, self.invite, self.farewell) = (rules, invite, farewell)
    self.keyMode = keyMode
    self.nodes = nodes
    self.loop = loop
    line = StatusLine(isShown: rules.showsStatus && Terminal.isTerminal(.output))
  }

  /// Plays until `end`, a signal, a key that quits, or until the last player is gone and no other pad is awaited.
  ///
  /// - Throws: the failure of the last player, or the reason why a chosen pad or the keys cannot steer.
  mutating func run(until end: Instant) throws(Failure) {
    for only in rules.only { add(nodes.find(only) ?? InputNode(path: only), isChosen: true) }
    if rules.takesPads { for node in nodes.all() { add(node) } }
    if rules.showsStatus, pads.isEmpty, keyMode == nil { line.makeRoom(for: "waiting for a pad") }
    while true {
      let now = Clock.now()
      if end <= now, !isEnding { leave(at: now) }
      try advance(to: now)
      if let failure { throw failure }
      if isEnding, players.isEmpty { return }
      line.show(at: now) { columns in status(columns: columns) }
      let deadline = players.map(\.deadline).min() ?? .distantFuture
      let others = min(line.nextDue, reader.deadline, isEnding ? .distantFuture : end)
      switch loop.next(until: min(deadline, others)) {
      case .ready(Token.nodes): followNodes()
      case .ready(Token.keys): readKeys(at: Clock.now())
      case .ready(let token):
        players.first { $0.index == Int(token - Token.players) }?.serve()
      case .signal: leave(at: Clock.now())
      case .time: break
      }
    }
  }

  /// Does everything that is due by `now`, and seats the waiting pads.
  private mutating func advance(to now: Instant) throws(Failure) {
    if let key = reader.expire(at: now) { obey(key, at: now) }
    for player in players { player.advance(to: now) }
    for player in players where player.isOver { dismiss(player) }
    guard !isEnding else { return }
    while let (node, index) = pads.next(besides: taken) { try seat(node, at: index, at: now) }
    if pads.isEmpty, players.isEmpty, rules.keysSteer, keyMode != nil { try seat(nil, at: 0, at: now) }
  }

  /// The players' places, each with the node of its pad; nil while the keys steer, since pads then wait for that place.
  private var taken: [Int: InputNode]? {
    let nodes = players.compactMap { player in player.node.map { (player.index, $0) } }
    return nodes.count < players.count ? nil : Dictionary(nodes) { first, _ in first }
  }

  /// Gives the place `index` to a new player, with the pad of `node` or the keys.
  ///
  /// An unreadable pad is skipped unless the user has chosen it.
  private mutating func seat(_ node: InputNode?, at index: Int, at now: Instant) throws(Failure) {
    do throws(Failure) {
      let player = try invite(index, node, line)
      try made { () throws(SystemError) in
        try loop.poller.add(player.transmission.poller, token: Token.players + UInt64(index))
      }
      players.append(player)
      for other in pads.known { player.add(sensorsOf: other) }
      for other in pads.queued where player.claim(other, isWanted: true) { pads.remove(other.path) }
      player.advance(to: now)
    } catch {
      guard let node, rules.only.isEmpty else { throw error }
      // A later change to the node, such as its permissions, leads to another try.
      pads.remove(node.path)
      line.makeRoom(for: error.what)
    }
  }

  /// Removes `player`, whose goodbyes have been sent.
  private mutating func dismiss(_ player: Player) {
    players.removeAll { $0 === player }
    let failure = farewell(player)
    if players.isEmpty, isEnding || player.source.isOver || !rules.only.isEmpty {
      isEnding = true
      self.failure = failure
    } else if let failure {
      line.makeRoom(for: player.source.label + failure.what)
    }
  }

  private mutating func followNodes() {
    while let change = nodes.nextChange() {
      switch change {
      case .added(let node): add(node)
      case .removed(let path): pads.remove(path)
      }
    }
  }

  /// Queues the pad at `node`, or passes a stick or sensors to the player to whom they belong.
  ///
  /// A player who steers with the keys leaves to make room for a pad.
  private mutating func add(_ node: InputNode, isChosen: Bool? = nil) {
    let isWanted = isChosen ?? (rules.only.isEmpty && node.isJoystick)
    if node.isDescribed, !node.isOwn, players.contains(where: { $0.claim(node, isWanted: isWanted) }) {
      return
    }
    pads.add(node, isChosen: rules.only.isEmpty ? nil : isChosen ?? false)
    for player in players {
      if player.node == nil, !pads.isEmpty { player.source.end() }
      player.add(sensorsOf: node)
    }
  }

  private mutating func readKeys(at now: Instant) {
    guard let keys = reader.read(at: now) else { return leave(at: now) }
    for key in keys { obey(key, at: now) }
  }

  private mutating func obey(_ key: Key, at now: Instant) {
    if Key.quit.contains(key) { return leave(at: now) }
    for player in players { player.source.press(key, at: now) }
  }

  /// Ends the party: all players say goodbye.
  private mutating func leave(at now: Instant) {
    isEnding = true
    for player in players { player.leave(at: now) }
    line.end()
  }

  /// Returns the status line: the complete one of a single player, or each player's state.
  private func status(columns: Int) -> String {
    switch players.count {
    case 0: "waiting for a pad".clipped(to: columns - 1)
    case 1: players[0].source.status(columns: columns)
    default:
      players.sorted { $0.index < $1.index }.map { $0.source.summary }.joined(separator: "  ")
        .clipped(to: columns - 1)
    }
  }
}

/// Runs `make`, and converts the kernel's error to a failure in words.
private func made<Result: ~Copyable>(_ make: () throws(SystemError) -> Result) throws(Failure) -> Result {
  do throws(SystemError) {
    return try make()
  } catch {
    throw Failure("the kernel refused: \(error.reason)", while: "starting to play", try: "tiltpad doctor")
  }
}

/// The rules for a party's use of pads and the terminal.
struct PartyRules: Sendable {
  /// The paths of the only pads that may play; empty for every pad.
  var only: [String] = []
  /// True if pads may play.
  var takesPads = true
  /// True if the terminal's keys steer while there is no pad.
  var keysSteer = true
  /// True if a status line is shown on a terminal.
  var showsStatus = true
  /// The advice if there is neither a terminal nor a pad.
  var remedy: String
}
