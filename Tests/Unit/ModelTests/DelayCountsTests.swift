import Model
import Testing

/// Histograms of delays.
@Suite struct DelayCountsTests {
  /// Returns the histogram of delays in µs on this machine.
  private func counts(_ delays: [Int64]) -> DelayCounts {
    var counts = DelayCounts()
    for delay in delays { counts.add(.microseconds(delay), first: DelayCounts.machine) }
    return counts
  }

  @Test func `Each bin is twice as wide as the one before, and the last one has no end`() {
    let counts = counts([-1, 0, 15, 16, 31, 32, 63, 4_095, 4_096, 1_000_000])
    #expect((0..<DelayCounts.count).map { counts[$0] } == [3, 2, 2, 0, 0, 0, 0, 0, 1, 2])
  }

  @Test func `The limit of a share is the end of its bin`() {
    let counts = counts(Array(repeating: 10, count: 98) + [20, 5_000])
    #expect(counts.limit(of: 98, first: DelayCounts.machine) == .microseconds(16))
    #expect(counts.limit(of: 99, first: DelayCounts.machine) == .microseconds(32))
    #expect(counts.limit(of: 100, first: DelayCounts.machine) == nil)
    #expect(DelayCounts().limit(of: 99, first: DelayCounts.machine) == nil)
  }
}
