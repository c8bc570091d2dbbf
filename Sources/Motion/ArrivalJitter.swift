public import Model

/// How unevenly packets arrive, as RTP measures it (RFC 3550 §6.4.1).
public struct ArrivalJitter: Sendable {
  private var lastTransit: Int64?
  private var sixteenths: Int64 = 0

  /// No packets yet.
  public init() {}

  /// The smoothed deviation of the transit time.
  public var value: Interval { .microseconds(sixteenths / 16) }

  /// Adds a packet sampled at `sampleTime` (µs of the sender's clock) that came at `now`.
  public mutating func add(sampleTime: UInt32, at now: Instant) {
    let transit = Int64(truncatingIfNeeded: now.nanoseconds / 1_000) &- Int64(sampleTime)
    defer { lastTransit = transit }
    guard let lastTransit else { return }
    let change = Int64(Int32(truncatingIfNeeded: transit &- lastTransit).magnitude)
    sixteenths += change - (sixteenths + 8) / 16
  }
}
