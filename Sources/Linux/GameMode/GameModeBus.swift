internal import CGameMode
public import Model
public import Platform

/// The connection to GameMode over the user's session bus.
///
/// No call here blocks, and none starts GameMode. Any program of the user can call itself GameMode, so its
/// list is only a hint at which processes to look at.
@safe public struct GameModeBus: ~Copyable {
  /// An event from the bus.
  public enum GameModeNews: Hashable, Sendable {
    /// The games may have changed, or GameMode has started or ended; ``ask()`` has to be called again.
    case change
    /// The processes that GameMode lists as games, at most 64, in ascending order; nil if it does not run.
    case list([Int]?)
  }

  private let memory: OpaquePointer
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor

  /// Connects to the user's session bus.
  ///
  /// - Throws: `SystemError` of `.connect`, also if there is no bus.
  public init() throws(SystemError) {
    var memory: OpaquePointer?
    var number: Int32 = -1
    let result = unsafe gamemode_open(&memory, &number)
    guard result == 0, let memory = unsafe memory else { throw SystemError(code: -result, call: .connect) }
    unsafe self.memory = unsafe memory
    descriptor = Descriptor(owning: number)
  }

  deinit {
    unsafe gamemode_close(memory)
  }

  /// The time at which ``next()`` has something to do even if the descriptor is not readable.
  public var nextDeadline: Instant {
    let due = unsafe gamemode_deadline(memory)
    return due == .max ? .distantFuture : Instant(nanoseconds: due)
  }

  /// Asks GameMode for its list of games; ``next()`` returns the answer.
  ///
  /// - Throws: `SystemError` of `.connect` if the connection is lost.
  public func ask() throws(SystemError) {
    let result = unsafe gamemode_ask(memory)
    guard result >= 0 else { throw SystemError(code: -result, call: .connect) }
  }

  /// Returns the next event; nil if none is waiting.
  ///
  /// - Throws: `SystemError` of `.connect` if the connection is lost.
  public func next() throws(SystemError) -> GameModeNews? {
    let result = unsafe gamemode_next(memory)
    guard result >= 0 else { throw SystemError(code: -result, call: .connect) }
    switch gamemode_news(UInt32(result)) {
    case GAMEMODE_CHANGE: return .change
    case GAMEMODE_LIST: return .list(games)
    default: return nil
    }
  }

  /// The processes of the last list; nil if GameMode does not run.
  private var games: [Int]? {
    var games = [Int32](repeating: 0, count: Int(GAMEMODE_ROOM))
    let count = unsafe gamemode_games(memory, &games)
    return count < 0 ? nil : games.prefix(Int(count)).map { Int($0) }.sorted()
  }
}
