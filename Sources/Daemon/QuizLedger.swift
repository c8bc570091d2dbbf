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
/// The caller asks it to ``follow(_:at:)`` after each change of the room, and tells nobody of rounds or points while it
/// ``isHolding``, so that nobody hears of a round that a crash of the daemon could still undo.
struct QuizLedger: ~Copyable {
  /// A job under way.
  private struct Entry {
    let ticket: StoreWriter.Ticket
    /// The scores that the job writes.
    var players: [Database.QuizPlayer] = []
    /// True if nobody may be told of the change before the job is finished.
    var isHeld = false
    /// True if the job deletes all quizzes.
    var forgets = false
  }

  private var scores = ScoreLedger()
  /// The names that players on pages have chosen.
  private var pageNames = PageNames()
  /// The writer of rounds and scores; nil when nothing outlives the daemon.
  private let writer: StoreWriter?
  private let tell: DaemonEvent.Tell
  private var entries: [Entry] = []
  private var hold = RoundHold()

  /// Creates a ledger that writes by `writer`; `tell` tells a person that something could not be written.
  init(writer: StoreWriter?, tell: @escaping DaemonEvent.Tell) {
    self.writer = writer
    self.tell = tell
  }

  /// The deadline for ``keepDueScores(at:)``.
  var deadline: Instant { min(isForgetting ? .distantFuture : scores.deadline, hold.deadline) }

  /// True if rounds or points are on their way to the store.
  var isHolding: Bool { hold.isClosed }

  /// The newest job under way; nil without one.
  var newestJob: StoreWriter.Ticket? { entries.last?.ticket }

  /// True if the store is to delete all quizzes; until it has, nothing of the running quiz follows it there.
  private var isForgetting: Bool { entries.contains { $0.forgets } }

  /// Notes the name that the player of the page's `controller` has chosen.
  mutating func note(_ name: DeviceName, of controller: UInt32) { pageNames.note(name, of: controller) }

  /// Continues the last quiz of the store in the room of `venue`.
  mutating func resume(in venue: inout Venue) {
    guard let writer else { return }
    do throws(StoreError) {
      let kept = try writer.resumeQuiz(at: WallClock.milliseconds())
      scores = ScoreLedger(continuing: kept.scores)
      venue.room.resumeQuiz(after: kept.lastRound)
    } catch {
      tell(.quizNotKept(error))
    }
  }

  /// Executes an order about the quiz in `venue`, except ``QuizOrder/forget``.
  mutating func obey(_ order: QuizOrder, in venue: inout Venue, at now: Instant) -> LocalAnswer.Result {
    if let slot = order.player, venue.bridge.players.owner(of: slot) == nil { return .nobody }
    guard !isForgetting else { return .notNow }
    if order == .reset { keepScores(at: now) }
    guard venue.room.obey(order, at: now) else { return .notNow }
    guard order == .reset else { return .done }
    keepRounds(of: &venue, at: now)
    let isKept = submit(.beginQuiz(at: WallClock.milliseconds()), at: now) { Entry(ticket: $0) }
    begin(isKept: isKept)
    return .done
  }

  /// Asks the store to delete all quizzes; the running quiz ends when that is done, and not if it fails.
  ///
  /// Returns the job, or nil if the quiz has ended or cannot end: `result` tells which.
  mutating func forget(
    in venue: inout Venue, at now: Instant, _ result: inout LocalAnswer.Result
  ) -> StoreWriter.Ticket? {
    guard writer != nil else {
      end(in: &venue, isKept: false, at: now)
      return nil
    }
    if isForgetting { return newestJob }
    let isUnderWay = submit(.forgetQuizzes(at: WallClock.milliseconds()), at: now) {
      Entry(ticket: $0, isHeld: true, forgets: true)
    }
    if !isUnderWay { result = .failed }
    return isUnderWay ? newestJob : nil
  }

  private mutating func end(in venue: inout Venue, isKept: Bool, at now: Instant) {
    venue.room.obey(.forget, at: now)
    while venue.room.popRound() != nil {}
    begin(isKept: isKept)
  }

  /// Begins another quiz; scores of the former one that do not reach the store are not written again.
  private mutating func begin(isKept: Bool) {
    scores.begin(isKept: isKept)
    for place in entries.indices { entries[place].players = [] }
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
    if hasPoints { keepScores(isHeld: true, at: now) }
  }

  /// Writes the scores that are due, such as the teams that players have chosen, to the store; gives up waiting for a store that
  /// hangs.
  mutating func keepDueScores(at now: Instant) {
    if scores.deadline <= now { keepScores(at: now) }
    if hold.giveUp(at: now) { tell(.quizNotKept(.slow)) }
  }

  /// Writes the scores of all players to the store, if the store differs; points that nobody may know yet have `isHeld`.
  mutating func keepScores(isHeld: Bool = false, at now: Instant) {
    guard scores.deadline < .distantFuture, scores.isKept, !isForgetting else { return }
    let players = scores.players
    keep(.scores(players), players, isHeld: isHeld, at: now)
  }

  /// Notes the result of a job, which may have ended the quiz of `venue`.
  mutating func note(_ receipt: StoreWriter.Receipt, in venue: inout Venue, at now: Instant) {
    guard let place = entries.firstIndex(where: { $0.ticket == receipt.ticket }) else { return }
    let entry = entries.remove(at: place)
    if entry.isHeld { hold.end(at: now) }
    if let error = receipt.error {
      if !entry.players.isEmpty { scores.noteLost(entry.players, at: now) }
      tell(.quizNotKept(error))
      if entry.forgets { keepRounds(of: &venue, at: now) }
    } else if entry.forgets {
      end(in: &venue, isKept: true, at: now)
    }
  }

  /// Tells a person of jobs that the store has not finished when the daemon ends.
  func noteEnd() {
    if !entries.isEmpty { tell(.quizNotKept(.slow)) }
  }

  /// Writes the new rounds to the store.
  private mutating func keepRounds(of venue: inout Venue, at now: Instant) {
    guard !isForgetting else { return }
    while let round = venue.room.popRound() {
      guard scores.isKept else { continue }
      let players = scores.players
      let armedAt = WallClock.milliseconds() - (now - round.armed).nanoseconds / 1_000_000
      keep(.round(round, players: players, armedAt: armedAt), players, isHeld: true, at: now)
    }
  }

  private mutating func keep(
    _ job: StoreJob, _ players: [Database.QuizPlayer], isHeld: Bool, at now: Instant
  ) {
    guard submit(job, at: now, { Entry(ticket: $0, players: players, isHeld: isHeld) }) else {
      return scores.postpone(at: now)
    }
    scores.noteKept(players)
  }

  /// Submits `job`; returns false without a writer, or if too many jobs wait.
  private mutating func submit(
    _ job: StoreJob, at now: Instant, _ entry: (StoreWriter.Ticket) -> Entry
  ) -> Bool {
    do throws(StoreError) {
      guard let ticket = try writer?.submit(job) else { return false }
      entries.append(entry(ticket))
      if entries.last?.isHeld == true { hold.begin(at: now) }
      return true
    } catch {
      tell(.quizNotKept(error))
      return false
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
