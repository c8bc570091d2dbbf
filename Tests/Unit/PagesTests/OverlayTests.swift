import Model
import Testing
import Wire

@testable import Pages

@Suite struct OverlayTests {
  var house = EngineHouse()

  /// Returns the request of an overlay that reaches this machine by the name `host`.
  func request(
    _ path: String = "/overlay", _ method: WebRequest.Method = .get, protocols: String = "tpp.overlay.v1",
    host: String = "127.0.0.1:28444", from address: Address = .loopback
  ) -> WebRequest {
    var request = house.request(path, method, protocols, from: address)
    (request.door, request.host, request.origin) = (.overlay, host, "http://\(host)")
    return request
  }

  mutating func open(on connection: UInt32) {
    #expect(house.ask(request(), on: connection, isHost: true) == nil)
    house.engine.open(connection, at: house.now, using: &house.random)
  }

  /// Receives a message of the bridge on the connection that watches it.
  mutating func hear(_ write: (inout LocalDatagram) -> Void) {
    var datagram = LocalDatagram()
    write(&datagram)
    let bytes = datagram
    bytes.withBytes { house.engine.receive(onWatch: $0) }
  }

  /// Receives a status of the bridge with `players`.
  mutating func hear(_ players: [PlayerStatus]) {
    hear { HostStatus(limit: 16, players: UInt8(players.count), hasKernelPads: true).write(to: &$0) }
    for player in players { hear { player.write(to: &$0) } }
  }

  static func player(_ slot: Int, isConnected: Bool = true) -> PlayerStatus {
    let peer = PeerID.network(Endpoint(address: Address(v4: 0xc0a8_0114), port: 40_000))
    var player = PlayerStatus(of: PlayerSlot(index: slot - 1), at: peer, by: .direct)
    (player.isConnected, player.token, player.battery) = (isConnected, 7, 80)
    player.report = PadReport(leftStick: Stick(x: -32_767, y: 5), rightTrigger: 255, battery: 80)
    player.report.buttons[.b] = true
    (player.rawTilt, player.tilt) = (.zero, Tilt(roll: Angle(radians: -0.5), pitch: Angle(radians: 1)))
    return player
  }

