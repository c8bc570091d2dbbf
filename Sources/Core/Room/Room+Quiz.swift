public import Buzzer
import Guards
public import Model

/// The quiz and the teams of the room, for the host.
extension Room {
  /// The quiz: its rounds, presses and points.
  public var quiz: Quiz {
    for app in tree.apps { if let buzzer = app as? BuzzerApp { return buzzer.quiz } }
    return Quiz()
  }

  /// Executes an order from the quiz's host; returns false when it does not apply in the present state.
  @discardableResult
  public mutating func obey(_ order: QuizOrder, at now: Instant) -> Bool {
    note(now)
    return direct { $0.obey(order, on: &$1) } ?? false
  }

  /// Sets the points and team of the player in `slot` to those that the player had before.
  public mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8, at now: Instant) {
    note(now)
    _ = direct { app, stage in
      app.quiz.replace(slot, points: points, team: team)
      app.publish(on: &stage)
    }
  }

  /// Removes the player in `slot`, who is gone for good, from the round, whether the quiz runs or not.
  mutating func leaveQuiz(_ slot: PlayerSlot) {
    _ = direct { app, stage in
      app.quiz.remove(slot, at: stage.now)
      app.publish(on: &stage)
    }
  }

  /// Continues a quiz whose last round had the number `number`.
  public mutating func resumeQuiz(after number: UInt16) {
    _ = direct { app, _ in app = BuzzerApp(Quiz(settings: app.quiz.settings, after: number)) }
  }

  /// Adopts the settings of the quiz; the mode stays.
  public mutating func reload(_ settings: Settings) {
    _ = direct { app, _ in app.quiz.settings = settings.quiz }
  }

  /// Returns the next record of a round to store; nil when nothing is new.
  ///
  /// The record replaces an earlier one of the same round.
  public mutating func nextRecord() -> RoundRecord? {
    direct { app, _ in app.quiz.nextRecord() } ?? nil
  }

  /// Calls `body` with the app of the quiz, whether it runs or not; returns nil in a room without a quiz.
  private mutating func direct<Result>(_ body: (inout BuzzerApp, inout Stage) -> Result) -> Result? {
    play { tree, stage in tree.direct(BuzzerApp.self, on: &stage, body) }
  }

  /// Puts the player in `slot` into `team`, at the player's request.
  ///
  /// Returns false outside the lobby, and when choices exceed two a second or a burst of four.
  public mutating func chooseTeam(_ team: UInt8, of slot: PlayerSlot, at now: Instant) -> Bool {
    guard mode(of: slot) == .lobby else { return false }
    // Over a data channel, each choice arrives three times.
    if quiz.scores.team(of: slot) == team { return true }
    return teamChoices[slot.index].consume(at: now) && obey(.team(slot, team), at: now)
  }

  /// Puts the player in `slot` into the next team, or, with a `step` of −1, into the previous one.
  ///
  /// Team 0, which stands for no team, comes between the last team and the first.
  mutating func changeTeam(of slot: PlayerSlot, by step: Int) {
    let count = Int(Team.limit) + 1
    let team = (Int(quiz.scores.team(of: slot)) + step + count) % count
    _ = chooseTeam(UInt8(team), of: slot, at: now)
  }
}
