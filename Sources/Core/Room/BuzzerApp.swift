public import Buzzer
public import Model
public import Modes
import Wire

/// The quiz as an app of the room.
///
/// It receives presses, notifies controllers of rounds, and holds the winner's key for a moment.
public struct BuzzerApp: App {
  /// The timers of the app.
  private enum Timer {
    /// The next deadline of the quiz: a decision, the end of a lock-out, or the next automatic step.
    static let quiz: UInt16 = 1
    /// The release of the winner's key.
    static let key: UInt16 = 2
  }

  /// The time for which the winner's key is held: longer than one frame of software that polls 20 times a second.
  public static let keyHold = Interval.milliseconds(60)
  /// The button that stands for the winner's key.
  public static let winnersKey = Buttons(.a)

  /// The mode `buzzer`.
  public let mode = Mode.buzzer
  /// The recipients: the app itself, which gets presses; no input reaches the pad.
  public let recipients: Recipients = .presses
  /// The rounds, presses and points.
  public internal(set) var quiz: Quiz

  private var toldRevision = 0
  private var deadline = Instant.distantFuture
  /// The press that the newest BUZZ has named; among the edges of the same packet, it does not count again.
  private var exact: (slot: PlayerSlot, edge: UInt16, received: Instant)?
  /// The number of the last round in which the winner's key was pressed; 0 before the first.
  private var keyRound: UInt16 = 0
  /// The winner whose key is held; nil while no key is held.
  private var keyHolder: PlayerSlot?

  /// Creates the app of a quiz.
  public init(_ quiz: Quiz) {
    self.quiz = quiz
    toldRevision = quiz.revision
  }

  /// Passes presses and time to the quiz, and notifies the players of changes.
  public mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    quiz.seat(stage.contestants, at: stage.now)
    switch message {
    case .press(let claim): receive(claim, at: stage.now)
    case .still(let claim):
      quiz.noteUp(
        claim.slot, at: claim.time, claim.clock, inputDelay: claim.inputDelay, received: stage.now)
    case .timer(id: Timer.quiz):
      deadline = .distantFuture
      quiz.advance(to: stage.now)
    case .timer(id: Timer.key): releaseKey(on: &stage)
    // A stop of the app cancels its timers and releases the key.
    case .started where player == nil, .stopped where player == nil:
      (deadline, keyHolder) = (.distantFuture, nil)
    default: break
    }
    publish(on: &stage)
    return .pass
  }

  /// Executes an order from the quiz's host; returns false when it does not apply in the present state.
  mutating func obey(_ order: QuizOrder, on stage: inout Stage) -> Bool {
    defer { publish(on: &stage) }
    return quiz.obey(order, at: stage.now)
  }

  /// Counts a press, unless it belongs to another round or its packet has already brought a more exact claim.
  private mutating func receive(_ claim: PressClaim, at now: Instant) {
    if let round = claim.round {
      // A controller that does not know this round yet names another round; then only its edge counts.
      guard round == quiz.number else { return }
      if let edge = claim.edge { exact = (claim.slot, edge, now) }
    } else if let exact, exact.received == now, exact.slot == claim.slot, exact.edge == claim.edge {
      return
    }
    quiz.apply(claim, received: now)
  }

  /// Plans the next deadline, and announces the state of the quiz if it has changed.
  mutating func publish(on stage: inout Stage) {
    if quiz.nextDeadline != deadline {
      deadline = quiz.nextDeadline
      stage.setTimer(Timer.quiz, at: deadline)
    }
    guard quiz.revision != toldRevision else { return }
    toldRevision = quiz.revision
    stage.noteChange()
    for slot in stage.everyone.each {
      let isThere = quiz.present.contains(PlayerSlots(slot))
      stage.post(isThere ? round(for: slot, at: stage.now) : nil, to: slot)
      stage.hurryClock(isThere && quiz.phase == .armed, of: slot)
    }
    pressKey(on: &stage)
  }

  private mutating func pressKey(on stage: inout Stage) {
    guard let winner = quiz.winner, quiz.number != keyRound else { return }
    releaseKey(on: &stage)
    (keyRound, keyHolder) = (quiz.number, winner)
    stage.hold(BuzzerApp.winnersKey, of: winner)
    stage.setTimer(Timer.key, at: stage.now + BuzzerApp.keyHold)
  }

  private mutating func releaseKey(on stage: inout Stage) {
    if let keyHolder { stage.letGo(BuzzerApp.winnersKey, of: keyHolder) }
    keyHolder = nil
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
