import Model
import Modes
import Session

/// What everybody does: the tree of modes, with a node for each player below each of them (docs/modes.md).
///
/// A player's node runs below the mode that the player is in, and below no other.
struct Stage: Sendable {
  /// What a node of the tree stands for.
  enum Place: Sendable {
    /// The root: everything.
    case room
    /// A mode, which runs while the room or anybody is in it.
    case mode(Mode)
    /// A player in a mode.
    case player(Mode, PlayerSlot)
  }

  /// What has come of a message.
  enum News: Sendable {
    /// A player is in that mode from now on.
    case entered(PlayerSlot, Mode)
    /// A player wants to be in the next team, or in the one before.
    case team(PlayerSlot, step: Int)
  }

  /// What players do who have no mode of their own.
  private(set) var mode: Mode
  /// Who is there, also when the controller is away.
  private(set) var present: PlayerSlots = []
  /// The modes that the host has given to players.
  private var own = [Mode?](repeating: nil, count: PlayerSlot.limit)
  private var tree = Tree(Place.room)
  private var modes: [Mode: NodeID] = [:]
  private var nodes: [Mode: [NodeID]] = [:]
  private var swipes = [SwipeRecogniser](repeating: SwipeRecogniser(), count: PlayerSlot.limit)
  private var teamChoices = [TokenBucket](
    repeating: TokenBucket(rate: 2, burst: 4), count: PlayerSlot.limit)
  private var news: [News] = []

  /// A stage on which nobody is.
  init(mode: Mode) {
    self.mode = mode
    for mode in Mode.allCases {
      guard let place = tree.bind(.mode(mode), under: tree.root, as: .mode) else { continue }
      modes[mode] = place
      nodes[mode] = (0..<PlayerSlot.limit).compactMap {
        tree.bind(.player(mode, PlayerSlot(index: $0)), under: place, as: .mode)
      }
    }
    settle()
  }

  /// What `slot` does; nil when nobody is there.
  func mode(of slot: PlayerSlot) -> Mode? {
    present.contains(PlayerSlots(slot)) ? own[slot.index] ?? mode : nil
  }

  /// The oldest news that nobody has taken yet.
  mutating func takeNews() -> News? { news.isEmpty ? nil : news.removeFirst() }

  /// Puts everybody in `mode`, also who has one of its own.
  mutating func change(to mode: Mode) {
    self.mode = mode
    own = own.map { _ in nil }
    settle()
  }

  /// Gives a player `mode`; the room's is none of its own.
  mutating func change(_ slot: PlayerSlot, to mode: Mode) {
    own[slot.index] = mode == self.mode ? nil : mode
    settle()
  }

  /// A player has come.
  mutating func join(_ slot: PlayerSlot) {
    present.insert(PlayerSlots(slot))
    (own[slot.index], swipes[slot.index]) = (nil, SwipeRecogniser())
    send(.joined(slot))
    settle()
  }

  /// A player has gone for good.
  mutating func leave(_ slot: PlayerSlot) {
    guard present.contains(PlayerSlots(slot)) else { return }
    present.remove(PlayerSlots(slot))
    settle()
    send(.left(slot))
    settle()
  }

  /// A player's finger has done something on the screen.
  mutating func touch(_ touch: Touch, by slot: PlayerSlot, at now: Instant) {
    send(.touch(slot, touch))
    if let swipe = swipes[slot.index].take(touch, at: now) { send(.swipe(slot, swipe)) }
  }

  /// Whether the player of `slot` may choose a team at `now`: in the lobby, four times at once and twice a second in the
  /// long run, whoever sits there.
  mutating func takeTeamChoice(of slot: PlayerSlot, at now: Instant) -> Bool {
    mode(of: slot) == .lobby && teamChoices[slot.index].take(at: now)
  }

  /// Stops what should not run any more, then starts what should: from the leaves up, and from the root down.
  private mutating func settle() {
    for mode in Mode.allCases {
      for (index, node) in (nodes[mode] ?? []).enumerated()
      where self.mode(of: PlayerSlot(index: index)) != mode { run(node, false) }
      if let place = modes[mode], !isNeeded(mode) { run(place, false) }
    }
    for mode in Mode.allCases where isNeeded(mode) {
      if let place = modes[mode] { run(place, true) }
      for (index, node) in (nodes[mode] ?? []).enumerated()
      where self.mode(of: PlayerSlot(index: index)) == mode { run(node, true) }
    }
  }

  private func isNeeded(_ mode: Mode) -> Bool {
    self.mode == mode || present.each.contains { self.mode(of: $0) == mode }
  }

  private mutating func run(_ node: NodeID, _ runs: Bool) {
    var wishes: [Wish] = []
    let hear: Tree<Place>.Hear = { Wish.hear(&$0, $1, $2, &wishes) }
    if runs { tree.start(node, hear) } else { tree.stop(node, hear) }
    for wish in wishes { follow(wish) }
  }

  private mutating func send(_ message: NodeMessage) {
    var wishes: [Wish] = []
    tree.send(message) { Wish.hear(&$0, $1, $2, &wishes) }
    for wish in wishes { follow(wish) }
  }

  private mutating func follow(_ wish: Wish) {
    switch wish {
    case .news(let news): self.news.append(news)
    case .begin where mode == .attract: mode = .lobby
    case .end where mode == .lobby && present.isEmpty: mode = .attract
    case .begin, .end: break
    }
  }
}

/// What a node of the stage makes of a message.
private enum Wish {
  case news(Stage.News)
  /// Players gather.
  case begin
  /// Nobody is there any more.
  case end

  /// How far a swipe goes in the row of teams.
  private static let steps: [Swipe.Direction: Int] = [.left: -1, .right: 1]

  static func hear(
    _ tree: inout Tree<Stage.Place>, _ node: NodeID, _ message: NodeMessage, _ wishes: inout [Wish]
  ) -> Reply {
    switch (tree[node], message) {
    case (.player(let mode, let slot), .started): wishes.append(.news(.entered(slot, mode)))
    case (.mode(.attract), .joined): wishes.append(.begin)
    case (.mode(.lobby), .left): wishes.append(.end)
    case (.player(.lobby, let slot), .swipe(let swiper, let swipe)) where slot == swiper:
      guard let step = steps[swipe.direction] else { return .pass }
      wishes.append(.news(.team(slot, step: step)))
      return .consume
    default: break
    }
    return .pass
  }
}
