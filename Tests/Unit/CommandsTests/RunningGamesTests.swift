import Games
import Testing

@testable import Commands

@Suite struct RunningGamesTests {
  var running = RunningGames()

  @Test mutating func `The game that opened a pad last counts, whatever its number`() {
    let games = [9: game("first"), 5: game("second")]
    running.look(at: [9]) { games[$0] }
    running.look(at: [5, 9]) { games[$0] }
    #expect(running.notice?.game == "second")
    running.look(at: [5, 9, 12]) { games[$0] }
    #expect(running.notice?.game == "second", "a program that is no game changes nothing")
    running.look(at: [9]) { games[$0] }
    #expect(running.notice?.game == "first")
    running.look(at: []) { games[$0] }
    #expect(running.notice == nil)
  }

  @Test mutating func `A game with a profile alone is told too`() {
    var wide = game("wide", layout: "")
    wide.profile = "wheel"
    running.look(at: [1]) { _ in wide }
    #expect(running.notice?.profile == "wheel" && running.notice?.layout == "")
  }

  @Test mutating func `A game without a layout hides the one before it`() {
    let games = [1: game("first"), 2: game("second", layout: "")]
    for readers in [[1], [1, 2]] { running.look(at: readers) { games[$0] } }
    #expect(running.notice == nil)
  }

  @Test mutating func `A launcher that becomes a game is that game`() {
    running.look(at: [7]) { _ in game("launcher") }
    running.look(at: [7]) { _ in game("racer", layout: "kart") }
    #expect(running.notice?.game == "racer" && running.notice?.layout == "kart")
  }
}

/// Returns a game that wants the given layout.
private func game(_ id: String, layout: String = "pad") -> Game {
  var game = Game(id)
  game.layout = layout
  return game
}
