import Bridge
import Buzzer
import Gamepad
import Model
import Platform
import Room
import Store
import Venue
import Wire

/// The quiz in the daemon: the orders of local programs, its records in the file, and the status for watchers.
extension Executor {
  /// Resumes the last quiz from the file, and makes the quiz keyboard if one is configured.
  mutating func openQuiz(_ settings: DaemonSettings) {
    resumeQuiz()
    plugKeys(settings)
  }

  private mutating func plugKeys(_ settings: DaemonSettings) {
    guard !settings.quizKeys.isEmpty, pads.isKernel else { return }
    do throws(PadError) {
      quizKeys = try QuizKeys(settings.quizKeys, path: settings.uinputPath)
    } catch {
      tell(.quizKeysRefused(error))
    }
  }

  /// Moves the keys that the room has pressed and released.
  mutating func moveKeys() {
    while let key = venue.popKey() { quizKeys.move(key.slot, isPress: key.isPress) }
  }

  private mutating func resumeQuiz() {
    do throws(StoreError) {
      guard let (book, last) = try devices.resumeQuiz(at: WallClock.milliseconds()) else { return }
      quizBook = book
      venue.room.resumeQuiz(after: last)
    } catch {
      tell(.quizNotKept(error))
    }
  }

  /// Executes an order about the quiz.
  mutating func lead(_ order: Quiz.Order, at now: Instant) -> LocalAnswer.Result {
    if case .team(let slot, _) = order, bridge.owner(of: slot) == nil { return .nobody }
    if case .points(let slot, _) = order, bridge.owner(of: slot) == nil { return .nobody }
    if order == .forget { return forget(at: now) }
    if order == .reset { keepScores(at: now) }
    guard venue.room.obey(order, at: now) else { return .notNow }
    guard order == .reset else { return .done }
    keepRounds(at: now)
    do throws(StoreError) {
      quizBook.begin(try devices.beginQuiz(at: WallClock.milliseconds()))
    } catch {
      quizBook.begin(nil)
      tell(.quizNotKept(error))
    }
    return .done
  }

  /// Deletes all quizzes from the file; if that fails, the running quiz is not changed either.
  private mutating func forget(at now: Instant) -> LocalAnswer.Result {
    do throws(StoreError) {
      let quiz = try devices.forgetQuizzes(at: WallClock.milliseconds())
      guard venue.room.obey(.forget, at: now) else { return .notNow }
      while venue.room.popRound() != nil {}
      quizBook.begin(quiz)
      return .done
    } catch {
      tell(.quizNotKept(error))
      return .failed
    }
  }

  /// Restores the points and teams of players who have come, and writes the new points and rounds to the file.
  mutating func followQuiz(at now: Instant) {
    let names = names
    for slot in PlayerSlots.all.each {
      guard let player = quizBook.seat(bridge.owner(of: slot), called: names[slot.index], in: slot) else {
        continue
      }
      venue.room.replace(slot, points: player.points, team: player.team, at: now)
    }
    let hasPoints = quizBook.note(venue.room.quiz.scores, names: names, at: now)
    keepRounds(at: now)
    if hasPoints { keepScores(at: now) }
  }

  /// Writes the scores that are due, such as the teams that players have chosen, to the file.
  mutating func keepDueScores(at now: Instant) {
    if quizBook.deadline <= now { keepScores(at: now) }
  }

  /// Writes the scores of all players to the file, if the file differs.
  mutating func keepScores(at now: Instant) {
    guard quizBook.deadline < .distantFuture, let quiz = quizBook.quiz else { return }
    let players = quizBook.players
    keep(players, at: now) { book throws(StoreError) in try book.keep(scores: players, in: quiz) }
  }

  /// Writes the new rounds to the file.
  private mutating func keepRounds(at now: Instant) {
    while let round = venue.room.popRound() {
      guard let quiz = quizBook.quiz else { continue }
      let players = quizBook.players
      let armedAt = WallClock.milliseconds() - (now - round.armed).nanoseconds / 1_000_000
      keep(players, at: now) { book throws(StoreError) in
        try book.keep(round, players: players, in: quiz, armedAt: armedAt)
      }
    }
  }

  private mutating func keep(
    _ players: [Database.QuizPlayer], at now: Instant,
    _ body: (borrowing DeviceBook) throws(StoreError) -> Void
  ) {
    do throws(StoreError) {
      try body(devices)
      quizBook.noteKept(players)
    } catch {
      quizBook.postpone(at: now)
      tell(.quizNotKept(error))
    }
  }

