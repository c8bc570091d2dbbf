import Model
import Testing
import TiltpadClient
import Wire

@testable import Handset

@Suite struct ReplayTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)

  /// Returns a trace in which the controllers in `slots` send in turn, one packet every 10 ms.
  private static func trace(_ slots: [Int], goodbyeAt: Set<Int> = []) throws -> Trace {
    var text = Trace.header + "\n"
    for (index, slot) in slots.enumerated() {
      var frames = ControllerFrames()
      frames.state = ControllerState(sampleTime: UInt32(index), tilt: .zero, nextEdge: 0)
      if goodbyeAt.contains(index) { frames.control = ControlMessage(id: 1, code: 66) }
      var datagram = Datagram<512>()
      frames.write(to: &datagram)
      text += datagram.withBytes {
        Trace.Entry.line(at: .milliseconds(Int64(index) * 10), slot: PlayerSlot(index: slot), frames: $0)
      }
    }
    return try Trace(parsing: Array(text.utf8))
  }

  /// Returns all sent packets with their times.
  private static func sent(_ replay: inout Replay) -> [(at: Instant, header: PlainHeader)] {
    var sent: [(at: Instant, header: PlainHeader)] = []
    while !replay.isFinished {
      let now = replay.nextDue
      while let packet = replay.packet(at: now) {
        guard let header = packet.withBytes({ try? PlainHeader(parsing: $0) }) else { continue }
        sent.append((now, header))
      }
    }
    return sent
  }

  @Test(arguments: [0.5, 1, 4]) func `Packets leave at their times, divided by the speed`(speed: Double)
    throws
  {
    var replay = Replay(try Self.trace([0, 0, 0]), at: Self.start, speed: speed, token: 9)
    let sent = Self.sent(&replay)
    #expect(sent.map { ($0.at - Self.start).seconds } == [0, 0.01 / speed, 0.02 / speed])
  }

  @Test func `Each player is a controller of its own with sequence numbers from zero`() throws {
    var replay = Replay(try Self.trace([0, 3, 0, 3, 3]), at: Self.start, speed: 1, token: .max)
    let sent = Self.sent(&replay)
    #expect(sent.map(\.header.token) == [.max, 0, .max, 0, 0])
    #expect(sent.map(\.header.sequence) == [0, 0, 1, 1, 2])
    #expect(replay.farewells(at: Self.start).count == 2)
  }

  @Test func `It is settled once the host has answered each controller that asks`() throws {
    var replay = Replay(try Self.trace([0, 1]), at: Self.start, speed: 1, token: 4)
    _ = Self.sent(&replay)
    for token in [4, 5] as [UInt32] {
      #expect(!replay.isSettled)
      var frames = HostFrames()
      frames.acknowledgement = Acknowledgement(newest: 0, received: 1, nextEdge: 0, delay: 0)
      var datagram = Datagram<64>()
      PlainHeader(sequence: 0, token: token).write(to: &datagram)
      frames.write(to: &datagram)
      datagram.withBytes { replay.receive($0, at: Self.start) }
    }
    #expect(replay.isSettled)
  }

  @Test func `After a goodbye a slot is another controller's, and who has left says no second goodbye`()
    throws
  {
    var replay = Replay(try Self.trace([0, 0, 0, 1], goodbyeAt: [1, 3]), at: Self.start, speed: 1, token: 0)
    #expect(Self.sent(&replay).map(\.header.token) == [0, 0, 1, 2])
    #expect(replay.farewells(at: Self.start).count == 1)
  }

  @Test func `The frames are those of the trace, byte by byte`() throws {
    let trace = try Self.trace([0, 1])
    var replay = Replay(trace, at: Self.start, speed: 1, token: 1)
    for entry in trace.entries {
      let packet = replay.packet(at: replay.nextDue)
      let frames = packet.map { packet in (PlainHeader.size..<packet.count).map { packet[$0] } }
      #expect(frames == entry.frames)
    }
  }
}
