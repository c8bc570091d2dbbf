import Model
import Modes

/// The apps of a room on a tree: one node for each app, and below it one for each player.
///
/// An app's node runs while the room or a player is in the app's mode, and a player's node below it while
/// that player is in the mode.
struct AppTree: Sendable {
  /// The meaning of a node of the tree.
  enum Place: Sendable {
    case room
    case app(Int)
    case player(Int, PlayerSlot)
  }

  /// The apps, identified by their indices.
  private(set) var apps: [any App]
  private var tree = Tree(Place.room)
  private var appNodes: [NodeID] = []
  /// The nodes of each slot's player, indexed by app; empty for a free slot.
  private var playerNodes = [[NodeID]](repeating: [], count: PlayerSlot.limit)
  /// The time of each app's next update; the distant future if none is planned.
  private var updates: [Instant]
  /// The time of each app's last update or start; the distant future while the app does not run.
  private var updated: [Instant]

  /// Creates the tree of `apps` without players; a later app replaces an earlier one of the same mode.
  init(_ apps: [any App]) {
    var known: [any App] = []
    for app in apps {
      known.removeAll { $0.mode == app.mode }
      known.append(app)
    }
    self.apps = known
    (updates, updated) = (known.map { _ in .distantFuture }, known.map { _ in .distantFuture })
    appNodes = known.indices.compactMap { tree.bind(.app($0), under: tree.root, as: .mode) }
  }

  /// Returns the index of the app that runs in `mode`; nil if no app does.
  func index(of mode: Mode) -> Int? { apps.firstIndex { $0.mode == mode } }

  /// The deadline for ``advance(on:)``.
  var nextDeadline: Instant { updates.reduce(tree.nextDeadline) { min($0, $1) } }

  /// Removes and returns the oldest queued release of buttons; nil when none is left.
  mutating func nextRelease() -> Release? { tree.nextRelease() }

  /// Binds the nodes of the new player in `slot`.
  mutating func bind(_ slot: PlayerSlot) {
    playerNodes[slot.index] = appNodes.indices.compactMap {
      tree.bind(.player($0, slot), under: appNodes[$0], as: .mode)
    }
  }

  /// Stops and unbinds the nodes of the player in `slot`.
  mutating func unbind(_ slot: PlayerSlot, on stage: inout Stage) {
    for (app, node) in playerNodes[slot.index].enumerated() {
      run(app, of: slot, false, on: &stage)
      tree.unbind(node)
    }
    playerNodes[slot.index] = []
  }

  /// Sets whether the player in `slot` exchanges messages with the apps.
  mutating func enable(_ slot: PlayerSlot, _ isEnabled: Bool) {
    for node in playerNodes[slot.index] {
      if isEnabled { tree.enable(node) } else { tree.disable(node) }
    }
  }

  /// Starts or stops the app at index `app` or, if `slot` is given, that player's part in it.
  ///
  /// Returns false when the app or the part is already in that state.
  @discardableResult
  mutating func run(_ app: Int, of slot: PlayerSlot? = nil, _ runs: Bool, on stage: inout Stage) -> Bool {
    let node = slot.map { playerNodes[$0.index][app] } ?? appNodes[app]
    let hasChanged = play(on: &stage) { tree, hear in
      runs ? tree.start(node, hear) : tree.stop(node, hear)
    }
    if slot == nil { planUpdate(of: app, at: stage.now) }
    return hasChanged
  }

  /// Sends `message` to all running apps.
  mutating func send(_ message: NodeMessage, on stage: inout Stage) {
    _ = play(on: &stage) { tree, hear in tree.send(message, hear) }
  }

  /// Sends `message` to the app at index `app`, for its player in `slot`.
  mutating func send(_ message: NodeMessage, to app: Int, of slot: PlayerSlot, on stage: inout Stage) {
    let node = playerNodes[slot.index][app]
    _ = play(on: &stage) { tree, hear in tree.send(message, from: node, hear) }
  }

