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
