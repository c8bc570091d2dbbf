import Model
import Testing
import Wire

@testable import Pages

/// The engine as a whole: which requests it answers, which pages it admits, and where each message goes.
@Suite struct PageEngineTests {
  private var house = EngineHouse()
  private let packet = [9, 0, 0, 0, 1, 28] + [UInt8](repeating: 0, count: 28)

  @Test mutating func `A file needs no ticket, and a stream the name of one that was promised`() throws {
    #expect(house.answer(house.request("/j/")) == ("200", false))
    #expect(house.answer(house.request("/none")) == ("404", false))
    let ticket = try house.issue()
    var post = house.request("/link/open", .post)
    #expect(house.answer(post) == ("403", false))
    post.authorization = "Bearer \(ticket.text)"
    #expect(house.answer(post) == ("200", false))
    let name = Ticket(from: &house.random).text
    #expect(house.answer(house.request("/link/events/\(name)")) == ("403", false))
    #expect(house.answer(house.request("/link/events/")) == ("403", false))
    let promised = try #require(house.engine.pages.all.first?.streamID)
    #expect(house.answer(house.request("/link/events/\(promised.text)"), on: 5) == ("200", true))
    #expect(house.engine.pages.controller(on: 5) != nil && house.engine.pages.all.first?.isLocal == true)
    #expect(house.answer(house.request("/link/events/\(promised.text)"), on: 6) == ("403", false))
  }

  @Test mutating func `A WebSocket is refused by its request, and by its ticket`() throws {
    let ticket = try house.issue()
    let offer = "tpp.v1, ticket.\(ticket.text)"
    var foreign = house.request("/link", .get, offer)
    foreign.host = "attic:443"
    #expect(house.ask(foreign, on: 1) == "421")
    foreign = house.request("/link", .get, offer)
    foreign.origin = "https://elsewhere.example"
    #expect(house.ask(foreign, on: 1) == "403")
    #expect(house.ask(house.request("/web", .get, offer), on: 1) == "404")
    #expect(house.ask(house.request("/link", .get, "tpp.v1"), on: 1) == "403")
    #expect(house.ask(house.request("/host", .get, "tpp.host.v1"), on: 1) == "403", "not by the host")
    let away = Address(v4: 0x0a00_0001)
    #expect(house.ask(house.request("/host", .get, "tpp.host.v1", from: away), on: 1, isHost: true) == "403")
    #expect(house.ask(house.request("/link", .get, offer), on: 1) == nil)
    #expect(house.settle() == ["keep"], "the ticket was used")
    #expect(house.engine.site.refusals == 6)
  }

  @Test mutating func `A page plays over its WebSocket, as long as that is open`() throws {
    house.engine.findBridge(at: house.now)
    let controller = try house.open("Aki", on: 7)
    #expect(house.settle().filter { ["name", "ask", "watch"].contains($0) } == ["watch", "name", "ask"])
    #expect(house.engine.isRestless && house.engine.needsWatch && !house.engine.isUnsettled)
    #expect(house.hear(packet, on: 7) == nil, "it has no slot yet")
    house.seat(controller, in: 2)
    #expect(house.engine.isUnsettled)
    _ = house.settle()
    #expect(house.types(7) == ["welcome", "players"] && !house.engine.isRestless)
    let heard = house.hear(packet, on: 7)
    let header = try #require(heard)
    #expect(header.controller == controller && header.counter == 9 && header.transport == .webSocket)
    let refusals = house.engine.refusals
    #expect(house.hear([1], on: 7) == nil && house.engine.refusals == refusals + 1)
    #expect(house.hear(packet, on: 8) == nil, "nobody is there")
    house.engine.close(7, at: house.now)
    #expect(house.settle().contains("gone") && house.engine.pages.connected == 0 && !house.engine.needsWatch)
  }

  @Test mutating func `A data channel opens with a ticket, and its packets say so`() throws {
    house.engine.findBridge(at: house.now)
    let (channel, ticket) = (DataChannelTable.mark | 3, try house.issue())
    let stranger = Ticket(from: &house.random)
    #expect(house.open(channel, by: stranger) == false && house.engine.pages.connected == 0)
    #expect(house.open(channel, by: ticket) == true)
    let controller = try #require(house.engine.pages.controller(on: channel))
    #expect(house.engine.pages[controller]?.isLocal == true)
    house.hear(#"{"type":"hello","name":"Aki"}"#, on: channel)
    house.seat(controller, in: 1)
    #expect(house.hear(packet, on: channel)?.transport == .webRTC)
    #expect(
      house.engine.pages.connected(by: .webRTC) == 1 && house.engine.pages.connected(by: .webSocket) == 0)
  }

  @Test mutating func `A WebSocket for which nobody has asked is closed`() {
    house.engine.open(9, at: house.now, using: &house.random)
    #expect(house.settle() == ["close 9"])
  }

