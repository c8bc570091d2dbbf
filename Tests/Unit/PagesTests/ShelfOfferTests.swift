import Model
import Notation
import Testing
import Wire

@testable import Pages

/// Kept layouts that the host offers, shows, reads and removes; and their files.
@Suite struct ShelfOfferTests {
  var house = ShelfHouse()

  /// The text that asks for the layout `mine`.
  static let wish = #"{"type":"layout","id":"mine"}"#

  /// Returns whether the page on `connection` gets the layout `mine`.
  mutating func gets(_ connection: Int) -> Bool {
    _ = house.texts(connection)
    house.say(ShelfOfferTests.wish, on: connection)
    return house.texts(connection, "controls")[0].hasPrefix(#"{"type":"controls","id":"mine","layout":"{"#)
  }

  @Test mutating func `Others have a layout only while the host offers it to them`() throws {
    try house.seatTwo()
    #expect(gets(1) && !gets(2))
    #expect(
      house.order(#"{"type":"offer","id":"mine","to":0,"number":7}"#) == [
        #"{"type":"answer","number":7,"result":"done"}"#
      ])
    #expect(
      house.texts(2) == [#"{"type":"shelf","shelf":[{"id":"mine","name":"Mine","by":"Aki","own":false}]}"#])
    #expect(gets(2))
    _ = house.order(#"{"type":"offer","id":"mine","to":1,"number":8}"#)
    #expect(house.texts(2, "shelf") == [#"{"type":"shelf","shelf":[]}"#])
    #expect(!gets(2))
    _ = house.order(#"{"type":"offer","id":"mine","to":2,"number":9}"#)
    #expect(gets(2) && gets(1))
    _ = house.order(#"{"type":"offer","id":"mine","number":10}"#)
    #expect(!gets(2))
    #expect(
      house.order(#"{"type":"offer","id":"none","to":0,"number":11}"#) == [
        #"{"type":"answer","number":11,"result":"nobody"}"#
      ])
    let refused = house.engine.refusals
    #expect(
      house.order(#"{"type":"offer","id":"mine","to":17,"number":12}"#).isEmpty
        && house.engine.refusals == refused + 1)
  }

  @Test mutating func `A layout that the host shows comes also to pages that it is not offered to`() throws {
    try house.seatTwo()
    _ = house.order(#"{"type":"layout","layout":"mine","slot":2,"number":1}"#)
    #expect(house.texts(1, "layout").isEmpty && house.texts(2, "layout") == [ShelfOfferTests.wish])
    #expect(gets(2))
    #expect(
      house.order(#"{"type":"layout","layout":"mine","slot":5,"number":2}"#) == [
        #"{"type":"answer","number":2,"result":"nobody"}"#
      ])
    _ = try house.seat(3)
    #expect(!gets(3))
    _ = house.order(#"{"type":"layout","layout":"mine","number":3}"#)
    #expect(gets(3))
    _ = try house.seat(4)
    #expect(house.texts(4, "welcome")[0].contains(#""layout":"mine""#))
  }

  @Test mutating func `A player who changes a layout has it no longer offered, nor shown to others`() throws {
    try house.seatTwo()
    _ = house.order(#"{"type":"offer","id":"mine","to":0,"number":1}"#)
    _ = house.order(#"{"type":"layout","layout":"mine","number":2}"#)
    _ = house.order(#"{"type":"layout","layout":"mine","slot":2,"number":3}"#)
    house.save("mine", on: 1)
    #expect(gets(2), "the same again changes nothing")
    _ = house.texts(100)
    house.save("mine", word: "rude", on: 1)
    #expect(!gets(2) && gets(1))
    #expect(house.texts(100, "layout") == [#"{"type":"layout","layout":""}"#])
  }

  @Test(arguments: [true, false])
  mutating func `A layout that is removed is shown to nobody any more, whoever removes it`(isHost: Bool)
    throws
  {
    try house.seatTwo()
    _ = house.order(#"{"type":"layout","layout":"mine","number":1}"#)
    #expect(gets(2))
    _ = house.texts(100)
    if isHost {
      house.say(#"{"type":"remove","id":"mine","number":2}"#, on: 100)
    } else {
      house.say(#"{"type":"discard","id":"mine"}"#, on: 1)
    }
    house.work()
    #expect(house.kept.isEmpty && !gets(2))
    #expect(house.texts(100, "layout") == [#"{"type":"layout","layout":""}"#])
  }

  @Test mutating func `The host removes, reads and keeps layouts, and a player's stays the player's`() throws
  {
    try house.seatTwo()
    house.say(#"{"type":"read","id":"mine","number":1}"#, on: 100)
    #expect(house.texts(100)[0].hasPrefix(#"{"type":"controls","id":"mine","layout":"{\"id\":\"mine\""#))
    #expect(
      house.order(#"{"type":"read","id":"none","number":2}"#) == [
        #"{"type":"answer","number":2,"result":"nobody"}"#
      ])
    house.upload("mine", ShelfHouse.layout("mine", word: "b"), on: 100)
    house.work()
    #expect(house.texts(100, "refused") == [#"{"type":"refused","id":"mine","why":"taken"}"#])
    #expect(
      house.order(#"{"type":"remove","id":"mine","number":3}"#) == [
        #"{"type":"answer","number":3,"result":"done"}"#
      ])
    #expect(
      house.order(#"{"type":"remove","id":"mine","number":4}"#) == [
        #"{"type":"answer","number":4,"result":"nobody"}"#
      ])
    house.upload("mine", ShelfHouse.layout("mine", word: "b"), on: 100)
    house.work()
    #expect(
      house.texts(100) == [
        #"{"type":"kept","id":"mine","part":0,"whole":true}"#,
        #"{"type":"shelf","shelf":[{"id":"mine","name":"Mine","by":"","offered":-1}]}"#,
      ])
    #expect(house.kept["mine"]?.owner == .host)
  }

  @Test mutating func `A television hears nothing of kept layouts and orders nothing about them`() throws {
    try house.openDashboard(on: 101, as: .television)
    #expect(!house.texts(101, "welcome")[0].contains("shelf"))
    _ = try house.seat(1)
    house.save("mine", on: 1)
    for order in [
      #"{"type":"offer","id":"mine","to":0,"number":1}"#, #"{"type":"remove","id":"mine","number":1}"#,
      #"{"type":"read","id":"mine","number":1}"#, #"{"type":"layout","layout":"mine","slot":1,"number":1}"#,
    ] { house.say(order, on: 101) }
    house.upload("two", ShelfHouse.layout("two"), on: 101)
    house.work()
    #expect(house.kept.mapValues(\.offer) == ["mine": .owner])
    #expect(house.texts(101).allSatisfy { !$0.contains("mine") && !$0.contains("two") })
  }

  @Test mutating func `All is there after a restart, and damaged files are set aside`() throws {
    try house.seatTwo()
    house.save("two", on: 2)
    _ = house.order(#"{"type":"offer","id":"two","to":0,"number":1}"#)
    let owner = try #require(house.engine.pages.playing.first?.controller)
    let again = house.restarted(guests: [owner])
    #expect(again.kept.mapValues(\.text) == house.kept.mapValues(\.text))
    #expect(again.kept.mapValues(\.offer) == ["mine": .owner, "two": .all])
    #expect(again.kept.mapValues(\.owner) == ["mine": .guest(owner), "two": .nobody])
    #expect(again.kept.mapValues(\.by) == ["mine": "Aki", "two": "Mei"])
    var shelf = Shelf()
    var files = house.files
    files["bad.json"] = Array("{".utf8)
    files["renamed.json"] = files["mine.json"]
    files["index"] = Array("tiltpad layouts 9\n".utf8)
    #expect(Set(shelf.adopt(files, guests: [owner]).map(\.name)) == ["bad.json", "renamed.json", "index"])
    #expect(
      shelf.layouts.keys.sorted() == ["mine", "two"]
        && shelf.layouts.values.allSatisfy { $0.owner == .nobody })
  }

  @Test(arguments: [
    "", "tiltpad layouts 1", "tiltpad layouts 1\nmine 0 host", "tiltpad layouts 1\nmine 17 host \n",
    "tiltpad layouts 1\nMine 0 host \n", "tiltpad layouts 1\nmine 0 me \n", "tiltpad layouts 1\n\n",
  ])
  func `An index that is damaged anywhere is set aside`(_ index: String) {
    var shelf = Shelf()
    let files = ["index": Array(index.utf8), "mine.json": Array(ShelfHouse.layout("mine").utf8)]
    #expect(shelf.adopt(files, guests: []) == [Shelf.Damage(name: "index", reason: "index")])
    #expect(shelf.layouts["mine"]?.owner == .nobody && shelf.layouts["mine"]?.offer == .owner)
  }

  @Test mutating func `A file that could not be read keeps its place, its owner and its offer`() throws {
    try house.seatTwo()
    _ = house.order(#"{"type":"offer","id":"mine","to":0,"number":1}"#)
    let owner = try #require(house.engine.pages.playing.first?.controller)
    var shelf = Shelf()
    var files = house.files
    files["mine.json"] = nil
    #expect(shelf.adopt(files, unread: ["mine.json", "Odd.json"], guests: [owner]).isEmpty)
    #expect(shelf.layouts.isEmpty)
    shelf.keep(Array(ShelfHouse.layout("mine").utf8), as: "mine", from: .page(owner), called: "Aki")
    guard case .reply(.refused("mine", .disk), _, _) = shelf.next() else {
      Issue.record("nothing may replace the file")
      return
    }
    shelf.keep(Array(ShelfHouse.layout("new").utf8), as: "new", from: .page(owner), called: "Aki")
    guard case .job(let job) = shelf.next(), case .write(ShelfJob.index, let index) = job.steps.last else {
      Issue.record("another layout has room")
      return
    }
    files["mine.json"] = house.files["mine.json"]
    files["index"] = index
    var again = Shelf()
    #expect(again.adopt(files, guests: [owner]).isEmpty)
    #expect(again.layouts["mine"]?.owner == .guest(owner) && again.layouts["mine"]?.offer == .all)
  }

  @Test mutating func `While the index cannot be read nothing is written`() throws {
    try house.seatTwo()
    var shelf = Shelf()
    var files = house.files
    files["index"] = nil
    #expect(shelf.adopt(files, unread: ["index"], guests: []).isEmpty)
    #expect(shelf.layouts["mine"]?.owner == .nobody)
    shelf.remove("mine", from: .program(1))
    guard case .reply(.refused("mine", .disk), _, _) = shelf.next() else {
      Issue.record("a new index would forget the owners")
      return
    }
    #expect(shelf.next() == nil)
  }

  @Test mutating func `A guest who is forgotten leaves layouts with the name`() throws {
    try house.seatTwo()
    house.say(#"{"type":"bye"}"#, on: 1)
    #expect(house.kept["mine"]?.owner == .nobody && house.kept["mine"]?.by == "Aki")
    _ = try house.seat(1, "Aki")
    #expect(!gets(1), "the name alone opens nothing")
  }

  @Test mutating func `Texts stay short however many layouts have however long names`() throws {
    var shelf = Shelf()
    let name = String(repeating: "\u{1F600}", count: 60)
    let names = #"{"en":"\#(name)","ja":"\#(name)","zh":"\#(name)"}"#
    var files: [String: [UInt8]] = [:]
    for number in 0..<70 {
      let id = "layout-\(number)-" + String(repeating: "x", count: 18)
      files["\(id).json"] = Array(
        ShelfHouse.layout(id).replacing(#""Mine""#, with: names).utf8)
    }
    #expect(shelf.adopt(files, guests: []).count == 6)
    var house = ShelfHouse(files: files)
    for id in house.kept.keys { house.engine.reception.seating.shelf.layouts[id]?.offer = .all }
    let shipped = Dictionary(uniqueKeysWithValues: (0..<1_500).map { ("l\($0)", "") })
    house.engine.reception.seating.host.offered = PageFiles.offered(of: shipped)
    _ = try house.seat(1)
    let welcome = house.texts(1, "welcome")[0]
    #expect(welcome.utf8.count < PageText.longest && welcome.contains("layout-9-") == false)
    #expect(JSON.array(shelf.entries).text.utf8.count < 60_000)
    let many = PageFiles.offered(of: shipped)
    #expect(many.count > 450 && many.count < 1_500)
  }

  @Test mutating func `Local programs list, read, keep, offer and remove layouts`() throws {
    try house.seatTwo()
    house.engine.receive(LayoutRequest(.list), from: 1)
    house.engine.receive(LayoutRequest(.read, id: "mine"), from: 1)
    house.engine.receive(LayoutRequest(.keep, id: "two", text: Array(ShelfHouse.layout("two").utf8)), from: 1)
    house.work()
    house.engine.receive(LayoutRequest(.offer, id: "two", offer: 2), from: 1)
    house.work()
    #expect(house.kept["two"]?.offer == KeptLayout.Offer(2))
    for _ in 0..<2 {
      house.engine.receive(LayoutRequest(.remove, id: "two"), from: 1)
      house.work()
    }
    house.engine.receive(LayoutRequest(.keep, id: "pad", text: Array(ShelfHouse.layout("pad").utf8)), from: 2)
    house.work()
    house.engine.receive(LayoutRequest(.keep, id: "bad", text: [0x7b]), from: 3)
    house.work()
    #expect(house.answers.map(\.result) == [.done, .done, .done, .done, .done, .unknown, .taken, .faults])
    #expect(house.answers[0].text.contains(#"{"id":"mine","name":"Mine","by":"Aki","offered":-1}"#))
    #expect(house.answers[0].text.contains(#"{"id":"pad","name":"Mine","shipped":true}"#))
    #expect(house.answers[1].text == ShelfHouse.layout("mine") && house.answers[7].text == "json")
  }
}
