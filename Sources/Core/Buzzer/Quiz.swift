public import Model

/// A quiz: a sequence of rounds, the first press in each, and the points (docs/buzzer.md).
///
/// The quiz has no descriptors and reads no clock. A person who leads the quiz, its host, arms a round and
/// judges the answer. Without such a person, rounds follow each other automatically.
public struct Quiz: Sendable {
  /// The settings of a quiz.
  public struct Settings: Hashable, Sendable {
    /// True if rounds follow each other automatically until a person leads the quiz.
    public var isAutomatic: Bool
    /// The points for a right answer.
    public var points: Int32
    /// The points that a wrong answer costs.
    public var penalty: Int32
    /// The duration of the lock-out after a press before the round, counted from the press.
    public var lockOut: Interval
    /// The time for which an automatic round's result is shown before the next round is prepared.
    public var resultTime: Interval
    /// The pause before an automatic round, in which players get ready.
    public var pause: Interval

    /// Creates settings.
    ///
    /// The defaults are 1 point, no penalty, 0.5 s of lock-out, 4 s of result and a pause of 2 s.
    public init(
      isAutomatic: Bool = true, points: Int32 = 1, penalty: Int32 = 0, lockOut: Interval = .milliseconds(500),
      resultTime: Interval = .seconds(4), pause: Interval = .seconds(2)
    ) {
      (self.isAutomatic, self.points, self.penalty, self.lockOut) = (isAutomatic, points, penalty, lockOut)
      (self.resultTime, self.pause) = (resultTime, pause)
    }
  }

  /// The minimum number of players for automatic rounds.
  static let automaticLeast = 2

  /// The settings of the quiz.
  public var settings: Settings
  /// The players who can take part; see ``seat(_:at:)``.
  public private(set) var present: PlayerSlots = []
  /// The phase of the round.
  public internal(set) var phase = RoundPhase.idle
  /// The number of the latest round; never 0 after the first round.
  public internal(set) var number: UInt16 = 0
  /// True if rounds follow each other automatically.
  public internal(set) var isAutomatic: Bool
  /// The points and teams of all players.
  public internal(set) var scores = Scores()
  /// The players who take part in the round.
  public internal(set) var contestants: PlayerSlots = []
  /// The players who are excluded from this question after a wrong answer.
  public internal(set) var out: PlayerSlots = []
  /// The players who pressed before the round began.
  public internal(set) var falseStarts: PlayerSlots = []
  /// The decision of the round; nil while the round is open, and without a round.
  public internal(set) var decision: Decision?
  /// The settlement of the round.
  public internal(set) var settlement = RoundRecord.Settlement.open
  /// The player who is answering or has won; nil if there is none, for example if presses were too close.
  public internal(set) var winner: PlayerSlot?
  /// The players who got the points.
  public internal(set) var winners: PlayerSlots = []
  /// A counter of the changes that are worth reporting.
  public internal(set) var revision = 0

  var judge: Judge?
  /// The records of closed rounds that ``nextRecord()`` has not returned yet.
  var closed: [RoundRecord] = []
  /// The last record that ``nextRecord()`` has returned, apart from those in ``closed``.
  var kept: RoundRecord?
  private var presses: [Press] = []
  private var lockedUntil = InlineArray<16, Instant>(repeating: Instant(nanoseconds: .min))
  /// The time of the next automatic step; the distant future if there is none.
  var nextStep = Instant.distantFuture
  /// The end of the next lock-out; the distant future if nobody is locked out.
  private var unlockAt = Instant.distantFuture
  /// The end of the last round; a press before it is no false start of the next round.
  private var endedAt = Instant(nanoseconds: .min)

  /// Creates a quiz without players; its first round gets the number after `number`.
  public init(settings: Settings = Settings(), after number: UInt16 = 0) {
    self.settings = settings
    self.number = number
    isAutomatic = settings.isAutomatic
  }

  /// The deadline for ``advance(to:)``.
  public var nextDeadline: Instant {
    min(nextStep, unlockAt, phase == .armed ? judge?.deadline ?? .distantFuture : .distantFuture)
  }

  /// The presses of the round, sorted by the middles of their times.
  public var order: [Press] { presses.sorted { $0.time.middle < $1.time.middle } }

  /// Returns whether the presses of `slot` do not count at `now`, after a false start or a wrong answer.
  public func isLockedOut(_ slot: PlayerSlot, at now: Instant) -> Bool {
    out.contains(PlayerSlots(slot)) || now < lockedUntil[slot.index]
  }

  /// Sets the players who can take part from now on.
  ///
  /// A player who is no longer among them stays in the present round, but cannot press.
  public mutating func seat(_ players: PlayerSlots, at now: Instant) {
    guard players != present else { return }
    present = players
    revision += 1
    plan(at: now)
  }

  /// Records that `slot` had not pressed until `inputDelay` before `time` on its controller's clock (µs).
  ///
  /// `received` is the arrival time of the state that shows this. The controller learns of presses up to
  /// `inputDelay` late.
  public mutating func noteUp(
    _ slot: PlayerSlot, at time: UInt32, _ clock: ClockOffset?, inputDelay: Interval, received: Instant
  ) {
    guard phase == .armed else { return }
    judge?.noteUp(slot, at: time, clock, received: received, inputDelay: inputDelay)
    decide(at: received)
  }

  /// Applies a press that arrived at `received`.
  public mutating func apply(_ claim: PressClaim, received: Instant) {
    let bit = PlayerSlots(claim.slot)
    guard present.contains(bit) else { return }
    let span = claim.span(received: received)
    guard phase != .idle, let judge, span.latest >= judge.armed else {
      return noteFalseStart(of: claim.slot, at: span, received: received)
    }
    guard contestants.contains(bit), span.latest >= lockedUntil[claim.slot.index] else { return }
    count(claim, received: received)
    decide(at: received)
  }

