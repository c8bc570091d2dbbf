import Bridge
import Buzzer
import Model
import Room
import Wire

/// The ledger of the quiz, which stores rounds, points and teams, and restores the scores of returning
/// players.
///
/// While the ledger ``isHolding``, players and programs get no news about rounds or points. Otherwise they
/// could learn of a round that a crash of the daemon then undoes.
struct QuizLedger: Sendable {
  /// A change that the store has not confirmed yet.
  private struct Entry: Sendable {
    let ticket: HostEngine.Ticket
    /// The scores that the change writes.
    var players: [QuizPlayer] = []
    /// True if the change must not be announced before it is stored.
    var isHeld = false
    /// True if the change begins a new quiz.
    var begins = false
    /// True if the change deletes all quizzes.
    var forgets = false
  }

  private var scores: ScoreLedger
  /// The names that players on pages have chosen.
  private var pageNames = PageNames()
  /// True if there is a store, which outlives the daemon.
  private let hasStore: Bool
  private var entries: [Entry] = []
  private var hold = RoundHold()

  /// Creates the ledger of a quiz that continues the stored quiz `kept`, which is nil if there is no store.
  init(continuing kept: KeptQuiz?) {
    hasStore = kept != nil
    scores = kept.flatMap { $0.isKept ? ScoreLedger(continuing: $0.scores) : nil } ?? ScoreLedger()
  }

  /// The deadline for ``keepDue(at:into:)``.
  var deadline: Instant { min(isChanging ? .distantFuture : scores.deadline, hold.deadline) }

  /// True while news about rounds and points has to wait for the store.
  var isHolding: Bool { hold.isClosed }

  /// True while the store has not answered a change yet.
  var isWriting: Bool { !entries.isEmpty }

  /// The newest change that the store has not confirmed yet; nil if there is none.
  var newestTicket: HostEngine.Ticket? { entries.last?.ticket }

  /// True while the store has yet to delete all quizzes; until then, nothing of the running quiz is stored.
  private var isForgetting: Bool { entries.contains { $0.forgets } }

  /// True while the store has yet to delete all quizzes or begin a new one.
  ///
  /// Until then, scores could reach the former quiz.
  private var isChanging: Bool { entries.contains { $0.forgets || $0.begins } }

  /// Records the name that the player of the page's `controller` has chosen.
  mutating func note(_ name: DeviceName, of controller: UInt32) { pageNames.note(name, of: controller) }

  /// Executes an order about the quiz of `room`, except ``QuizOrder/forget``.
  mutating func obey(
    _ order: QuizOrder, in room: inout Room, of bridge: Bridge, at now: Instant,
    into outputs: inout OutputQueue
  ) -> LocalAnswer.Result {
    if let slot = order.player, bridge.players.owner(of: slot) == nil { return .nobody }
    guard !isForgetting else { return .notNow }
    if order == .reset { keepScores(at: now, into: &outputs) }
    guard room.obey(order, at: now) else { return .notNow }
    guard order == .reset else { return .done }
    keepRounds(of: &room, at: now, into: &outputs)
    if hasStore { entries.append(Entry(ticket: outputs.keep(.beginQuiz), begins: true)) }
    begin(isKept: hasStore)
    return .done
  }

  /// Orders the store to delete all quizzes; the running quiz ends only when that has succeeded.
  ///
  /// Returns the change to wait for; nil if the quiz has ended already because there is no store.
  mutating func forget(
    in room: inout Room, at now: Instant, into outputs: inout OutputQueue
  ) -> HostEngine.Ticket? {
    guard hasStore else {
      end(in: &room, isKept: false, at: now)
      return nil
    }
    if !isForgetting {
      entries.append(Entry(ticket: outputs.keep(.forgetQuizzes), isHeld: true, forgets: true))
      hold.begin(at: now)
    }
    return newestTicket
  }

  private mutating func end(in room: inout Room, isKept: Bool, at now: Instant) {
    room.obey(.forget, at: now)
    while room.nextRecord() != nil {}
    begin(isKept: isKept)
  }