  @Test mutating func `A dashboard is told everything at once, and its end ends the watch`() throws {
    house.engine.fingerprint = "FP"
    house.engine.findBridge(at: house.now)
    let controller = try house.open("Aki", on: 7)
    house.seat(controller, in: 1)
    _ = house.settle()
    house.openDashboard(on: 3)
    #expect(
      house.settle().filter { !$0.hasPrefix("wake") } == ["subscribe", "hurry", "keep", "link one all"])
    let texts = house.texts(3)
    #expect(texts[0].contains(#""host":"den""#) && texts[0].contains(#""fingerprint":"FP""#))
    #expect(texts[0].contains(#""droidpad":true"#) && texts[1].contains(#""name":"Aki""#))
    #expect(house.engine.isRestless && house.engine.needsWatch)
    house.engine.show(droidPad: nil, on: 3)
    house.engine.show(link: nil, check: nil, lasts: .zero, on: 3)
    house.engine.show(link: nil, check: nil, lasts: .zero, on: nil)
    #expect(house.types(3) == ["droidpad", "ticket"])
    #expect(house.hear([1], on: 3) == nil && house.engine.refusals == 1)
    _ = house.settle()
    house.engine.close(3, at: house.now)
    #expect(house.settle() == ["subscribe"])
    house.engine.close(3, at: house.now)
    #expect(house.settle() == [])
  }

  @Test mutating func `A host's ticket opens a dashboard once, and again after its end`() throws {
    let ticket = try house.issue(for: .host)
    let offer = "tpp.host.v1, ticket.\(ticket.text)"
    #expect(house.ask(house.request("/host", .get, offer), on: 3) == nil)
    #expect(house.settle() == ["keep"])
    #expect(house.engine.book.guests.first?.isHere == true)
    house.engine.close(3, at: house.now)
    #expect(house.engine.book.guests.first?.isHere == false, "a request that opened nothing")
    #expect(house.ask(house.request("/host", .get, offer), on: 4) == nil)
    house.engine.open(4, at: house.now, using: &house.random)
    #expect(house.engine.desk.hasDashboard(on: 4))
  }

  @Test mutating func `Another page for phones is reported once, and the codes lead there`() {
    house.engine.channels = Seating.ChannelPort(port: 443, fingerprint: "FP")
    house.openDashboard(on: 3)
    _ = house.settle()
    house.hear(SiteNotice(page: "https://pads.example/"))
    #expect(house.engine.page == "https://pads.example/")
    #expect(house.settle() == ["page", "link one all"])
    house.hear(SiteNotice(isSetupOpen: true, page: "https://pads.example/"))
    #expect(!house.settle().contains("page"), "the same page")
    house.hear(SiteNotice())
    #expect(house.engine.page == nil && house.settle().contains("page"))
    house.engine.receive(fromBridge: [1, 2, 3].span, at: house.now)
    #expect(house.settle() == [])
  }

  @Test func `The gateway's own setting of the page counts before the bridge's`() {
    var house = EngineHouse(page: "https://own.example/")
    house.hear(SiteNotice(page: "https://pads.example/"))
    #expect(house.engine.page == "https://own.example/" && house.settle() == [])
  }

  @Test mutating func `The bridge's frames go to the page, and its end makes all pages wait`() throws {
    house.engine.findBridge(at: house.now)
    let controller = try house.open("Aki", on: 7)
    house.seat(controller, in: 1)
    _ = house.settle()
    _ = house.texts(7)
    var datagram = LocalDatagram()
    GatewayHeader(transport: .webSocket, controller: controller, counter: 1, received: house.now).write(
      to: &datagram)
    datagram.append(contentsOf: [1, 2, 3].span)
    let bytes = datagram
    bytes.withBytes { house.engine.receive(fromBridge: $0, at: house.now) }
    #expect(house.engine.next(for: 7)?.bytes == [1, 2, 3])
    house.engine.loseBridge(at: house.now)
    #expect(house.types(7) == ["waiting"] && house.engine.isRestless)
    _ = house.settle()
    house.now = house.now + .seconds(1)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.settle() == [], "the bridge is away")
    house.engine.findBridge(at: house.now)
    #expect(house.settle().contains("ask"))
  }

  @Test mutating func `Statuses go to the dashboards, and answers to the one that has asked`() throws {
    house.openDashboard(on: 3)
    _ = house.settle()
    _ = house.texts(3)
    house.engine.noteWatch(isOpen: true)
    var datagram = LocalDatagram()
    StageStatus(mode: .lobby).write(to: &datagram)
    let stage = datagram
    stage.withBytes { house.engine.receive(onWatch: $0) }
    #expect(house.engine.reception.seating.stage?.mode == .lobby)
    let key = InlineArray<32, UInt8>(repeating: 7)
    for state in [PeerState.connected, nil] {
      datagram = LocalDatagram()
      PeerStatus(
        state: state, slot: PlayerSlot(index: 1), refusal: .none, code: nil, key: key, name: DeviceName("Ada")
      )
      .write(to: &datagram)
      let peer = datagram
      peer.withBytes { house.engine.receive(onWatch: $0) }
    }
    datagram = LocalDatagram()
    HostStatus(limit: 4, players: 0, hasKernelPads: false).write(to: &datagram)
    let host = datagram
    host.withBytes { house.engine.receive(onWatch: $0) }
    let waiting = house.messages(3)
    #expect(waiting.count == 3 && waiting.last?.bytes.count == host.count + stage.count + 4)
    house.hear(#"{"type":"layout","layout":"","slot":0,"number":40}"#, on: 3)
    #expect(house.types(3) == ["answer", "layout"])
    house.hear(#"{"type":"kick","slot":2,"number":41}"#, on: 3)
    datagram = LocalDatagram()
    LocalAnswer(number: 1, .nobody).write(to: &datagram)
    let answer = datagram
    answer.withBytes { house.engine.receive(onWatch: $0) }
    house.engine.receive(onWatch: [0xff, 0, 0].span)
    #expect(house.types(3) == ["answer"])
    _ = house.settle()
    house.engine.loseWatch(at: house.now)
    #expect(house.settle().contains("hurry"))
    #expect(house.types(3) == ["lost"] && house.engine.reception.seating.stage == nil)
  }

  @Test mutating func `A program's screen gets another ticket when one is used, and none after its end`()
    throws
  {
    house.engine.receive(TicketRequest(isRenewed: true), from: 4, at: house.now, using: &house.random)
    #expect(house.settle() == ["keep", "answer 4"])
    let ticket = try #require(house.engine.book.offers.first).ticket
    #expect(house.ask(house.request("/link", .get, "tpp.v1, ticket.\(ticket.text)"), on: 7) == nil)
    #expect(house.settle() == ["keep", "keep", "answer 4"])
    house.now = house.now + .seconds(540)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.settle() == ["keep", "answer 4"], "a minute before its end")
    house.engine.close(program: 4, at: house.now)
    #expect(house.settle() == ["keep"])
    house.engine.close(program: 4, at: house.now)
    house.now = house.now + .seconds(600)
    house.engine.advance(to: house.now, using: &house.random)
    #expect(house.settle() == [])
  }

  @Test mutating func `New files are offered to pages and dashboards`() throws {
    house.openDashboard(on: 3)
    _ = house.settle()
    _ = house.texts(3)
    let body = Array(ShelfHouse.layout("pad").utf8)
    let file = PageFiles.File(type: "", tag: "", body: body, compressed: nil)
    house.engine.adopt(PageFiles(["layouts/pad.json": file]))
    #expect(house.engine.reception.seating.host.offered == ["pad"])
    #expect(house.engine.reception.seating.host.layouts["pad"] != nil && house.types(3) == ["shelf"])
    #expect(house.answer(house.request("/j/")) == ("404", false), "the former files are gone")
  }

  @Test mutating func `A page whose ticket is over is closed before it has said anything`() throws {
    let ticket = try house.issue()
    #expect(house.ask(house.request("/link", .get, "tpp.v1, ticket.\(ticket.text)"), on: 7) == nil)
    house.engine.open(7, at: house.now, using: &house.random)
    _ = house.settle()
    house.engine.prune()
    #expect(house.settle() == [])
    house.engine.book.forget(try #require(house.engine.pages.controller(on: 7)))
    house.engine.prune()
    #expect(house.settle() == ["close 7"])
  }

  @Test mutating func `A binary message is neither an order nor a text`() throws {
    house.openDashboard(on: 3)
    let controller = try house.open("Aki", on: 7)
    _ = house.settle()
    _ = house.texts(3)
    let (order, goodbye) = (#"{"type":"layout","layout":"","slot":0,"number":40}"#, #"{"type":"bye"}"#)
    #expect(house.hear(Array(order.utf8), on: 3) == nil && house.types(3) == [])
    #expect(house.hear(Array(goodbye.utf8), on: 7) == nil && house.engine.refusals == 2)
    #expect(house.engine.pages.controller(on: 7) == controller)
    house.hear(order, on: 3)
    house.hear(goodbye, on: 7)
    #expect(house.types(3).contains("answer") && house.engine.pages.controller(on: 7) == nil)
  }

  @Test mutating func `A change of tickets ends the pages whose tickets are over`() throws {
    for connection: UInt32 in 7...9 {
      let ticket = try house.issue()
      let request = house.request("/link", .get, "tpp.v1, ticket.\(ticket.text)")
      #expect(house.ask(request, on: connection) == nil)
      house.engine.open(connection, at: house.now, using: &house.random)
    }
    let controllers = try (7...9).map { try #require(house.engine.pages.controller(on: $0)) }
    house.engine.close(9, at: house.now)
    house.engine.receive(TicketRequest(), from: 4, at: house.now, using: &house.random)
    #expect(house.settle().allSatisfy { !$0.hasPrefix("close") } && house.engine.pages.all.count == 3)
    for controller in [controllers[0], controllers[2]] { house.engine.book.forget(controller) }
    house.engine.receive(TicketRequest(), from: 4, at: house.now, using: &house.random)
    #expect(house.settle().filter { $0.hasPrefix("close") } == ["close 7"])
    #expect(Set(house.engine.pages.all.map(\.controller)) == Set(controllers.prefix(2)), "and who was away")
  }
}
