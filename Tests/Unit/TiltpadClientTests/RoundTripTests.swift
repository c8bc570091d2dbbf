import Model
import Testing
import Wire

@testable import TiltpadClient

@Suite struct RoundTripTests {
  @Test func `Each packet is measured once, and with it those before it are over`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var trip = RoundTrip()
    for number: UInt32 in 1...3 { trip.depart(number, at: start) }
    func hear(_ number: UInt32, after delay: Interval) -> Interval? {
      let answer = Acknowledgement(newest: number, received: 0, nextEdge: 0, delay: 0, lastBuzz: 0)
      trip.apply(answer, at: start + delay)
      return trip.mean
    }
    #expect(hear(2, after: .milliseconds(8)) == .milliseconds(8))
    #expect(hear(2, after: .milliseconds(500)) == .milliseconds(8))
    #expect(hear(1, after: .milliseconds(500)) == .milliseconds(8))
    #expect(hear(3, after: .milliseconds(16)) == .milliseconds(9))
  }

  @Test func `The wait at the host is no part of it, and one too long for its field is not measured`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var trip = RoundTrip()
    var means: [Interval?] = []
    for (number, delay) in [(1, 100), (2, .max), (3, .max - 1)] as [(UInt32, UInt16)] {
      trip.depart(number, at: start)
      let answer = Acknowledgement(newest: number, received: 0, nextEdge: 0, delay: delay, lastBuzz: 0)
      trip.apply(answer, at: start + .milliseconds(8))
      means.append(trip.mean)
    }
    #expect(means == [.microseconds(4_800), .microseconds(4_800), .microseconds(4_200)])
  }

  @Test func `Packets under earlier keys are not measured, nor is the oldest of more than 512`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var trip = RoundTrip()
    func hear(_ number: UInt32, after delay: Interval) -> Interval? {
      trip.apply(
        Acknowledgement(newest: number, received: 0, nextEdge: 0, delay: 0, lastBuzz: 0), at: start + delay)
      return trip.mean
    }
    trip.depart(1, at: start)
    trip.forgetNumbers()
    #expect(hear(1, after: .milliseconds(8)) == nil)
    for number: UInt32 in 1...513 { trip.depart(number, at: start) }
    #expect(hear(1, after: .milliseconds(8)) == nil && hear(2, after: .milliseconds(8)) == .milliseconds(8))
    #expect(hear(513, after: .milliseconds(4)) == .microseconds(7_500), "a shorter way counts for an eighth")
    trip.depart(600, at: start + .seconds(1))
    let early = Acknowledgement(newest: 600, received: 0, nextEdge: 0, delay: 1_000, lastBuzz: 0)
    trip.apply(early, at: start + .seconds(1))
    #expect(trip.mean == Interval(nanoseconds: 6_562_500), "no way is shorter than none")
  }

  @Test(arguments: [(0, 10), (9, 10), (10, 10), (50, 50), (1_000, 1_000), (1_001, 1_000)])
  func `The pause that a host asks for is kept within 10 ms to 1 s`(asked: UInt16, kept: Int64) {
    let start = Instant(nanoseconds: 1_000_000_000)
    var pace = Pace()
    pace.apply(Welcome(limit: 4, session: 1, keepAlive: asked, time: 0))
    pace.depart(at: start)
    #expect(pace.due(isPlaying: true, copy: nil) == start + .milliseconds(kept))
  }

  @Test func `An empty mailbox hurries no packet`() {
    var mailbox = Mailbox()
    #expect(!mailbox.isUrgent)
    mailbox.send(.message, argument: 0, text: [1])
    #expect(mailbox.isUrgent)
  }
}
