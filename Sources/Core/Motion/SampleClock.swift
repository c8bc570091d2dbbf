/// An unwrapper of a controller's 32-bit microsecond clock, which wraps every 71.6 minutes.
struct SampleClock: Sendable {
  private var last: Int64?
  /// The time between the two newest packets' samples, in microseconds; nil before the second.
  private(set) var step: Int64?

  /// Returns the unwrapped time of a packet's sample, the nearest to the newest packet's time; changes nothing.
  func unwrap(_ time: UInt32) -> Int64 {
    guard let last else { return Int64(time) }
    return last + Int64(Int32(bitPattern: time &- UInt32(truncatingIfNeeded: last)))
  }

  /// Remembers the newest packet's time.
  mutating func advance(to time: Int64) {
    step = last.map { time - $0 }
    last = time
  }
}
