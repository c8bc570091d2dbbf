import Model

/// The tenure of somebody who has a part of the pad while moving it, and for ``rest`` afterwards.
struct Tenure {
  /// The time at rest after which a tenure ends.
  static let rest = Interval.milliseconds(250)

  /// True during the tenure.
  private(set) var isHeld = false
  /// The end of the tenure if the part stays at rest; the distant future while it is moved, or without a
  /// tenure.
  private(set) var end = Instant.distantFuture

  /// Follows the part, which is moved if `isActive` and otherwise at rest; returns ``isHeld``.
  ///
  /// A moved part begins or continues the tenure. A part at rest begins or continues the time at rest.
  mutating func follow(_ isActive: Bool, at now: Instant) -> Bool {
    if isActive {
      (isHeld, end) = (true, .distantFuture)
    } else if isHeld, end == .distantFuture {
      end = now + Tenure.rest
    } else if end <= now {
      self = Tenure()
    }
    return isHeld
  }
}
