import Model
import Notation
import Testing
import Wire

@testable import Pages

/// The crowd in the gateway: its slot, its settings, and the programs that lead it.
@Suite struct CrowdLifeTests {
  var house = EngineHouse()

  @Test mutating func `The crowd is listed among the players by its name`() throws {
    try house.beginCrowd()
    #expect(house.engine.pages.playing.map { "\($0.slot?.number ?? 0) \($0.name)" } == ["2 Crowd"])
    house.engine.loseBridge(at: house.now)
    #expect(house.engine.pages.playing.isEmpty && house.engine.isRestless == false)
  }

  @Test mutating func `A crowd without a slot asks twice a second, and votes while it waits`() throws {
    house.engine.findBridge(at: house.now)
    house.engine.receive(
      CrowdRequest(.begin), from: EngineHouse.crowdProgram, at: house.now, using: &house.random)
    house.settle()
    #expect(house.engine.isRestless)
    house.openVoter(1)
    house.hear(EngineHouse.rightVote, on: 1)
    house.now = house.now + .milliseconds(600)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.settle().filter { $0 == "ask" || $0 == "gone" } == ["gone", "ask"])
    house.seat(try #require(house.engine.book.crowd).controller, in: 4)
    #expect(house.pass(60).contains { $0.state?.sticks?.left == Stick(x: 32_767) })
  }

  @Test mutating func `A crowd goes on after a restart of the gateway, with its link and its controller`()
    throws
  {
    try house.beginCrowd(CrowdRequest(.begin, preset: .latest, window: 300))
    let former = try #require(house.engine.book.crowd)
    let text = house.engine.book.text
    house = EngineHouse(book: try #require(TicketBook(text, at: house.now)))
    let grant = try #require(house.engine.book.crowd)
    #expect(grant.ticket.isSame(as: former.ticket) && grant.controller == former.controller)
    #expect(grant.terms == former.terms)
    house.engine.findBridge(at: house.now)
    #expect(house.settle().contains("ask"))
    house.openVoter(1)
    #expect(house.engine.crowd?.count == 1)
  }

  @Test(arguments: [
    "crowd", "crowd AAAAAAAAAAAAAAAAAAAAAA 1 ballot 200", "crowd AAAAAAAAAAAAAAAAAAAAAA 0 ballot 200 24",
    "crowd AAAAAAAAAAAAAAAAAAAAAA 1 many 200 24", "crowd AAAAAAAAAAAAAAAAAAAAAA 1 ballot 99 24",
    "crowd AAAAAAAAAAAAAAAAAAAAAA 1 ballot 200 101", "crowd AAAA 1 ballot 200 24",
    "crowd AAAAAAAAAAAAAAAAAAAAAA 1 ballot 200 24\ncrowd AAAAAAAAAAAAAAAAAAAAAA 1 ballot 200 24",
  ])
  func `A damaged line about a crowd spoils the file`(_ line: String) {
    #expect(TicketBook("tiltpad tickets 2\n\(line)\n", at: Instant(nanoseconds: 1)) == nil)
  }

  @Test mutating func `Other terms keep link, voters and slot, and let go of everything`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    house.hear(EngineHouse.rightVote, on: 1)
    _ = house.pass(210)
    let former = try #require(house.engine.book.crowd)
    let request = CrowdRequest(.begin, preset: .ballot)
    house.engine.receive(request, from: EngineHouse.crowdProgram, at: house.now, using: &house.random)
    #expect(house.packets().last?.state?.sticks?.left == .centre)
    #expect(house.engine.book.crowd?.ticket.isSame(as: former.ticket) == true)
    #expect(house.engine.crowd?.count == 1 && house.engine.crowd?.pad.slot?.number == 2)
    _ = house.pass(10)
    let said = try house.said(1)
    #expect(said["preset"]?.string == "ballot")
  }

