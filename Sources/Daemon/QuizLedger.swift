import Bridge
import Buzzer
import Model
import Platform
import Room
import Store
import Venue
import Wire

/// The ledger of the quiz: it keeps the rounds, points and teams in a store, and gives players who return what they had.
///
/// The caller asks it to ``follow(_:at:)`` before any program or controller is told of a change, so that nobody hears of a round
/// that a crash of the daemon could still undo.
struct QuizLedger: ~Copyable {
  private var scores = ScoreLedger()
  /// The names that players on pages have chosen.
  private var pageNames = PageNames()
  /// The store of rounds and scores; nil when nothing outlives the daemon.
  private let store: (any QuizStore)?
  private let tell: DaemonEvent.Tell

  /// Creates a ledger that writes to `store`; `tell` tells a person that something could not be written.
  init(store: (any QuizStore)?, tell: @escaping DaemonEvent.Tell) {
    self.store = store
    self.tell = tell
  }

  /// The deadline for ``keepDueScores(at:)``.
  var deadline: Instant { scores.deadline }

  /// Notes the name that the player of the page's `controller` has chosen.
  mutating func note(_ name: DeviceName, of controller: UInt32) { pageNames.note(name, of: controller) }

  /// Continues the last quiz of the store in the room of `venue`.
  mutating func resume(in venue: inout Venue) {
    guard let store else { return }
    do throws(StoreError) {
      let quiz = try store.currentQuiz(at: WallClock.milliseconds())
      let stored = try store.scores(in: quiz)
      let last = try store.lastRound(in: quiz) ?? 0
      scores = ScoreLedger(quiz: quiz, scores: stored)
      venue.room.resumeQuiz(after: last)
    } catch {
      tell(.quizNotKept(error))
    }
  }

  /// Executes an order about the quiz in `venue`.
  mutating func obey(_ order: QuizOrder, in venue: inout Venue, at now: Instant) -> LocalAnswer.Result {
    if let slot = order.player, venue.bridge.players.owner(of: slot) == nil { return .nobody }
    if order == .forget { return forget(in: &venue, at: now) }
    if order == .reset { keepScores(at: now) }
    guard venue.room.obey(order, at: now) else { return .notNow }
    guard order == .reset else { return .done }
    keepRounds(of: &venue, at: now)
    do throws(StoreError) {
      scores.begin(try store?.beginQuiz(at: WallClock.milliseconds()))
    } catch {
      scores.begin(nil)
      tell(.quizNotKept(error))
    }
    return .done
  }

  /// Deletes all quizzes from the store; if that fails, the running quiz is not changed either.
  private mutating func forget(in venue: inout Venue, at now: Instant) -> LocalAnswer.Result {
    do throws(StoreError) {
      let quiz = try store?.forgetQuizzes(at: WallClock.milliseconds())
      guard venue.room.obey(.forget, at: now) else { return .notNow }
      while venue.room.popRound() != nil {}
      scores.begin(quiz)
      return .done
    } catch {
      tell(.quizNotKept(error))
      return .failed
    }
  }

  /// Restores the points and teams of players who have come to `venue`, and writes the new points and rounds to the store.
  mutating func follow(_ venue: inout Venue, at now: Instant) {
    let names = names(of: venue.bridge)
    for slot in PlayerSlots.all.each {
      guard
        let player = scores.seat(venue.bridge.players.owner(of: slot), called: names[slot.index], in: slot)
      else {
        continue
      }
      venue.room.replace(slot, points: player.points, team: player.team, at: now)
    }
    let hasPoints = scores.note(venue.room.quiz.scores, names: names, at: now)
    keepRounds(of: &venue, at: now)
    if hasPoints { keepScores(at: now) }
  }

  /// Writes the scores that are due, such as the teams that players have chosen, to the store.
  mutating func keepDueScores(at now: Instant) {
    if scores.deadline <= now { keepScores(at: now) }
  }

  /// Writes the scores of all players to the store, if the store differs.
  mutating func keepScores(at now: Instant) {
    guard scores.deadline < .distantFuture, let quiz = scores.quiz else { return }
    let players = scores.players
    keep(players, at: now) { store throws(StoreError) in try store.keep(scores: players, in: quiz) }
  }

  /// Writes the new rounds to the store.
  private mutating func keepRounds(of venue: inout Venue, at now: Instant) {
    while let round = venue.room.popRound() {
      guard let quiz = scores.quiz else { continue }
      let players = scores.players
      let armedAt = WallClock.milliseconds() - (now - round.armed).nanoseconds / 1_000_000
      keep(players, at: now) { store throws(StoreError) in
        try store.keep(round, players: players, in: quiz, armedAt: armedAt)
      }
    }
  }

  private mutating func keep(
    _ players: [Database.QuizPlayer], at now: Instant, _ write: (any QuizStore) throws(StoreError) -> Void
  ) {
    guard let store else { return }
    do throws(StoreError) {
      try write(store)
      scores.noteKept(players)
    } catch {
      scores.postpone(at: now)
      tell(.quizNotKept(error))
    }
  }

  /// Returns the names of the players by slot; empty without a player or a name.
  private func names(of bridge: Bridge) -> [String] {
    var names = [String](repeating: "", count: PlayerSlot.limit)
    for slot in PlayerSlots.all.each {
      guard let key = bridge.players.owner(of: slot), key.isBehindGateway else { continue }
      names[slot.index] = pageNames.name(of: key.token)?.text ?? ""
    }
    for peer in bridge.peers() {
      if let slot = peer.slot { names[slot.index] = peer.name.text }
    }
    return names
  }
}
