import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct SeatingTests {
  var hall = Hall()

  mutating func actions() -> [String] { hall.actions().map(\.short) }

  /// Seats a page in slot 1; returns its controller.
  mutating func seat() throws -> UInt32 {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    hall.answer(controller, slot: 1)
    _ = actions()
    _ = hall.texts(7)
    return controller
  }

  @Test mutating func `A page that says hello asks the bridge for a slot and is welcomed into it`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    #expect(actions() == ["keep", "renew", "watch", "hurry", "name", "ask"])
    hall.answer(controller, slot: 2)
    #expect(actions() == ["wake 7", "wake 7", "inform"])
    let texts = hall.texts(7)
    #expect(texts.count == 2)
    #expect(texts[0].hasPrefix(#"{"type":"welcome","player":2,"limit":4,"host":"den","session":"1f""#))
    #expect(texts[0].contains(#""layout":"pad","layouts":["pad","wheel"],"local":false"#))
    #expect(texts[1] == #"{"type":"players","players":[{"player":2,"name":"Aki"}]}"#)
  }

  @Test mutating func `Pages that leave together are told about once`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    for slot in 1...4 { hall.answer(try hall.greet("Aki \(slot)", on: UInt32(slot)), slot: slot) }
    _ = actions()
    _ = hall.texts(1)
    for connection in 2...4 { hall.reception.close(UInt32(connection), book: &hall.book, at: hall.now) }
    #expect(actions() == ["gone", "gone", "gone", "wake 1", "inform"])
    #expect(hall.texts(1) == [#"{"type":"players","players":[{"player":1,"name":"Aki 1"}]}"#])
  }

  @Test mutating func `Without a bridge a page waits, and is asked for as soon as the bridge is there`()
    throws
  {
    _ = try hall.greet("Aki", on: 7)
    #expect(actions() == ["keep", "renew", "watch", "hurry", "hurry", "wake 7"])
    #expect(hall.texts(7) == [#"{"type":"waiting","reason":"host"}"#])
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    #expect(actions() == ["hurry", "name", "ask"])
    hall.reception.seating.loseBridge(at: hall.now)
    #expect(actions() == ["hurry", "hurry", "wake 7"])
    #expect(hall.reception.pages.isAnyAsking)
  }

  @Test mutating func `A page that waits is asked for again after half a second, and told once`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    hall.answer(controller, .full)
    #expect(hall.texts(7) == [#"{"type":"waiting","reason":"full","place":1}"#])
    _ = actions()
    hall.now = hall.now + .milliseconds(499)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(actions().isEmpty)
    hall.now = hall.now + .milliseconds(1)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(actions() == ["gone", "hurry", "name", "ask"])
    hall.answer(controller, .full)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(actions().isEmpty && hall.texts(7).isEmpty)
  }

  @Test mutating func `Pages that wait are told their places, and again when somebody before them leaves`()
    throws
  {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    var waiting: [UInt32] = []
    for (place, connection) in [7, 8, 9].enumerated() {
      waiting.append(try hall.greet("Aki", on: UInt32(connection)))
      hall.answer(waiting[place], .full)
      #expect(
        hall.texts(UInt32(connection)) == [#"{"type":"waiting","reason":"full","place":\#(place + 1)}"#])
      hall.now = hall.now + .milliseconds(1)
    }
    hall.say(#"{"type":"bye"}"#, waiting[0])
    hall.now = hall.now + .milliseconds(500)
    hall.reception.seating.retry(hall.book, at: hall.now)
    for controller in waiting.dropFirst() { hall.answer(controller, .full) }
    #expect(hall.texts(8) == [#"{"type":"waiting","reason":"full","place":1}"#])
    #expect(hall.texts(9) == [#"{"type":"waiting","reason":"full","place":2}"#])
  }

  @Test mutating func `A page is told the layouts that it asks for, as the texts of their files`() throws {
    let room = 16_000 - PageText.controls("full", "").text.utf8.count
    let full = String(repeating: "x", count: room)
    hall.reception.seating.host.layouts["full"] = full
    hall.reception.seating.host.layouts["long"] = full + "x"
    let controller = try seat()
    for id in ["wheel", "none", "full", "long"] { hall.say(#"{"type":"layout","id":"\#(id)"}"#, controller) }
    #expect(
      hall.texts(7) == [
        #"{"type":"controls","id":"wheel","layout":"{\"id\":\"wheel\"}"}"#,
        #"{"type":"controls","id":"none","layout":null}"#,
        #"{"type":"controls","id":"full","layout":"\#(full)"}"#,
        #"{"type":"controls","id":"long","layout":null}"#,
      ])
  }

  @Test mutating func `A page that the host has removed needs a new ticket`() throws {
    let controller = try seat()
    hall.answer(controller, .deniedByHost)
    #expect(actions() == ["wake 7", "keep", "inform"])
    #expect(hall.texts(7) == [#"{"type":"denied","reason":"kicked"}"#])
    #expect(hall.book.resume(of: controller) == nil && !hall.reception.pages.isAnyAsking)
    hall.say(#"{"type":"hello","name":"Aki"}"#, controller)
    #expect(actions().isEmpty)
  }

  @Test mutating func `A page that the host has removed while it was away needs a new ticket too`() throws {
    let controller = try seat()
    hall.reception.close(7, book: &hall.book, at: hall.now)
    _ = actions()
    hall.answer(controller, .full)
    #expect(actions().isEmpty && hall.book.resume(of: controller) != nil)
    hall.answer(controller, .deniedByHost)
    #expect(actions() == ["keep"])
    #expect(hall.book.resume(of: controller) == nil)
  }

  @Test mutating func `A page that the host removes as it comes back is told so`() throws {
    let controller = try seat()
    hall.reception.close(7, book: &hall.book, at: hall.now)
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    hall.answer(controller, .deniedByHost)
    #expect(hall.texts(8) == [#"{"type":"denied","reason":"kicked"}"#])
    #expect(hall.book.resume(of: controller) == nil)
  }

  @Test mutating func `A page that says goodbye leaves its slot, its connection and its ticket`() throws {
    let controller = try seat()
    _ = hall.send(9, controller)
    hall.say(#"{"type":"bye"}"#, controller)
    let goodbye = hall.reception.next()
    if case .sendFrames(let header, _)? = goodbye { #expect(header.counter == 10) }
    #expect(goodbye?.short == "bye" && actions() == ["close 7", "keep", "inform"])
    #expect(hall.reception.pages[controller] == nil && hall.book.guests.isEmpty)
    hall.reception.close(7, book: &hall.book, at: hall.now)
    #expect(actions().isEmpty)
  }

  @Test mutating func `A page whose connection ends keeps its ticket, and comes back on another connection`()
    throws
  {
    let controller = try seat()
    hall.reception.close(7, book: &hall.book, at: hall.now)
    #expect(actions() == ["gone", "inform"])
    #expect(hall.reception.pages.connected == 0 && hall.book.resume(of: controller) != nil)
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    #expect(actions() == ["watch"])
    hall.reception.open(9, for: controller, book: &hall.book, at: hall.now)
    #expect(actions() == ["close 8", "watch"])
    #expect(hall.reception.pages.controller(on: 8) == nil)
    #expect(hall.reception.pages.controller(on: 9) == controller)
    #expect(!hall.reception.pages.isAnyAsking, "it has not said hello")
  }

  @Test mutating func `A page that changes its transport keeps its slot and what it holds`() throws {
    let controller = try seat()
    #expect(hall.send(5, controller) != nil)
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    #expect(actions() == ["close 7", "watch"], "the bridge is not told that it has gone")
    #expect(hall.send(6, controller) == nil, "it has not said hello on this connection")
    hall.say(#"{"type":"hello","name":"Aki","counter":5}"#, controller)
    #expect(actions() == ["wake 8", "wake 8"])
    let texts = hall.texts(8)
    #expect(texts[0].hasPrefix(#"{"type":"welcome","player":1,"limit":4"#))
    #expect(texts[1].hasPrefix(#"{"type":"players""#))
    #expect(hall.send(6, controller)?.counter == 6)
    hall.reception.close(7, book: &hall.book, at: hall.now)
    #expect(actions().isEmpty)
  }

  @Test(arguments: [0, 4])
  mutating func `A page that is loaded again on another connection holds nothing`(counter: Int) throws {
    let controller = try seat()
    #expect(hall.send(5, controller) != nil)
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    _ = actions()
    hall.say(#"{"type":"hello","name":"Aki","counter":\#(counter)}"#, controller)
    #expect(actions() == ["gone", "hurry", "name", "ask"])
  }

  @Test mutating func `A page that leaves both its connections has gone, and one that says goodbye is out`()
    throws
  {
    let controller = try seat()
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    _ = actions()
    hall.reception.close(8, book: &hall.book, at: hall.now)
    #expect(actions() == ["gone", "inform"])
    hall.reception.open(9, for: controller, book: &hall.book, at: hall.now)
    hall.say(#"{"type":"bye"}"#, controller)
    #expect(hall.book.resume(of: controller) == nil)
  }

  @Test mutating func `The host's layout goes to all who play, and to all who come later`() throws {
    _ = try seat()
    hall.reception.seating.layOut("wheel")
    #expect(actions() == ["wake 7"])
    #expect(hall.texts(7) == [#"{"type":"layout","id":"wheel"}"#])
    let late = try hall.greet("Mei", on: 8)
    hall.answer(late, slot: 2)
    #expect(hall.texts(8)[0].contains(#""layout":"wheel""#))
    _ = actions()
    hall.reception.seating.layOut("")
    #expect(actions().isEmpty)
  }

  @Test mutating func `Everybody who plays hears of the quiz once, also by the names of devices`() throws {
    let controller = try seat()
    var stage = StageStatus(mode: .lobby)
    stage.players[0].mode = .lobby
    hall.reception.seating.apply(stage)
    #expect(actions() == ["wake 7"])
    #expect(
      hall.texts(7) == [
        #"{"type":"quiz","scores":[{"player":1,"name":"Aki","team":0,"points":0}],"teams":[]}"#
      ])
    hall.reception.seating.apply(stage)
    #expect(actions().isEmpty)
    hall.say(#"{"type":"team","team":3}"#, controller)
    #expect(actions() == ["order"])
    hall.reception.seating.apply(nil)
    hall.say(#"{"type":"team","team":3}"#, controller)
    #expect(actions().isEmpty)
  }

  @Test mutating func `Packets pass only from a page that plays`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    #expect(hall.send(1, controller) == nil && hall.reception.refusals == 1)
    hall.answer(controller, slot: 1)
    let header = hall.send(2, controller)
    #expect(header?.counter == 2 && header?.controller == controller && header?.received == hall.now)
    #expect(hall.send(3, controller &+ 1) == nil && hall.reception.refusals == 2)
  }

  @Test mutating func `A page's packets beyond its limit are dropped, and later ones pass again`() throws {
    let controller = try seat()
    for number in UInt8.min...UInt8.max { #expect(hall.send(number, controller) != nil) }
    #expect(hall.send(1, controller) == nil && hall.reception.refusals == 1)
    hall.now = hall.now + .milliseconds(2)
    #expect(hall.send(2, controller) != nil)
  }

  @Test mutating func `A page that talks too much is closed, and its next connection counts too`() throws {
    let controller = try seat()
    for _ in 0..<40 { hall.say("{}", controller) }
    #expect(actions().allSatisfy { $0 == "close 7" } && hall.reception.refusals > 0)
    hall.reception.close(7, book: &hall.book, at: hall.now)
    _ = actions()
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    #expect(actions() == ["close 8"])
    hall.now = hall.now + .seconds(2)
    hall.reception.open(9, for: controller, book: &hall.book, at: hall.now)
    #expect(actions() == ["watch"])
  }

  @Test mutating func `The host's frames wait for their page alone`() throws {
    let controller = try seat()
    hall.reception.seating.deliver([1, 2], to: controller)
    hall.reception.seating.deliver([3], to: controller &+ 1)
    #expect(actions() == ["wake 7"])
    let message = hall.reception.next(for: 7)
    #expect(message?.bytes == [1, 2] && message?.isText == false && message?.isMore == false)
  }

  @Test func `A connection on which no page listens any more ends for nobody`() {
    var table = PageTable()
    let isNew = table.add(1)
    let former = table.attach(7, .webSocket, to: 1)
    table[1]?.leave()
    let controller = table.detach(7)
    #expect(isNew && former == nil && controller == nil)
  }

  @Test mutating func `An absent page without a ticket is forgotten`() throws {
    let controller = try seat()
    hall.book.forget(controller)
    hall.reception.seating.prune(keeping: hall.book)
    #expect(hall.reception.pages[controller] != nil)
    hall.reception.close(7, book: &hall.book, at: hall.now)
    #expect(hall.reception.pages[controller] == nil)
  }
}
