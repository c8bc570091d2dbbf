import Bridge
import Engine
import Model
import Room
import TestHost
import Testing
import Wire

@Suite struct GatewayTests {
  /// A host with pages behind a gateway.
  struct Hall {
    var host: HostHarness
    var counter: UInt32 = 0

    init(limit: Int = 4, policy: AdmissionPolicy = .open, isClosed: Bool = true) {
      let settings = Bridge.Settings(roster: .init(limit: limit), admission: .init(policy: policy))
      host = HostHarness(settings: settings, isClosed: isClosed)
    }

    @discardableResult
    mutating func send(
      _ controller: UInt32, _ transport: GatewayHeader.Transport = .webSocket, connection: UInt32 = 0,
      _ buttons: Buttons = [], edges: EdgeLog? = nil
    ) -> Drop? {
      counter += 1
      host.now = host.now + .milliseconds(16)
      var frames = ControllerFrames()
      frames.state = ControllerState(
        sampleTime: counter &* 16_000, buttons: buttons, nextEdge: edges?.next ?? 0)
      frames.edges = edges
      var datagram = LocalDatagram()
      GatewayHeader(transport: transport, controller: controller, counter: counter, received: host.now)
        .write(to: &datagram)
      frames.write(to: &datagram)
      return host.receive(datagram, from: .local(connection))
    }

    /// Asks for a slot for `controller`, as the gateway does when its page has connected again: with the number of
    /// the page's last packet.
    mutating func ask(_ controller: UInt32) {
      var frames = ControllerFrames()
      frames.controlReceipt = 0
      var datagram = LocalDatagram()
      GatewayHeader(transport: .webSocket, controller: controller, counter: counter, received: host.now)
        .write(to: &datagram)
      frames.write(to: &datagram)
      host.receive(datagram, from: .local(0))
    }

    /// Makes the gateway report the end of its own connection, or only the end of `controller` if it is
    /// given.
    mutating func disconnect(_ controller: UInt32? = nil) {
      if let controller {
        host.receive(LocalPacket.gone(controller: controller).datagram, from: .local(0))
      } else {
        host.engine.apply(.hangUp(connection: 0), at: host.now)
        host.drain()
      }
    }

    /// Returns the notices to gateways since the last call.
    mutating func notices() -> [SeatNotice] {
      defer { host.notices = [] }
      return host.notices
    }
  }