  /// Applies the passage of time: decides the round, ends lock-outs, and carries out the next automatic step.
  public mutating func advance(to now: Instant) {
    decide(at: now)
    if unlockAt <= now {
      revision += 1
      unlockAt = nextUnlock(after: now)
    }
    if nextStep <= now { step(at: now) }
  }

  /// Removes the player in `slot`, who is gone for good, from the round; points stay.
  ///
  /// The slot's next player does not inherit the round. A round that no longer waits for a press or for the host's
  /// decision is over.
  public mutating func remove(_ slot: PlayerSlot, at now: Instant) {
    let bit = PlayerSlots(slot)
    seat(present.subtracting(bit), at: now)
    (contestants, out) = (contestants.subtracting(bit), out.subtracting(bit))
    if winner == slot { winner = nil }
    lockedUntil[slot.index] = Instant(nanoseconds: .min)
    unlockAt = nextUnlock(after: now)
    revision += 1
    if decision == nil { withdraw(slot) }
    proceed(at: now)
  }

  /// Withdraws the press and the false start of `slot` from an undecided round; a decided round is stored unchanged.
  private mutating func withdraw(_ slot: PlayerSlot) {
    falseStarts.remove(PlayerSlots(slot))
    presses.removeAll { $0.slot == slot }
    judge?.remove(slot)
  }

  /// Decides a round in which no other player has to be awaited, and ends a round that nobody is left to win.
  private mutating func proceed(at now: Instant) {
    switch phase {
    case .armed where contestants == []:
      reset(at: now)
      plan(at: now)
    case .armed: decide(at: now)
    case .locked where isOpen && tied == []: finish(at: now)
    case .idle, .locked, .result: break
    }
  }

  /// Begins round ``number`` + 1 with `players`.
  mutating func begin(_ players: PlayerSlots, at now: Instant) {
    if phase != .idle { endedAt = now }
    number = number == .max ? 1 : number + 1
    (phase, contestants) = (.armed, players)
    (decision, winner, winners, settlement) = (nil, nil, [], .open)
    (judge, presses) = (Judge(players, armed: now), [])
    nextStep = .distantFuture
    revision += 1
  }

  private mutating func count(_ claim: PressClaim, received: Instant) {
    guard var judge else { return }
    let press = Press(
      of: claim.slot, at: claim.time, clock: claim.clock, received: received,
      notBefore: judge.notBefore(claim.slot), notBeforeTime: judge.notBeforeTime(claim.slot),
      precision: claim.precision, inputDelay: claim.inputDelay)
    guard judge.apply(press) else { return }
    self.judge = judge
    presses.append(press)
    revision += 1
  }

  private mutating func noteFalseStart(of slot: PlayerSlot, at time: HostTime, received: Instant) {
    // A press from before the end of the last round is no false start, nor is a press that is reported again.
    guard phase == .idle || phase == .armed, time.earliest >= endedAt else { return }
    let end = time.latest + settings.lockOut
    guard end > lockedUntil[slot.index] else { return }
    lockedUntil[slot.index] = end
    falseStarts.insert(PlayerSlots(slot))
    unlockAt = nextUnlock(after: received)
    revision += 1
  }

  private func nextUnlock(after now: Instant) -> Instant {
    var next = Instant.distantFuture
    for index in lockedUntil.indices where lockedUntil[index] > now { next = min(next, lockedUntil[index]) }
    return next
  }

  private mutating func decide(at now: Instant) {
    guard phase == .armed, let judge, judge.deadline != .distantFuture, let decision = judge.decide(at: now)
    else { return }
    self.decision = decision
    phase = .locked
    revision += 1
    switch decision.outcome {
    case .winner(let slot):
      (winner, settlement) = (slot, .certain)
      if isAutomatic { award(PlayerSlots(slot), .certain, at: now) }
    case .tooClose:
      settlement = .tooClose
      if isAutomatic { finish(at: now) }
    }
  }

  /// Gives `slots` the points and ends the round.
  mutating func award(_ slots: PlayerSlots, _ settlement: RoundRecord.Settlement, at now: Instant) {
    scores.add(settings.points, to: slots)
    (winners, self.settlement) = (slots, settlement)
    finish(at: now)
  }

  /// Ends the round and shows its result.
  mutating func finish(at now: Instant) {
    phase = .result
    out = []
    revision += 1
    plan(at: now)
  }

  /// Plans the next automatic step, if there is one.
  mutating func plan(at now: Instant) {
    guard isAutomatic, phase != .armed else {
      nextStep = .distantFuture
      return
    }
    let pause = phase == .idle ? settings.pause : settings.resultTime
    let isEnough = phase != .idle || present.rawValue.nonzeroBitCount >= Quiz.automaticLeast
    nextStep = isEnough ? min(nextStep, now + pause) : .distantFuture
  }

  private mutating func step(at now: Instant) {
    nextStep = .distantFuture
    if phase == .idle {
      begin(present, at: now)
    } else {
      close()
      reset(at: now)
      plan(at: now)
    }
  }

  /// Returns to the idle phase, without a round.
  mutating func reset(at now: Instant) {
    if phase != .idle { endedAt = now }
    (phase, contestants, out, falseStarts) = (.idle, [], [], [])
    (decision, winner, winners, judge, presses) = (nil, nil, [], nil, [])
    settlement = .open
    revision += 1
  }
}
