import Bridge
import Model
import TestHost
import Testing
import Wire

@Suite struct FeedbackTests {
  private let first = PlayerSlot(index: 0)
  private let strong = PadFeedback(strong: 0xc000, weak: 0x4000)
  private let blue = PadFeedback(light: .init(blue: 255))

  /// Returns the feedback sent to controllers since `start`, with the times in ms since then.
  private func told(_ evening: HostHarness, since start: Instant) -> [(at: Int64, frame: Feedback)] {
    evening.told.filter { $0.at >= start }.map { (($0.at - start).microseconds / 1_000, $0.frame) }
  }

  /// Returns a host with a controller that numbers its edges and has just sent a packet.
  private func playing() -> HostHarness {
    var evening = HostHarness.plain()
    evening.receive(Packet(0).datagram)
    return evening
  }

  /// Lets `evening` continue for `milliseconds`, with a packet every 50 ms.
  private func play(_ evening: inout HostHarness, for milliseconds: Int64, from sequence: UInt16) {
    for step in 0..<UInt16(milliseconds / 50) {
      evening.receive(Packet(sequence + step).datagram)
      evening.pass(.milliseconds(50))
    }
  }

  @Test func `What games want is said at once, and again every 200 ms while a motor moves`() {
    var evening = playing()
    let start = evening.now
    evening.want(strong)
    evening.pass(.milliseconds(1_000))
    let told = told(evening, since: start)
    #expect(told.map(\.at) == [0, 200, 400, 600, 800, 1_000])
    let frame = Feedback(strong: 0xc000, weak: 0x4000, duration: 40, red: 0, green: 0, blue: 0)
    #expect(told.allSatisfy { $0.frame == frame })
  }

  @Test func `A stop is said at once, four times more, and then no more`() {
    var evening = playing()
    evening.want(strong)
    evening.pass(.milliseconds(300))
    let start = evening.now
    evening.want(.rest)
    evening.pass(.seconds(4))
    let told = told(evening, since: start)
    #expect(told.map(\.at) == [0, 50, 150, 350, 750])
    #expect(told.allSatisfy { $0.frame.strong == 0 && $0.frame.weak == 0 })
  }

  @Test func `Motors that another program runs stop after five seconds, beside those of games`() throws {
    var evening = playing()
    let start = evening.now
    evening.lend(PadFeedback(strong: 0x1000, weak: 0xffff))
    evening.want(strong)
    play(&evening, for: 3_000, from: 1)
    #expect(told(evening, since: start).last?.frame.strong == 0xc000)
    #expect(told(evening, since: start).last?.frame.weak == 0xffff)
    evening.want(blue)
    play(&evening, for: 1_900, from: 61)
    let lent = try #require(told(evening, since: start).last?.frame)
    #expect((lent.strong, lent.weak, lent.blue) == (0x1000, 0xffff, 255))
    play(&evening, for: 500, from: 99)
    let stop = try #require(told(evening, since: start).first { $0.frame.weak == 0 })
    #expect(stop.at == 5_000 && (stop.frame.strong, stop.frame.blue) == (0, 255))
    evening.lend(strong)
    evening.lend(.rest)
    play(&evening, for: 100, from: 109)
    #expect(told(evening, since: start).last?.frame.strong == 0, "who asked may stop earlier")
  }

  @Test func `The end of a loan is said 33 ms after another change at the earliest`() {
    var evening = playing()
    let start = evening.now
    evening.lend(PadFeedback(strong: 0, weak: 0xffff))
    play(&evening, for: 4_950, from: 1)
    evening.pass(.milliseconds(40))
    evening.want(strong)
    evening.pass(.milliseconds(99))
    let late = told(evening, since: start).filter { $0.at >= 4_980 }
    #expect(late.prefix(2).map { "\($0.at) \($0.frame.weak)" } == ["4990 65535", "5023 16384"])
  }

  @Test func `A second stop is repeated like the first`() {
    var evening = playing()
    for round in 0..<2 as Range<UInt16> {
      evening.want(strong)
      evening.pass(.milliseconds(300))
      let start = evening.now
      evening.want(.rest)
      play(&evening, for: 4_000, from: 1 + 80 * round)
      #expect(told(evening, since: start).map(\.at) == [0, 50, 150, 350, 750])
    }
  }

