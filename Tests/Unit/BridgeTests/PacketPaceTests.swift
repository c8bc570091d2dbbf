import Engine
import Model
import TestHost
import Testing
import Wire

@testable import Bridge

/// The replies that the host sends in the same wake-up in which it receives a packet.
@Suite struct PacketPaceTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  /// Returns a pace after a second of packets that are `period` apart, and the time of the last packet.
  private func pace(of period: Interval) -> (PacketPace, Instant) {
    var pace = PacketPace(at: start)
    var now = start
    while now < start + .seconds(1) {
      now = now + period
      pace.note(now)
    }
    return (pace, now)
  }

  @Test(arguments: [4, 8, 16] as [Int64])
  func `A reply that is due before the next packet waits for that packet`(period: Int64) {
    let (pace, last) = pace(of: .milliseconds(period))
    let ripe = last + .milliseconds(1)
    let deadline = pace.deadline(ofReplyFrom: ripe, by: .direct)
    #expect(deadline > last + .milliseconds(period + 3), "a packet may be late")
    #expect(deadline <= last + .milliseconds(2 * period + 5), "a lost packet holds nothing up for long")
  }

  @Test func `A packet that has come since makes a waiting reply due at once`() {
    var (pace, last) = pace(of: .milliseconds(16))
    let ripe = last + .milliseconds(10)
    #expect(pace.deadline(ofReplyFrom: ripe, by: .direct) > ripe)
    pace.note(last + .milliseconds(16))
    #expect(pace.deadline(ofReplyFrom: ripe, by: .direct) == ripe)
  }

  @Test func `Packets that keep coming never let the deadline be reached`() {
    var (pace, last) = pace(of: .milliseconds(16))
    let ripe = last + .milliseconds(70)
    for _ in 0..<4 {
      let deadline = pace.deadline(ofReplyFrom: ripe, by: .direct)
      last = last + .milliseconds(16)
      #expect(deadline > last)
      pace.note(last)
    }
  }

  @Test func `A reply waits neither for slow packets nor before the pace is known nor without end`() {
    let (slow, last) = pace(of: .milliseconds(40))
    #expect(slow.deadline(ofReplyFrom: last + .milliseconds(1), by: .direct) == last + .milliseconds(1))
    var fresh = PacketPace(at: start)
    fresh.note(start + .milliseconds(4))
    #expect(fresh.deadline(ofReplyFrom: start + .milliseconds(5), by: .direct) == start + .milliseconds(5))
    let (page, end) = pace(of: .milliseconds(24))
    let ripe = end + .milliseconds(1)
    #expect(page.deadline(ofReplyFrom: ripe, by: .webSocket) == ripe + PacketPace.gatewayPatience)
    #expect(page.deadline(ofReplyFrom: .distantFuture, by: .webSocket) == .distantFuture)
  }

  @Test(arguments: [(0, true), (8, false)] as [(Int64, Bool)])
  func `A reply waits for packets that come 40 times a second, and for none that are slower`(
    more: Int64, waits: Bool
  ) {
    var pace = PacketPace(at: start)
    for _ in 0..<10 { pace.note(start) }
    // The mean is 26.307561 ms now, and with the next packet 25 ms, or 1 ns more.
    let last = start + Interval(nanoseconds: 15_847_073 + more)
    pace.note(last)
    let times: [(ripe: Int64, direct: Int64, page: Int64)] = [
      (0, 0, 0), (1, 51, 21), (5, 54, 25), (40, 54, 54), (60, 60, 60),
    ]
    for (ripe, direct, page) in times {
      let from = last + .milliseconds(ripe)
      let answers = [GatewayHeader.Transport.direct, .webSocket].map {
        pace.deadline(ofReplyFrom: from, by: $0)
      }
      let expected = (waits ? [direct, page] : [ripe, ripe]).map { last + .milliseconds($0) }
      #expect(answers == expected)
    }
  }

  @Test func `Acknowledgements come 20 times a second, and to pages with each picture of a screen`() {
    #expect(PacketPace.acknowledgementPeriod(by: .direct) == .milliseconds(50))
    #expect(PacketPace.acknowledgementPeriod(by: .webSocket) == .milliseconds(16))
  }

  @Test func `A controller that pauses gets its reply when it is due`() {
    let (pace, last) = pace(of: .milliseconds(8))
    let ripe = last + .milliseconds(500)
    #expect(pace.deadline(ofReplyFrom: ripe, by: .direct) == ripe)
  }

  @Test(arguments: [60, 125, 250] as [Int64])
  func `At the rates at which people play, nothing is due between two packets`(rate: Int64) {
    let period = Interval(nanoseconds: 1_000_000_000 / rate)
    var evening = HostHarness.plain()
    var (acknowledged, early) = (0, 0)
    for step in 0..<UInt16(3 * rate) {
      var frames = ControllerFrames()
      frames.state = ControllerState(
        sampleTime: UInt32(step) * UInt32(period.microseconds), buttons: [], nextEdge: 0)
      evening.sent = []
      evening.receive(frames.datagram(after: PlainHeader(sequence: step, token: 1)))
      let next = evening.now + period
      if step >= rate {
        acknowledged += evening.sent.count
        if evening.engine.nextDeadline < next { early += 1 }
      }
      evening.pass(period)
    }
    #expect(early == 0)
    #expect((28...41).contains(acknowledged), "about 20 a second in 2 s: \(acknowledged)")
  }
}
