import Model

/// The limit on the loop's work under a real-time policy, so that a flood leaves processor time to others
/// (docs/decisions/0028).
///
/// Once in each window, the kernel's count of processor time is compared with the elapsed time. The waits of the loop
/// would not do: in a flood, each takes only as long as its system call.
struct WorkBudget: Sendable {
  /// The time between two readings of the processor time.
  static let window = Interval.microseconds(1_500)
  /// The shortest rest; a wait of that length also counts as a rest.
  static let shortestRest = Interval.microseconds(500)

  /// The start of the window: the end of the last rest or of the previous window, whichever is later.
  private var start = Instant(nanoseconds: 0)
  /// The processor time at the start of the window; nil after a rest, until the next reading.
  private var before: Interval?

  /// Records a wait that ended at `woken`, and the work from then until `now`; returns the rest required now, or nil.
  ///
  /// Only a loop with a real-time policy must rest. The rest is long enough to make the window's work four fifths of
  /// its time. `processorTime` returns the loop's processor time; it is called only after a wait shorter than
  /// ``shortestRest``, and at most twice in a window.
  mutating func rest(
    afterWaiting wait: Interval, workingFrom woken: Instant, until now: Instant, processorTime: () -> Interval
  ) -> Interval? {
    guard wait < WorkBudget.shortestRest else {
      (start, before) = (woken, nil)
      return nil
    }
    let passed = now - start
    guard let before else {
      before = Interval(nanoseconds: processorTime().nanoseconds - passed.nanoseconds)
      return nil
    }
    guard passed >= WorkBudget.window else { return nil }
    let processor = processorTime()
    let worked = processor.nanoseconds - before.nanoseconds
    (start, self.before) = (now, processor)
    let missing = Interval(nanoseconds: worked + worked / 4 - passed.nanoseconds)
    return missing > .zero ? max(missing, WorkBudget.shortestRest) : nil
  }
}
