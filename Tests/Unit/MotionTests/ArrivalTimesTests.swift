import Model
import Motion
import Testing

@Suite struct ArrivalTimesTests {
  /// Returns the arrivals of packets that are sent every 10 ms, with `delays` in ms.
  ///
  /// The sender's clock starts at `start` µs.
  func arrivals(_ delays: [Int64], start: UInt32 = 0) -> ArrivalTimes {
    var times = ArrivalTimes()
    for (index, delay) in delays.enumerated() {
      let sent = Int64(index) * 10
      times.add(
        sampleTime: start &+ UInt32(sent * 1_000),
        at: Instant(nanoseconds: 0) + .milliseconds(1_000 + sent + delay))
    }
    return times
  }

  func bins(_ times: ArrivalTimes) -> [UInt32] { (0..<DelayCounts.count).map { times.delays[$0] } }

  @Test func `Each packet is in the bin of its delay behind the quickest`() {
    let delays: [Int64] = [5, 5, 6, 7, 9, 13, 21, 37, 69, 133, 261, 1_005]
    #expect(bins(arrivals(delays)) == [2, 1, 1, 1, 1, 1, 1, 1, 1, 2])
  }

  @Test func `A quicker packet is what later ones are compared with`() {
    #expect(bins(arrivals([20, 20, 4, 20])) == [3, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  }

  @Test func `A network that has become slower is no delay ten seconds later`() {
    let times = arrivals(Array(repeating: 2, count: 100) + Array(repeating: 102, count: 2_000))
    // The first two windows of 5 s begin when the first packet arrives. The packet that is sent 9.9 s later
    // is the first to arrive behind the two windows.
    #expect(bins(times) == [1_210, 0, 0, 0, 0, 0, 0, 890, 0, 0])
  }

  @Test(arguments: [0, UInt32.max - 25_000, 0x7fff_fff0])
  func `Jitter and delays know that clocks go round`(start: UInt32) {
    let times = arrivals(Array(repeating: 8, count: 10), start: start)
    #expect(times.jitter == .zero)
    #expect(bins(times) == [10, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `Jitter is a sixteenth of each change`() {
    #expect(arrivals([0, 16]).jitter == .milliseconds(1))
  }

  @Test func `The jitter is rounded as in RFC 3550, and fades away`() {
    for (count, jitter) in [(0, 1_000), (1, 937), (2, 878), (3, 823), (5, 724), (10, 524), (80, 5), (160, 0)]
      as [(Int, Int64)]
    {
      let times = arrivals([0, 16] + Array(repeating: 16, count: count))
      #expect(times.jitter == .microseconds(jitter), "\(count) later")
    }
  }
}
