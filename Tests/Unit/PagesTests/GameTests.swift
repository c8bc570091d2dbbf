import Model
import Testing
import Wire

@testable import Pages

/// Layouts of games that users' programs have reported.
@Suite struct GameTests {
  var house = ShelfHouse()
  /// The texts about layouts that a page received when it came back.
  private var layoutsOfReturn: [String] = []

  private static func told(_ layout: String) -> [String] { [#"{"type":"layout","id":"\#(layout)"}"#] }

  private mutating func tell(_ text: String, from program: Int = 1, of user: UInt32 = 1_000) {
    house.engine.receive(game: Array(text.utf8).span, from: program, of: user, at: house.now)
    house.settle()
  }

  private mutating func end(_ program: Int = 1) {
    house.engine.closeGame(program, at: house.now)
    house.settle()
  }

  private mutating func layouts(_ connection: Int) -> [String] { house.texts(connection, "layout") }

  @Test mutating func `Pages show the layout of a game, and five seconds after its end what they did before`()
    throws
  {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"wheel"}"#)
    #expect(layouts(1) == GameTests.told("wheel") && layouts(2) == GameTests.told("wheel"))
    tell(#"{"game":"racer","layout":"wheel"}"#)
    #expect(layouts(1).isEmpty, "a page is told once")
    end()
    house.wait(4)
    #expect(layouts(1).isEmpty)
    house.wait(1)
    #expect(layouts(1) == GameTests.told("") && layouts(2) == GameTests.told(""))
  }

  @Test mutating func `The end of the last game hurries the timer, and the end of another does not`() {
    for program in 1...2 {
      let text = Array(#"{"game":"racer","layout":"wheel"}"#.utf8)
      house.engine.receive(game: text.span, from: program, of: 1_000, at: house.now)
    }
    house.settle()
    let hurries = (1...2).map { program in
      house.engine.closeGame(program, at: house.now)
      var count = 0
      while let action = house.engine.next(at: house.now, using: &house.random) {
        if case .hurry = action { count += 1 }
      }
      return count
    }
    #expect(hurries == [0, 1])
  }

  @Test mutating func `A game that comes back within five seconds changes nothing`() throws {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"wheel"}"#)
    _ = layouts(1)
    end()
    house.wait(4)
    tell(#"{"game":"racer","layout":"wheel"}"#, from: 2)
    house.wait(9)
    #expect(layouts(1).isEmpty)
  }

  @Test mutating func `The newest game wins, and the one before it shows again when it ends`() throws {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"wheel"}"#)
    tell(#"{"game":"other","layout":"pad"}"#, from: 2)
    #expect(layouts(1) == GameTests.told("pad"))
    end(2)
    #expect(layouts(1) == GameTests.told("wheel"))
    house.wait(9)
    #expect(layouts(1).isEmpty)
  }

  @Test
  mutating func `A game concerns only its players, and a kept layout that is offered to nobody is sent too`()
    throws
  {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"mine","for":[2]}"#)
    #expect(layouts(1).isEmpty && layouts(2) == GameTests.told("mine"))
    house.say(#"{"type":"layout","id":"mine"}"#, on: 2)
    #expect(!house.texts(2, "controls")[0].contains("null"))
  }

  @Test mutating func `A player who joins during a game is told its layout after the welcome`() throws {
    _ = try house.seat(1)
    tell(#"{"game":"racer","layout":"wheel"}"#)
    _ = try house.seat(2, "Mei")
    #expect(layouts(2) == GameTests.told("wheel"))
  }

  @Test mutating func `What the host has set on a dashboard wins, and the game's layout shows afterwards`()
    throws
  {
    try house.seatTwo()
    _ = house.order(#"{"type":"layout","layout":"pad","number":1}"#)
    #expect(layouts(1) == GameTests.told("pad"))
    tell(#"{"game":"racer","layout":"wheel"}"#)
    #expect(layouts(1).isEmpty)
    _ = house.order(#"{"type":"layout","layout":"","number":2}"#)
    #expect(layouts(1) == GameTests.told("wheel"))
  }

  @Test(arguments: [#""#, #""slot":1,"#])
  mutating func `The game's layout shows again after one that the host has set for all, or for one player`(
    _ player: String
  ) throws {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"wheel"}"#)
    _ = layouts(1)
    for _ in 1...2 {
      _ = house.order(#"{"type":"layout",\#(player)"layout":"pad","number":1}"#)
      #expect(layouts(1) == GameTests.told("pad"))
      _ = house.order(#"{"type":"layout",\#(player)"layout":"","number":2}"#)
      #expect(layouts(1) == GameTests.told("wheel"))
    }
    _ = house.order(#"{"type":"layout",\#(player)"layout":"pad","number":3}"#)
    end()
    house.wait(5)
    _ = house.order(#"{"type":"layout",\#(player)"layout":"","number":4}"#)
    #expect(layouts(1) == GameTests.told("pad"), "there is no game any more")
  }

  @Test mutating func `The game's layout shows again after a trial`() throws {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"wheel"}"#)
    _ = layouts(2)
    let text = ShelfHouse.layout("trial").replacing("\"", with: "\\\"")
    house.say(
      #"{"type":"save","number":1,"id":"trial","part":0,"of":1,"trial":true,"text":"\#(text)"}"#, on: 100)
    _ = house.order(#"{"type":"layout","layout":"trial","slot":2,"number":2}"#)
    _ = house.order(#"{"type":"remove","id":"trial","number":3}"#)
    #expect(layouts(2) == GameTests.told("wheel"))
    end()
    house.wait(5)
    #expect(layouts(2) == GameTests.told(""))
  }

  @Test mutating func `The game's layout shows again after a kept one that is removed`() throws {
    try house.seatTwo()
    tell(#"{"game":"racer","layout":"wheel"}"#)
    _ = house.order(#"{"type":"layout","layout":"mine","slot":2,"number":1}"#)
    _ = layouts(2)
    _ = house.order(#"{"type":"remove","id":"mine","number":2}"#)
    #expect(layouts(2) == GameTests.told("wheel"))
  }

  /// Lets the page in slot 1 come back over `connection`, after it has sent `counter` packets.
  ///
  /// Returns the layout that its welcome names.
  private mutating func comeBack(_ controller: UInt32, on connection: Int, counter: Int = 9) -> String {
    house.engine.reception.open(
      UInt32(connection), for: controller, book: &house.engine.book, at: house.now)
    house.say(#"{"type":"hello","name":"Aki","counter":\#(counter)}"#, on: connection)
    let notice = SeatNotice(controller: controller, slot: PlayerSlot(number: 1), refusal: .none, limit: 16)
    house.engine.reception.seating.apply(notice, book: &house.engine.book, at: house.now)
    house.settle()
    let texts = house.texts(connection)
    layoutsOfReturn = texts.filter { $0.hasPrefix(#"{"type":"layout""#) }
    let welcome = texts.last { $0.hasPrefix(#"{"type":"welcome""#) } ?? ""
    return String(welcome.split(separator: #""wanted":""#).dropFirst().first?.prefix { $0 != "\"" } ?? "none")
  }

  @Test mutating func `A page that comes back is told what the host and the games have wanted meanwhile`()
    throws
  {
    let controller = try house.seat(1)
    try house.openDashboard()
    // The layout is sent over a connection that no longer works.
    tell(#"{"game":"racer","layout":"wheel"}"#)
    #expect(comeBack(controller, on: 11) == "wheel")
    end()
    house.wait(5)
    #expect(comeBack(controller, on: 12) == "")
    tell(#"{"game":"racer","layout":"wheel"}"#)
    _ = house.order(#"{"type":"layout","layout":"pad","number":1}"#)
    #expect(comeBack(controller, on: 13) == "pad")
    // While the page is away, the host clears its layout, so the game's layout counts again.
    house.engine.close(13, at: house.now)
    _ = house.order(#"{"type":"layout","layout":"","number":2}"#)
    #expect(comeBack(controller, on: 14) == "wheel")
  }

  @Test mutating func `A layout that the host set and cleared while a page was away does not come back`()
    throws
  {
    let controller = try house.seat(1)
    try house.openDashboard()
    #expect(comeBack(controller, on: 11) == "")
    house.engine.close(11, at: house.now)
    _ = house.order(#"{"type":"layout","layout":"pad","number":1}"#)
    _ = house.order(#"{"type":"layout","layout":"","number":2}"#)
    #expect(comeBack(controller, on: 12) == "")
    _ = house.order(#"{"type":"layout","layout":"pad","number":3}"#)
    _ = house.order(#"{"type":"layout","layout":"","number":4}"#)
    #expect(comeBack(controller, on: 13) == "pad", "it has heard that")
    house.engine.close(13, at: house.now)
    _ = house.order(#"{"type":"layout","layout":"wheel","number":5}"#)
    #expect(comeBack(controller, on: 14) == "wheel", "the welcome says so")
    house.engine.close(14, at: house.now)
    _ = house.order(#"{"type":"layout","layout":"","number":6}"#)
    #expect(comeBack(controller, on: 15) == "wheel", "it has heard that too")
  }

  @Test mutating func `A page that was loaded again is told the game's layout after the welcome`() throws {
    let controller = try house.seat(1)
    tell(#"{"game":"racer","layout":"wheel"}"#)
    #expect(comeBack(controller, on: 11, counter: 0) == "")
    #expect(layoutsOfReturn == GameTests.told("wheel"))
  }

  @Test mutating func `An unknown layout is reported once, and changes nothing`() throws {
    try house.seatTwo()
    for _ in 1...3 { tell(#"{"game":"racer","layout":"nowhere"}"#) }
    #expect(layouts(1).isEmpty && house.gameReports == ["nowhere"])
  }

  @Test mutating func `The bridge is told the profile of the newest game, once, and its end with the layout`()
    throws
  {
    try house.seatTwo()
    let wide = GameOrder.Request(profile: DeviceName("wide"))
    tell(#"{"game":"racer","layout":"wheel","profile":"wide"}"#)
    tell(#"{"game":"racer","layout":"pad","profile":"wide"}"#)
    #expect(house.requests == [wide])
    tell(#"{"game":"other","layout":"pad"}"#, from: 2)
    #expect(house.requests == [wide, nil])
    end(2)
    #expect(house.requests == [wide, nil, wide])
    end()
    house.wait(4)
    #expect(house.requests.count == 3)
    house.wait(1)
    #expect(house.requests == [wide, nil, wide, nil])
  }

  @Test mutating func `A profile alone needs no layout, and a bridge that returns is told again`() throws {
    try house.seatTwo()
    tell(#"{"game":"racer","profile":"wide","for":[2]}"#)
    let second = GameOrder.Request(players: PlayerSlots(PlayerSlot(index: 1)), profile: DeviceName("wide"))
    #expect(layouts(1).isEmpty && layouts(2).isEmpty && house.gameReports.isEmpty)
    house.engine.loseBridge(at: house.now)
    house.engine.findBridge(at: house.now)
    house.settle()
    #expect(house.requests == [second, second])
  }

  @Test mutating func `A malformed text, and one too many, is counted and closes the connection`() throws {
    try house.seatTwo()
    tell("{")
    #expect(house.engine.refusals == 1 && house.closedGames == [1])
    for _ in 1...5 { tell(#"{"game":"racer","layout":"wheel"}"#, from: 2) }
    #expect(house.engine.refusals == 2 && house.closedGames == [1, 2])
    #expect(layouts(1) == GameTests.told("wheel"))
  }
}