  @Test func `However often games change their mind, it is said 30 times a second, the last one always`() {
    var evening = playing()
    let start = evening.now
    for step in 1...1_000 as ClosedRange<UInt16> {
      evening.want(PadFeedback(strong: step))
      evening.pass(.milliseconds(1))
    }
    evening.pass(.milliseconds(100))
    let told = told(evening, since: start)
    #expect((29...31).contains(told.count))
    #expect(zip(told, told.dropFirst()).allSatisfy { $1.at - $0.at >= 33 })
    #expect(told.last?.frame.strong == 1_000)
  }

  @Test func `A change and back within the least time is not missed, nor is the last state`() {
    var evening = playing()
    evening.want(strong)
    evening.pass(.milliseconds(5))
    evening.want(.rest)
    evening.want(strong)
    evening.want(.rest)
    let start = evening.now
    evening.pass(.milliseconds(40))
    #expect(told(evening, since: start).map(\.frame.strong) == [0])
  }

  @Test func `Light alone is said too, a few times, and stays`() {
    var evening = playing()
    let start = evening.now
    evening.want(blue)
    evening.pass(.seconds(4))
    let told = told(evening, since: start)
    #expect(told.map(\.at) == [0, 50, 150, 350, 750])
    #expect(told.allSatisfy { $0.frame.blue == 255 && $0.frame.strong == 0 })
  }

  @Test func `It goes with an acknowledgement that is due at the same time`() throws {
    var evening = playing()
    evening.pass(.milliseconds(100))
    evening.bridge.players.setFeedback(strong, of: first, at: evening.now)
    let before = evening.sent.count
    evening.receive(
      Packet(1, buttons: Buttons(.a), nextEdge: 1).edges(from: 0, Edge(.a, isPress: true)).datagram)
    #expect(evening.sent.count == before + 1)
    let frames = try #require(last(of: evening, from: PlainHeader.size))
    #expect(frames.acknowledgement?.nextEdge == 1 && frames.feedback?.strong == 0xc000)
  }

  @Test func `Feedback alone is numbered like every answer`() {
    var evening = playing()
    evening.want(strong)
    evening.pass(.milliseconds(500))
    let numbers = evening.sent.compactMap { sent in
      sent.datagram.withBytes { try? PlainHeader(parsing: $0).sequence }
    }
    #expect(numbers == Array(0..<UInt16(numbers.count)))
  }

