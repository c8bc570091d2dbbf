/// A histogram of packet delays, each relative to the quickest packet of its time; the bins double in width.
public struct DelayCounts: Sendable {
  /// The number of bins: under 1 ms, under 2, under 4, and so on to under 256 ms, and one for everything above.
  public static let count = 10

  private var bins = InlineArray<10, UInt32>(repeating: 0)

  /// Creates a histogram with all bins at zero.
  public init() {}

  /// The number of packets in `bin`, 0 to ``count`` − 1.
  public subscript(bin: Int) -> UInt32 {
    get { bins[bin] }
    set { bins[bin] = newValue }
  }

  /// Counts a packet that took `delay` longer than the quickest one; a negative delay counts as 0.
  public mutating func add(_ delay: Interval) {
    let milliseconds = UInt64(max(0, delay.nanoseconds / 1_000_000))
    bins[min(UInt64.bitWidth - milliseconds.leadingZeroBitCount, DelayCounts.count - 1)] &+= 1
  }
}
