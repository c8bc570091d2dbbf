public import Model

/// The battery of a controller as its pad shows it, which changes rarely.
public struct BatteryTrack: Sendable {
  /// The minimum difference from the shown charge for which a new charge is shown immediately, in percent.
  static let step: UInt8 = 5
  /// The time after which a smaller difference is shown too.
  static let period = Interval.seconds(30)

  /// The charge in percent; nil until it is known.
  public private(set) var shown: UInt8?
  private var changed = Instant(nanoseconds: 0)

  /// Creates a track without a charge.
  public init() {}

  /// Follows the charge `level`, in percent, at `now`; an unknown charge (nil) changes nothing.
  public mutating func follow(_ level: UInt8?, at now: Instant) {
    guard let level, level != shown else { return }
    if let shown, max(level, shown) - min(level, shown) < BatteryTrack.step,
      now - changed < BatteryTrack.period
    {
      return
    }
    (shown, changed) = (level, now)
  }
}
