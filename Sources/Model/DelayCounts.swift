/// How many packets were under way how much longer than the quickest of their time: a histogram whose bins double.
public struct DelayCounts: Sendable {
  /// How many bins there are: under 1 ms, under 2, under 4, and so on to under 256 ms, and everything above.
  public static let count = 10

  private var bins = InlineArray<10, UInt32>(repeating: 0)

  /// All at zero.
  public init() {}

  /// How many packets are in `bin`, 0 to ``count`` − 1.
  public subscript(bin: Int) -> UInt32 {
    get { bins[bin] }
    set { bins[bin] = newValue }
  }

  /// Counts a packet that took `delay` longer than the quickest.
  public mutating func add(_ delay: Interval) {
    let milliseconds = UInt64(max(0, delay.nanoseconds / 1_000_000))
    bins[min(UInt64.bitWidth - milliseconds.leadingZeroBitCount, DelayCounts.count - 1)] &+= 1
  }
}