  @Test func `A player stays the same when the transport changes from WebSocket to POST`() {
    var hall = Hall()
    hall.send(7, .webSocket)
    hall.send(7, .http)
    hall.send(7, .webRTC)
    #expect(hall.host.bridge.players.count == 1)
    #expect(hall.notices() == [SeatNotice(controller: 7, slot: PlayerSlot(index: 0), limit: 4)])
    #expect(
      hall.host.bridge.players.status(of: PlayerSlot(index: 0), at: hall.host.now)?.transport == .webRTC)
  }

  @Test func `Presses that have come are shown although their connection ends, once, and nothing stays down`()
  {
    var hall = Hall()
    hall.send(7)
    hall.host.pass(.seconds(1))
    var log = EdgeLog(first: 0)
    for button in [Button.a, .b, .x] {
      log.append(Edge(button, isPress: true))
      log.append(Edge(button, isPress: false))
    }
    log.append(Edge(.y, isPress: true))
    hall.send(7, .webSocket, connection: 0, Buttons(.y), edges: log)
    hall.disconnect()
    for step in 0..<100 {
      if step == 50 { hall.send(7, .http, connection: 1, edges: log) }
      hall.host.pass(.milliseconds(5))
    }
    let shown = hall.host.reports.map(\.report.buttons)
    let pressed = shown.indices.filter { $0 == 0 || shown[$0] != shown[$0 - 1] }.map { shown[$0] }
    #expect(pressed.filter { $0 != [] } == [.a, .b, .x, .y].map { Buttons($0) })
    #expect(pressed.last == [])
  }

  @Test func `Two gateways' controllers of the same number are two players`() {
    var hall = Hall()
    hall.send(7, .webSocket)
    hall.send(7, .other, connection: 1)
    #expect(hall.host.bridge.players.count == 2)
  }

  @Test func `A gateway hears who has a slot, who gets none, and who has lost it`() {
    var hall = Hall(limit: 1)
    hall.send(1)
    hall.send(2)
    #expect(
      hall.notices() == [
        SeatNotice(controller: 1, slot: PlayerSlot(index: 0), limit: 1),
        SeatNotice(controller: 2, slot: nil, refusal: .full, limit: 1),
      ])
    hall.host.bridge.kick(PlayerSlot(index: 0), at: hall.host.now)
    hall.host.drain()
    #expect(hall.notices() == [SeatNotice(controller: 1, slot: nil, refusal: .deniedByHost, limit: 1)])
    hall.send(2)
    #expect(hall.notices() == [SeatNotice(controller: 2, slot: PlayerSlot(index: 0), limit: 1)])
  }

  @Test func `Who comes back is told its slot again, and who stayed away too long that it is gone`() {
    var hall = Hall()
    hall.send(1)
    hall.disconnect(1)
    hall.send(1)
    let seat = SeatNotice(controller: 1, slot: PlayerSlot(index: 0), limit: 4)
    #expect(hall.notices() == [seat, seat])
    hall.host.pass(.seconds(66))
    #expect(hall.notices() == [SeatNotice(controller: 1, slot: nil, refusal: .timeout, limit: 4)])
  }

  @Test func `A locked host lets in no new pages, and keeps those that play`() {
    var hall = Hall(isClosed: false)
    hall.send(1)
    hall.host.bridge.admission.settings.policy = .locked
    hall.send(1)
    #expect(hall.send(2) == .notAllowed)
    #expect(hall.host.bridge.players.count == 1)
    #expect(hall.notices().last == SeatNotice(controller: 2, slot: nil, refusal: .locked, limit: 4))
  }

  @Test func `A host without its keys holds its policy all the same`() {
    var hall = Hall(policy: .locked)
    hall.send(1)
    #expect(hall.host.bridge.players.count == 0)
    #expect(hall.notices() == [SeatNotice(controller: 1, slot: nil, refusal: .locked, limit: 4)])
    #expect(
      hall.host.bridge.admission.settings.policy == .locked
        && hall.host.bridge.announcement(at: hall.host.now).state == .locked)
    hall.host.bridge.admission.settings.policy = .open
    hall.send(1)
    hall.host.bridge.admission.settings.policy = .locked
    hall.send(1)
    hall.send(2)
    #expect(hall.host.bridge.players.count == 1, "who plays goes on, and nobody new comes")
    hall.host.bridge.reload(Bridge.Settings(admission: .init(policy: .ask)))
    #expect(hall.host.bridge.admission.settings.policy == .ask)
  }

  @Test func `A page's packet that is dropped is counted for its player`() {
    var hall = Hall()
    hall.send(1)
    hall.send(2)
    hall.counter = 0
    #expect(hall.send(1) == .duplicate)
    let players = (0...1).map {
      hall.host.bridge.players.status(of: PlayerSlot(index: $0), at: hall.host.now)
    }
    #expect(players.map { $0?.drops[.duplicate] } == [1, 0])
  }

  @Test func `Each packet of a page at 60 Hz is acknowledged`() {
    var hall = Hall()
    for _ in 0..<60 { hall.send(1) }
    #expect(hall.host.sent.count == 60)
  }

  @Test
  func `A press that a page repeats over another connection counts once, unless the page has started anew`() {
    var hall = Hall()
    var press = EdgeLog(first: 0)
    press.append(Edge(.a, isPress: true))
    press.append(Edge(.a, isPress: false))
    let slot = PlayerSlot(index: 0)
    for (start, expected) in [(0, 2), (100, 2), (0, 4)] as [(UInt32, UInt64)] {
      hall.counter = start
      hall.send(1, edges: press)
      #expect(hall.host.bridge.players.status(of: slot, at: hall.host.now)?.counts.edges == expected)
      hall.disconnect(1)
    }
  }

  @Test func `A press that came last before the connection ended counts once when the gateway asks again`() {
    var hall = Hall()
    var press = EdgeLog(first: 0)
    press.append(Edge(.a, isPress: true))
    press.append(Edge(.a, isPress: false))
    hall.send(1, edges: press)
    for _ in 0..<2 {
      hall.disconnect(1)
      hall.ask(1)
    }
    hall.send(1, edges: press)
    #expect(hall.host.bridge.players.status(of: PlayerSlot(index: 0), at: hall.host.now)?.counts.edges == 2)
  }

  @Test(arguments: [(100, 2), (0, nil)] as [(UInt32, UInt16?)])
  func `The room hears which presses a page repeats over another connection`(start: UInt32, awaited: UInt16?)
  {
    var hall = Hall()
    hall.host.room.setMode(.buzzer, at: hall.host.now)
    hall.host.drain()
    var press = EdgeLog(first: 0)
    press.append(Edge(.a, isPress: true))
    press.append(Edge(.a, isPress: false))
    for _ in 0..<2 { hall.send(1, edges: press) }
    hall.disconnect(1)
    hall.counter = start
    hall.send(1, edges: press)
    #expect(hall.host.bridge.heard?.awaitedEdge == awaited)
  }
}
