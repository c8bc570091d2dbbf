import Model
import Testing

@testable import Daemon

@Suite struct WorkBudgetTests {
  /// A loop under a real-time policy, which rests whenever it is required to.
  private struct Loop {
    var budget = WorkBudget()
    var now = Instant(nanoseconds: 0)
    var processor = Interval.zero
    var rest = Interval.zero
    var rests = 0
    var looks = 0

    /// Lets time pass: the rest that was required last, sleep, the system call that waits, and work.
    ///
    /// Rest and sleep leave the processor to others.
    mutating func wakeUp(asleep sleep: Interval = .zero, calling call: Interval, working work: Interval) {
      let wait = rest + sleep + call
      let woken = now + wait
      now = woken + work
      processor = processor + call + work
      let rest = budget.rest(afterWaiting: wait, workingFrom: woken, until: now) {
        looks += 1
        return processor
      }
      self.rest = rest ?? .zero
      if rest != nil { rests += 1 }
    }
  }

  @Test(arguments: [1, 6, 30] as [Int64], [1, 5, 50, 150, 400, 5_000] as [Int64])
  func `A flood gets four fifths of the processor`(call: Int64, work: Int64) {
    var loop = Loop()
    for _ in 0..<100_000 { loop.wakeUp(calling: .microseconds(call), working: .microseconds(work)) }
    let passed = loop.now - Instant(nanoseconds: 0)
    let share = Double(loop.processor.nanoseconds) / Double(passed.nanoseconds)
    #expect((0.7...0.81).contains(share))
  }

  @Test func `A flood rests after 2 ms at most`() {
    var loop = Loop()
    var (begin, rests, longest) = (loop.now, 0, Interval.zero)
    for _ in 0..<100_000 {
      loop.wakeUp(calling: .microseconds(6), working: .microseconds(400))
      longest = max(longest, loop.now - begin)
      if loop.rests > rests { (begin, rests) = (loop.now + loop.rest, loop.rests) }
    }
    #expect(rests > 10_000)
    #expect(longest <= .milliseconds(2))
  }

  @Test func `Sixteen players at 250 Hz cause no rest`() {
    var loop = Loop()
    for _ in 0..<100_000 {
      loop.wakeUp(asleep: .microseconds(230), calling: .microseconds(5), working: .microseconds(15))
    }
    #expect(loop.rests == 0)
  }

  @Test func `One player at 250 Hz costs no look at the processor time`() {
    var loop = Loop()
    for _ in 0..<1_000 {
      loop.wakeUp(asleep: .microseconds(3_970), calling: .microseconds(10), working: .microseconds(20))
    }
    #expect(loop.looks == 0)
  }

  @Test func `A long wait is no credit for more work`() {
    var loop = Loop()
    loop.wakeUp(asleep: .seconds(3_600), calling: .microseconds(1), working: .microseconds(1))
    loop.wakeUp(calling: .microseconds(1), working: .microseconds(1))
    loop.wakeUp(calling: .microseconds(1), working: .milliseconds(2))
    #expect(loop.rests == 1)
  }
}
