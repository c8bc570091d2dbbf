import Model
import Sharing
import Testing
import Wire

@testable import Pages

/// The limits of the crowd's pages, and what the programs hear of them.
@Suite struct CrowdLimitTests {
  var house = EngineHouse()

  private func has(_ connection: UInt32) -> Bool { house.engine.crowd?.has(connection) == true }

  /// Lets `milliseconds` pass; returns the numbers of the programs that are told of the crowd.
  private mutating func told(after milliseconds: Int64 = 0) -> [String] {
    house.now = house.now + .milliseconds(milliseconds)
    house.engine.advance(to: house.now, using: &house.random)
    return house.settle().filter { $0.hasPrefix("crowd") }.sorted()
  }

  @Test
  mutating func `A page says ten texts at once and ten a second, and is closed after three seconds of more`()
    throws
  {
    try house.beginCrowd()
    house.openVoter(1)
    for _ in 0..<11 { house.hear(EngineHouse.rightVote, on: 1) }
    #expect(house.engine.refusals == 1 && has(1), "one text too many")
    let start = house.now
    for (time, refusals) in [(99, 2), (100, 2), (199, 3), (200, 3)] as [(Int64, UInt64)] {
      house.now = start + .milliseconds(time)
      house.hear(EngineHouse.rightVote, on: 1)
      #expect(house.engine.refusals == refusals && has(1), "\(time) ms")
    }
    for step in 21...300 as ClosedRange<Int64> {
      house.now = start + .milliseconds(10 * step)
      for _ in 0..<2 { house.hear(EngineHouse.rightVote, on: 1) }
      #expect(has(1) == (step < 300), "\(step)")
    }
    #expect(house.texts(1).last == #"{"type":"end","why":"flood"}"#)
  }

  @Test
  mutating func `A page that never reads its last text is closed two seconds after it was offered`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    let start = house.now
    for step in 0...310 as ClosedRange<Int64> {
      house.now = start + .milliseconds(10 * step)
      for _ in 0..<2 { house.hear(EngineHouse.rightVote, on: 1) }
    }
    #expect(!has(1))
    _ = told()
    #expect(house.engine.crowdDue <= house.now + .seconds(2))
    house.now = house.now + .milliseconds(1_999)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(!house.settle().contains("close 1"))
    house.now = house.now + .milliseconds(1)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.settle().contains("close 1"))
  }

  @Test mutating func `A vote in a binary message does not count`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    #expect(house.hear(Array(EngineHouse.rightVote.utf8), on: 1) == nil && house.engine.refusals == 1)
    #expect(house.engine.crowd?.tally.due == .distantFuture && has(1))
    house.hear(EngineHouse.rightVote, on: 1)
    #expect(house.engine.refusals == 1 && house.engine.crowd?.tally.due != .distantFuture)
  }

  @Test mutating func `A browser may open its page ten times at once, and each page hears the state`() throws
  {
    try house.beginCrowd()
    house.openVoter(1)
    for connection in 2...11 as ClosedRange<UInt32> {
      #expect(house.askToVote(1, on: connection) == nil && has(connection) && !has(connection - 1))
      #expect(house.types(connection) == ["crowd"])
      #expect(house.types(connection - 1).last == "end" && house.engine.crowd?.count == 1)
    }
    #expect(house.askToVote(1, on: 12) == nil && !has(12) && house.engine.crowd?.count == 0)
    #expect(house.texts(12).last == #"{"type":"end","why":"flood"}"#)
    #expect(house.texts(11).last == #"{"type":"end","why":"elsewhere"}"#)
  }

  @Test mutating func `Who comes and goes is told to all four times a second`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    #expect(house.texts(1).count == 1)
    house.now = house.now + .milliseconds(100)
    house.openVoter(2)
    #expect(house.texts(2).count == 1 && house.texts(1) == [])
    house.now = house.now + Interval(nanoseconds: 149_999_999)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.texts(1) == [])
    house.now = house.now + Interval(nanoseconds: 1)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.texts(1).map { $0.contains(#""voters":2,"#) } == [true])
  }

  @Test mutating func `The programs that lead and watch a crowd are told of each change`() throws {
    try house.beginCrowd()
    house.engine.receive(CrowdRequest(.look), from: 22, at: house.now, using: &house.random)
    #expect(told() == ["crowd 22"])
    let both = ["crowd 21", "crowd 22"]
    house.openVoter(1)
    #expect(told() == both, "a page has come")
    house.hear(EngineHouse.rightVote, on: 1)
    #expect(told() == [], "the vote is not counted yet")
    #expect(told(after: 210) == both, "the window has closed")
    house.engine.loseBridge(at: house.now)
    #expect(told() == both, "the bridge is away")
    house.engine.findBridge(at: house.now)
    #expect(told() == [])
    house.seat(try #require(house.engine.book.crowd).controller, in: 3)
    #expect(told() == both, "the crowd has a slot")
    house.engine.close(1, at: house.now)
    #expect(told() == both, "the page has gone")
    let terms = CrowdRequest(.begin, limit: 9)
    house.engine.receive(terms, from: 21, at: house.now, using: &house.random)
    #expect(told() == ["crowd 21"] + both, "the terms are others, and their program is answered too")
    house.engine.receive(CrowdRequest(.end), from: 22, at: house.now, using: &house.random)
    #expect(told() == both + ["crowd 22"])
  }
}
