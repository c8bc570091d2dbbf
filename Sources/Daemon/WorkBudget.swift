import Model

/// The limit of the loop's work under a real-time policy, so that a flood leaves a part of the processor to others
/// (docs/decisions/0028).
///
/// A wait counts four times against work, so that in the long run the loop works at most four fifths of the time.
struct WorkBudget: Sendable {
  /// The longest work without a rest.
  static let limit = Interval.milliseconds(2)
  /// The length of a rest.
  static let rest = Interval.microseconds(500)
  /// The shortest wait that counts: a wait that finds something at once has given the processor to nobody.
  static let leastWait = Interval.microseconds(5)
  private static let shareOfWaits: Int64 = 4

  private var work = Interval.zero

  /// Notes a wait and the work after it; returns whether the loop is to rest now if it has a real-time policy.
  mutating func needsRest(afterWaiting wait: Interval, working time: Interval) -> Bool {
    let relief = wait < WorkBudget.leastWait ? 0 : WorkBudget.shareOfWaits * wait.nanoseconds
    work.nanoseconds = max(0, work.nanoseconds - relief) + time.nanoseconds
    guard work >= WorkBudget.limit else { return false }
    work = .zero
    return true
  }
}
