import Bridge
import Buzzer
import Gamepad
import Model
import Platform
import Session
import Store
import Wire

/// The quiz: what local programs order, what is kept of it, and what those who watch are shown.
extension Executor {
  /// Goes on with the quiz that there was, and makes its keyboard if there is to be one.
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

  private mutating func resumeQuiz() {
    do throws(StoreError) {
      guard let (book, last) = try devices.resumeQuiz(at: WallClock.milliseconds()) else { return }
      quizBook = book
      bridge.resumeQuiz(after: last)
    } catch {
      tell(.quizNotKept(error))
    }
  }

  /// Does what `order` says about the quiz.
  mutating func lead(_ order: Quiz.Order, at now: Instant) -> LocalAnswer.Result {
    if case .team(let slot, _) = order, bridge.owner(of: slot) == nil { return .nobody }
    if case .points(let slot, _) = order, bridge.owner(of: slot) == nil { return .nobody }
    guard bridge.obey(order, at: now) else { return .notNow }
    guard order == .reset else { return .done }
    keepRounds(names, at: now)
    do throws(StoreError) {
      quizBook.begin(try devices.beginQuiz(at: WallClock.milliseconds()))
    } catch {
      quizBook.begin(nil)
      tell(.quizNotKept(error))
    }
    return .done
  }

  /// Gives players who have come what they had, and keeps what they have now.
  mutating func followQuiz(at now: Instant) {
    quizKeys.press(for: bridge.quiz.winner, in: bridge.quiz.number, at: now)
    let names = names
    for slot in PlayerSlots.all.each {
      guard let player = quizBook.seat(bridge.owner(of: slot), called: names[slot.index], in: slot) else {
        continue
      }
      bridge.replace(slot, points: player.points, team: player.team, at: now)
    }
    keepRounds(names, at: now)
    let players = quizBook.players(bridge.quiz.scores, names: names)
    guard quizBook.isNews(players), let quiz = quizBook.quiz else { return }
    keep { book throws(StoreError) in try book.keep(scores: players, in: quiz) }
  }

  /// Keeps the rounds that are new; `names` is what the players are called, by slot.
  private mutating func keepRounds(_ names: [String], at now: Instant) {
    while let round = bridge.takeRound() {
      let players = quizBook.players(bridge.quiz.scores, names: names)
      guard let quiz = quizBook.quiz else { continue }
      let armedAt = WallClock.milliseconds() - (now - round.armed).nanoseconds / 1_000_000
      _ = quizBook.isNews(players)
      keep { book throws(StoreError) in
        try book.keep(round, players: players, in: quiz, armedAt: armedAt)
      }
    }
  }

  private func keep(_ body: (borrowing DeviceBook) throws(StoreError) -> Void) {
    do throws(StoreError) {
      try body(devices)
    } catch {
      tell(.quizNotKept(error))
    }
  }

  /// What the players are called, by slot; empty where nobody is, or nobody has said.
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
  /// The quiz that goes on, and the number of its last round; nil without a file.
  ///
  /// - Throws: `StoreError`.
  func resumeQuiz(at time: Int64) throws(StoreError) -> (book: QuizBook, last: UInt16)? {
    guard let quiz = try database?.currentQuiz(at: time) else { return nil }
    let scores = try database?.scores(in: quiz) ?? []
    return (QuizBook(quiz: quiz, scores: scores), try database?.lastRound(in: quiz) ?? 0)
  }

  /// Another quiz begins; its number, nil without a file.
  ///
  /// - Throws: `StoreError`.
  func beginQuiz(at time: Int64) throws(StoreError) -> Int64? {
    try database?.beginQuiz(at: time)
  }

  /// Keeps a round and what the players have after it.
  ///
  /// - Throws: `StoreError`.
  func keep(
    _ round: RoundRecord, players: [Database.QuizPlayer], in quiz: Int64, armedAt: Int64
  ) throws(StoreError) {
    try database?.keep(round, players: players, in: quiz, armedAt: armedAt)
  }

  /// Keeps what the players have.
  ///
  /// - Throws: `StoreError`.
  func keep(scores: [Database.QuizPlayer], in quiz: Int64) throws(StoreError) {
    try database?.keep(scores: scores, in: quiz)
  }
}

extension Quiz.Order {
  /// What `order` says about the quiz; nil when it is about something else.
  init?(_ order: LocalOrder) {
    switch order.verb {
    case .arm: self = .arm
    case .right: self = .right
    case .wrong: self = .wrong
    case .shared: self = .shared
    case .again: self = .again
    case .midpoint: self = .midpoint
    case .clear: self = .clear
    case .undo: self = .undo
    case .automatic: self = .automatic(order.argument != 0)
    case .reset: self = .reset
    case .team:
      guard let player = order.player else { return nil }
      self = .team(player, order.argument)
    case .points:
      guard let player = order.player else { return nil }
      self = .points(player, Int32(Int8(bitPattern: order.argument)))
    default: return nil
    }
  }
}

extension StageStatus {
  /// Takes what there is to show of `quiz`.
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
    for slot in PlayerSlots.all.each {
      players[slot.index].team = quiz.scores.team(of: slot)
      players[slot.index].points = quiz.scores.points(of: slot)
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
      doubts: press.doubts.rawValue)
  }
}