  @Test mutating func `The host removes the crowd like any player, and that ends it`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    let controller = try #require(house.engine.book.crowd).controller
    var datagram = LocalDatagram()
    SeatNotice(controller: controller, slot: nil, refusal: .deniedByHost, limit: 4).write(to: &datagram)
    let bytes = datagram
    bytes.withBytes { house.engine.receive(fromBridge: $0, at: house.now) }
    #expect(house.engine.crowd == nil && house.engine.book.crowd == nil)
    #expect(house.texts(1).last == #"{"type":"end","why":"ended"}"#)
  }

  @Test mutating func `Texts go out eight at a time, so that players' packets get between them`() throws {
    try house.beginCrowd(CrowdRequest(.begin, limit: 100))
    for device in 1...40 as ClosedRange<UInt8> { house.openVoter(device) }
    _ = house.pass(100)
    for device in 1...40 { _ = house.texts(UInt32(device)) }
    house.hear(EngineHouse.rightVote, on: 1)
    house.now = house.engine.crowdDue
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.settle().count { $0.hasPrefix("wake") } == Crowd.slice.count)
    #expect(house.engine.crowdDue == house.now + Crowd.slice.pause)
  }

  @Test mutating func `The goodbyes go out eight at a time too, and no slice comes before its time`() throws {
    try house.beginCrowd(CrowdRequest(.begin, limit: 100))
    for device in 1...100 as ClosedRange<UInt8> { house.openVoter(device) }
    _ = house.pass(300)
    house.engine.receive(
      CrowdRequest(.end), from: EngineHouse.crowdProgram, at: house.now, using: &house.random)
    var woken = house.settle().filter { $0.hasPrefix("wake") }
    #expect(woken.isEmpty)
    for slice in 1...13 {
      house.now = max(house.now, house.engine.crowdDue)
      house.engine.advance(to: house.now, using: &house.random)
      let wakes = house.settle().filter { $0.hasPrefix("wake") }
      #expect(wakes.count == (slice == 13 ? 4 : 8))
      house.engine.advance(to: house.now, using: &house.random)
      #expect(house.settle().isEmpty)
      woken += wakes
    }
    #expect(Set(woken).count == 100)
    for device in 1...100 {
      #expect(house.texts(UInt32(device)).last == #"{"type":"end","why":"ended"}"#)
    }
    #expect(house.engine.crowdDue == .distantFuture)
    #expect(house.settle().count { $0.hasPrefix("close") } == 100)
  }

  @Test mutating func `One who comes and goes without end keeps nobody from hearing`() throws {
    try house.beginCrowd(CrowdRequest(.begin, limit: 100))
    for device in 1...99 as ClosedRange<UInt8> { house.openVoter(device) }
    var heard = [UInt32: Int]()
    for step in 0..<600 {
      house.now = house.now + .milliseconds(5)
      if step % 3 == 0 {
        house.openVoter(200)
        house.hear(EngineHouse.rightVote, on: 200)
      } else if step % 3 == 2 {
        house.engine.close(200, at: house.now)
      }
      house.engine.advance(to: house.now, using: &house.random)
      for action in house.settle() where action.hasPrefix("wake") {
        let connection = try #require(UInt32(action.dropFirst(5)))
        heard[connection, default: 0] += house.texts(connection).count
      }
    }
    for connection in 1...99 as ClosedRange<UInt32> {
      #expect((5...14).contains(heard[connection] ?? 0), "page \(connection)")
    }
  }

  @Test mutating func `Each page has its turn while there is always something to say`() throws {
    try house.beginCrowd(CrowdRequest(.begin, limit: 100))
    for device in 1...100 as ClosedRange<UInt8> { house.openVoter(device) }
    var called = [UInt32]()
    for _ in 0..<25 {
      house.engine.loseBridge(at: house.now)
      house.engine.findBridge(at: house.now)
      house.seat(try #require(house.engine.book.crowd).controller, in: called.count / 8 % 4 + 1)
      house.now = max(house.now, house.engine.crowdDue)
      house.engine.advance(to: house.now, using: &house.random)
      for action in house.settle() where action.hasPrefix("wake") {
        called.append(try #require(UInt32(action.dropFirst(5))))
        _ = house.texts(called.last ?? 0)
      }
    }
    #expect(
      called.count == 200 && Set(called.prefix(100)).count == 100 && Set(called.suffix(100)).count == 100)
  }

  @Test mutating func `A crowd ends with the program that leads it, unless another wants it to stay`() throws
  {
    func close(_ house: inout EngineHouse) {
      house.engine.close(program: EngineHouse.crowdProgram, at: house.now)
    }
    try house.beginCrowd(CrowdRequest(.lead))
    house.openVoter(1)
    close(&house)
    #expect(house.settle().contains("bye") && house.engine.book.crowd == nil)
    #expect(house.texts(1).last == #"{"type":"end","why":"ended"}"#)
    try house.beginCrowd(CrowdRequest(.lead))
    house.engine.receive(CrowdRequest(.look), from: 22, at: house.now, using: &house.random)
    house.engine.close(program: 22, at: house.now)
    house.engine.receive(CrowdRequest(.begin), from: 22, at: house.now, using: &house.random)
    house.engine.close(program: 22, at: house.now)
    close(&house)
    #expect(house.engine.book.crowd != nil)
  }

  @Test mutating func `A program that has left is told nothing more`() throws {
    try house.beginCrowd()
    house.engine.close(program: EngineHouse.crowdProgram, at: house.now)
    house.openVoter(1)
    #expect(!house.settle().contains("crowd \(EngineHouse.crowdProgram)"))
  }
}
