import Games

/// The games that have a pad open or that GameMode knows, in the order in which they were first seen.
struct RunningGames {
  private var games: [(process: Int, game: Game)] = []

  /// The notice about the newest game; nil if no game runs, or if that game wants neither a layout nor a
  /// profile.
  var notice: GameNotice? { games.last.flatMap { GameNotice($0.game) } }

  /// Records that the processes `readers` have a pad open or are in GameMode's list.
  ///
  /// `game` returns the game of a process.
  mutating func look(at readers: [Int], game: (Int) -> Game?) {
    // A process may replace its program by another one, as a launcher does.
    let found = readers.compactMap { process in game(process).map { (process: process, game: $0) } }
    games = games.filter { former in
      found.contains { $0.process == former.process && $0.game == former.game }
    }
    games += found.filter { new in !games.contains { $0.process == new.process } }
  }
}
