public import Buzzer
import Guards
public import Model
import Modes

/// The joint activity of the players, as a tree of modes, each with an app (docs/modes.md).
///
/// The room has no descriptors and reads no clock. The caller notifies it of players and their packets, and
/// then carries out the outputs of ``next()`` until there are none.
public struct Room: Sendable {
  /// The settings of the room.
  public struct Settings: Sendable {
    /// The mode in which the room starts.
    public var mode: Mode
    /// The settings of quizzes.
    public var quiz: Quiz.Settings
    /// The third-party apps; an app with the mode of one of Tiltpad's own apps replaces it.
    public var apps: [any App]

    /// Creates settings; each has a default.
    public init(mode: Mode = .play, quiz: Quiz.Settings = .init(), apps: [any App] = []) {
      (self.mode, self.quiz, self.apps) = (mode, quiz, apps)
    }
  }

  /// The room's mode, which applies to players without a mode of their own.
  public private(set) var mode: Mode
  /// The present players, including those whose controller is away.
  public private(set) var players: PlayerSlots = []
  /// The time of the last call.
  public private(set) var now = Instant(nanoseconds: .min)

  /// The modes of the first eight third-party apps, in the order in which the room got them.
  public let named: [NamedMode]

  private(set) var tree: AppTree
  /// The modes that the host has given to individual players.
  private var own = [Mode?](repeating: nil, count: PlayerSlot.limit)
  /// The players in the mode of each app.
  private var crowds: [PlayerSlots] = []
  /// The players whose controllers are connected and prove their identity.
  private var proven: PlayerSlots = []
  /// The waiting outputs, oldest first.
  private var waiting: [Output] = []
  /// The deadline for ``advance(to:)``.
  public private(set) var nextDeadline = Instant.distantFuture
  /// True if anything that watchers of the room see has changed since the last ``Output/changed``.
  private var hasChanged = false
  var swipes = [SwipeRecogniser](repeating: SwipeRecogniser(), count: PlayerSlot.limit)
  var teamChoices = [TokenBucket](repeating: TokenBucket(rate: 2, burst: 4), count: PlayerSlot.limit)

  /// Returns Tiltpad's own apps, and then those of the settings.
  public static func apps(_ settings: Settings) -> [any App] {
    [AttractApp(), LobbyApp(), PadApp(.play), BuzzerApp(Quiz(settings: settings.quiz)), PadApp(.tank)]
      + settings.apps
  }

  /// Creates a room without players; by default, `apps` are Tiltpad's own apps and those of the settings.
  ///
  /// A later app replaces an earlier one of the same mode.
  public init(settings: Settings = Settings(), apps: [any App]? = nil) {
    tree = AppTree(apps ?? Room.apps(settings))
    let others = tree.apps.filter { $0.mode.rawValue >= Mode.firstOfOthers }
    named = others.prefix(NamedMode.limit).map { NamedMode($0.mode, name: $0.name) }
    mode = settings.mode
    settle()
    hasChanged = false
  }

  /// Returns the mode of the player in `slot`; nil when the slot is free.
  public func mode(of slot: PlayerSlot) -> Mode? {
    players.contains(PlayerSlots(slot)) ? own[slot.index] ?? mode : nil
  }

  /// True if ``next()`` has something to return; most packets cause no output.
  public var isStirred: Bool { hasChanged || !waiting.isEmpty }

