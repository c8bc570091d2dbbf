import Model

/// The time for which somebody has something: while it is moved, and for a moment of rest.
struct Tenure {
  /// The time at rest after which a tenure ends.
  static let rest = Interval.milliseconds(250)

  /// True during the tenure.
  private(set) var isHeld = false
  /// The end of the tenure if the rest continues; the distant future without rest.
  private(set) var end = Instant.distantFuture

  /// Begins or continues the tenure if `isActive`, and otherwise lets its rest continue; returns ``isHeld``.
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
