import Model
import Testing
import Wire

@testable import Pages

/// The cases in which the seating asks for no slot, answers nobody or sends something again.
@Suite struct SeatingGuardTests {
  var hall = Hall()

  mutating func actions() -> [String] { hall.actions().map(\.short) }

  /// Seats a page on connection 7 in slot 1; returns its controller.
  mutating func seat() throws -> UInt32 {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    hall.answer(controller, slot: 1)
    _ = (actions(), hall.texts(7))
    return controller
  }

  /// Seats a page, makes it send packet `number` unless that is nil, and moves it to connection 8.
  ///
  /// Returns its controller.
  mutating func move(afterPacket number: UInt8? = nil) throws -> UInt32 {
    let controller = try seat()
    if let number { #expect(hall.send(number, controller) != nil) }
    hall.reception.open(8, for: controller, book: &hall.book, at: hall.now)
    _ = actions()
    return controller
  }

  mutating func greet(_ counter: Int, _ controller: UInt32) -> [String] {
    hall.say(#"{"type":"hello","name":"Aki","counter":\#(counter)}"#, controller)
    return actions()
  }

  @Test(
    arguments: [
      (nil, 0, false), (nil, 1, true), (5, 4, false), (5, 5, true), (5, 6, true),
    ] as [(UInt8?, Int, Bool)])
  mutating func `Only a page that has sent packets, and goes on from them, keeps its slot`(
    _ former: UInt8?, _ counter: Int, _ isKept: Bool
  ) throws {
    let controller = try move(afterPacket: former)
    let asks = ["hurry", "name", "ask"]
    #expect(greet(counter, controller) == (isKept ? ["wake 8", "wake 8"] : ["gone"] + asks))
    guard !isKept else { return }
    #expect(greet(counter, controller) == asks, "it has moved only once")
  }

  @Test mutating func `A page whose slot has gone to others while it moved asks for one`() throws {
    let controller = try move(afterPacket: 5)
    hall.answer(controller, .timeout)
    #expect(actions().isEmpty && hall.reception.pages[controller]?.slot == nil)
    #expect(greet(5, controller) == ["hurry", "name", "ask"])
  }

  @Test(arguments: [(0, ["gone"]), (1, [])])
  mutating func `A page that is forgotten while it moves is neither asked for nor welcomed`(
    _ counter: Int, _ left: [String]
  ) throws {
    let controller = try move()
    hall.book.forget(controller)
    #expect(greet(counter, controller) == left && hall.texts(8).isEmpty)
  }

  @Test mutating func `A page without a connection is not asked for`() throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.admit().controller
    _ = actions()
    #expect(greet(0, controller) == [])
    #expect(!hall.reception.pages.isAnyAsking)
    hall.reception.open(7, for: controller, book: &hall.book, at: hall.now)
    #expect(greet(0, controller) == ["watch", "hurry", "name", "ask"])
  }

  @Test mutating func `A page that has said nothing is closed once its ticket is gone, and no other`() throws
  {
    let player = try seat()
    let quiet = try ([8, 9] as [UInt32]).map { connection in
      let controller = try hall.admit().controller
      hall.reception.open(connection, for: controller, book: &hall.book, at: hall.now)
      return controller
    }
    let absent = try hall.admit().controller
    for controller in [player, quiet[0], absent] { hall.book.forget(controller) }
    _ = actions()
    hall.reception.seating.prune(keeping: hall.book)
    #expect(actions() == ["close 8"])
    #expect(hall.reception.pages[absent] == nil)
    #expect(([player] + quiet).allSatisfy { hall.reception.pages[$0] != nil })
  }

  @Test mutating func `A page beyond the first sixteen learns a new place after half a second, no sooner`()
    throws
  {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    for connection in 1...18 as ClosedRange<UInt32> {
      hall.answer(try hall.greet("Aki", on: connection), .full)
      hall.now = hall.now + .milliseconds(1)
    }
    let (period, moment) = (Interval.milliseconds(500), Interval(nanoseconds: 1))
    hall.now = hall.now + period
    hall.reception.seating.retry(hall.book, at: hall.now)
    hall.reception.close(17, book: &hall.book, at: hall.now)
    _ = (actions(), hall.texts(18))
    hall.reception.seating.retry(hall.book, at: hall.now + period - moment)
    #expect(actions().isEmpty && hall.texts(18).isEmpty)
    hall.reception.seating.retry(hall.book, at: hall.now + period)
    #expect(hall.texts(18) == [#"{"type":"waiting","reason":"full","place":17}"#])
    hall.reception.seating.retry(hall.book, at: hall.now + period + period)
    #expect(hall.texts(18).isEmpty, "its place is the same")
  }

  @Test mutating func `While the bridge is away it is not asked again`() throws {
    _ = try seat()
    hall.reception.seating.loseBridge(at: hall.now)
    #expect(hall.texts(7) == [#"{"type":"waiting","reason":"host"}"#])
    _ = actions()
    for _ in 0..<3 {
      hall.now = hall.now + .seconds(1)
      hall.reception.seating.retry(hall.book, at: hall.now)
      #expect(actions().isEmpty)
    }
  }

  @Test(arguments: [false, true])
  mutating func `A page that is welcomed again hears everything again that there is`(hasQuiz: Bool) throws {
    let controller = try seat()
    if hasQuiz {
      var stage = StageStatus(mode: .lobby)
      stage.players[0].mode = .lobby
      hall.reception.seating.apply(stage)
      _ = (actions(), hall.texts(7))
    }
    hall.answer(controller, slot: 1)
    _ = actions()
    let kinds = hall.texts(7).map { $0.prefix { $0 != "," } }
    let expected = ["welcome", "players"] + (hasQuiz ? ["quiz"] : [])
    #expect(Set(kinds) == Set(expected.map { #"{"type":"\#($0)""# }) && kinds.count == expected.count)
  }

  @Test(arguments: [false, true])
  mutating func `A page that says goodbye while it is away frees the slot that it has used`(hasSent: Bool)
    throws
  {
    let controller = try seat()
    if hasSent { #expect(hall.send(5, controller) != nil) }
    hall.reception.close(7, book: &hall.book, at: hall.now)
    _ = actions()
    hall.say(#"{"type":"bye"}"#, controller)
    #expect(actions() == (hasSent ? ["bye", "keep"] : ["keep"]))
    #expect(hall.book.resume(of: controller) == nil)
  }

  @Test(
    arguments: [
      (.locked, "locked", true), (.version, "version", true), (.revoked, "kicked", false),
      (.deniedByHost, "kicked", false),
    ] as [(Refusal, String, Bool)])
  mutating func `A page that is denied a slot keeps its ticket unless the host has removed it`(
    _ refusal: Refusal, _ reason: String, _ isKept: Bool
  ) throws {
    let controller = try seat()
    hall.answer(controller, refusal)
    #expect(actions() == ["wake 7"] + (isKept ? [] : ["keep"]) + ["inform"])
    #expect(hall.texts(7) == [#"{"type":"denied","reason":"\#(reason)"}"#])
    #expect((hall.book.resume(of: controller) != nil) == isKept)
    hall.answer(controller, slot: 2)
    #expect(actions().isEmpty && hall.texts(7).isEmpty, "a late answer changes nothing")
    #expect(greet(0, controller) == (isKept ? ["hurry", "name", "ask"] : []))
  }
}
