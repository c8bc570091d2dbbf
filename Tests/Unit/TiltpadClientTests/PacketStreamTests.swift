import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

@Suite struct PacketStreamTests {
  let start = Instant(nanoseconds: 5_000_000_000)

  func frames(of datagram: Datagram<512>) throws -> ControllerFrames {
    try datagram.withBytes { bytes in
      Result { () throws(Drop) in try ControllerFrames(parsing: bytes, from: PlainHeader.size) }
    }.get()
  }

  func answer(nextEdge: UInt16, receipt: UInt16? = nil, token: UInt32 = 1) -> Datagram<64> {
    var frames = HostFrames()
    frames.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: nextEdge, delay: 0)
    frames.controlReceipt = receipt
    var datagram = Datagram<64>()
    PlainHeader(sequence: 0, token: token).write(to: &datagram)
    frames.write(to: &datagram)
    return datagram
  }

  @Test func `What games want counts when it is the newest, or of a host that has started anew`() {
    var stream = PacketStream(token: 1)
    let numbers: [(sequence: UInt16, strong: UInt16)] = [
      (65_535, 1), (1, 2), (0, 3), (1, 4), (65_500, 5), (2, 6), (40_000, 7), (0, 8),
    ]
    var heard: [UInt16?] = []
    for number in numbers {
      var frames = HostFrames()
      frames.feedback = Feedback(strong: number.strong, weak: 0, duration: 40, red: 0, green: 0, blue: 0)
      frames.datagram(after: PlainHeader(sequence: number.sequence, token: 1)).withBytes {
        stream.receive($0)
      }
      heard.append(stream.feedback?.strong)
    }
    #expect(heard == [1, 2, 2, 2, 2, 6, 7, 8])
    #expect(stream.feedbackCount == 5)
  }

  @Test func `A packet has the fingers on the touchpad, and no such frame without fingers`() throws {
    var stream = PacketStream(token: 1)
    let contacts = Contacts(Contact(number: 3, x: 1, y: 2), Contact(number: 4, x: 5, y: 6))
    let sample = ControllerState(sampleTime: 0)
    #expect(try frames(of: stream.packet(for: sample, contacts: contacts, at: start)).contacts == contacts)
    #expect(try frames(of: stream.packet(for: sample, at: start)).contacts == nil)
  }

  @Test func `An edge is repeated with its age until it is acknowledged`() throws {
    var stream = PacketStream(token: 1)
    stream.note(.a, isPress: true, at: start)
    for step in 0..<5 as Range<Int64> {
      let edges = try frames(
        of: stream.packet(for: .init(sampleTime: 0), at: start + .milliseconds(10 * step))
      ).edges
      #expect(edges?.count == 1 && edges?[0] == Edge(.a, isPress: true, age: UInt16(100 * step)))
    }
    answer(nextEdge: 1).withBytes { stream.receive($0) }
    let after = try frames(of: stream.packet(for: .init(sampleTime: 0), at: start + .milliseconds(60)))
    #expect(after.edges == nil && after.state?.nextEdge == 1 && after.state?.buttons == Buttons(.a))
  }

  @Test func `Only a press or release that moves its button is one`() {
    var stream = FrameStream()
    let moves = [true, true, false, false].map { stream.note(.a, isPress: $0, at: start) }
    #expect(moves == [true, false, true, false])
  }

  @Test func `Copies of a fresh edge leave 4 and 12 ms later`() {
    var stream = PacketStream(token: 1)
    stream.note(.a, isPress: true, at: start)
    _ = stream.packet(for: .init(sampleTime: 0), at: start)
    #expect(stream.nextCopy == start + .milliseconds(4))
    _ = stream.packet(for: .init(sampleTime: 0), at: start + .milliseconds(4))
    #expect(stream.nextCopy == start + .milliseconds(12))
    _ = stream.packet(for: .init(sampleTime: 0), at: start + .milliseconds(12))
    #expect(stream.nextCopy == nil)
  }

  @Test func `With more edges than a packet holds, the state is the one after those it carries`() throws {
    var stream = PacketStream(token: 1)
    for step in 0..<21 { stream.note(.a, isPress: step.isMultiple(of: 2), at: start) }
    let packet = try frames(of: stream.packet(for: .init(sampleTime: 0), at: start))
    #expect(packet.edges?.count == 16 && packet.state?.nextEdge == 16 && packet.state?.buttons == [])
    #expect(stream.levels == Buttons(.a))
  }

  @Test func `An edge that nobody acknowledges is given up after a second`() throws {
    var stream = PacketStream(token: 1)
    stream.note(.a, isPress: true, at: start)
    let late = try frames(of: stream.packet(for: .init(sampleTime: 0), at: start + .milliseconds(1_001)))
    #expect(late.edges == nil && late.state?.nextEdge == 1 && late.state?.buttons == Buttons(.a))
  }

  @Test func `The last two tilts travel along, newest first`() throws {
    var stream = PacketStream(token: 1)
    for step in 0..<4 as Range<Int64> {
      let tilt = Tilt(roll: Angle(bam16: Int16(step)))
      let packet = try frames(
        of: stream.packet(for: .init(sampleTime: 0, tilt: tilt), at: start + .milliseconds(10 * step)))
      #expect(packet.history.count == min(Int(step), 2))
      if step >= 2 {
        #expect(packet.history[0] == HistorySample(age: 200, tilt: Tilt(roll: Angle(bam16: Int16(step - 1)))))
        #expect(packet.history[1].age == 400)
      }
    }
  }

  @Test
  func `A reliable message is repeated until its receipt, and another stream's answers count for nothing`()
    throws
  {
    var stream = PacketStream(token: 1)
    stream.send(.recentre)
    let first = try frames(of: stream.packet(for: .init(sampleTime: 0), at: start)).control
    answer(nextEdge: 0, receipt: first?.id, token: 2).withBytes { stream.receive($0) }
    #expect(stream.hasControl)
    answer(nextEdge: 0, receipt: first?.id).withBytes { stream.receive($0) }
    #expect(!stream.hasControl)
  }

  @Test func `Reliable messages go one after the other, and a goodbye goes before all`() throws {
    var stream = PacketStream(token: 1)
    func sent() throws -> ControlMessage? {
      try frames(of: stream.packet(for: .init(sampleTime: 0), at: start)).control
    }
    stream.send(.identity, argument: 5)
    stream.send(.recentre)
    let wish = try sent()
    #expect(wish?.code == ControlMessage.Code.identity.rawValue && wish?.argument == 5)
    answer(nextEdge: 0, receipt: wish?.id).withBytes { stream.receive($0) }
    answer(nextEdge: 0, receipt: wish?.id).withBytes { stream.receive($0) }
    #expect(try sent()?.code == ControlMessage.Code.recentre.rawValue)
    stream.send(.bye)
    #expect(try sent()?.code == ControlMessage.Code.bye.rawValue)
  }

  /// Returns the host's packet number `sequence`, with a reliable message `id` and an unreliable one if given.
  private func packet(_ sequence: UInt16, id: UInt16? = nil, _ payload: [UInt8]? = nil) -> Datagram<512> {
    var frames = HostFrames()
    frames.control = id.map { ControlMessage(id: $0, code: 80, argument: 4) }
    frames.message = payload.map { _ in Message(channel: 6) }
    frames.torque = Torque(torque: 1, angle: 0, range: 900, lifetime: 10, isActing: true)
    frames.feedback = Feedback(strong: sequence, weak: 0, duration: 40, red: 0, green: 0, blue: 0)
    let bytes = payload ?? []
    var datagram = Datagram<512>()
    PlainHeader(sequence: sequence, token: 1).write(to: &datagram)
    frames.write(to: &datagram, payload: bytes.span)
    return datagram
  }

  @Test func `Packets are numbered from the first on, beyond 65,535`() {
    var stream = PacketStream(token: 0x0102_0304, sequence: 65_534)
    let headers = (0..<4).map { number in
      let sample = ControllerState(sampleTime: 0)
      let packet =
        number % 2 == 0 ? stream.packet(for: sample, at: start) : stream.tiltPacket(for: sample, at: start)
      return packet.withBytes { try? PlainHeader(parsing: $0) }
    }
    #expect(headers.map { $0?.sequence } == [65_534, 65_535, 0, 1])
    #expect(headers.allSatisfy { $0?.token == 0x0102_0304 })
  }

  @Test(
    arguments: [(1_001, true), (1_000, false), (999, false), (900, false), (899, true)] as [(UInt16, Bool)])
  func `A packet counts as late up to 100 behind the newest, and further behind as a restarted host's`(
    sequence: UInt16, counts: Bool
  ) {
    var stream = PacketStream(token: 1)
    packet(1_000).withBytes { stream.receive($0) }
    #expect(stream.nextTorque() != nil && stream.nextTorque() == nil)
    packet(sequence).withBytes { stream.receive($0) }
    #expect((stream.nextTorque() != nil) == counts)
    #expect(stream.feedback?.strong == (counts ? sequence : 1_000))
    #expect(stream.feedbackCount == (counts ? 2 : 1))
  }

  @Test(arguments: [(1_001, 0), (999, 0), (899, 1)] as [(UInt16, Int)])
  func `The numbers of messages start over with the host, and not with a packet that is late`(
    sequence: UInt16, arrivals: Int
  ) {
    var stream = PacketStream(token: 1)
    packet(1_000, id: 5).withBytes { stream.receive($0) }
    #expect(stream.nextMessage() == ReceivedMessage(channel: 4, bytes: [], isReliable: true))
    packet(sequence, id: 1).withBytes { stream.receive($0) }
    #expect([stream.nextMessage(), stream.nextMessage()].compactMap { $0 }.count == arrivals)
  }

  @Test func `Of the messages that nobody reads the oldest 128 stay`() {
    var stream = PacketStream(token: 1)
    for number: UInt8 in 1...129 { packet(UInt16(number), [number]).withBytes { stream.receive($0) } }
    var read: [ReceivedMessage] = []
    while let message = stream.nextMessage() { read.append(message) }
    #expect(read == (1...128).map { ReceivedMessage(channel: 6, bytes: [$0], isReliable: false) })
  }

  @Test func `Each reliable message that is acknowledged can be read`() throws {
    var stream = PacketStream(token: 1)
    var (acknowledged, read) = (0, 0)
    for id: UInt16 in 1...200 {
      packet(id, id: id).withBytes { stream.receive($0) }
      let receipt = try frames(of: stream.packet(for: .init(sampleTime: 0), at: start)).controlReceipt
      if receipt == id { acknowledged += 1 }
    }
    while stream.nextMessage() != nil { read += 1 }
    #expect(acknowledged == 128 && read == 128)
  }

  @Test func `Of a message to the host's program the first 200 bytes are sent`() throws {
    var stream = PacketStream(token: 1)
    stream.send([UInt8](repeating: 7, count: 201), on: 3)
    let control = try frames(of: stream.packet(for: .init(sampleTime: 0), at: start)).control
    #expect((control?.text.count, control?.argument, control?.code) == (200, 3, 80))
  }

  @Test func `A link loses, doubles and delays the share that it was told`() {
    var faults = ImpairedLink.Faults()
    faults.loss = 0.2
    faults.burst = .milliseconds(100)
    faults.duplication = 0.1
    faults.delay = .milliseconds(5)
    var link = ImpairedLink(faults, seed: 3)
    var arrived = 0
    for step in 0..<200_000 as Range<Int64> {
      let now = start + .milliseconds(step)
      link.submit(Datagram<512>(), at: now)
      while link.receive(at: now) != nil { arrived += 1 }
    }
    #expect(abs(Double(arrived) / 200_000 - 0.8 * 1.1) < 0.03)
  }
}
