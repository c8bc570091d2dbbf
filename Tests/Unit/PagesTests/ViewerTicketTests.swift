import Model
import Testing
import Wire

@testable import Pages

/// The links of overlays on other machines.
@Suite struct ViewerTicketTests {
  private static let program = 21
  private static let elsewhere = Address(v4: 0xc0a8_0105)
  var house = EngineHouse()

  /// Makes a request about links.
  ///
  /// Returns the answer, the ticket before it, and all actions in short.
  mutating func order(
    _ verb: OverlayRequest.Verb, link: UInt8? = nil
  ) throws -> (answer: OverlayAnswer, ticket: String?, actions: [String]) {
    house.engine.receive(
      OverlayRequest(verb, link: link), from: Self.program, at: house.now, using: &house.random)
    var (answer, ticket) = (OverlayAnswer?.none, String?.none)
    var actions: [String] = []
    while let action = house.engine.next(at: house.now, using: &house.random) {
      actions.append(action.short)
      if case .answer(let made, _) = action, let bytes = made.ticket {
        ticket = Base64URL.text(of: bytes.span)
      }
      if case .answerOverlays(let given, _) = action { answer = given }
    }
    return (try #require(answer), ticket, actions)
  }

  /// Makes a link; returns its ticket.
  mutating func make() throws -> String { try #require(try order(.make).ticket) }

  /// Asks for an overlay's WebSocket over TLS; returns the status of the refusal, or nil.
  mutating func ask(_ ticket: String?, on connection: UInt32) -> String? {
    let protocols = "tpp.overlay.v1" + (ticket.map { ", ticket.\($0)" } ?? "")
    return house.ask(house.request("/overlay", .get, protocols, from: Self.elsewhere), on: connection)
  }

  mutating func open(_ ticket: String, on connection: UInt32) {
    #expect(ask(ticket, on: connection) == nil)
    house.engine.open(connection, at: house.now, using: &house.random)
  }

  /// Opens an overlay on this machine as the host's own user, without a ticket.
  mutating func openOwn(on connection: UInt32) {
    var request = house.request("/overlay", .get, "tpp.overlay.v1")
    (request.door, request.host, request.origin) = (.overlay, "127.0.0.1:28444", "http://127.0.0.1:28444")
    #expect(house.ask(request, on: connection, isHost: true) == nil)
    house.engine.open(connection, at: house.now, using: &house.random)
  }

  @Test mutating func `A link opens overlays on other machines, and opens nothing else`() throws {
    let made = try order(.make)
    #expect(made.actions == ["keep", "answer 21", "overlays 21"] && made.answer.made == 1)
    let ticket = try #require(made.ticket)
    for connection in 1...3 as ClosedRange<UInt32> { open(ticket, on: connection) }
    #expect(house.texts(2) == [#"{"players":[]}"#])
    let others = [
      ("/link", "tpp.v1, ticket.\(ticket)"), ("/host", "tpp.host.v1, ticket.\(ticket)"),
      ("/crowd", "tpp.crowd.v1, ticket.\(ticket), device.\(ticket)"),
      ("/overlay", "tpp.v1, ticket.\(ticket)"),
      ("/overlay", "tpp.host.v1, ticket.\(ticket)"),
    ]
    try house.beginCrowd()
    for (path, protocols) in others {
      let request = house.request(path, .get, protocols, from: Self.elsewhere)
      #expect(house.ask(request, on: 9) == "403", "\(path) \(protocols)")
    }
    var post = house.request("/link/open", .post)
    post.authorization = "Bearer \(ticket)"
    #expect(house.answer(post).status == "403")
    #expect(!house.open(DataChannelTable.mark | 1, by: try #require(Ticket(ticket))))
  }

  @Test mutating func `No other ticket opens an overlay, and none does without TLS`() throws {
    let ticket = try make()
    try house.beginCrowd()
    let crowd = try #require(house.engine.book.crowd).ticket.text
    let others = try [TicketBook.Role.player, .host, .television].map { try house.issue(for: $0).text }
    for other in others + [crowd, EngineHouse.secret(1), "", "x"] {
      #expect(ask(other, on: 1) == "403", "\(other)")
    }
    #expect(ask(nil, on: 1) == "403")
    let own = house.request("/overlay", .get, "tpp.overlay.v1")
    #expect(house.ask(own, on: 1, isHost: true) == "403", "the host has a port for that")
    var plain = house.request("/overlay", .get, "tpp.overlay.v1, ticket.\(ticket)")
    (plain.door, plain.host, plain.origin) = (.plain, "den.local:80", "http://den.local:80")
    #expect(house.ask(plain, on: 1) == "404")
    #expect(house.answer(plain).status == "403")
    var foreign = house.request("/overlay", .get, "tpp.overlay.v1, ticket.\(ticket)")
    foreign.origin = "https://evil.example"
    #expect(house.ask(foreign, on: 1) == "403")
  }

  @Test mutating func `There are at most eight links, and a free number is used again`() throws {
    let made = try (1...8).map { _ in try order(.make).answer.made }
    #expect(made == Array(1...8))
    let ninth = try order(.make)
    #expect(ninth.answer.result == .full && ninth.answer.made == nil && ninth.ticket == nil)
    #expect(ninth.answer.links.map(\.number) == Array(1...8) && ninth.actions == ["overlays 21"])
    #expect(try order(.revoke, link: 3).answer.links.map(\.number) == [1, 2, 4, 5, 6, 7, 8])
    #expect(try order(.make).answer.made == 3)
  }

  @Test mutating func `The links are listed with their ages and overlays`() throws {
    let first = try make()
    house.now = house.now + .seconds(100)
    _ = try make()
    for connection in 1...3 as ClosedRange<UInt32> { open(first, on: connection) }
    house.engine.close(2, at: house.now)
    let links = [OverlayLink(number: 1, overlays: 2, age: 100), OverlayLink(number: 2, overlays: 0, age: 0)]
    #expect(try order(.list).answer == OverlayAnswer(links: links))
  }

  @Test mutating func `Revoking a link closes its overlays at once, and no others`() throws {
    let (first, second) = (try make(), try make())
    open(first, on: 1)
    open(first, on: 2)
    open(second, on: 3)
    openOwn(on: 4)
    let revoked = try order(.revoke, link: 1)
    #expect(revoked.actions.filter { $0.hasPrefix("close") }.sorted() == ["close 1", "close 2"])
    #expect(revoked.actions.contains("keep") && revoked.answer.links.map(\.number) == [2])
    #expect(house.texts(1).isEmpty && house.texts(2).isEmpty, "not even what was waiting")
    #expect(house.texts(3).count == 1 && house.texts(4).count == 1)
    #expect(ask(first, on: 5) == "403" && ask(second, on: 6) == nil)
    let all = try order(.revoke)
    #expect(all.actions.filter { $0.hasPrefix("close") } == ["close 3"] && all.answer.links.isEmpty)
    #expect(ask(second, on: 7) == "403" && house.engine.needsWatch, "that of this machine stays")
  }

  @Test mutating func `What is not there cannot be revoked, and all of nothing can`() throws {
    let one = try order(.revoke, link: 1)
    #expect(one.answer == OverlayAnswer(.unknown) && one.actions == ["overlays 21"])
    #expect(try order(.revoke).answer == OverlayAnswer())
  }

  @Test mutating func `A link that is revoked while a WebSocket opens admits nobody`() throws {
    let ticket = try make()
    #expect(ask(ticket, on: 1) == nil)
    _ = try order(.revoke, link: 1)
    _ = try make()
    house.engine.open(1, at: house.now, using: &house.random)
    #expect(house.settle() == ["close 1"] && house.texts(1).isEmpty && !house.engine.needsWatch)
  }

  @Test mutating func `Links have no more room than all overlays, and this machine's come first`() throws {
    let ticket = try make()
    let limit = UInt32(Viewers.limit)
    for connection in 1...limit { open(ticket, on: connection) }
    #expect(ask(ticket, on: 50) == "503")
    house.settle()
    openOwn(on: 60)
    #expect(house.settle().filter { $0.hasPrefix("close") } == ["close \(limit)"], "the newest gives way")
    for connection in 1..<limit { openOwn(on: 60 + connection) }
    #expect(try order(.list).answer.links.first?.overlays == 0)
    var own = house.request("/overlay", .get, "tpp.overlay.v1")
    (own.door, own.host, own.origin) = (.overlay, "127.0.0.1:28444", "http://127.0.0.1:28444")
    #expect(house.ask(own, on: 99, isHost: true) == "503" && ask(ticket, on: 50) == "503")
  }

  @Test mutating func `The link with the most overlays gives way, and two links do not take turns`() throws {
    let (greedy, modest) = (try make(), try make())
    open(modest, on: 1)
    for connection in 2...UInt32(Viewers.limit) { open(greedy, on: connection) }
    house.settle()
    // Each time, the newest overlay of all belongs to the modest link, and stays open.
    for connection in 101...107 as ClosedRange<UInt32> {
      open(modest, on: connection)
      #expect(house.settle().filter { $0.hasPrefix("close") } == ["close \(117 - connection)"])
    }
    #expect(try order(.list).answer.links.map(\.overlays) == [8, 8])
    #expect(ask(modest, on: 120) == "503" && ask(greedy, on: 121) == "503")
    house.engine.close(107, at: house.now)
    open(greedy, on: 122)
    #expect(try order(.list).answer.links.map(\.overlays) == [9, 7])
    open(modest, on: 123)
    #expect(house.settle().filter { $0.hasPrefix("close") } == ["close 122"])
    openOwn(on: 200)
    #expect(house.settle().filter { $0.hasPrefix("close") } == ["close 123"], "among equals the newest")
    openOwn(on: 201)
    #expect(
      house.settle().filter { $0.hasPrefix("close") } == ["close 9"], "this machine takes from the most")
  }

  @Test mutating func `An overlay by a link is shared, and one of this machine is not`() throws {
    open(try make(), on: 1)
    openOwn(on: 2)
    #expect(house.engine.isShared(1) && !house.engine.isShared(2) && !house.engine.isShared(3))
  }

  /// Receives a status of the bridge in which player 1 pulls a trigger this far.
  mutating func hear(trigger: UInt8) {
    var player = OverlayTests.player(1)
    player.report.leftTrigger = trigger
    var (host, one) = (LocalDatagram(), LocalDatagram())
    HostStatus(limit: 16, players: 1, hasKernelPads: true).write(to: &host)
    player.write(to: &one)
    for datagram in [host, one] { datagram.withBytes { house.engine.receive(onWatch: $0) } }
  }

  @Test mutating func `An overlay by a link hears every second status, and at once of an end`() throws {
    open(try make(), on: 1)
    openOwn(on: 2)
    _ = (house.texts(1), house.texts(2))
    var counts = [0, 0]
    for trigger in 1...100 as ClosedRange<UInt8> {
      hear(trigger: trigger)
      let texts = [house.texts(1), house.texts(2)]
      counts = [counts[0] + texts[0].count, counts[1] + texts[1].count]
      #expect(texts.joined().allSatisfy { $0.contains("[\(trigger),") }, "the newest")
    }
    #expect(counts == [50, 100])
    hear(trigger: 101)
    _ = house.texts(1)
    hear(trigger: 102)
    #expect(house.texts(1).isEmpty)
    hear(trigger: 102)
    #expect(house.texts(1).map { $0.contains("[102,") } == [true], "the last is not lost")
    hear(trigger: 103)
    #expect(house.texts(1).isEmpty)
    house.engine.loseWatch(at: house.now)
    #expect(house.settle().contains("wake 1") && house.texts(1) == [#"{"players":[]}"#])
  }

  @Test mutating func `Two that ask for the last room do not both get it`() throws {
    let ticket = try make()
    for connection in 1..<UInt32(Viewers.limit) { open(ticket, on: connection) }
    #expect(ask(ticket, on: 50) == nil && ask(ticket, on: 51) == nil)
    house.engine.open(50, at: house.now, using: &house.random)
    house.settle()
    house.engine.open(51, at: house.now, using: &house.random)
    #expect(house.settle() == ["close 51"])
  }

  @Test mutating func `The file has no ticket, and the links outlive a restart of the gateway`() throws {
    let (first, second) = (try make(), try make())
    _ = try order(.revoke, link: 1)
    let text = house.engine.book.text
    #expect(!text.contains(second) && text.split(separator: "\n").count == 2)
    let now = house.now + .seconds(60)
    house = EngineHouse(book: try #require(TicketBook(text, at: now)))
    house.now = now
    #expect(house.engine.book.text == text)
    #expect(ask(first, on: 1) == "403")
    open(second, on: 2)
    #expect(try order(.list).answer.links == [OverlayLink(number: 2, overlays: 1, age: 60)])
  }

  private static let digest = String(repeating: "A", count: 43)

  @Test(arguments: [
    "viewer", "viewer 1 \(digest)", "viewer 0 \(digest) 5", "viewer 9 \(digest) 5", "viewer x \(digest) 5",
    "viewer 1 \(digest.dropLast()) 5", "viewer 1 \(digest) x", "viewer 1 \(digest) 5 6",
    "viewer 1 \(digest) 5\nviewer 1 \(digest) 5",
  ])
  func `A damaged line about a link spoils the file`(_ line: String) {
    let now = Instant(nanoseconds: 10)
    #expect(TicketBook("tiltpad tickets 2\n\(line)\n", at: now) == nil)
    #expect(TicketBook("tiltpad tickets 2\nviewer 1 \(Self.digest) 5\n", at: now) != nil)
  }
}
