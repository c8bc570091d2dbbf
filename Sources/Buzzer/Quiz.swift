public import Model

/// A quiz: rounds that follow each other, who was first in each, and the points (docs/buzzer.md).
///
/// It holds no handle and reads no clock. The host arms a round and says what the answer was worth; where there is no
/// host, rounds follow each other by themselves.
public struct Quiz: Sendable {
  /// What a quiz can be told.
  public struct Settings: Hashable, Sendable {
    /// Whether rounds follow each other by themselves until a host leads them.
    public var isAutomatic: Bool
    /// What a right answer is worth.
    public var points: Int32
    /// What a wrong answer costs.
    public var penalty: Int32
    /// For how long a press before the round begins locks its player out.
    public var lockOut: Interval
    /// How long a result is shown before the next round is prepared, where rounds follow by themselves.
    public var resultTime: Interval
    /// How long players get ready then.
    public var pause: Interval

    /// One point, no penalty, half a second; 4 s of result and 2 s of pause, in which nobody is hurried.
    public init(
      isAutomatic: Bool = true, points: Int32 = 1, penalty: Int32 = 0, lockOut: Interval = .milliseconds(500),
      resultTime: Interval = .seconds(4), pause: Interval = .seconds(2)
    ) {
      (self.isAutomatic, self.points, self.penalty, self.lockOut) = (isAutomatic, points, penalty, lockOut)
      (self.resultTime, self.pause) = (resultTime, pause)
    }
  }

  /// A press as its controller tells of it.
  public struct Claim: Sendable {
    /// Whose it is.
    public var slot: PlayerSlot
    /// When it was, on the controller's clock in µs.
    public var time: UInt32
    /// How far the truth is from ``time`` at most.
    public var precision: Interval
    /// What is known of that clock.
    public var clock: ClockOffset?
    /// So much later than that the controller may hear of it: none but a page's.
    public var inputDelay: Interval

    /// A press.
    public init(
      _ slot: PlayerSlot, at time: UInt32, precision: Interval = .zero, clock: ClockOffset?,
      inputDelay: Interval = .zero
    ) {
      (self.slot, self.time, self.precision) = (slot, time, precision)
      (self.clock, self.inputDelay) = (clock, inputDelay)
    }

    /// When it can have been, whatever speaks against it.
    func span(received: Instant) -> HostTime {
      guard var time = HostTime(reading: time, clock, received: received) else {
        return HostTime(from: received, to: received)
      }
      time.widen(by: precision)
      time.latest = min(time.latest, received)
      return time
    }
  }

  /// So many are needed for rounds that follow by themselves.
  static let automaticLeast = 2

  /// What the quiz was told.
  public var settings: Settings
  /// Who can take part; see ``seat(_:at:)``.
  public private(set) var present: PlayerSlots = []
  /// How far the round is.
  public internal(set) var phase = RoundPhase.idle
  /// The round's number, never 0 once there was one.
  public internal(set) var number: UInt16 = 0
  /// Whether rounds follow each other by themselves.
  public internal(set) var isAutomatic: Bool
  /// Everybody's points and teams.
  public internal(set) var scores = Scores()
  /// Who takes part in the round.
  public internal(set) var contestants: PlayerSlots = []
  /// Who is out of this question after a wrong answer.
  public internal(set) var out: PlayerSlots = []
  /// Who has pressed before the round began.
  public internal(set) var falseStarts: PlayerSlots = []
  /// What the round has come to; nil while that is open.
  public internal(set) var decision: Decision?
  /// What became of the round.
  public internal(set) var settlement = RoundRecord.Settlement.open
  /// Whose answer is heard, or who has won it; nil when nobody has, or it was too close.
  public internal(set) var winner: PlayerSlot?
  /// Who has got the points.
  public internal(set) var winners: PlayerSlots = []
  /// Goes up with everything that anybody may want to be told.
  public internal(set) var revision = 0