  /// Begins a new quiz.
  ///
  /// If a score of the former quiz cannot be stored, it is not tried again.
  private mutating func begin(isKept: Bool) {
    scores.begin(isKept: isKept)
    for index in entries.indices { entries[index].players = [] }
  }

  /// Restores the points and teams of players who have joined `room`, and stores the new points and rounds.
  mutating func follow(
    _ room: inout Room, of bridge: Bridge, at now: Instant, into outputs: inout OutputQueue
  ) {
    let names = names(of: bridge)
    for slot in PlayerSlots.all.each {
      guard let player = scores.seat(bridge.players.owner(of: slot), called: names[slot.index], in: slot)
      else { continue }
      room.replace(slot, points: player.points, team: player.team, at: now)
    }
    let hasPoints = scores.note(room.quiz.scores, names: names, at: now)
    keepRounds(of: &room, at: now, into: &outputs)
    if hasPoints { keepScores(isHeld: true, at: now, into: &outputs) }
  }

  /// Stores the scores that are due, such as the teams that players have chosen.
  ///
  /// Gives up waiting for a store that hangs.
  mutating func keepDue(at now: Instant, into outputs: inout OutputQueue) {
    if scores.deadline <= now { keepScores(at: now, into: &outputs) }
    if hold.giveUp(at: now) { outputs.append(.storeIsLate) }
  }

  /// Stores the scores of all players if they differ from the stored ones.
  ///
  /// `isHeld` marks points that must not be shown yet.
  mutating func keepScores(isHeld: Bool = false, at now: Instant, into outputs: inout OutputQueue) {
    guard scores.deadline < .distantFuture, !isChanging else { return }
    let players = scores.players
    keep(.scores(players), players, isHeld: isHeld, at: now, into: &outputs)
  }

  /// Records the result of a change, which may have ended the quiz of `room`.
  mutating func note(
    _ ticket: HostEngine.Ticket, _ result: HostEngine.KeepResult, in room: inout Room, at now: Instant,
    into outputs: inout OutputQueue
  ) {
    guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else { return }
    let entry = entries.remove(at: index)
    if entry.isHeld { result == .refused ? hold.cancel() : hold.end(at: now) }
    guard result != .done else {
      if entry.forgets { end(in: &room, isKept: true, at: now) }
      return
    }
    if !entry.players.isEmpty { scores.noteLost(entry.players, at: now) }
    if entry.begins, result == .refused { scores.begin(isKept: false) }
    if entry.forgets { keepRounds(of: &room, at: now, into: &outputs) }
  }

  /// Stores the new rounds.
  private mutating func keepRounds(of room: inout Room, at now: Instant, into outputs: inout OutputQueue) {
    guard !isForgetting else { return }
    while let round = room.nextRecord() {
      guard scores.isKept else { continue }
      let players = scores.players
      let keep = HostEngine.Keep.round(round, players: players, age: now - round.armed)
      self.keep(keep, players, isHeld: true, at: now, into: &outputs)
    }
  }

  private mutating func keep(
    _ change: HostEngine.Keep, _ players: [QuizPlayer], isHeld: Bool, at now: Instant,
    into outputs: inout OutputQueue
  ) {
    entries.append(Entry(ticket: outputs.keep(change), players: players, isHeld: isHeld))
    if isHeld { hold.begin(at: now) }
    scores.noteKept(players)
  }

  /// Returns the names of the players by slot; empty where there is no player or no name.
  private func names(of bridge: Bridge) -> [String] {
    var names = [String](repeating: "", count: PlayerSlot.limit)
    for slot in PlayerSlots.all.each {
      guard case .gateway(_, let controller) = bridge.players.owner(of: slot) else { continue }
      names[slot.index] = pageNames.name(of: controller)?.text ?? ""
    }
    for peer in bridge.peers() {
      if let slot = peer.slot { names[slot.index] = peer.name.text }
    }
    return names
  }
}