  /// The names of the players by slot; empty without a player or a name.
  private var names: [String] {
    var names = [String](repeating: "", count: PlayerSlot.limit)
    for slot in PlayerSlots.all.each {
      guard let key = bridge.owner(of: slot), key.isBehindGateway else { continue }
      names[slot.index] = pageNames.name(of: key.token)?.text ?? ""
    }
    for peer in bridge.peers() {
      if let slot = peer.slot { names[slot.index] = peer.name.text }
    }
    return names
  }
}

extension DeviceBook {
  /// Returns the book of the current quiz at `time`, in ms since 1970, and the number of its last round; nil without a file.
  ///
  /// - Throws: `StoreError`.
  func resumeQuiz(at time: Int64) throws(StoreError) -> (book: ScoreLedger, last: UInt16)? {
    guard let quiz = try database?.currentQuiz(at: time) else { return nil }
    let scores = try database?.scores(in: quiz) ?? []
    return (ScoreLedger(quiz: quiz, scores: scores), try database?.lastRound(in: quiz) ?? 0)
  }

  /// Starts another quiz at `time`, in ms since 1970, and returns its number; nil without a file.
  ///
  /// - Throws: `StoreError`.
  func beginQuiz(at time: Int64) throws(StoreError) -> Int64? {
    try database?.beginQuiz(at: time)
  }

  /// Deletes all quizzes, starts another at `time`, in ms since 1970, and returns its number; nil without a file.
  ///
  /// - Throws: `StoreError`.
  func forgetQuizzes(at time: Int64) throws(StoreError) -> Int64? {
    try database?.forgetQuizzes(at: time)
  }

  /// Writes a round, armed at `armedAt` in ms since 1970, and the players' scores after it to the file.
  ///
  /// - Throws: `StoreError`.
  func keep(
    _ round: RoundRecord, players: [Database.QuizPlayer], in quiz: Int64, armedAt: Int64
  ) throws(StoreError) {
    try database?.keep(round, players: players, in: quiz, armedAt: armedAt)
  }

  /// Writes the players' scores to the file.
  ///
  /// - Throws: `StoreError`.
  func keep(scores: [Database.QuizPlayer], in quiz: Int64) throws(StoreError) {
    try database?.keep(scores: scores, in: quiz)
  }
}

extension Quiz.Order {
  /// Creates the quiz order in `order`; fails when `order` is about something else.
  init?(_ order: StageOrder) {
    switch order {
    case .arm: self = .arm
    case .right: self = .right
    case .wrong: self = .wrong
    case .shared: self = .shared
    case .again: self = .again
    case .midpoint: self = .midpoint
    case .clear: self = .clear
    case .undo: self = .undo
    case .automatic(let isOn): self = .automatic(isOn)
    case .reset: self = .reset
    case .forget: self = .forget
    case .team(let team, let player): self = .team(player, team)
    case .points(let change, let player): self = .points(player, Int32(change))
    case .mode, .choose: return nil
    }
  }
}

extension StageStatus {
  /// Copies the state of `quiz` into the status.
  mutating func take(_ quiz: Quiz) {
    (phase, round, contestants, out) = (quiz.phase, quiz.number, quiz.contestants, quiz.out)
    (tied, falseStarts, winners) = (quiz.tied, quiz.falseStarts, quiz.winners)
    unheard = quiz.decision?.unheard ?? []
    winner = quiz.winnerNumber
    if quiz.isAutomatic { flags.insert(.automatic) }
    if quiz.isOpen { flags.insert(.tie) }
    if quiz.settlement == .midpoint { flags.insert(.midpoint) }
    if quiz.settlement == .shared { flags.insert(.shared) }
    lead = quiz.margin.map { UInt32(clamping: $0.lead.microseconds) }
    uncertainty = quiz.margin.map { UInt32(clamping: $0.uncertainty.microseconds) } ?? 0
    for index in players.indices {
      players[index].team = quiz.scores.team(of: PlayerSlot(index: index))
      players[index].points = quiz.scores.points(of: PlayerSlot(index: index))
    }
    guard let armed = quiz.armed else { return }
    for press in quiz.order { players[press.slot.index].press = Press(press, since: armed) }
  }
}

extension StageStatus.Press {
  fileprivate init(_ press: Press, since armed: Instant) {
    func time(_ instant: Instant) -> Int32 { Int32(clamping: (instant - armed).microseconds) }
    self.init(
      earliest: time(press.time.earliest), latest: time(press.time.latest), received: time(press.received),
      doubts: press.doubts)
  }
}
