import Model
import Testing

@testable import Daemon

@Suite struct WorkBudgetTests {
  /// Returns the share of the time in which a loop works whose wake-ups all take `work` after `wait`, and its longest work
  /// without a rest.
  private func share(of work: Interval, after wait: Interval) -> (share: Double, longest: Interval) {
    var budget = WorkBudget()
    var (busy, idle, stretch, longest) = (Interval.zero, Interval.zero, Interval.zero, Interval.zero)
    for _ in 0..<100_000 {
      busy = busy + work
      stretch = stretch + work
      longest = max(longest, stretch)
      idle = idle + wait
      if wait >= WorkBudget.leastWait { stretch = .zero }
      guard budget.needsRest(afterWaiting: wait, working: work) else { continue }
      idle = idle + WorkBudget.rest
      stretch = .zero
    }
    return (Double(busy.nanoseconds) / Double(busy.nanoseconds + idle.nanoseconds), longest)
  }

  @Test(arguments: [1, 5, 50, 150, 400] as [Int64])
  func `A flood gets at most four fifths of the processor, and 2 ms at once`(microseconds: Int64) {
    let work = Interval.microseconds(microseconds)
    let flooded = share(of: work, after: .microseconds(1))
    #expect(flooded.share < 0.83 && flooded.longest <= WorkBudget.limit + work)
  }

  @Test func `Sixteen players at 250 Hz cause no rest`() {
    var budget = WorkBudget()
    for _ in 0..<100_000 {
      #expect(budget.needsRest(afterWaiting: .microseconds(235), working: .microseconds(15)) == false)
    }
  }

  @Test func `A long wait is no credit for more work`() {
    var budget = WorkBudget()
    #expect(budget.needsRest(afterWaiting: .seconds(3_600), working: .milliseconds(1)) == false)
    #expect(budget.needsRest(afterWaiting: .zero, working: .milliseconds(1)) == true)
  }
}
