import Guards
import Model
import Modes

/// The stage: the tree of modes, with a node for each player below each mode (docs/modes.md).
///
/// A player's node runs below the mode of the player, and below no other mode.
struct Stage: Sendable {
  /// The meaning of a node of the tree.
  enum Place: Sendable {
    /// The root, which stands for the room.
    case room
    /// A mode, which runs while the room or any player is in it.
    case mode(Mode)
    /// A player in a mode.
    case player(Mode, PlayerSlot)
  }

  /// The result of a message.
  enum News: Sendable {
    /// A player has entered a mode.
    case entered(PlayerSlot, Mode)
    /// A player wants to be in the next team, or in the one before.
    case team(PlayerSlot, step: Int)
  }

  /// The room's mode, which applies to players without a mode of their own.
  private(set) var mode: Mode
  /// The present players, including those whose controller is away.
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

  /// Creates a stage without players.
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

  /// Returns the mode of the player of `slot`; nil when the slot is free.
  func mode(of slot: PlayerSlot) -> Mode? {
    present.contains(PlayerSlots(slot)) ? own[slot.index] ?? mode : nil
  }

  /// Removes and returns the oldest news; nil when no news is left.
  mutating func takeNews() -> News? { news.isEmpty ? nil : news.removeFirst() }

  /// Puts the room and every player in `mode`, including players with a mode of their own.
  mutating func change(to mode: Mode) {
    self.mode = mode
    own = own.map { _ in nil }
    settle()
  }

  /// Gives a player its own `mode`; with the room's mode, the player follows the room again.
  mutating func change(_ slot: PlayerSlot, to mode: Mode) {
    own[slot.index] = mode == self.mode ? nil : mode
    settle()
  }

  /// Adds a player.
  mutating func join(_ slot: PlayerSlot) {
    present.insert(PlayerSlots(slot))
    (own[slot.index], swipes[slot.index]) = (nil, SwipeRecogniser())
    send(.joined(slot))
    settle()
  }

  /// Removes a player who is gone for good.
  mutating func leave(_ slot: PlayerSlot) {
    guard present.contains(PlayerSlots(slot)) else { return }
    present.remove(PlayerSlots(slot))
    settle()
    send(.left(slot))
    settle()
  }

  /// Passes a touch on a player's screen to the tree, and the swipe that it completes.
  mutating func touch(_ touch: Touch, by slot: PlayerSlot, at now: Instant) {
    send(.touch(slot, touch))
    if let swipe = swipes[slot.index].take(touch, at: now) { send(.swipe(slot, swipe)) }
  }

  /// Returns whether the player of `slot` may choose a team at `now`: only in the lobby, and at most four times at once and twice
  /// a second in the long run, counted for each slot.
  mutating func takeTeamChoice(of slot: PlayerSlot, at now: Instant) -> Bool {
    mode(of: slot) == .lobby && teamChoices[slot.index].take(at: now)
  }

  /// Stops the nodes that should not run, from the leaves up, then starts the nodes that should, from the root down.
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

/// The wish of a node of the stage in reply to a message.
private enum Wish {
  case news(Stage.News)
  /// The first player has joined: the lobby begins.
  case begin
  /// A player has left: the lobby ends if no player is left.
  case end

  /// The step of a swipe in the row of teams.
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
