import Cryptography
import Model
import Testing
import Wire

@testable import Bridge

@Suite struct GatewayTests {
  /// A bridge with pages behind a gateway.
  struct Hall {
    var bridge: Bridge
    var now = Instant(nanoseconds: 1_000_000_000)
    var counter: UInt32 = 0

    init(limit: Int = 4, keys: KeyPair? = nil, policy: AdmissionPolicy = .open) {
      let settings = Bridge.Settings(roster: .init(limit: limit), admission: .init(policy: policy))
      bridge = Bridge(settings: settings, keys: keys)
    }

    @discardableResult
    mutating func send(
      _ controller: UInt32, _ transport: GatewayHeader.Transport = .webSocket, connection: UInt32 = 0,
      _ buttons: Buttons = [], edges: EdgeLog? = nil
    ) -> Bridge.Outcome {
      counter += 1
      now = now + .milliseconds(16)
      var frames = ControllerFrames()
      frames.state = ControllerState(
        sampleTime: counter &* 16_000, buttons: buttons, nextEdge: edges?.next ?? 0)
      frames.edges = edges
      var datagram = LocalDatagram()
      GatewayHeader(transport: transport, controller: controller, counter: counter, received: now)
        .write(to: &datagram)
      frames.write(to: &datagram)
      return datagram.withBytes { bridge.receive($0, from: .local(connection: connection), at: now) }
    }

    mutating func notices() -> [SeatNotice] {
      var notices: [SeatNotice] = []
      while let (_, notice) = bridge.notices.pop() { notices.append(notice) }
      return notices
    }
  }

  @Test func `A player stays the same when the transport changes from WebSocket to POST`() {
    var hall = Hall()
    hall.send(7, .webSocket)
    hall.send(7, .http)
    hall.send(7, .webRTC)
    #expect(hall.bridge.players.count == 1)
    #expect(hall.notices() == [SeatNotice(controller: 7, slot: PlayerSlot(index: 0), limit: 4)])
    #expect(hall.bridge.players.status(of: PlayerSlot(index: 0), at: hall.now)?.transport == .webRTC)
  }

  @Test func `Presses that have come are shown although their connection ends, once, and nothing stays down`()
  {
    var hall = Hall()
    hall.send(7)
    hall.now = hall.now + .seconds(1)
    var log = EdgeLog(first: 0)
    for button in [Button.a, .b, .x] {
      log.append(Edge(button, isPress: true))
      log.append(Edge(button, isPress: false))
    }
    log.append(Edge(.y, isPress: true))
    hall.send(7, .webSocket, connection: 0, Buttons(.y), edges: log)
    hall.bridge.disconnect(connection: 0, controller: nil, at: hall.now)
    var pressed: [Buttons] = []
    for step in 0..<100 {
      if step == 50 { hall.send(7, .http, connection: 1, edges: log) }
      hall.now = hall.now + .milliseconds(5)
      while let outcome = hall.bridge.advance(to: hall.now) {
        guard case .report(_, let report) = outcome, report.buttons != pressed.last ?? [] else { continue }
        pressed.append(report.buttons)
      }
    }
    #expect(pressed.filter { $0 != [] } == [Buttons(.b), Buttons(.x), Buttons(.y)], "A was shown at once")
    #expect(pressed.last == [])
  }

  @Test func `Two gateways' controllers of the same number are two players`() {
    var hall = Hall()
    hall.send(7, .webSocket)
    hall.send(7, .other, connection: 1)
    #expect(hall.bridge.players.count == 2)
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
    _ = hall.bridge.kick(PlayerSlot(index: 0), at: hall.now)
    #expect(hall.notices() == [SeatNotice(controller: 1, slot: nil, refusal: .deniedByHost, limit: 1)])
    hall.send(2)
    #expect(hall.notices() == [SeatNotice(controller: 2, slot: PlayerSlot(index: 0), limit: 1)])
  }

  @Test func `Who comes back is told its slot again, and who stayed away too long that it is gone`() {
    var hall = Hall()
    hall.send(1)
    hall.bridge.disconnect(connection: 0, controller: 1, at: hall.now)
    hall.send(1)
    let seat = SeatNotice(controller: 1, slot: PlayerSlot(index: 0), limit: 4)
    #expect(hall.notices() == [seat, seat])
    for _ in 0..<66 {
      hall.now = hall.now + .seconds(1)
      while hall.bridge.advance(to: hall.now) != nil {}
    }
    #expect(hall.notices() == [SeatNotice(controller: 1, slot: nil, refusal: .timeout, limit: 4)])
  }

  @Test func `A locked host lets in no new pages, and keeps those that play`() {
    var random = SystemRandomNumberGenerator()
    var hall = Hall(keys: KeyPair(from: &random))
    hall.send(1)
    hall.bridge.admission.settings.policy = .locked
    hall.send(1)
    guard case .dropped(.notAllowed) = hall.send(2) else {
      Issue.record("it came in")
      return
    }
    #expect(hall.bridge.players.count == 1)
    #expect(hall.notices().last == SeatNotice(controller: 2, slot: nil, refusal: .locked, limit: 4))
  }

  @Test func `A host without its keys holds its policy all the same`() {
    var hall = Hall(policy: .locked)
    hall.send(1)
    #expect(hall.bridge.players.count == 0)
    #expect(hall.notices() == [SeatNotice(controller: 1, slot: nil, refusal: .locked, limit: 4)])
    #expect(
      hall.bridge.admission.settings.policy == .locked
        && hall.bridge.announcement(at: hall.now).state == .locked)
    hall.bridge.admission.settings.policy = .open
    hall.send(1)
    hall.bridge.admission.settings.policy = .locked
    hall.send(1)
    hall.send(2)
    #expect(hall.bridge.players.count == 1, "who plays goes on, and nobody new comes")
    hall.bridge.reload(Bridge.Settings(admission: .init(policy: .ask)))
    #expect(hall.bridge.admission.settings.policy == .ask)
  }

  @Test func `Each packet of a page at 60 Hz is acknowledged`() {
    var hall = Hall()
    var acknowledged = 0
    for _ in 0..<60 {
      if case .send = hall.send(1) { acknowledged += 1 }
      while let outcome = hall.bridge.advance(to: hall.now) {
        if case .send = outcome { acknowledged += 1 }
      }
    }
    #expect(acknowledged == 60)
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
      #expect(hall.bridge.players.status(of: slot, at: hall.now)?.counts.edges == expected)
      hall.bridge.disconnect(connection: 0, controller: 1, at: hall.now)
    }
  }

  @Test(arguments: [(100, 2), (0, nil)] as [(UInt32, UInt16?)])
  func `The room hears which presses a page repeats over another connection`(start: UInt32, awaited: UInt16?)
  {
    var hall = Hall()
    hall.bridge.entry = (.buzzer, .presses)
    var press = EdgeLog(first: 0)
    press.append(Edge(.a, isPress: true))
    press.append(Edge(.a, isPress: false))
    hall.send(1, edges: press)
    hall.bridge.disconnect(connection: 0, controller: 1, at: hall.now)
    hall.counter = start
    hall.send(1, edges: press)
    #expect(hall.bridge.heard?.awaitedEdge == awaited)
  }
}
