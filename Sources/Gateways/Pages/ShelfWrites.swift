import Model

/// The writes to the disk that each guest may still cause: ten at once, and then one every six seconds.
///
/// A change that comes too early is not refused; it waits.
struct ShelfWrites: Sendable {
  /// The number of writes that may follow each other without a pause.
  static let burst: Int64 = 10
  /// The time after which a guest may cause one more write.
  static let pause = Interval.seconds(6)

  /// The times from which the guests may write ``burst`` times at once again, by their controllers' numbers.
  private var rested: [UInt32: Instant] = [:]

  /// The number of guests who have written lately.
  var count: Int { rested.count }

  /// Returns whether the guest may cause a write at `now`.
  func admits(_ controller: UInt32, at now: Instant) -> Bool {
    let debt = rested[controller].map { $0 - now } ?? .zero
    return debt.nanoseconds <= (ShelfWrites.burst - 1) * ShelfWrites.pause.nanoseconds
  }

  /// Records a write of the guest at `now`.
  mutating func note(_ controller: UInt32, at now: Instant) {
    rested[controller] = max(rested[controller] ?? now, now) + ShelfWrites.pause
  }

  /// Forgets the guests who may write ``burst`` times at once again.
  mutating func expire(at now: Instant) {
    if rested.values.contains(where: { $0 <= now }) { rested = rested.filter { now < $0.value } }
  }
}
