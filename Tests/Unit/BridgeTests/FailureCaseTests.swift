import Bridge
import Model
import Motion
import TestHost
import Testing
import TiltpadClient
import Wire

/// The failure cases of docs/protocol.md, "What can go wrong", by their names.
@Suite struct FailureCaseTests {
  @Test func `1 wrap of the edge number with loss across the wrap`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, nextEdge: 65_534).datagram)
    evening.receive(
      Packet(2, nextEdge: 1).edges(
        from: 65_534, Edge(.a, isPress: true, age: 20), Edge(.a, isPress: false, age: 10),
        Edge(.b, isPress: true)
      ).with(buttons: [.init(.b)]).datagram)
    evening.pass(.milliseconds(100))
    #expect(ButtonHistory(of: .a, in: evening.reports).presses == 1)
    #expect(evening.shown().buttons == Buttons(.b))
  }

  @Test func `2 wrap of the sequence number, and a distance of exactly 32768`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(65_535, time: 0, roll: 0.1).datagram)
    evening.receive(Packet(0, time: 10_000, roll: 0.2).datagram)
    let right = evening.shown().leftStick.x
    #expect(evening.receive(Packet(32_768, time: 20_000, roll: -1).datagram) == .suspect)
    #expect(right > 0 && evening.shown().leftStick.x == right)
    evening.receive(Packet(1, time: 30_000, roll: 0.3).datagram)
    #expect(evening.shown().leftStick.x > right)
  }

  @Test func `3 wrap of the sample time at 2³² µs and a step back of the sender's clock`() {
    var evening = HostHarness.plain(
      profile: Profile(leftX: .roll, tilt: TiltResponse(fullLock: 1), filter: .movingAverage(count: 2)))
    evening.receive(Packet(0, time: .max - 4_999, roll: 0.2).datagram)
    evening.receive(Packet(1, time: 5_000, roll: 0.4).datagram)
    #expect(evening.shown().leftStick.x == Int16((0.3 * 32767).rounded()))
    evening.receive(Packet(2, time: .max - 5_000_000, roll: 0.8).datagram)
    #expect(abs(Int(evening.shown().leftStick.x) - 26_214) <= 1, "the filter starts at the new sample")
  }

  @Test func `4 restart of the sender without handshake: held buttons go up before anything new`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(40_000, buttons: Buttons(.a), nextEdge: 7).datagram)
    #expect(evening.shown().buttons == Buttons(.a))
    evening.pass(.milliseconds(50))
    evening.receive(Packet(0, time: 0, buttons: Buttons(.b), nextEdge: 0).datagram)
    #expect(evening.shown().buttons == Buttons(.a), "one packet alone is a suspect")
    let before = evening.reports.count
    evening.receive(Packet(1, time: 10_000, buttons: Buttons(.b), nextEdge: 0).datagram)
    evening.pass(.milliseconds(50))
    #expect(evening.reports[before...].allSatisfy { $0.report.buttons != [Buttons(.a), Buttons(.b)] })
    #expect(evening.shown().buttons == Buttons(.b))
  }

  @Test func `5 exact duplicate`() {
    var evening = HostHarness.plain()
    let packet = Packet(0, nextEdge: 1).edges(from: 0, Edge(.a, isPress: true)).with(buttons: Buttons(.a))
    evening.receive(packet.datagram)
    let count = evening.reports.count
    #expect(evening.receive(packet.datagram) == .duplicate)
    #expect(evening.reports.count == count)
    #expect(evening.bridge.drops[.duplicate] == 1)
  }

  @Test func `7 the newest packet replayed from another address does not move the endpoint`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, roll: 0.1).datagram, from: HostHarness.origin(5_000))
    let newest = Packet(1, roll: 0.2).datagram
    evening.receive(newest, from: HostHarness.origin(5_000))
    evening.receive(newest, from: HostHarness.origin(6_666))
    evening.receive(Packet(2, roll: 0.9).datagram, from: HostHarness.origin(6_666))
    #expect(evening.bridge.drops[.foreignEndpoint] == 2)
    evening.pass(.milliseconds(60))
    evening.receive(Packet(3, roll: 0.3).datagram, from: HostHarness.origin(5_000))
    evening.pass(.milliseconds(60))
    for peer in evening.sent.map(\.peer) {
      #expect(peer == .network(Endpoint(address: HostHarness.home, port: 5_000)))
    }
  }

  @Test func `8 burst of 200 packets after a stall of 2 s: one axis for the newest, all edges in order`() {
    var evening = HostHarness.plain()
    var stream = PacketStream(token: 1)
    var stalled: [Datagram<512>] = []
    var time = evening.now
    evening.receive(stream.packet(for: .init(sampleTime: 0, tilt: .zero), at: time))
    for step in 1...200 {
      time = time + .milliseconds(10)
      if step % 25 == 0 { stream.note(.a, isPress: step % 50 == 25, at: time) }
      let tilt = Tilt(roll: Angle(radians: Double(step) / 100))
      stalled.append(stream.packet(for: .init(sampleTime: 0, tilt: tilt), at: time))
    }
    evening.pass(.seconds(2))
    for datagram in stalled { evening.receive(datagram) }
    let newest = Int16((2.0 / .pi * 32767).rounded())
    #expect(evening.shown().leftStick.x == newest)
    evening.pass(.milliseconds(800))
    let history = ButtonHistory(of: .a, in: evening.reports)
    #expect(history.presses == 4 && history.releases == 4)
    #expect(history.shortest >= .milliseconds(20))
    let axes = evening.reports.map(\.report.leftStick.x).drop { $0 == 0 }
    #expect(zip(axes, axes.dropFirst()).allSatisfy { $0 <= $1 } || evening.shown().leftStick.x == 0)
  }

  @Test(arguments: [1, 10, 1023, 1024] as [UInt16])
  func `9 gap of many packets`(gap: UInt16) {
    var evening = HostHarness.plain()
    evening.receive(Packet(10, time: 0, roll: 0.1).datagram)
    evening.receive(Packet(11 + gap, time: 10_000, roll: 0.5).datagram)
    #expect(evening.shown().leftStick.x == Int16((0.5 / .pi * 32767).rounded()))
    #expect(evening.status().counts.lost == UInt64(gap))
  }

  @Test func `9 gap of 5000 packets is a restart, believed at the second packet`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(10, time: 0, roll: 0.1).datagram)
    evening.receive(Packet(5_011, time: 10_000, roll: 0.5).datagram)
    evening.receive(Packet(5_012, time: 20_000, roll: 0.6).datagram)
    #expect(evening.shown().leftStick.x == Int16((0.6 / .pi * 32767).rounded()))
  }

  @Test func `10 packet older than the window changes nothing`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(2_000, time: 0, roll: 0.5).datagram)
    let shown = evening.shown()
    evening.receive(Packet(2_000 - 961, time: 10_000, roll: -0.5).datagram)
    #expect(evening.shown() == shown)
    #expect(evening.bridge.drops[.suspect] + evening.bridge.drops[.tooOld] == 1)
  }

  @Test func `11 port change in the middle of a hold: nothing sticks, and play goes on from the new port`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, buttons: Buttons(.a), nextEdge: 1).datagram, from: HostHarness.origin(1))
    for sequence in 1...30 as ClosedRange<UInt16> {
      evening.pass(.milliseconds(50))
      evening.receive(
        Packet(sequence, buttons: Buttons(.a), nextEdge: 1).datagram, from: HostHarness.origin(2))
    }
    evening.pass(.milliseconds(20))
    #expect(evening.attached.count == 1, "it is the same player")
    #expect(evening.shown().buttons == Buttons(.a))
    let history = ButtonHistory(of: .a, in: evening.reports)
    #expect(history.presses == 2 && history.releases == 1, "let go after the silence, and held again")
  }

  @Test func `14 press and release inside one lost packet`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0).datagram)
    evening.pass(.milliseconds(20))
    evening.receive(
      Packet(2, nextEdge: 2).edges(
        from: 0, Edge(.x, isPress: true, age: 160), Edge(.x, isPress: false, age: 110)
      ).datagram)
    evening.pass(.milliseconds(50))
    let history = ButtonHistory(of: .x, in: evening.reports)
    #expect(history.presses == 1 && history.releases == 1)
    #expect(evening.status().counts.recovered == 2)
  }

  @Test func `15 release lost for ever is repaired by the level of the next state`() {
    var evening = HostHarness.plain()
    evening.receive(
      Packet(0, nextEdge: 1).edges(from: 0, Edge(.a, isPress: true)).with(buttons: Buttons(.a)).datagram)
    evening.pass(.milliseconds(30))
    evening.receive(Packet(1, nextEdge: 2).datagram)
    evening.pass(.milliseconds(30))
    #expect(evening.shown().buttons == [])
    #expect(evening.status().counts.skipped == 1)
  }

  @Test func `16 more than 16 edges unacknowledged: none is lost`() {
    var evening = HostHarness.plain()
    var stream = PacketStream(token: 1)
    evening.receive(stream.packet(for: .init(sampleTime: 0), at: evening.now))
    for step in 0..<40 {
      evening.pass(.milliseconds(4))
      stream.note(.a, isPress: step % 2 == 0, at: evening.now)
    }
    for _ in 0..<4 {
      evening.receive(stream.packet(for: .init(sampleTime: 0), at: evening.now))
      for datagram in evening.sent.map(\.datagram) { datagram.withBytes { stream.receive($0) } }
      evening.pass(.milliseconds(10))
    }
    evening.pass(.seconds(1))
    #expect(stream.unacknowledged == 0)
    #expect(ButtonHistory(of: .a, in: evening.reports).presses == 20)
  }

  @Test func `17 press arrives before any state`() {
    var evening = HostHarness.plain()
    var packet = Packet(0).edges(from: 0, Edge(.start, isPress: true))
    packet.frames.state = nil
    evening.receive(packet.datagram)
    #expect(evening.attached.count == 1)
    #expect(evening.shown().buttons == Buttons(.start))
  }

  @Test func `18 a state that arrives behind the goodbye brings nobody back`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0).datagram)
    var goodbye = Packet(2)
    goodbye.frames.control = ControlMessage(id: 1, code: ControlMessage.Code.bye.rawValue)
    evening.receive(goodbye.datagram)
    evening.receive(Packet(1, buttons: Buttons(.a)).datagram)
    evening.receive(goodbye.datagram)
    #expect(evening.attached.count == 1 && evening.detached.count == 1)
    #expect(evening.bridge.drops[.gone] == 2)
    #expect(evening.bridge.players.count == 0)
  }

  @Test func `20 the host sleeps for an hour: everything is let go and the slot is free again`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, roll: 1, buttons: Buttons(.a), nextEdge: 1).datagram)
    evening.pass(.milliseconds(5))
    evening.now = evening.now + .seconds(3_600)
    evening.pass(.zero)
    #expect(evening.shown() == .neutral)
    #expect(evening.detached.count == 1)
  }
}

extension Packet {
  func with(buttons: Buttons) -> Packet {
    var packet = self
    packet.frames.state?.buttons = buttons
    return packet
  }
}

extension HostHarness {
  func status(_ number: Int = 1) -> PlayerStatus {
    guard let status = bridge.players.status(of: PlayerSlot(index: number - 1), at: now) else {
      preconditionFailure("no player \(number)")
    }
    return status
  }
}