  /// Returns the next output caused by the changes; nil when none is left.
  public mutating func next() -> Output? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    guard hasChanged else { return nil }
    hasChanged = false
    return .changed
  }

  /// Puts the player in `slot` in `mode`; if `slot` is nil, the room and every player.
  ///
  /// Returns false when `slot` is free, or the room has no app of that mode.
  @discardableResult
  public mutating func setMode(_ mode: Mode, for slot: PlayerSlot? = nil, at now: Instant) -> Bool {
    guard tree.index(of: mode) != nil else { return false }
    if let slot {
      guard self.mode(of: slot) != nil else { return false }
      own[slot.index] = mode == self.mode ? nil : mode
    } else {
      self.mode = mode
      own = own.map { _ in nil }
    }
    note(now)
    settle()
    return true
  }

  /// Adds the new player in `slot`.
  public mutating func join(_ slot: PlayerSlot, at now: Instant) {
    leave(slot, at: now)
    players.insert(PlayerSlots(slot))
    (own[slot.index], swipes[slot.index]) = (nil, SwipeRecogniser())
    tree.bind(slot)
    play { $0.send(.joined(slot), on: &$1) }
    settle()
  }

  /// Removes the player in `slot`, who is gone for good.
  public mutating func leave(_ slot: PlayerSlot, at now: Instant) {
    note(now)
    guard players.contains(PlayerSlots(slot)) else { return }
    players.remove(PlayerSlots(slot))
    proven.remove(PlayerSlots(slot))
    countCrowds()
    play { $0.unbind(slot, on: &$1) }
    settle()
    leaveQuiz(slot)
    play { $0.send(.left(slot), on: &$1) }
    settle()
  }

  /// Records the players whose controllers are connected, and, of these, the players whose packets prove their sender.
  ///
  /// A player whose controller is away neither receives nor sends anything.
  public mutating func notePresence(_ connected: PlayerSlots, proven: PlayerSlots, at now: Instant) {
    note(now)
    self.proven = proven.intersection(connected)
    let players = players.each
    play { tree, stage in
      for slot in players { tree.enable(slot, connected.contains(PlayerSlots(slot))) }
      tree.update(on: &stage) { _ in true }
    }
  }

  /// Sends the apps the timer messages and updates that are due at `now`.
  public mutating func advance(to now: Instant) {
    note(now)
    play { $0.advance(on: &$1) }
  }

  /// Sets the time for the changes that follow.
  mutating func note(_ now: Instant) { self.now = now }

  /// Returns the app of the player in `slot`; nil for a free slot.
  func app(of slot: PlayerSlot) -> (index: Int, recipients: Recipients)? {
    guard let mode = mode(of: slot), let index = tree.index(of: mode) else { return nil }
    return (index, tree.apps[index].recipients)
  }

  /// Calls `body` with the apps and the stage on which they receive messages, and then carries out the apps'
  /// requests.
  @discardableResult
  mutating func play<Result>(_ body: (inout AppTree, inout Stage) -> Result) -> Result {
    var stage = Stage(players, crowds: crowds, proven: proven, at: now)
    let result = body(&tree, &stage)
    for request in stage.requests { follow(request) }
    while let release = tree.nextRelease() { waiting.append(.release(release.slot, release.buttons)) }
    nextDeadline = tree.nextDeadline
    return result
  }

  /// Stops the apps and players that should not run, and starts those that should.
  ///
  /// It stops them from the leaves up, and then starts them from the root down.
  private mutating func settle() {
    hasChanged = true
    countCrowds()
    for (app, mode) in tree.apps.map(\.mode).enumerated() {
      for slot in players.each where self.mode(of: slot) != mode { stop(app, of: slot) }
      if !isNeeded(mode) { play { $0.run(app, false, on: &$1) } }
    }
    for (app, mode) in tree.apps.map(\.mode).enumerated() where isNeeded(mode) {
      play { $0.run(app, true, on: &$1) }
      for slot in players.each where self.mode(of: slot) == mode { start(app, of: slot) }
    }
    waiting.append(.entry(mode, tree.index(of: mode).map { tree.apps[$0].recipients } ?? []))
  }

  private mutating func start(_ app: Int, of slot: PlayerSlot) {
    guard play({ $0.run(app, of: slot, true, on: &$1) }) else { return }
    waiting.append(.entered(slot, tree.apps[app].mode, tree.apps[app].recipients))
  }

  /// Stops a player's part in an app, and withdraws the app's requests to the controller.
  private mutating func stop(_ app: Int, of slot: PlayerSlot) {
    guard play({ $0.run(app, of: slot, false, on: &$1) }) else { return }
    waiting += [.round(slot, nil), .hurryClock(slot, false)]
  }

  private mutating func countCrowds() {
    crowds = tree.apps.map { app in
      players.each.filter { mode(of: $0) == app.mode }.reduce(into: []) { $0.insert(PlayerSlots($1)) }
    }
  }

  private func isNeeded(_ mode: Mode) -> Bool {
    self.mode == mode || players.each.contains { self.mode(of: $0) == mode }
  }

  private mutating func follow(_ request: Stage.Request) {
    switch request {
    case .timer(let app, let id, let due): tree.setTimer(id, of: app, at: due)
    case .hold(let app, let buttons, let slot):
      if tree.hold(buttons, of: slot, by: app) { waiting.append(.press(slot, buttons)) }
    case .letGo(let app, let buttons, let slot): tree.letGo(buttons, of: slot, by: app)
    case .output(let output): waiting.append(output)
    case .mode(let app, let mode) where tree.apps[app].mode == self.mode:
      self.mode = mode
      settle()
    case .mode: break
    case .team(let slot, let step): changeTeam(of: slot, by: step)
    case .change: hasChanged = true
    }
  }
}