  /// Sends the timers and updates that are due.
  mutating func advance(on stage: inout Stage) {
    let now = stage.now
    play(on: &stage) { tree, hear in tree.advance(to: now, hear) }
    update(on: &stage) { $0 <= now }
  }

  /// Sends `update` to the running apps for whose next update `isDue` returns true.
  mutating func update(on stage: inout Stage, where isDue: (Instant) -> Bool) {
    let now = stage.now
    for app in apps.indices where tree.isRunning(appNodes[app]) && isDue(updates[app]) {
      // A new room does not know the time yet.
      let elapsed = updated[app].nanoseconds == .min ? .zero : now - updated[app]
      updated[app] = now
      updates[app] = apps[app].updatePeriod.map { now + $0 } ?? .distantFuture
      let node = appNodes[app]
      _ = play(on: &stage) { tree, hear in tree.send(.update(elapsed: elapsed), from: node, hear) }
    }
  }

  /// Calls `body` with the app of type `Wanted`, whether it runs or not; returns nil if there is no such app.
  mutating func direct<Wanted: App, Result>(
    _ type: Wanted.Type, on stage: inout Stage, _ body: (inout Wanted, inout Stage) -> Result
  ) -> Result? {
    for (place, any) in apps.enumerated() {
      guard var app = any as? Wanted else { continue }
      stage.turn(to: place)
      let result = body(&app, &stage)
      apps[place] = app
      return result
    }
    return nil
  }

  /// Sets timer `id` of a running app, or cancels it if `due` is the distant future.
  mutating func setTimer(_ id: UInt16, of app: Int, at due: Instant) {
    if due == .distantFuture {
      tree.cancelTimer(id, of: appNodes[app])
    } else {
      tree.setTimer(id, at: due, for: appNodes[app])
    }
  }

  /// Holds buttons for an app; returns false when the app does not run.
  mutating func hold(_ buttons: Buttons, of slot: PlayerSlot, by app: Int) -> Bool {
    tree.hold(buttons, of: slot, by: appNodes[app])
  }

  /// Releases buttons that an app holds.
  mutating func letGo(_ buttons: Buttons, of slot: PlayerSlot, by app: Int) {
    tree.letGo(buttons, of: slot, by: appNodes[app])
  }

  /// Plans the first update of an app that has started, or none if the app has stopped.
  private mutating func planUpdate(of app: Int, at now: Instant) {
    let isRunning = tree.isRunning(appNodes[app])
    guard isRunning != (updated[app] != .distantFuture) else { return }
    updated[app] = isRunning ? now : .distantFuture
    updates[app] = (isRunning ? apps[app].updatePeriod.map { now + $0 } : nil) ?? .distantFuture
  }

  /// Calls `body` with the tree and the closure that delivers its messages to the apps.
  private mutating func play<Result>(
    on stage: inout Stage, _ body: (inout Tree<Place>, Tree<Place>.Hear) -> Result
  ) -> Result {
    var cast = Cast(apps: apps, stage: stage)
    // Only the cast holds the apps, so that a message copies none of them.
    apps = []
    defer { (apps, stage) = (cast.apps, cast.stage) }
    return body(&tree) { tree, node, message in cast.hear(message, at: tree[node]) }
  }
}

/// The apps of a room and their stage, while a message is under way.
private struct Cast {
  var apps: [any App]
  var stage: Stage

  /// Delivers `message` to the app at `place`.
  mutating func hear(_ message: NodeMessage, at place: AppTree.Place?) -> Reply {
    switch place {
    case .app(let app): return hear(message, app, of: nil)
    // Other messages are for the app as a whole, which received them before its players.
    case .player(let app, let slot) where message.isOfPlayer: return hear(message, app, of: slot)
    default: return .pass
    }
  }

  private mutating func hear(_ message: NodeMessage, _ app: Int, of player: PlayerSlot?) -> Reply {
    stage.turn(to: app)
    return apps[app].hear(message, of: player, on: &stage)
  }
}

extension NodeMessage {
  /// True if the message can be meant for a single player.
  fileprivate var isOfPlayer: Bool {
    switch self {
    case .update, .timer, .joined, .left: false
    default: true
    }
  }
}
