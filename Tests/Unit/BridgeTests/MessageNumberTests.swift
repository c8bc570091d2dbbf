import Bridge
import Model
import TestHost
import Testing
import TiltpadClient
import Wire

/// The identity of messages when the session and its keys change.
@Suite struct MessageNumberTests {
  private let first = PlayerSlots(PlayerSlot(index: 0))

  /// Returns frames with the reliable message `id`, or with an unreliable message.
  private func frames(_ id: UInt16?, hasMessage: Bool = false) -> ControllerFrames {
    var frames = ControllerFrames()
    frames.state = ControllerState(sampleTime: 0, nextEdge: 0)
    frames.control = id.map {
      ControlMessage(id: $0, code: ControlMessage.Code.message.rawValue, argument: 3)
    }
    if hasMessage { frames.message = Message(channel: 4) }
    return frames
  }

  /// Makes `phone` send message `id`; returns the number of messages accepted so far.
  private func say(_ id: UInt16, _ phone: inout Phone, _ den: inout HostHarness) -> Int {
    den.deliver(phone.seal(frames(id), text: Array("hi".utf8), at: den.now), from: phone.endpoint)
    den.collect(&phone)
    return den.messages.count
  }

  @Test func `A message repeated, also across a change of keys, is taken once, and gets a receipt each time`()
  {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    #expect(say(1, &phone, &den) == 1 && say(1, &phone, &den) == 1 && phone.receipts == [1, 1])
    den.connect(&phone)
    #expect(say(1, &phone, &den) == 1 && phone.receipts == [1, 1, 1])
    #expect(say(2, &phone, &den) == 2)
    #expect(den.messages.allSatisfy { $0.channel == 3 && $0.bytes == Array("hi".utf8) && $0.isReliable })
  }

  @Test func `No packet counts as lost because the keys have changed`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    for _ in 1...3 {
      _ = say(1, &phone, &den)
      den.connect(&phone)
    }
    _ = say(1, &phone, &den)
    #expect(den.bridge.players.status(of: PlayerSlot(index: 0), at: den.now)?.counts.lost == 0)
  }

  @Test func `A message repeated after a silence that has cost the player the session's slot is taken once`()
  {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    #expect(say(1, &phone, &den) == 1)
    den.pass(.seconds(10))
    #expect(den.bridge.players.status(of: PlayerSlot(index: 0), at: den.now)?.isConnected == false)
    #expect(say(1, &phone, &den) == 1 && phone.receipts == [1, 1])
    #expect(say(2, &phone, &den) == 2)
  }

  @Test func `A controller that has started anew numbers its messages from the start again`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    #expect(say(1, &phone, &den) == 1)
    den.pass(.seconds(10))
    phone.restart()
    den.connect(&phone)
    #expect(say(1, &phone, &den) == 2)
  }

  @Test func `What the host has no receipt for goes on in a new session, behind the welcome`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    for number in 0..<5 as Range<UInt8> {
      #expect(
        den.bridge.players.send([number], on: number, to: first, reliably: true, at: den.now).taken == first)
    }
    den.sent = []
    phone.restart()
    phone.heard = []
    den.connect(&phone)
    den.pass(.milliseconds(500), with: &phone)
    #expect(phone.heard.map(\.code) == [64, 80, 80, 80, 80, 80])
    #expect(phone.heard.dropFirst().map(\.argument) == [0, 1, 2, 3, 4])
  }

  @Test func `A late packet's message is not taken, and a message of over 200 bytes is nobody's`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    let late = phone.seal(frames(1, hasMessage: true), text: [1], at: den.now)
    den.send(by: &phone)
    den.deliver(late, from: phone.endpoint)
    #expect(den.messages.isEmpty)
    den.deliver(
      phone.seal(frames(2), text: [UInt8](repeating: 1, count: 201), at: den.now), from: phone.endpoint)
    den.collect(&phone)
    #expect(den.messages.isEmpty && phone.receipts == [2])
    #expect(den.bridge.players.status(of: PlayerSlot(index: 0), at: den.now)?.counts.unread == 2)
    #expect(say(3, &phone, &den) == 1)
  }

  @Test func `Who leaves gets nothing more, and the next player in the slot nothing of it`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    _ = den.bridge.players.send([1], to: first, reliably: true, at: den.now)
    den.say(.bye, by: &phone)
    #expect(den.bridge.players.send([2], to: first, reliably: true, at: den.now).nobody == first)
    var other = den.knownPhone(at: 12)
    den.connect(&other)
    den.pass(.milliseconds(200), with: &other)
    #expect(other.heard(.message).isEmpty)
  }
}

/// Messages of controllers without an encrypted session of their own.
@Suite struct PlainMessageTests {
  private let first = PlayerSlots(PlayerSlot(index: 0))

  @Test func `A controller without encryption talks with the host both ways, each message once`() {
    var evening = HostHarness.plain()
    var stream = PacketStream(token: 7)
    var told: [[UInt8]] = []
    for number in 0..<10 as Range<UInt8> { stream.send([number]) }
    for step in 0..<100 {
      evening.receive(stream.packet(for: .init(sampleTime: 0), at: evening.now))
      if step < 10 {
        let bytes = [UInt8(step)]
        #expect(
          evening.bridge.players.send(bytes, to: first, reliably: step % 2 == 0, at: evening.now).taken
            == first)
      }
      evening.pass(.milliseconds(10))
      for datagram in evening.sent.map(\.datagram) where step % 3 > 0 {
        datagram.withBytes { stream.receive($0) }
      }
      evening.sent = []
      while let message = stream.nextMessage() { if message.isReliable { told.append(message.bytes) } }
    }
    #expect(evening.messages.map(\.bytes) == (0..<10 as Range<UInt8>).map { [$0] })
    #expect(told == [[0], [2], [4], [6], [8]])
    #expect(!stream.hasControl)
  }

  @Test func `A sender of bare TILT can say something, and is sent nothing`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0, nextEdge: nil).datagram)
    #expect(evening.bridge.players.send([1], to: first, reliably: true, at: evening.now).nobody == first)
    var packet = Packet(1, nextEdge: nil)
    packet.frames.message = Message(channel: 6)
    evening.receive(packet.datagram)
    #expect(evening.messages.map(\.channel) == [6])
  }

  /// Returns a gateway's packet number `counter` with message 1.
  private func gatewayPacket(_ counter: UInt32) -> Datagram<512> {
    var datagram = Datagram<512>()
    GatewayHeader(
      transport: .webSocket, controller: 9, counter: counter, received: Instant(nanoseconds: 1)
    ).write(to: &datagram)
    var frames = Packet(0).frames
    frames.control = ControlMessage(id: 1, code: ControlMessage.Code.message.rawValue)
    frames.write(to: &datagram, text: [5].span)
    return datagram
  }

  @Test func `Behind a gateway a repeated message is taken once, unless the controller has started anew`() {
    var evening = HostHarness.plain()
    let origin = HostHarness.Sender.local(3)
    evening.receive(gatewayPacket(10), from: origin)
    evening.bridge.disconnect(connection: 3, controller: nil, at: evening.now)
    evening.pass(.seconds(1))
    evening.receive(gatewayPacket(11), from: origin)
    #expect(evening.messages.map(\.bytes) == [[5]])
    evening.pass(.seconds(10))
    evening.receive(gatewayPacket(0), from: origin)
    #expect(evening.messages.map(\.bytes) == [[5], [5]])
  }
}
