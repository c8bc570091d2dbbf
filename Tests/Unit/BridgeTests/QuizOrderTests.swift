import Bridge
import Buzzer
import Engine
import Model
import Room
import TestHost
import Testing
import Wire

/// The orders of local programs about modes, teams and the quiz, with a store that answers only when the test
/// calls for it.
@Suite struct QuizOrderTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  private let done = "answer done to 3"
  private let notNow = "answer notNow to 3"

  /// Returns a host in `mode`, with pages as the first two players.
  private func hall(_ mode: Mode = .buzzer, kept: KeptQuiz? = KeptQuiz()) -> Programs {
    var hall = GatewayTests.Hall()
    hall.host = HostHarness(settings: .raw(limit: 4), mode: mode, isClosed: true, kept: kept)
    for controller in [7, 8] as [UInt32] { hall.send(controller, connection: 20) }
    var programs = Programs(hall.host)
    programs.order(.quiz(.automatic(false)))
    _ = programs.popWords()
    return programs
  }

  @Test func `An order for a slot without a player, or a mode without an app, is none`() throws {
    var programs = hall()
    let third = PlayerSlot(index: 2)
    for order in [
      StageOrder.mode(.play, third), .choose(1, third), .quiz(.team(third, 1)), .quiz(.points(third, 1)),
    ] { #expect(programs.order(order) == ["answer nobody to 3"], "\(order)") }
    let unknown = try #require(Mode(rawValue: 200))
    #expect(
      programs.order(.mode(unknown, nil)) == [notNow] && programs.order(.mode(unknown, first)) == [notNow])
  }

  @Test func `A mode is everyone's or one player's`() {
    var programs = hall()
    #expect(programs.order(.mode(.play, second)) == ["stage", done])
    #expect(
      programs.host.engine.stage.players[0].mode == .buzzer
        && programs.host.engine.stage.players[1].mode == .play)
    #expect(programs.order(.mode(.lobby, nil)) == ["stage", done])
    #expect(programs.host.engine.stage.mode == .lobby && programs.host.engine.stage.players[1].mode == .lobby)
  }

  @Test func `A page chooses its team in the lobby, which is stored a second later`() {
    var programs = hall(.lobby)
    #expect(programs.order(.choose(3, first)) == ["stage", done])
    #expect(programs.pass(.milliseconds(999)) == [])
    #expect(programs.pass(.milliseconds(1)) == ["keep points [0, 0], teams [3, 0]"])
    programs.order(.mode(.buzzer, nil))
    #expect(programs.order(.choose(4, first)) == [notNow])
  }

  @Test func `Points are stored before anybody is told, and tried again a second after a failure`() {
    var programs = hall()
    #expect(programs.order(.quiz(.points(first, 3))) == ["keep points [3, 0], teams [0, 0]"])
    #expect(programs.host.engine.stage.players[0].points == 0)
    #expect(programs.keep(.failed) == ["stage", done])
    #expect(programs.host.engine.stage.players[0].points == 3)
    #expect(programs.pass(.milliseconds(999)) == [])
    #expect(programs.pass(.milliseconds(1)) == ["keep points [3, 0], teams [0, 0]"])
    #expect(programs.keep() == [] && programs.pass(.seconds(3)) == [])
  }

  @Test func `Without a store nobody waits, and nothing is stored`() {
    var programs = hall(kept: nil)
    #expect(programs.order(.quiz(.points(first, 3))) == ["stage", done])
    #expect(programs.order(.quiz(.team(first, 3))) == ["stage", done])
    #expect(programs.order(.quiz(.reset)) == ["stage", done])
    #expect(
      programs.host.engine.stage.players[0].points == 0 && programs.host.engine.stage.players[0].team == 3)
    #expect(programs.order(.quiz(.forget)) == ["stage", done])
    #expect(programs.host.engine.stage.players[0].team == 0)
    #expect(programs.host.engine.isKeeping == (false, false))
  }

  @Test func `An order that does not apply stores nothing and is answered at once`() {
    var programs = hall()
    #expect(programs.order(.quiz(.right)) == [notNow] && programs.order(.quiz(.undo)) == [notNow])
    #expect(programs.order(.quiz(.arm)) == ["stage", done] && programs.order(.quiz(.arm)) == [notNow])
  }

  @Test func `A new quiz begins in the store, and only then its points are stored`() {
    var programs = hall()
    programs.order(.quiz(.points(first, 3)))
    programs.keep()
    #expect(programs.order(.quiz(.reset)).filter { $0.hasPrefix("keep") } == ["keep new quiz"])
    let words = programs.order(.quiz(.points(first, 2)))
    #expect(words.filter { $0.hasPrefix("keep") } == [], "they could reach the former quiz")
    #expect(programs.host.engine.isKeeping.quiz)
    while !programs.host.unkept.isEmpty { programs.keep() }
    #expect(programs.pass(.seconds(1)) == ["keep points [2, 0], teams [0, 0]"])
  }

  @Test(arguments: [(HostEngine.KeepResult.refused, false), (.failed, true), (.done, true)])
  func `A quiz that the store did not begin for lack of room is not stored`(
    _ result: HostEngine.KeepResult, _ isKept: Bool
  ) {
    var programs = hall()
    programs.order(.quiz(.reset))
    programs.keep(result)
    _ = programs.pass(.seconds(2))
    let words = programs.order(.quiz(.points(first, 2)))
    #expect(words.contains("keep points [2, 0], teams [0, 0]") == isKept, "\(words)")
    #expect(words.contains(done) != isKept)
  }

  @Test func `Quizzes are forgotten by the store first, and until then nothing else changes`() {
    var programs = hall()
    programs.order(.quiz(.team(first, 5)))
    programs.order(.quiz(.points(first, 3)))
    while !programs.host.unkept.isEmpty { programs.keep() }
    #expect(programs.order(.quiz(.forget)) == ["keep no quiz"])
    #expect(programs.order(.quiz(.forget)) == [], "once")
    #expect(programs.order(.quiz(.points(first, 1))) == [], "the answer waits for the store too")
    #expect(programs.host.unkept.count == 1)
    #expect(programs.keep() == ["stage", done, done, notNow])
    #expect(
      programs.host.engine.stage.players[0].points == 0 && programs.host.engine.stage.players[0].team == 0)
    #expect(programs.order(.quiz(.points(first, 1))) == ["keep points [1, 0], teams [0, 0]"])
  }

  @Test func `Quizzes that the store could not forget stay, with their points`() {
    var programs = hall()
    programs.order(.quiz(.points(first, 3)))
    programs.keep()
    #expect(programs.order(.quiz(.forget)) == ["keep no quiz"])
    #expect(programs.keep(.failed) == ["answer failed to 3"])
    #expect(programs.host.engine.stage.players[0].points == 3)
    #expect(programs.order(.quiz(.points(first, 1))) == ["keep points [4, 0], teams [0, 0]"])
  }

  @Test func `After ten seconds of a store that hangs the players are told without it, once`() {
    var programs = hall()
    #expect(programs.order(.quiz(.points(first, 3))) == ["keep points [3, 0], teams [0, 0]"])
    #expect(programs.pass(.milliseconds(9_999)).filter { $0 != "stage" } == [])
    #expect(programs.host.engine.stage.players[0].points == 0)
    #expect(programs.pass(.milliseconds(1)).contains("late"))
    #expect(programs.host.engine.stage.players[0].points == 3)
    #expect(!programs.pass(.seconds(20)).contains("late"))
  }

  @Test func `Points that wait are stored when the host ends`() {
    var programs = hall(.lobby)
    programs.order(.choose(3, first))
    programs.host.engine.apply(.keepRest, at: programs.host.now)
    programs.host.drain()
    #expect(programs.popWords() == ["keep points [0, 0], teams [3, 0]"])
    programs.host.engine.apply(.keepRest, at: programs.host.now)
    programs.host.drain()
    #expect(programs.popWords() == [], "they are on their way")
  }

  @Test func `Teams that wait are stored before a new quiz begins`() {
    var programs = hall(.lobby)
    programs.order(.choose(3, first))
    let words = programs.order(.quiz(.reset)).filter { $0.hasPrefix("keep") }
    #expect(words == ["keep points [0, 0], teams [3, 0]", "keep new quiz"])
  }

  @Test func `A quiz that could not be resumed goes on without the store, and the next one is stored`() {
    var programs = hall(kept: KeptQuiz(lastRound: 7, isKept: false))
    #expect(programs.order(.quiz(.points(first, 3))) == ["stage", done])
    #expect(programs.order(.quiz(.arm)) == ["stage", done] && programs.host.engine.stage.round == 8)
    #expect(programs.order(.quiz(.reset)).filter { $0.hasPrefix("keep") } == ["keep new quiz"])
    programs.keep()
    #expect(programs.order(.quiz(.points(first, 2))) == ["keep points [2, 0], teams [0, 0]"])
  }

  @Test func `A round that ends while quizzes are to be forgotten is stored once they stay`() {
    var programs = hall()
    programs.order(.quiz(.arm))
    #expect(programs.order(.quiz(.forget)) == ["keep no quiz"])
    #expect(press(&programs) == [] && programs.host.room.quiz.winner == first)
    #expect(programs.keep(.failed) == ["keep round 1 [0, 0]", "answer failed to 3"])
    #expect(programs.keep() == ["stage"] && programs.host.engine.stage.winner == 1)
  }

  @Test(
    arguments: [
      (KeptQuiz(), ["stage", "keep round 1 [0, 0]"], 0), (KeptQuiz(isKept: false), ["stage", "stage"], 1),
      (nil, ["stage", "stage"], 1),
    ] as [(KeptQuiz?, [String], UInt8)])
  func `A round of a stored quiz is stored before its winner is told, and any other is told at once`(
    _ kept: KeptQuiz?, _ words: [String], _ winner: UInt8
  ) {
    var programs = hall(kept: kept)
    programs.order(.quiz(.arm))
    let told = press(&programs)
    #expect(told == words)
    #expect(programs.host.room.quiz.winner == first && programs.host.engine.stage.winner == winner)
    #expect(programs.host.unkept.isEmpty == (winner == 1))
    #expect(programs.host.engine.isKeeping.quiz == (winner == 0))
  }

  /// Lets the first page press its button in the armed round; returns the outputs that follow, in words.
  private func press(_ programs: inout Programs) -> [String] {
    var hall = GatewayTests.Hall()
    (hall.host, hall.counter) = (programs.host, 100)
    var press = EdgeLog(first: 0)
    press.append(Edge(.b, isPress: true))
    hall.send(7, connection: 20, Buttons(.b), edges: press)
    hall.send(8, connection: 20)
    programs.host = hall.host
    return programs.popWords()
  }

  @Test func `The points of a device are stored under its name`() {
    var programs = Programs(stored: .open)
    var phone = programs.host.knownPhone("Ann")
    programs.host.connect(&phone)
    programs.order(.quiz(.points(first, 3)))
    #expect(programs.log.players.map(\.name) == ["Ann"] && programs.log.players.map(\.points) == [3])
  }

  @Test func `A page's name and points follow it to another slot`() throws {
    var programs = hall()
    programs.say(.name(controller: 7, DeviceName("Aki")), from: 20)
    programs.order(.quiz(.points(first, 3)))
    #expect(programs.log.players.map(\.name) == ["Aki", ""])
    programs.keep()
    for slot in [first, second] { programs.host.engine.apply(.remove(slot), at: programs.host.now) }
    _ = programs.pass(.seconds(2))
    var hall = GatewayTests.Hall()
    (hall.host, hall.counter) = (programs.host, 100)
    for controller in [8, 7] as [UInt32] { hall.send(controller, connection: 20) }
    programs.host = hall.host
    #expect(
      programs.host.engine.stage.players[0].points == 0 && programs.host.engine.stage.players[1].points == 3)
  }
}