  var judge: Judge?
  /// Rounds that are over and were not taken yet.
  var closed: [RoundRecord] = []
  /// What was taken last of the present round.
  var kept: RoundRecord?
  private var presses: [Press] = []
  private var lockedUntil = InlineArray<16, Instant>(repeating: Instant(nanoseconds: .min))
  /// When rounds that follow by themselves go on.
  var nextStep = Instant.distantFuture
  private var unlockAt = Instant.distantFuture
  /// When the last round ended: what was pressed before that was not for the next one.
  private var endedAt = Instant(nanoseconds: .min)

  /// A quiz without players whose first round gets the number after `number`.
  public init(settings: Settings = Settings(), after number: UInt16 = 0) {
    self.settings = settings
    self.number = number
    isAutomatic = settings.isAutomatic
  }

  /// When ``advance(to:)`` has something to do.
  public var nextDeadline: Instant {
    min(nextStep, unlockAt, phase == .armed ? judge?.deadline ?? .distantFuture : .distantFuture)
  }

  /// Everybody who has pressed in the round, in the order of the middles.
  public var order: [Press] { presses.sorted { $0.time.middle < $1.time.middle } }

  /// Whether the presses of `slot` count for nothing at `now`: it has pressed too soon, or answered wrongly.
  public func isLockedOut(_ slot: PlayerSlot, at now: Instant) -> Bool {
    out.contains(PlayerSlots(slot)) || now < lockedUntil[slot.index]
  }

  /// From now on `players` can take part; who is gone loses nothing but the round.
  public mutating func seat(_ players: PlayerSlots, at now: Instant) {
    guard players != present else { return }
    present = players
    revision += 1
    plan(at: now)
  }

  /// Notes that `slot` had not pressed when its controller's clock showed `time` (µs), less `inputDelay`, by which it hears of
  /// presses late; that came at `received`.
  public mutating func noteUp(
    _ slot: PlayerSlot, at time: UInt32, _ clock: ClockOffset?, inputDelay: Interval, received: Instant
  ) {
    guard phase == .armed else { return }
    judge?.noteUp(slot, at: time, clock, received: received, inputDelay: inputDelay)
    decide(at: received)
  }

  /// Takes a press that was heard of at `received`.
  public mutating func take(_ claim: Claim, received: Instant) {
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

  /// Does what time has brought.
  public mutating func advance(to now: Instant) {
    decide(at: now)
    if unlockAt <= now {
      revision += 1
      unlockAt = nextUnlock(after: now)
    }
    if nextStep <= now { step(at: now) }
  }

  /// Begins round ``number`` + 1 of `players`.
  mutating func begin(_ players: PlayerSlots, at now: Instant) {
    if phase != .idle { endedAt = now }
    number = number == .max ? 1 : number + 1
    (phase, contestants) = (.armed, players)
    (decision, winner, winners, settlement) = (nil, nil, [], .open)
    (judge, presses) = (Judge(players, armed: now), [])
    nextStep = .distantFuture
    revision += 1
  }

  private mutating func count(_ claim: Claim, received: Instant) {
    guard var judge else { return }
    let press = Press(
      of: claim.slot, at: claim.time, clock: claim.clock, received: received,
      notBefore: judge.notBefore(claim.slot), notBeforeTime: judge.notBeforeTime(claim.slot),
      precision: claim.precision, inputDelay: claim.inputDelay)
    guard judge.take(press) else { return }
    self.judge = judge
    presses.append(press)
    revision += 1
  }

  private mutating func noteFalseStart(of slot: PlayerSlot, at time: HostTime, received: Instant) {
    // What was under way when the last round ended is none, and neither is what is told of again.
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

  /// Gives `slots` the points, and the round is over.
  mutating func award(_ slots: PlayerSlots, _ settlement: RoundRecord.Settlement, at now: Instant) {
    scores.add(settings.points, to: slots)
    (winners, self.settlement) = (slots, settlement)
    finish(at: now)
  }

  /// The round is over, and its result is shown.
  mutating func finish(at now: Instant) {
    phase = .result
    out = []
    revision += 1
    plan(at: now)
  }

  /// When rounds that follow by themselves go on.
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

  /// No round is under way.
  mutating func reset(at now: Instant) {
    if phase != .idle { endedAt = now }
    (phase, contestants, out, falseStarts) = (.idle, [], [], [])
    (decision, winner, winners, judge, presses) = (nil, nil, [], nil, [])
    revision += 1
  }
}
