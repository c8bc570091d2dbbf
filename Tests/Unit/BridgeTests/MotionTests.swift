import Bridge
import Model
import Motion
import TestHost
import Testing
import Wire

/// Motion samples on their way from packets to reports (docs/protocol.md, "Motion").
@Suite struct MotionTests {
  private let flat = MotionSample(
    acceleration: MotionVector(z: 4_096), rotation: MotionVector(x: 16, y: -32, z: 48))

  /// Returns the bridge's reports for the packets, each with motion, 10 ms apart.
  private func reports(_ packets: [Packet], in evening: inout HostHarness) -> [PadReport] {
    let before = evening.reports.count
    for packet in packets {
      evening.receive(packet.datagram)
      evening.pass(.milliseconds(10))
    }
    return evening.reports[before...].map(\.report)
  }

  @Test func `A new sample is in exactly one report, together with what else the packet changes`() {
    var evening = HostHarness.plain()
    let packets = (0..<5 as Range<UInt16>).map { number in
      Packet(number, roll: 0.1 * Double(number), buttons: number >= 3 ? Buttons(.a) : [], nextEdge: nil)
        .with(flat)
    }
    let reports = reports(packets, in: &evening)
    #expect(reports.count == 5)
    #expect(reports.allSatisfy { $0.motion?.acceleration == MotionVector(y: 8_192) })
    #expect(reports.allSatisfy { $0.motion?.rotation == MotionVector(x: 16, y: 48, z: 32) })
    #expect(reports[3].buttons == Buttons(.a) && reports[3].leftStick.x > reports[2].leftStick.x)
    #expect(times(reports) == (0..<5).map { times(reports)[0] + $0 * 10_000 })
  }

  @Test func `A controller without sensors has no motion, and equal packets make no reports`() {
    var evening = HostHarness.plain()
    let reports = reports((0..<5).map { Packet($0, roll: 1, nextEdge: nil) }, in: &evening)
    #expect(reports.count == 1)
    #expect(reports.allSatisfy { $0.motion == nil })
    evening.pass(.seconds(2))
    #expect(evening.shown().motion == nil)
  }

  @Test func `Samples without a state count too, at the time that they come`() {
    var evening = HostHarness.plain()
    var packets = (0..<3 as Range<UInt16>).map { Packet($0).with(flat) }
    for index in packets.indices { packets[index].frames.state = nil }
    let reports = reports(packets, in: &evening)
    #expect(times(reports) == (0..<3).map { times(reports)[0] + $0 * 10_000 })
  }

  @Test func `A late sample moves nothing`() {
    var evening = HostHarness.plain()
    let other = MotionSample(acceleration: MotionVector(x: 9), rotation: MotionVector(x: 9))
    _ = reports([Packet(0).with(flat), Packet(2).with(flat)], in: &evening)
    let shown = evening.shown()
    #expect(reports([Packet(1).with(other)], in: &evening) == [])
    #expect(evening.shown() == shown)
  }

  @Test func `Time goes on over the wrap of the sample time`() {
    var evening = HostHarness.plain()
    let packets = (0..<6 as Range<UInt16>).map {
      Packet($0, time: UInt32.max - 24_999 &+ UInt32($0) * 10_000).with(flat)
    }
    let reports = reports(packets, in: &evening)
    #expect(times(reports) == (0..<6).map { times(reports)[0] + $0 * 10_000 })
  }

  @Test(arguments: [UInt32(0), 4_000_000_000])
  func `Time goes on, and makes no leap, when the sender starts anew`(fresh: UInt32) {
    var evening = HostHarness.plain()
    let before = (0..<3 as Range<UInt16>).map { Packet($0 + 40_000, time: 2_000_000).with(flat) }
    let after = (0..<3 as Range<UInt16>).map {
      Packet($0, time: fresh + UInt32($0) * 10_000).with(flat)
    }
    let all = times(reports(before + after, in: &evening))
    #expect(zip(all.dropFirst(), all).allSatisfy { (1...20_001).contains($0 - $1) })
  }

  @Test func `Silence stops the rotation when the buttons go up, and keeps the acceleration`() {
    var evening = HostHarness.plain()
    _ = reports([Packet(0, buttons: Buttons(.a), nextEdge: nil).with(flat)], in: &evening)
    evening.pass(.milliseconds(880))
    #expect(evening.shown().motion?.rotation != .zero)
    evening.pass(.milliseconds(10))
    let shown = evening.shown()
    #expect(shown.buttons == [])
    #expect(shown.motion?.rotation == .zero)
    #expect(shown.motion?.acceleration == MotionVector(y: 8_192))
    evening.pass(.seconds(3))
    #expect(evening.shown().motion == shown.motion)
    #expect(reports([Packet(1).with(flat)], in: &evening).last?.motion?.rotation.x == 16)
  }

  @Test func `A controller that was put aside does not turn, whatever it measures`() {
    var evening = HostHarness.plain()
    var aside = Packet(1).with(flat)
    aside.frames.state?.isNeutral = true
    _ = reports([Packet(0).with(flat), aside], in: &evening)
    #expect(evening.shown().motion?.rotation == .zero)
    #expect(evening.shown().motion?.acceleration == MotionVector(y: 8_192))
    let rested = evening.shown()
    aside.sequence = 2
    #expect(reports([aside], in: &evening) == [])
    #expect(evening.shown() == rested)
    #expect(reports([Packet(3).with(flat)], in: &evening).count == 1)
  }

  private func times(_ reports: [PadReport]) -> [Int64] { reports.compactMap { $0.motion?.time } }
}

extension Packet {
  fileprivate func with(_ motion: MotionSample) -> Packet {
    var packet = self
    packet.frames.motion = motion
    return packet
  }
}
