import Model
import Notation
import Sharing
import Testing
import Wire

@testable import Pages

/// The crowd in the gateway: its pages and their votes.
@Suite struct CrowdTests {
  var house = EngineHouse()

  @Test mutating func `A program begins a crowd, and gets its ticket and its state`() throws {
    house.engine.findBridge(at: house.now)
    let request = CrowdRequest(.begin, preset: .ballot, window: 500, limit: 3)
    house.engine.receive(request, from: EngineHouse.crowdProgram, at: house.now, using: &house.random)
    #expect(
      house.settle() == [
        "keep", "voters 3", "gone", "name", "ask", "hurry", "answer 21", "crowd 21",
      ])
    #expect(house.engine.book.crowd?.terms == CrowdTerms(.ballot, window: 500, limit: 3))
  }

  @Test mutating func `Votes become the state of one controller, and each page hears the result`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    house.openVoter(2)
    house.settle()
    house.hear(EngineHouse.rightVote, on: 1)
    house.hear(#"{"vote":[0,0,255,0,1]}"#, on: 2)
    let packets = house.pass(210)
    let state = try #require(packets.last?.state)
    #expect(state.sticks?.left == Stick(x: 16_384) && state.leftTrigger == 128)
    #expect(packets.contains { $0.edges?.count == 1 })
    let said = try house.said(1)
    #expect(said["type"]?.string == "crowd" && said["preset"]?.string == "together")
    #expect(said["voters"]?.whole(in: 0...100) == 2 && said["of"]?.whole(in: 0...100) == 2)
    #expect(said["agree"]?.whole(in: 0...100) == 1 && said["slot"]?.whole(in: 0...16) == 2)
    #expect(said["result"]?.text == "[16384,0,128,0,1]" && said["shown"]?.text == "[16384,0,128,0,1]")
  }

  @Test mutating func `A state that is not rest is repeated every 50 ms, and rest once a second`() throws {
    try house.beginCrowd()
    #expect(house.engine.crowdDue == .distantFuture, "nothing is due without votes")
    house.openVoter(1)
    _ = house.pass(300)
    #expect(house.engine.crowdDue == .distantFuture, "nor with a page that does not vote")
    house.hear(#"{"vote":[32767,0,0,0,0]}"#, on: 1)
    _ = house.pass(201)
    #expect((19...22).contains(house.pass(1_000).count))
  }

  @Test mutating func `Everything is let go of when the last voter leaves`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    house.hear(EngineHouse.rightVote, on: 1)
    #expect(house.pass(210).last?.state?.sticks?.left == Stick(x: 32_767))
    house.engine.close(1, at: house.now)
    let state = try #require(house.packets().last?.state)
    #expect(state.sticks?.left == .centre && state.buttons == [])
    #expect(house.engine.crowd?.count == 0)
  }

  @Test mutating func `The crowd ends with a last packet at rest and a goodbye, and each page hears it`()
    throws
  {
    try house.beginCrowd()
    house.openVoter(1)
    house.hear(EngineHouse.rightVote, on: 1)
    _ = house.pass(210)
    house.engine.receive(
      CrowdRequest(.end), from: EngineHouse.crowdProgram, at: house.now, using: &house.random)
    let last = house.packets()
    #expect(last.count == 2 && last[0].state?.sticks?.left == .centre && last[1].control != nil)
    #expect(house.texts(1).last == #"{"type":"end","why":"ended"}"#)
    #expect(house.settle().contains("close 1"))
    #expect(house.askToVote(1, on: 7) == "403" && house.engine.book.crowd == nil)
    #expect(!house.engine.book.text.contains("crowd"))
  }

  @Test mutating func `A browser has one vote: its newest page`() throws {
    try house.beginCrowd()
    house.openVoter(1)
    house.hear(EngineHouse.rightVote, on: 1)
    #expect(house.askToVote(1, on: 9) == nil)
    #expect(house.engine.crowd?.count == 1)
    house.settle()
    #expect(house.texts(1).last == #"{"type":"end","why":"elsewhere"}"#)
    house.hear(#"{"vote":[-32767,0,0,0,0]}"#, on: 1)
    house.hear(#"{"vote":[0,32767,0,0,0]}"#, on: 9)
    house.engine.close(1, at: house.now)
    #expect(house.engine.crowd?.count == 1, "the end of the former page ends no vote")
    #expect(house.pass(210).last?.state?.sticks?.left == Stick(y: 32_767))
  }

  @Test mutating func `A page that floods is heard ten times a second, and closed after three seconds`()
    throws
  {
    try house.beginCrowd()
    house.openVoter(1)
    house.openVoter(2)
    for _ in 0..<40 { house.hear(EngineHouse.rightVote, on: 1) }
    #expect(house.engine.refusals == 30)
    for _ in 0..<400 {
      house.now = house.now + .milliseconds(10)
      house.hear(EngineHouse.rightVote, on: 1)
    }
    #expect(house.engine.crowd?.count == 1)
    house.settle()
    #expect(house.texts(1).last == #"{"type":"end","why":"flood"}"#)
    #expect(house.settle().contains("close 1"))
    #expect(house.engine.isShared(2) && !house.engine.isShared(1))
  }

  @Test mutating func `A hundred pages vote, and 24 of one address unless the host allows more`() throws {
    try house.beginCrowd()
    for device in 1...24 as ClosedRange<UInt8> { house.openVoter(device) }
    house.openVoter(25)
    #expect(house.texts(25).last == #"{"type":"end","why":"address"}"#)
    house.openVoter(26, from: Address(v4: 0xc0a8_0105))
    #expect(house.engine.crowd?.count == 25)
    let wide = CrowdRequest(.begin, limit: 100)
    house.engine.receive(wide, from: EngineHouse.crowdProgram, at: house.now, using: &house.random)
    #expect(house.settle().contains("voters 100"))
    for device in 27...101 as ClosedRange<UInt8> { house.openVoter(device) }
    #expect(house.engine.crowd?.count == 100)
    house.openVoter(102)
    #expect(house.texts(102).last == #"{"type":"end","why":"full"}"#)
    house.engine.close(5, at: house.now)
    house.openVoter(103)
    #expect(house.engine.isShared(103))
  }

  @Test(
    arguments: [
      // Three cases: one address; an IPv6 network in which each voter has an address; and such a network in
      // which 80 voters share one address.
      { _ in Address(v4: 0xc0a8_0102) }, { Address(high: 0xfd00_0000_0000_0001, low: UInt64($0)) },
      { Address(high: 0xfd00_0000_0000_0001, low: $0 <= 80 ? 7 : UInt64($0)) },
    ] as [@Sendable (UInt8) -> Address])
  mutating func `A full crowd of one address or network gives way to others, and to no more than its share`(
    _ address: @Sendable (UInt8) -> Address
  ) throws {
    try house.beginCrowd(CrowdRequest(.begin, limit: 100))
    for device in 1...100 as ClosedRange<UInt8> { house.openVoter(device, from: address(device)) }
    for device in 101...150 as ClosedRange<UInt8> {
      house.openVoter(device, from: Address(v4: 0xc0a8_0103))
      #expect(house.texts(UInt32(201 - Int(device))).last == #"{"type":"end","why":"full"}"#)
      #expect(house.engine.crowd?.has(UInt32(device)) == true && house.engine.crowd?.count == 100)
    }
    house.openVoter(151, from: Address(v4: 0xc0a8_0103))
    house.openVoter(152, from: address(1))
    for late in [151, 152] as [UInt32] {
      #expect(house.texts(late).last == #"{"type":"end","why":"full"}"#)
    }
    #expect(house.engine.crowd?.has(1) == true && house.engine.crowd?.count == 100)
  }

  @Test mutating func `In a full crowd of one network, the address with the most gives way`() throws {
    func place(_ low: UInt64) -> Address { Address(high: 0xfd00_0000_0000_0001, low: low) }
    try house.beginCrowd(CrowdRequest(.begin, limit: 100))
    for device in 1...100 as ClosedRange<UInt8> {
      house.openVoter(device, from: place(device <= 3 ? 1 : UInt64(device)))
    }
    house.openVoter(101, from: place(1_000))
    #expect(house.texts(3).last == #"{"type":"end","why":"full"}"#)
    house.openVoter(102, from: place(1_001))
    #expect(house.texts(2).last == #"{"type":"end","why":"full"}"#)
    house.openVoter(103, from: place(1_002))
    #expect(house.texts(103).last == #"{"type":"end","why":"full"}"#)
    #expect(house.engine.crowd?.count == 100)
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"vote":[]}"#, #"{"vote":[0,0,0,0]}"#, #"{"vote":[0,0,0,0,0,0]}"#,
    #"{"vote":[32768,0,0,0,0]}"#, #"{"vote":[0,-32768,0,0,0]}"#, #"{"vote":[0,0,256,0,0]}"#,
    #"{"vote":[0,0,0,-1,0]}"#, #"{"vote":[0,0,0,0,4]}"#, #"{"vote":[0,0,0,0,32]}"#,
    #"{"vote":[0,0,0,0,4294967297]}"#, #"{"vote":[0.5,0,0,0,0]}"#, #"{"vote":["0",0,0,0,0]}"#,
    #"{"vote":{"0":0}}"#, #"{"vote":[1e400,0,0,0,0]}"#, #"{"type":"hello","name":"A"}"#,
    #"{"vote":[0,0,0,0,0],"more":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#,
  ])
  mutating func `A text that is no vote is counted and changes nothing`(_ text: String) throws {
    try house.beginCrowd()
    house.openVoter(1)
    house.hear(text, on: 1)
    #expect(house.engine.refusals == 1)
    #expect(house.hear([1, 2, 3], on: 1) == nil && house.engine.refusals == 2)
    #expect(house.engine.crowd?.tally.due == .distantFuture)
  }

  @Test mutating func `Only the crowd's own ticket opens its page's socket, and it opens nothing else`()
    throws
  {
    #expect(house.askToVote(1, on: 1) == "403", "there is no crowd")
    try house.beginCrowd()
    let crowd = try #require(house.engine.book.crowd).ticket.text
    let player = try house.issue().text
    #expect(house.askToVote(1, on: 2, ticket: player) == "403")
    #expect(house.ask(house.request("/link", .get, "tpp.v1, ticket.\(crowd)"), on: 3) == "403")
    #expect(house.ask(house.request("/crowd", .get, "tpp.v1, ticket.\(crowd)"), on: 4) == "403")
    #expect(house.ask(house.request("/crowd", .get, "tpp.crowd.v1, ticket.\(crowd)"), on: 5) == "403")
    #expect(house.ask(house.request("/host", .get, "tpp.host.v1, ticket.\(crowd)"), on: 6) == "403")
    let other = "tpp.v1, ticket.\(crowd), device.\(EngineHouse.secret(1))"
    #expect(house.ask(house.request("/crowd", .get, other), on: 7) == "403")
    let isOffered = house.engine.book.isOffered(try #require(Ticket(crowd)), at: house.now)
    #expect(!isOffered)
  }

  @Test mutating func `A page hears no ticket, no name and no address`() throws {
    try house.beginCrowd()
    let page = try house.open("Aki", on: 50)
    house.seat(page, in: 3)
    house.openVoter(1, from: Address(v4: 0xc0a8_0105))
    house.openVoter(2, from: Address(v4: 0xc0a8_0106))
    house.hear(EngineHouse.rightVote, on: 1)
    _ = house.pass(2_000)
    let secrets = try [
      EngineHouse.secret(1), EngineHouse.secret(2), #require(house.engine.book.crowd).ticket.text, "192",
      "Aki",
    ]
    let texts = house.texts(2)
    #expect(!texts.isEmpty)
    for secret in secrets { #expect(!texts.joined().contains(secret)) }
  }
}
