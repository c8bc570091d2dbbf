import Games
import Guards
import Model
import Wire

/// The games that programs of this machine's users have seen, the newest last.
struct SeenGames: Sendable {
  /// The time after the end of the last game until pages show their former layouts again.
  static let lingering = Interval.seconds(5)
  /// The time after which the gateway repeats its order about the running game.
  ///
  /// It does so if the bridge has answered `notNow` or not at all. The bridge answers within 2 s.
  static let patience = Interval.seconds(3)
  /// The number of texts that a user's programs may send at once; after that, one a second is allowed.
  private static let burst = 4
  /// The number of connections that a user may open at once; after that, one a second is allowed.
  private static let visits = 16
  /// The number of limits; users whose numbers have the same remainder share a limit.
  private static let shares = 64

  private struct Entry {
    let program: Int
    let notice: GameNotice
  }

  /// The limits of a user; they belong to no connection, so that reconnecting does not refill them.
  private struct Share {
    var texts = TokenBucket(rate: 1, burst: Int64(SeenGames.burst))
    var visits = TokenBucket(rate: 1, burst: Int64(SeenGames.visits))
  }

  private var entries: [Entry] = []
  private var limits = [Share](repeating: Share(), count: SeenGames.shares)
  /// The time at which pages no longer show the layout of a game that has ended.
  private var end = Instant.distantFuture
  /// The limit on reports of missing layouts.
  var news = NewsLimit()
  /// The limit on reports of users who are not allowed to report the running game.
  var strangers = TokenBucket(spacing: .seconds(60), burst: 8)
  /// The request in the last order to the bridge; nil if there is no request.
  var request: GameOrder.Request?
  /// The number of the last order to the bridge.
  var number: UInt32 = 0
  /// The time at which the order is repeated, unless the bridge answers before then.
  var repetition = Instant.distantFuture
  /// The number of programs and texts that were refused.
  var refusals: UInt64 = 0

  /// True while pages still show the layout of a game that has ended, or the bridge has not answered.
  var isRestless: Bool { isEnding || repetition != .distantFuture }

  /// True while pages still show the layout of a game that has ended.
  var isEnding: Bool { end != .distantFuture }

  /// The newest game that still runs.
  var newest: GameNotice? { entries.last?.notice }

  /// Returns whether `user` may open one more connection at `now`.
  mutating func allowsVisit(of user: UInt32, at now: Instant) -> Bool {
    limits[SeenGames.share(of: user)].visits.consume(at: now)
  }

  /// Makes `notice` the newest game, which program number `program` of `user` has seen.
  ///
  /// Returns false if the user's programs send too much.
  mutating func add(_ notice: GameNotice, from program: Int, of user: UInt32, at now: Instant) -> Bool {
    guard limits[SeenGames.share(of: user)].texts.consume(at: now) else { return false }
    entries.removeAll { $0.program == program }
    entries.append(Entry(program: program, notice: notice))
    end = .distantFuture
    return true
  }

  /// Forgets the game of program number `program`, which is gone.
  mutating func remove(_ program: Int, at now: Instant) {
    guard entries.contains(where: { $0.program == program }) else { return }
    entries.removeAll { $0.program == program }
    if entries.isEmpty { end = now + SeenGames.lingering }
  }

  /// Returns whether the last game is over by `now`; true only once for each end.
  mutating func isOver(at now: Instant) -> Bool {
    guard end <= now else { return false }
    end = .distantFuture
    return true
  }

  private static func share(of user: UInt32) -> Int { Int(user) % shares }
}
