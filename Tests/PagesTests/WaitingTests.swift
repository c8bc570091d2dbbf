import Model
import Testing
import Wire

@testable import Pages

/// The pages that ask for a slot or wait for one.
@Suite struct WaitingTests {
  var hall = Hall()

  /// Lets pages ask for slots on the connections from 1 to `count`, a millisecond apart; returns their controllers.
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

  /// Removes all actions; returns the controllers for which the bridge was asked.
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