  @Test mutating func `An overlay gets the pads of those who are there, and not a byte more`() throws {
    open(on: 9)
    #expect(house.settle() == ["wake 9", "subscribe", "hurry"])
    #expect(house.texts(9) == [#"{"players":[]}"#])
    house.openDashboard(on: 8)
    let page = try house.open("Aki \u{202E}", on: 7)
    house.seat(page, in: 3)
    house.settle()
    hear([OverlayTests.player(3), OverlayTests.player(4, isConnected: false)])
    #expect(house.settle().contains("wake 9"))
    let roll = OverlayTests.player(3).tilt?.roll.radians ?? 0
    #expect(
      house.texts(9) == [
        #"{"players":[{"slot":3,"name":"Aki","colour":"","buttons":2,"sticks":[-32767,5,0,0],"#
          + #""triggers":[0,255],"roll":\#(roll)}]}"#
      ])
    #expect(!house.texts(8).isEmpty && house.texts(9).isEmpty)
  }

  @Test mutating func `A status that changes nothing to be seen is not sent`() {
    open(on: 9)
    hear([OverlayTests.player(1)])
    house.settle()
    #expect(house.texts(9).count == 1)
    var later = OverlayTests.player(1)
    (later.silence, later.battery, later.counts.received) = (.seconds(1), 3, 99)
    hear([later])
    #expect(house.settle() == [] && house.texts(9) == [])
    later.report = .neutral
    hear([later])
    later.report.leftTrigger = 9
    hear([later])
    #expect(house.settle().contains("wake 9"))
    #expect(house.texts(9).map { $0.contains(#""triggers":[9,0]"#) } == [true], "the newest alone")
  }

  @Test mutating func `Nobody is shown from half a status, nor while the bridge is away`() {
    open(on: 9)
    house.settle()
    _ = house.texts(9)
    hear { HostStatus(limit: 16, players: 2, hasKernelPads: true).write(to: &$0) }
    hear { OverlayTests.player(1).write(to: &$0) }
    #expect(house.texts(9) == [])
    hear { OverlayTests.player(2).write(to: &$0) }
    hear { OverlayTests.player(3).write(to: &$0) }
    #expect(house.texts(9).map { $0.contains(#""slot":2"#) && !$0.contains(#""slot":3"#) } == [true])
    house.engine.loseWatch(at: house.now)
    #expect(house.settle().contains("wake 9"))
    #expect(house.texts(9) == [#"{"players":[]}"#])
  }

  @Test mutating func `An overlay that comes after all others have gone sees nobody of their time`() {
    open(on: 9)
    hear([OverlayTests.player(1)])
    house.engine.close(9, at: house.now)
    hear([OverlayTests.player(1)])
    open(on: 10)
    #expect(house.texts(10) == [#"{"players":[]}"#])
  }

  @Test mutating func `A device has the name by which it is listed`() {
    open(on: 9)
    let key = InlineArray<32, UInt8>(repeating: 0xab)
    let name = DeviceName("Zapper")
    hear {
      PeerStatus(
        state: .connected, slot: PlayerSlot(index: 0), refusal: .none, code: nil, key: key, name: name
      ).write(to: &$0)
    }
    hear([OverlayTests.player(1), OverlayTests.player(2)])
    house.settle()
    let text = house.texts(9).joined()
    #expect(text.contains(#""slot":1,"name":"Zapper""#) && text.contains(#""slot":2,"name":"""#))
    #expect(!text.contains("abab"))
  }

  @Test mutating func `Only the overlay's own page of a local host's user may watch`() {
    #expect(house.ask(request(), on: 1) == "403", "another user")
    #expect(house.ask(request(from: Address(v4: 0xc0a8_0105)), on: 2, isHost: true) == "403")
    #expect(house.ask(request(protocols: "tpp.host.v1"), on: 3, isHost: true) == "403")
    #expect(house.ask(request("/host", protocols: "tpp.host.v1"), on: 4, isHost: true) == "404")
    #expect(house.ask(request(host: "den.local:28444"), on: 5, isHost: true) == "421")
    var foreign = request()
    foreign.origin = "http://evil.example"
    #expect(house.ask(foreign, on: 6, isHost: true) == "403")
    #expect(house.ask(house.request("/overlay", .get, "tpp.overlay.v1"), on: 7, isHost: true) == "403")
  }

  @Test mutating func `Nothing that depends on a ticket is behind the overlay's door`() throws {
    let ticket = try house.issue().text
    #expect(house.ask(request("/link", protocols: "tpp.v1, ticket.\(ticket)"), on: 1) == "404")
    #expect(house.ask(request(protocols: "tpp.v1, ticket.\(ticket)"), on: 2) == "403")
    for path in ["/", "/j/", "/tank", "/check", "/web/join.html", "/link/events/AAAAAAAAAAAAAAAAAAAAAA"] {
      #expect(house.answer(request(path)).status == "404", "\(path)")
    }
    for path in ["/overlay", "/link", "/link/open"] {
      #expect(house.answer(request(path, .post)).status == "403", "\(path)")
    }
  }

  @Test func `The door alone keeps other paths out, whatever their tickets open elsewhere`() throws {
    var (book, arrivals, random) = (TicketBook(), Arrivals(), SystemRandomNumberGenerator())
    let ticket = try #require(book.issue(at: house.now, using: &random)).text
    for (path, protocols) in [
      ("/link", "tpp.v1"), ("/host", "tpp.host.v1"), ("/crowd", "tpp.crowd.v1"), ("/", ""),
    ] {
      let verdict = arrivals.admit(
        request(path, protocols: "\(protocols), ticket.\(ticket)"), on: 1, isHost: { true }, book: &book,
        at: house.now, using: &random)
      guard case .refused(.notFound) = verdict else {
        Issue.record("\(path)")
        continue
      }
    }
  }

  @Test mutating func `An overlay that sends something is closed, and counted`() {
    open(on: 9)
    house.settle()
    house.hear(#"{"type":"pin","number":1}"#, on: 9)
    #expect(house.hear([1, 2, 3], on: 9) == nil)
    #expect(house.settle() == ["close 9", "close 9"] && house.engine.refusals == 2)
    house.engine.close(9, at: house.now)
    #expect(house.settle() == ["subscribe"] && !house.engine.needsWatch)
  }

  @Test mutating func `There are at most sixteen overlays, and a new one takes nobody's place`() {
    for connection in 1...UInt32(Viewers.limit) { open(on: connection) }
    #expect(house.ask(request(), on: 99, isHost: true) == "503")
    house.engine.close(3, at: house.now)
    open(on: 100)
  }

  @Test mutating func `Overlays need statuses, sixty a second`() {
    #expect(!house.engine.needsWatch && !house.engine.subscription.topics.contains(.status))
    open(on: 9)
    #expect(house.engine.needsWatch && house.engine.isRestless)
    let watch = house.engine.subscription
    #expect(watch.topics == [.status, .peers, .stage] && watch.period == Viewers.statusPeriod)
  }

  @Test(arguments: [
    ("127.0.0.1:28444", true), ("localhost:28444", true), ("LOCALHOST:28444", true), ("[::1]:28444", true),
    ("127.0.0.1:443", false), ("127.0.0.1", false), ("den.local:28444", false), ("den:28444", false),
    ("127.0.0.1.evil.example:28444", false), ("localhost.evil.example:28444", false),
    ("192.168.1.20:28444", false), ("evil.example:28444", false), ("", false),
  ])
  func `Only this machine's own loopback names lead to the overlay`(_ host: String, _ isAllowed: Bool) {
    let rules = HostRules(
      machine: "den", addresses: [Address(v4: 0xc0a8_0114)], port: 443, plainPort: 80, overlayPort: 28_444)
    #expect(rules.allows(host: host, through: .overlay) == isAllowed)
    #expect(rules.allows(origin: "http://\(host)", host: host, through: .overlay) == isAllowed)
    #expect(!rules.allows(origin: "https://\(host)", host: host, through: .overlay))
    let off = HostRules(machine: "den", addresses: [], port: 443)
    #expect(!off.allows(host: host, through: .overlay))
  }

  @Test mutating func `Nobody is shown of a bridge of another version`() {
    open(on: 9)
    hear([OverlayTests.player(1)])
    house.settle()
    #expect(house.texts(9).map { $0.contains(#""slot":1"#) } == [true])
    let packet: [UInt8] = [0xe9, Watch.currentVersion + 1]
    house.engine.receive(onWatch: packet.span)
    #expect(house.settle() == ["wake 9"])
    #expect(house.texts(9) == [#"{"players":[]}"#])
    hear { OverlayTests.player(1).write(to: &$0) }
    #expect(house.texts(9) == [], "the rest of the former status")
  }
}
