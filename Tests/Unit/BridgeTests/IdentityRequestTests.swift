import Bridge
import Model
import Motion
import TestHost
import Testing
import Wire

@Suite struct IdentityWishTests {
  private static let wheel: UInt8 = 5
  private static let stick: UInt8 = 6

  /// Returns a host that accepts requests for its own choice, for a wheel and for a flight stick.
  private func evening() -> HostHarness {
    HostHarness.plain { $0.identities = [0, Self.wheel, Self.stick] }
  }

  private let first = PlayerSlot(index: 0)

  @Test func `A request in the first packet is known when the pad is made, and makes no second one`() {
    var evening = evening()
    evening.receive(Packet(0).asking(for: Self.wheel).datagram)
    #expect(evening.bridge.players.request(of: first) == Self.wheel)
    for sequence in 1...20 as ClosedRange<UInt16> {
      evening.pass(.milliseconds(100))
      evening.receive(Packet(sequence).asking(for: Self.wheel, id: sequence).datagram)
    }
    #expect(evening.attached.count == 1)
  }

  @Test func `A playing controller gets another pad once, however often it asks for it`() {
    var evening = evening()
    evening.play(from: 0, for: 15)
    evening.receive(Packet(15).asking(for: Self.wheel, id: 1).datagram)
    #expect(evening.attached.count == 2)
    evening.receive(Packet(16).asking(for: Self.wheel, id: 1).datagram)
    evening.receive(Packet(17).asking(for: Self.wheel, id: 2).datagram)
    evening.play(from: 18, for: 30)
    #expect(evening.attached.count == 2)
    #expect(evening.bridge.players.request(of: first) == Self.wheel)
  }

  @Test func `A player's pad changes once a second at most, to what is wished for then`() {
    var evening = evening()
    let start = evening.now
    evening.receive(Packet(0).datagram)
    var changes: [Int64] = []
    for sequence in 1...300 as ClosedRange<UInt16> {
      let before = evening.attached.count
      evening.pass(.milliseconds(10))
      let number = sequence.isMultiple(of: 2) ? Self.wheel : Self.stick
      evening.receive(Packet(sequence).asking(for: number, id: sequence).datagram)
      if evening.attached.count > before { changes.append((evening.now - start).nanoseconds / 1_000_000) }
    }
    #expect(evening.attached.count == 1 + changes.count && (2...3).contains(changes.count))
    // Each change is observed at the end of a step of 10 ms, so two changes may seem up to 10 ms closer.
    #expect(zip([0] + changes, changes).allSatisfy { $1 - $0 >= 990 })
  }

  @Test func `A request too soon after the last is followed when its second is over, without a packet`() {
    var evening = evening()
    evening.receive(Packet(0).datagram)
    evening.pass(.milliseconds(200))
    evening.receive(Packet(1).asking(for: Self.wheel).datagram)
    evening.pass(.milliseconds(799))
    #expect(evening.attached.count == 1)
    evening.pass(.milliseconds(1))
    #expect(evening.attached.count == 2)
  }

  @Test func `A request that is taken back in time changes nothing`() {
    var evening = evening()
    evening.receive(Packet(0).datagram)
    evening.pass(.milliseconds(200))
    evening.receive(Packet(1).asking(for: Self.wheel, id: 1).datagram)
    evening.receive(Packet(2).asking(for: 0, id: 2).datagram)
    evening.pass(.seconds(2))
    #expect(evening.attached.count == 1)
  }

  @Test(arguments: [8, 255] as [UInt8])
  func `A request that the host cannot follow leaves the former one, and has its receipt`(number: UInt8)
    throws
  {
    var evening = evening()
    evening.receive(Packet(0).asking(for: Self.wheel, id: 1).datagram)
    evening.play(from: 1, for: 15)
    evening.sent = []
    evening.receive(Packet(16).asking(for: number, id: 9).datagram)
    evening.pass(.seconds(1))
    #expect(evening.attached.count == 1 && evening.bridge.players.request(of: first) == Self.wheel)
    let answer = try #require(evening.sent.first).datagram
    let frames = answer.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size) }
    #expect(frames?.controlReceipt == 9)
  }

  @Test func `A late packet's request does not undo a newer one`() {
    var evening = evening()
    evening.receive(Packet(0).datagram)
    evening.receive(Packet(2).asking(for: Self.stick, id: 2).datagram)
    evening.receive(Packet(1).asking(for: Self.wheel, id: 1).datagram)
    #expect(evening.bridge.players.request(of: first) == Self.stick)
  }

  @Test func `The next player in the slot has no request`() {
    var evening = evening()
    evening.receive(Packet(0).asking(for: Self.wheel).datagram)
    var goodbye = Packet(1)
    goodbye.frames.control = ControlMessage(id: 2, code: ControlMessage.Code.bye.rawValue)
    evening.receive(goodbye.datagram)
    var other = Packet(0)
    other.token = 2
    evening.receive(other.datagram)
    #expect(evening.attached.count == 2 && evening.bridge.players.request(of: first) == 0)
  }

  @Test func `The new pad has what is held at once, and its axes rest a second like any other's`() {
    var evening = HostHarness.plain {
      $0.identities = [Self.wheel]
      $0.input.settling = .seconds(1)
    }
    evening.play(from: 0, for: 15, roll: 1, buttons: Buttons(.a))
    #expect(evening.shown().leftStick.x > 0 && evening.shown().buttons == Buttons(.a))
    let before = evening.reports.count
    evening.receive(
      Packet(15, roll: 1, buttons: Buttons(.a)).asking(for: Self.wheel).datagram)
    evening.play(from: 16, for: 5, roll: 1, buttons: Buttons(.a))
    #expect(evening.reports[before...].map(\.report) == [PadReport(buttons: Buttons(.a))])
    evening.play(from: 21, for: 6, roll: 1, buttons: Buttons(.a))
    #expect(evening.shown().leftStick.x > 0)
  }
}

extension Packet {
  /// Returns a packet with a request for identity `number`.
  func asking(for number: UInt8, id: UInt16 = 1) -> Packet {
    var packet = self
    packet.frames.control = ControlMessage(
      id: id, code: ControlMessage.Code.identity.rawValue, argument: number)
    return packet
  }
}

extension HostHarness {
  /// Receives `count` packets, numbered from `first`, one every 100 ms.
  fileprivate mutating func play(
    from first: UInt16, for count: UInt16, roll: Double = 0, buttons: Buttons = []
  ) {
    for sequence in first..<first + count {
      receive(Packet(sequence, roll: roll, buttons: buttons).datagram)
      pass(.milliseconds(100))
    }
  }
}
