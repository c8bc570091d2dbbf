import Model
import Pages
import Platform
import Settings
import Wire

/// The socket at which users' programs report the running game (docs/games.md).
extension Gateway {
  /// Accepts a program of a user who may open the dashboard; the connection of any other is closed.
  func acceptGame() {
    let now = Clock.now()
    games.accept(from: gameListener, in: poller) { program in
      guard let user = try? program.peerUser() else { return false }
      return engine.admitsGame(of: user, isHost: { LocalUsers.isHost(user) }, at: now)
    }
    settle(at: now)
  }

  /// Reads the texts of the program with the index `index`.
  func serveGame(_ index: Int) {
    var buffer = InlineArray<257, UInt8>(repeating: 0)
    let (program, user) = (games.number(at: index), games.user(at: index))
    while let count = games.receive(from: index, into: &buffer) {
      let now = Clock.now()
      if count == 0 {
        games.close(index)
        engine.closeGame(program, at: now)
      } else {
        engine.receive(game: buffer.span.extracting(first: count), from: program, of: user, at: now)
      }
      settle(at: now)
    }
  }

  /// Closes the connection of program number `program`, whose text was refused.
  func closeGame(_ program: Int) {
    games.close(number: program)
    engine.closeGame(program, at: Clock.now())
  }
}
