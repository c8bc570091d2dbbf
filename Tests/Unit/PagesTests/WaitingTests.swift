import Model
import Testing
import Wire

@testable import Pages

/// The pages that ask for a slot or wait for one.
@Suite struct WaitingTests {
  var hall = Hall()

  /// Makes pages ask for slots on connections 1 to `count`, a millisecond apart; returns their controllers.
  mutating func wait(_ count: UInt32) throws -> [UInt32] {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    var controllers: [UInt32] = []
    for connection in 1...count {
      controllers.append(try hall.greet("Aki", on: connection))
      hall.answer(controllers[controllers.count - 1], .full)
      hall.now = hall.now + .milliseconds(1)
    }
    _ = hall.actions()
    return controllers
  }

  /// Removes all actions; returns the controllers for which the bridge was asked for a slot.
  mutating func asked() -> [UInt32] {
    hall.actions().compactMap { action in
      guard case .sendFrames(let header, let frames) = action, frames.control == nil else { return nil }
      return header.controller
    }
  }

  @Test mutating func `Pages that wait are asked for in the order in which they came`() throws {
    let controllers = try wait(12)
    hall.now = hall.now + .milliseconds(500)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(asked() == controllers)
    hall.reception.seating.loseBridge(at: hall.now)
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    #expect(asked() == controllers)
  }

  @Test mutating func `A free slot is for the page that has waited longest, whichever is due first`() throws {
    let controllers = try wait(3)
    hall.now = hall.now + .milliseconds(498)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(asked() == controllers)
    hall.now = hall.now + .milliseconds(499)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(asked().isEmpty)
  }

  @Test mutating func `Of a crowd the first sixteen are asked for, and the others learn their places`() throws
  {
    let controllers = try wait(40)
    for connection in 1...40 { _ = hall.texts(UInt32(connection)) }
    hall.now = hall.now + .milliseconds(500)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(asked() == Array(controllers.prefix(16)))
    #expect(hall.texts(40).isEmpty)
    hall.answer(controllers[0], slot: 1)
    hall.reception.close(20, book: &hall.book, at: hall.now)
    _ = hall.actions()
    hall.now = hall.now + .milliseconds(500)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(asked() == Array(controllers[1..<17]))
    #expect(hall.texts(19) == [#"{"type":"waiting","reason":"full","place":18}"#])
    #expect(hall.texts(40) == [#"{"type":"waiting","reason":"full","place":38}"#])
  }

  @Test mutating func `Pages without an answer are asked for again, however many they are`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controllers = try (1...40).map { try hall.greet("Aki", on: $0) }
    _ = hall.actions()
    hall.now = hall.now + .milliseconds(500)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(Set(asked()) == Set(controllers))
  }

  @Test mutating func `A page that waits and says hello again is not asked for sooner`() throws {
    let controller = try #require(try wait(1).first)
    hall.say(#"{"type":"hello","name":"Mei"}"#, controller)
    #expect(hall.actions().isEmpty)
    #expect(hall.reception.pages[controller]?.name == "Mei")
    hall.now = hall.now + .milliseconds(500)
    hall.reception.seating.retry(hall.book, at: hall.now)
    #expect(hall.actions().map(\.short) == ["gone", "hurry", "name", "ask"])
  }

  @Test mutating func `A goodbye before the bridge has answered frees the slot that it may have given`()
    throws
  {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    _ = hall.actions()
    hall.say(#"{"type":"bye"}"#, controller)
    #expect(hall.actions().map(\.short) == ["bye", "close 7", "keep", "inform"])
    let waiting = try #require(try wait(1).first)
    hall.say(#"{"type":"bye"}"#, waiting)
    #expect(hall.actions().map(\.short) == ["bye", "close 1", "keep"])
  }
}
