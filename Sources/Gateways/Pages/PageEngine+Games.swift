import Games
import Guards
public import Model
import Wire

/// The games that programs of this machine's users have seen (docs/games.md).
extension PageEngine {
  /// Returns whether a new program of `user` may report the running game; if not, counts a refusal.
  ///
  /// `isHost` returns whether the user is the host without a ticket. It is not called for a user who connects
  /// too often.
  public mutating func admitsGame(of user: UInt32, isHost: () -> Bool, at now: Instant) -> Bool {
    guard games.allowsVisit(of: user, at: now) else {
      games.refusals += 1
      return false
    }
    if isHost() { return true }
    games.refusals += 1
    if games.strangers.consume(at: now) { actions.append(.reportGameUser(user)) }
    return false
  }

  /// Handles a text about the running game from program number `program` of `user`.
  ///
  /// A text that is malformed or beyond the limit is counted, and the program's connection is closed.
  public mutating func receive(
    game text: Span<UInt8>, from program: Int, of user: UInt32, at now: Instant
  ) {
    guard let notice = GameNotice(text), games.add(notice, from: program, of: user, at: now) else {
      games.refusals += 1
      return actions.append(.closeGame(program))
    }
    show(game: notice, at: now)
  }

  /// Forgets the game of program number `program`, whose connection has closed.
  public mutating func closeGame(_ program: Int, at now: Instant) {
    games.remove(program, at: now)
    if let newest = games.newest { show(game: newest, at: now) }
    if games.isEnding { actions.append(.hurry(at: now)) }
  }

  /// Sends the running game's profile again to the bridge, which has returned.
  mutating func repeatGame(at now: Instant) {
    games.repetition = .distantFuture
    if games.request != nil { tellGame(at: now) }
  }

  /// Sends the profile of the running game to the bridge, or reports that no game wants one.
  ///
  /// ``advance(to:using:)`` repeats the message until the bridge has answered.
  mutating func tellGame(at now: Instant) {
    games.number &+= 1
    games.repetition = now + SeenGames.patience
    var order = GameOrder(games.request)
    order.number = games.number
    actions += [.send(.game(order)), .hurry(at: now)]
  }

  /// Applies the bridge's answer to an order about the running game; after `notNow`, the order is repeated.
  mutating func apply(game answer: LocalAnswer) {
    guard answer.number == games.number, answer.result != .notNow else { return }
    games.repetition = .distantFuture
  }

  /// Shows the layout of `game` on its players' pages, and sends its profile to the bridge; nil undoes both.
  mutating func show(game: GameNotice?, at now: Instant) {
    let request = game.flatMap { GameOrder.Request($0) }
    if request != games.request {
      games.request = request
      tellGame(at: now)
    }
    var game = game
    if game?.layout == "" { game = nil }
    if let layout = game?.layout, !reception.seating.knownLayouts.contains(layout) {
      if games.news.isNews(missing: layout, at: now) { actions.append(.reportGameLayout(layout)) }
      game = nil
    }
    guard game != reception.seating.game else { return }
    reception.seating.game = game
    reception.seating.followGame()
  }
}

extension GameOrder.Request {
  /// Creates the request of the game in `notice`; nil if it wants no profile.
  fileprivate init?(_ notice: GameNotice) {
    guard !notice.profile.isEmpty else { return nil }
    self.init(players: notice.players ?? .all, profile: DeviceName(notice.profile))
  }
}
