import Model
import Testing

@testable import Motion

@Suite struct EdgeTests {
  let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `An edge that changes nothing is none, and takes nobody's time`() {
    var queue = PressQueue(dwell: .milliseconds(20))
    let press = Edge(.a, isPress: true)
    let added = [press, press, Edge(.b, isPress: false)].map { queue.append($0, at: start) }
    #expect(added == [true, false, false])
    queue.advance(to: start)
    #expect(queue.shown == Buttons(.a) && queue.final == Buttons(.a))
    #expect(queue.deadline == .distantFuture)
    let release = queue.append(Edge(.a, isPress: false), at: start)
    #expect(release)
    #expect(queue.deadline == start + .milliseconds(20))
    queue.advance(to: start + .milliseconds(19))
    #expect(queue.shown == Buttons(.a))
    queue.advance(to: start + .milliseconds(20))
    #expect(queue.shown == [] && queue.hurried == 0)
  }

  @Test func `Presses that change nothing do not hurry the others, however many they are`() {
    var queue = PressQueue(dwell: .milliseconds(20))
    for _ in 0..<200 { _ = queue.append(Edge(.a, isPress: true), at: start) }
    #expect(queue.hurried == 0)
  }

  @Test func `An empty log that is ahead skips what is missing, once`() {
    var inbox = EdgeSequencer()
    var log = EdgeLog(first: 3)
    log.append(Edge(.a, isPress: true))
    #expect(inbox.apply(log) == (known: 0, skipped: 0))
    #expect(inbox.expected == 4)
    #expect(inbox.apply(EdgeLog(first: 9)) == (known: 0, skipped: 5))
    #expect(inbox.expected == 9)
    #expect(inbox.apply(EdgeLog(first: 9)) == (known: 0, skipped: 0))
  }

  @Test func `An empty log that is behind, or the first, changes as much as it says`() {
    var inbox = EdgeSequencer()
    #expect(inbox.apply(EdgeLog(first: 65_535)) == (known: 0, skipped: 0))
    #expect(inbox.expected == 65_535)
    #expect(inbox.apply(EdgeLog(first: 65_530)) == (known: 0, skipped: 0))
    #expect(inbox.expected == 65_535)
    #expect(inbox.apply(EdgeLog(first: 1)) == (known: 0, skipped: 2))
    #expect(inbox.expected == 1)
  }
}
