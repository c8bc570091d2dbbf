public import Buzzer
import Guards
public import Model
import Motion
import Wire

/// The quiz in the bridge: the presses that it gets, and the notices to controllers.
extension Bridge {
  /// Executes an order of the host of the quiz; returns false when it makes no sense now.
  @discardableResult
  public mutating func obey(_ order: Quiz.Order, at now: Instant) -> Bool {
    defer { passRound(at: now) }
    return quiz.obey(order, at: now)
  }

  /// Sets the points and team of the player of `slot` to those that the player had before.
  public mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8, at now: Instant) {
    quiz.replace(slot, points: points, team: team)
    passRound(at: now)
  }

  /// Puts the player of `slot` into `team`, as the player wants; returns false outside of the lobby, and for choices more frequent
  /// than four at once or two a second.
  public mutating func chooseTeam(_ team: UInt8, of slot: PlayerSlot, at now: Instant) -> Bool {
    guard stage.takeTeamChoice(of: slot, at: now) else { return false }
    return quiz.scores.team(of: slot) == team || obey(.team(slot, team), at: now)
  }

  /// Puts the player of `slot` into the next team, or with a `step` of −1 into the previous one; no team (0) lies between the last
  /// team and the first.
  mutating func changeTeam(of slot: PlayerSlot, by step: Int, at now: Instant) {
    let count = Int(Team.limit) + 1
    let team = (Int(quiz.scores.team(of: slot)) + step + count) % count
    _ = chooseTeam(UInt8(team), of: slot, at: now)
  }

  /// Continues a quiz whose last round had the number `number`.
  public mutating func resumeQuiz(after number: UInt16) {
    quiz = Quiz(settings: settings.quiz, after: number)
  }

  /// Returns the next round to store, which replaces an earlier record of the same round; nil when nothing is new.
  public mutating func takeRound() -> RoundRecord? { quiz.takeRecord() }

  /// Whether the player of `slot` can take part in a quiz: connected, in that mode, with packets that prove their sender.
  private func isContestant(_ slot: PlayerSlot) -> Bool {
    guard let seat = roster[slot], seat.isConnected, stage.mode(of: slot) == .buzzer else { return false }
    return players[slot.index].session != nil || seat.key.isBehindGateway
  }

  /// Updates the players who can take part; called when a player comes, goes or changes the mode.
  mutating func noteContestants(at now: Instant) {
    let present = PlayerSlots.all.each.filter(isContestant).reduce(into: PlayerSlots()) {
      $0.insert(PlayerSlots($1))
    }
    quiz.seat(present, at: now)
    passRound(at: now)
  }

  /// Passes the presses and states in `frames` to the quiz; `expected` is the edge that was awaited before these frames.
  mutating func listen(
    _ frames: ControllerFrames, of slot: PlayerSlot, expected: UInt16?, isPage: Bool, at now: Instant
  ) {
    guard quiz.present.contains(PlayerSlots(slot)) else { return }
    let source = ClaimSource(
      slot: slot, clock: players[slot.index].clock.bounds.offset(at: now), isPage: isPage)
    // A controller that has not heard of this round yet names another: then only its edge counts.
    let buzz = frames.buzz?.round == quiz.number ? frames.buzz : nil
    if let said = frames.buzz { players[slot.index].noteBuzz(said.round, at: now) }
    if let buzz { quiz.take(source.claim(at: buzz.pressTime), received: now) }
    guard let state = frames.state else { return passRound(at: now) }
    if let log = frames.edges { hear(log, from: source, buzz: buzz, state, expected, at: now) }
    if state.nextEdge == players[slot.index].input.nextEdge {
      quiz.noteUp(
        slot, at: state.sampleTime, source.clock, inputDelay: source.inputDelay, received: now)
    }
    passRound(at: now)
  }

  /// Passes the presses of `log` to the quiz that are new and that no BUZZ reports more exactly.
  private mutating func hear(
    _ log: EdgeLog, from source: ClaimSource, buzz: Buzz?, _ state: ControllerState, _ expected: UInt16?,
    at now: Instant
  ) {
    for index in 0..<log.count {
      let number = log.first &+ UInt16(index)
      let edge = log[index]
      let isKnown = expected.map { Int16(bitPattern: number &- $0) < 0 } ?? false
      guard edge.isPress, edge.age != .max, !isKnown, number != buzz?.edge else { continue }
      let time = state.sampleTime &- 100 * UInt32(edge.age)
      quiz.take(source.claim(at: time, precision: ClaimSource.edgePrecision), received: now)
    }
  }

  /// Applies the passage of time to the quiz.
  mutating func advanceQuiz(to now: Instant) {
    guard quizDeadline <= now else { return }
    quiz.advance(to: now)
    passRound(at: now)
  }

  /// Notifies the controllers of the quiz, if its state has changed.
  mutating func passRound(at now: Instant) {
    quizDeadline = quiz.nextDeadline
    guard quiz.revision != toldRevision else { return }
    toldRevision = quiz.revision
    stageHasChanged = true
    for slot in PlayerSlots.all.each where roster[slot] != nil {
      let isThere = quiz.present.contains(PlayerSlots(slot))
      players[slot.index].notice.want(isThere ? round(for: slot, at: now) : nil, at: now)
      players[slot.index].clock.hurry(isThere && quiz.phase == .armed, at: now)
      schedule(slot, at: now)
    }
  }

  private func round(for slot: PlayerSlot, at now: Instant) -> Round {
    let isOut = quiz.isLockedOut(slot, at: now)
    let margin = quiz.decision == nil ? nil : quiz.margin(of: slot)
    return Round(
      number: quiz.number, phase: quiz.phase.rawValue | (isOut ? 0x80 : 0),
      winner: quiz.winnerNumber, margin: margin.map { UInt32(clamping: $0.microseconds) } ?? Round.noMargin)
  }
}

extension Quiz {
  /// The number of the winner, or ``Round/tooClose``, or 0, as in ``Round/winner``.
  public var winnerNumber: UInt8 { winner?.number ?? (tied == [] ? 0 : Round.tooClose) }
}

/// The source of claims: a player's controller, with the accuracy of its times.
private struct ClaimSource {
  /// The resolution of an edge's age (docs/protocol.md, "Frames").
  static let edgePrecision = Interval.microseconds(100)
  /// The greatest delay of a browser before it tells its page of a touch; the page's states do not know such a touch yet.
  private static let pageInputDelay = Interval.milliseconds(30)

  let slot: PlayerSlot
  let clock: ClockOffset?
  let isPage: Bool

  var inputDelay: Interval { isPage ? ClaimSource.pageInputDelay : .zero }

  /// Returns the claim of a press at `time` of the controller's clock, accurate to `precision` and to the step of that clock.
  func claim(at time: UInt32, precision: Interval = .zero) -> Quiz.Claim {
    let step = isPage ? Interval.microseconds(Int64(Player.pageClockStep)) : .zero
    return Quiz.Claim(slot, at: time, precision: precision + step, clock: clock, inputDelay: inputDelay)
  }
}
