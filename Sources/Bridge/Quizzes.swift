public import Buzzer
public import Model
import Motion
import Session
import Wire

/// The quiz: which presses it hears of, and what controllers are told.
extension Bridge {
  /// Does what the host of the quiz wants; false when it makes no sense now.
  @discardableResult
  public mutating func obey(_ order: Quiz.Order, at now: Instant) -> Bool {
    defer { passRound(at: now) }
    return quiz.obey(order, at: now)
  }

  /// The player of `slot` has had these points before.
  public mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8, at now: Instant) {
    quiz.replace(slot, points: points, team: team)
    passRound(at: now)
  }

  /// Puts the player of `slot` into `team`, as its player wants; false outside of the lobby, and when that is asked for faster
  /// than people do.
  public mutating func chooseTeam(_ team: UInt8, of slot: PlayerSlot, at now: Instant) -> Bool {
    guard stage.takeTeamChoice(of: slot, at: now) else { return false }
    return quiz.scores.team(of: slot) == team || obey(.team(slot, team), at: now)
  }

  /// The player of `slot` wants to be in the next team, or with −1 in the one before; behind the last there is none, and then the
  /// first.
  mutating func changeTeam(of slot: PlayerSlot, by step: Int, at now: Instant) {
    let count = Int(Team.limit) + 1
    let team = (Int(quiz.scores.team(of: slot)) + step + count) % count
    _ = chooseTeam(UInt8(team), of: slot, at: now)
  }

  /// Goes on with a quiz whose last round had the number `number`.
  public mutating func resumeQuiz(after number: UInt16) {
    quiz = Quiz(settings: settings.quiz, after: number)
  }

  /// A round to be kept, in the place of what was kept of it before; nil when there is nothing new.
  public mutating func takeRound() -> RoundRecord? { quiz.takeRecord() }

  /// Whether `slot` can take part in a quiz: its controller is there, in that mode, and shows who sent its packets.
  private func isContestant(_ slot: PlayerSlot) -> Bool {
    guard let seat = roster[slot], seat.isConnected, stage.mode(of: slot) == .buzzer else { return false }
    return players[slot.index].session != nil || seat.key.isBehindGateway
  }

  /// Looks who can take part; to be called whenever somebody comes, goes, or gets another mode.
  mutating func noteContestants(at now: Instant) {
    let present = PlayerSlots.all.each.filter(isContestant).reduce(into: PlayerSlots()) {
      $0.insert(PlayerSlots($1))
    }
    quiz.seat(present, at: now)
    passRound(at: now)
  }

  /// Hears what `frames` of the player of `slot` say of the quiz; `expected` is the edge that was waited for before them.
  mutating func listen(
    _ frames: ControllerFrames, of slot: PlayerSlot, expected: UInt16?, isPage: Bool, at now: Instant
  ) {
    guard quiz.present.contains(PlayerSlots(slot)) else { return }
    let source = ClaimSource(
      slot: slot, clock: players[slot.index].clock.bounds.offset(at: now), isPage: isPage)
    // A controller that has not heard of this round yet names another: then its edge is all there is.
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

  /// Hears the presses of `log` that are new and that no BUZZ tells more exactly.
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

  /// What time brings to the quiz.
  mutating func advanceQuiz(to now: Instant) {
    guard quizDeadline <= now else { return }
    quiz.advance(to: now)
    passRound(at: now)
  }

  /// Tells the controllers how the quiz stands, if that has changed.
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
  /// Who was first, as ``Round/winner`` says it.
  public var winnerNumber: UInt8 { winner?.number ?? (tied == [] ? 0 : Round.tooClose) }
}

/// Whose presses are heard of, and how exactly.
private struct ClaimSource {
  /// How exactly an edge's age says when it was (docs/protocol.md, "Frames").
  static let edgePrecision = Interval.microseconds(100)
  /// Browsers tell a page of a touch up to so long after it; what they have not told yet, its states do not know.
  private static let pageInputDelay = Interval.milliseconds(30)

  let slot: PlayerSlot
  let clock: ClockOffset?
  let isPage: Bool

  var inputDelay: Interval { isPage ? ClaimSource.pageInputDelay : .zero }

  /// A press at `time` of the controller's clock, which is right to `precision` and to the step of that clock.
  func claim(at time: UInt32, precision: Interval = .zero) -> Quiz.Claim {
    let step = isPage ? Interval.microseconds(Int64(Player.pageClockStep)) : .zero
    return Quiz.Claim(slot, at: time, precision: precision + step, clock: clock, inputDelay: inputDelay)
  }
}