  @Test func `A sender of bare TILT is told nothing until it sends a message`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, nextEdge: nil).datagram)
    evening.want(strong)
    evening.pass(.seconds(1))
    #expect(evening.sent.isEmpty)
    var packet = Packet(1, nextEdge: nil)
    packet.frames.control = ControlMessage(id: 1, code: ControlMessage.Code.recentre.rawValue)
    evening.receive(packet.datagram)
    #expect(evening.told.last?.frame.strong == 0xc000)
  }

  @Test func `A controller that is away is told nothing, and on its return what is still wanted`() {
    var evening = playing()
    evening.want(strong)
    evening.pass(.milliseconds(5_000))
    let left = evening.now
    evening.pass(.seconds(10))
    #expect(told(evening, since: left + .milliseconds(1)).isEmpty)
    evening.want(PadFeedback(strong: 7))
    evening.receive(Packet(1).datagram)
    #expect(evening.told.last?.frame.strong == 7)
    #expect(evening.told.last?.at == evening.now)
  }

  @Test func `A controller that was told to move and is wanted at rest on its return is told so`() {
    var evening = playing()
    evening.want(blue)
    evening.pass(.seconds(6))
    evening.want(.rest)
    evening.receive(Packet(1).datagram)
    #expect(evening.told.last?.frame.blue == 0)
    #expect(evening.told.last?.at == evening.now)
  }

  @Test func `A controller at rest that returns is told nothing`() {
    var evening = playing()
    evening.pass(.seconds(10))
    evening.receive(Packet(1).datagram)
    evening.pass(.seconds(1))
    #expect(evening.told.isEmpty)
  }

  @Test func `A sender that starts anew is told again`() {
    var evening = playing()
    evening.want(strong)
    evening.pass(.milliseconds(50))
    let before = evening.told.count
    evening.receive(Packet(30_000).datagram)
    evening.receive(Packet(30_001).datagram)
    #expect(evening.told.count == before + 1)
  }

  @Test func `Who leaves is told nothing more, and who comes next begins at rest`() {
    var evening = playing()
    evening.want(strong)
    var goodbye = Packet(1)
    goodbye.frames.control = ControlMessage(id: 1, code: ControlMessage.Code.bye.rawValue)
    evening.receive(goodbye.datagram)
    let left = evening.told.count
    evening.want(strong)
    evening.pass(.seconds(2))
    #expect(evening.told.count == left)
    evening.receive(Packet(0).datagram)
    evening.pass(.seconds(2))
    #expect(evening.told.count == left)
  }

  @Test func `A controller behind a gateway is told through it, until the gateway is gone`() throws {
    var evening = HostHarness.plain()
    let origin = HostHarness.Sender.local(3)
    evening.receive(gatewayPacket(1), from: origin)
    evening.want(strong)
    let sent = try #require(evening.sent.last)
    let frames = try #require(last(of: evening, from: GatewayHeader.size))
    #expect(frames.feedback?.strong == 0xc000)
    #expect(sent.peer == .gateway(connection: 3, controller: 9))
    evening.bridge.disconnect(connection: 3, controller: nil, at: evening.now)
    let count = evening.sent.count
    evening.pass(.seconds(2))
    #expect(evening.sent.count == count)
    evening.receive(gatewayPacket(2), from: origin)
    #expect(evening.sent.count == count + 1)
  }

  /// Returns the frames of the last packet sent, after a header of `start` bytes.
  private func last(of evening: HostHarness, from start: Int) -> HostFrames? {
    evening.sent.last?.datagram.withBytes { try? HostFrames(parsing: $0, from: start) }
  }

  @Test(arguments: [(GatewayHeader.Transport.freePIE, true), (.webSocket, false)])
  func `Somebody else's controller is told that it was centred, a page is not`(
    _ transport: GatewayHeader.Transport, _ isTold: Bool
  ) {
    var evening = HostHarness.plain()
    evening.receive(gatewayPacket(1, transport), from: .local(3))
    evening.bridge.players.recentre(PlayerSlot(index: 0), at: evening.now)
    var messages: [ControlMessage] = []
    // Each message follows the receipt of the previous one; the first contains the mode.
    for number: UInt32 in 2...4 {
      evening.pass(.milliseconds(60))
      messages = evening.sent.compactMap { sent in
        sent.datagram.withBytes { try? HostFrames(parsing: $0, from: GatewayHeader.size) }?.control
      }
      evening.receive(gatewayPacket(number, transport, messages.last?.id), from: .local(3))
    }
    #expect(messages.contains { $0.code == ControlMessage.Code.recentre.rawValue } == isTold)
  }

  private func gatewayPacket(
    _ counter: UInt32, _ transport: GatewayHeader.Transport = .webSocket, _ receipt: UInt16? = nil
  ) -> Datagram<512> {
    var datagram = Datagram<512>()
    GatewayHeader(
      transport: transport, controller: 9, counter: counter, received: Instant(nanoseconds: 1)
    ).write(to: &datagram)
    var packet = Packet(0)
    packet.frames.controlReceipt = receipt
    packet.frames.write(to: &datagram)
    return datagram
  }

  @Test func `A lost stop ends by itself, and one of the repetitions comes before that`() {
    var evening = playing()
    evening.want(strong)
    evening.pass(.milliseconds(190))
    evening.want(.rest)
    let stopped = evening.now
    evening.pass(.seconds(1))
    let last = evening.told.filter { $0.frame.strong > 0 }.last
    let end = (last?.at ?? stopped) + .milliseconds(10 * Int64(last?.frame.duration ?? 0))
    #expect(end - stopped <= .milliseconds(400))
    #expect(evening.told.filter { $0.frame.strong == 0 && $0.at < end }.count >= 2)
  }

  @Test func `Loss of any one frame is mended by the next within 200 ms`() {
    var evening = playing()
    evening.want(strong)
    play(&evening, for: 1_000, from: 1)
    let told = evening.told
    #expect(zip(told, told.dropFirst()).allSatisfy { $1.at - $0.at <= .milliseconds(200) })
  }
}
