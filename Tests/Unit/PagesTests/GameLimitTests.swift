import Model
import Testing
import Wire

@testable import Pages

/// Users who report games without end, and a bridge that does not accept the orders about them.
@Suite struct GameLimitTests {
  var house = ShelfHouse()

  private mutating func tell(_ text: String, from program: Int, of user: UInt32 = 1_000) {
    house.engine.receive(game: Array(text.utf8).span, from: program, of: user, at: house.now)
    house.engine.closeGame(program, at: house.now)
    house.settle()
  }

  private mutating func visit(_ user: UInt32, isHost: Bool, asked: inout Int) -> Bool {
    var count = 0
    let isAdmitted = house.engine.admitsGame(
      of: user,
      isHost: {
        count += 1
        return isHost
      }, at: house.now)
    asked += count
    house.settle()
    return isAdmitted
  }

  @Test
  mutating func `A user has four texts at once and one a second, however many connections they come over`()
    throws
  {
    try house.seatTwo()
    for program in 1...50 {
      tell(#"{"game":"racer","layout":"\#(["wheel", "pad"][program % 2])"}"#, from: program)
    }
    #expect(house.engine.refusals == 46 && house.closedGames == Array(5...50))
    tell(#"{"game":"racer","layout":"wheel"}"#, from: 51, of: 1_001)
    #expect(house.engine.refusals == 46, "another user has texts of its own")
    house.wait(1)
    for program in 52...53 { tell(#"{"game":"racer","layout":"wheel"}"#, from: program) }
    #expect(house.engine.refusals == 47)
  }

  @Test mutating func `A user who connects too often is refused before anybody asks who that is`() {
    var asked = 0
    var admitted = 0
    for _ in 1...50 where visit(1_000, isHost: true, asked: &asked) { admitted += 1 }
    #expect(admitted == 16 && asked == 16 && house.engine.refusals == 34)
    for _ in 1...50 { #expect(!visit(1_001, isHost: false, asked: &asked)) }
    #expect(asked == 32 && house.engine.refusals == 84 && house.gameStrangers.count == 8)
    house.wait(1)
    let isAdmitted = visit(1_000, isHost: true, asked: &asked)
    #expect(isAdmitted && asked == 33)
  }

  @Test mutating func `However many layouts are unknown, the journal names eight at once and one a minute`() {
    for program in 1...100 {
      tell(#"{"game":"racer","layout":"nowhere-\#(program % 2)"}"#, from: program)
      house.wait(1)
    }
    #expect(house.gameReports.count == 9)
  }

  @Test(arguments: [nil, .notNow] as [LocalAnswer.Result?])
  mutating func `The bridge is told the newest game again until it takes it`(_ answer: LocalAnswer.Result?) {
    house.gameAnswer = answer
    house.engine.receive(
      game: Array(#"{"game":"racer","profile":"wide"}"#.utf8).span, from: 1, of: 0, at: house.now)
    house.settle()
    let wide = GameOrder.Request(profile: DeviceName("wide"))
    #expect(house.requests == [wide] && house.engine.isRestless)
    house.wait(3)
    #expect(house.requests == [wide, wide])
    house.engine.closeGame(1, at: house.now)
    house.wait(5)
    #expect(house.requests.last == .some(nil), "the newest is its end")
    house.gameAnswer = .done
    house.wait(3)
    let count = house.requests.count
    house.wait(60)
    #expect(house.requests.count == count && !house.engine.isRestless)
  }

  @Test func `Users whose numbers differ by 64 share their limit of visits, and others do not`() {
    var games = SeenGames()
    let now = Instant(nanoseconds: 1_000_000_000)
    let users = [UInt32](repeating: 5, count: 9) + [UInt32](repeating: 69, count: 9) + [68, 6, 133]
    let visits = users.map { games.allowsVisit(of: $0, at: now) }
    #expect(visits == Array(repeating: true, count: 16) + [false, false, true, true, false])
    #expect(!games.isRestless && !games.isEnding && !games.isOver(at: now))
    games.remove(1, at: now)
    #expect(!games.isEnding, "no game has ended")
  }
}
