import Model
import Testing
import Wire

@testable import TiltpadClient

/// The times at which packets leave.
@Suite struct PaceTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  private static func after(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  @Test func `A query is repeated after 250, 500, 1,000 and then each 2,000 ms, for 10 s`() {
    var probe = HostProbe(nonce: 1, at: Self.start)
    var times: [Int64] = []
    for time in 0..<12_000 as Range<Int64> where probe.datagram(at: Self.after(time)) != nil {
      times.append(time)
    }
    #expect(times == [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750])
    #expect(probe.nextDeadline == Self.after(10_000))
    #expect(!probe.isOver(at: Self.after(9_999)) && probe.isOver(at: Self.after(10_000)))
    #expect(probe.datagram(at: Self.after(10_000)) == nil)
  }

  @Test func `A query that was forgotten for long is over, and is due no earlier than now`() {
    var repetition = Repetition(at: Self.start)
    #expect(repetition.consumeDue(at: Self.after(60_000)) && repetition.due == Self.after(60_000))
  }

  /// Returns the time of the next packet, in ms after the last one; nil for immediately.
  private func due(
    plays: Bool = true, armed: Bool = false, fresh: Bool = false, hurried: Bool = false, copy: Int64? = nil,
    keepAlive: UInt16 = 200, rate: UInt16 = 50
  ) -> Int64? {
    var pace = Pace()
    pace.apply(Welcome(limit: 4, rate: rate, session: 1, keepAlive: keepAlive, time: 0))
    pace.depart(at: Self.start)
    if fresh { pace.noteSample() }
    if hurried { pace.noteEdge() }
    let due = pace.due(isPlaying: plays, isArmed: armed, copy: copy.map(Self.after))
    return due == .distantPast ? nil : (due - Self.start).nanoseconds / 1_000_000
  }

  @Test
  func `A packet leaves for a press at once, for a sample by the host's rate, else by its longest pause`() {
    #expect(due() == 200)
    #expect(due(fresh: true) == 20 && due(fresh: true, rate: 5) == 50 && due(fresh: true, rate: 10_000) == 2)
    #expect(due(hurried: true) == nil)
    #expect(due(armed: true) == 16 && due(armed: true, keepAlive: 10) == 10)
    #expect(due(copy: 4) == 4 && due(fresh: true, copy: 30) == 20 && due(copy: 300) == 200)
  }

  @Test func `A controller that does not play sends each 50 ms, whatever its player does`() {
    #expect(due(plays: false, armed: true, fresh: true, hurried: true, copy: 4) == 50)
  }

  @Test func `What hurried a packet is over once it has left, and a host that waits gets one at once`() {
    var pace = Pace()
    #expect(pace.due(isPlaying: false, copy: nil) == .distantPast)
    pace.depart(at: Self.start)
    #expect(pace.due(isPlaying: true, copy: nil) == Self.after(50))
    pace.noteSample()
    #expect(pace.due(isPlaying: true, copy: nil) == Self.after(8))
    pace.noteEdge()
    pace.depart(at: Self.after(1))
    #expect(pace.due(isPlaying: true, copy: nil) == Self.after(51))
    pace.begin()
    #expect(pace.due(isPlaying: true, copy: nil) == .distantPast)
  }
}
