/// A histogram of delays; the bins double in width.
public struct DelayCounts: Sendable {
  /// The number of bins; the last one has no upper limit.
  public static let count = 10
  /// The upper limit of the first bin for delays of the network: the bins end at 1, 2, 4, … 256 ms.
  public static let network = Interval.milliseconds(1)
  /// The upper limit of the first bin for delays of this machine: the bins end at 16, 32, 64, … 4096 µs.
  public static let machine = Interval.microseconds(16)

  private var bins = InlineArray<10, UInt32>(repeating: 0)

  /// Creates a histogram with all bins at zero.
  public init() {}

  /// The number of delays in `bin`, 0 to ``count`` − 1.
  public subscript(bin: Int) -> UInt32 {
    get { bins[bin] }
    set { bins[bin] = newValue }
  }

  /// Counts `delay`; the first bin ends at `first`, and a negative delay counts as 0.
  public mutating func add(_ delay: Interval, first: Interval) {
    let multiple = UInt64(max(0, delay.nanoseconds / first.nanoseconds))
    bins[min(UInt64.bitWidth - multiple.leadingZeroBitCount, DelayCounts.count - 1)] &+= 1
  }

  /// Returns the upper limit of the bin that contains percentile `percent`; the first bin ends at `first`.
  ///
  /// The result is nil if there are no delays, or if that bin is the last one.
  public func limit(of percent: Int, first: Interval) -> Interval? {
    let total = (0..<DelayCounts.count).reduce(0) { $0 + Int(bins[$1]) }
    var sum = 0
    for bin in 0..<DelayCounts.count - 1 where total > 0 {
      sum += Int(bins[bin])
      if sum * 100 >= total * percent { return Interval(nanoseconds: first.nanoseconds << Int64(bin)) }
    }
    return nil
  }
}
