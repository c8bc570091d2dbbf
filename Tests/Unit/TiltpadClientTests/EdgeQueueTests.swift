import Model
import Testing

@testable import TiltpadClient

@Suite struct EdgeQueueTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  /// Presses and releases button 0 in turn: `count` edges, a millisecond apart.
  private func toggle(_ queue: inout EdgeQueue, _ count: Int) {
    for edge in 0..<count {
      let isNew = queue.note(0, isPress: edge % 2 == 0, at: start + .milliseconds(Int64(edge)))
      #expect(isNew)
    }
  }

  @Test func `A queue that nobody empties keeps the newest edges, and the levels after all of them`() {
    var queue = EdgeQueue()
    _ = queue.note(1, isPress: true, at: start)
    toggle(&queue, 1_001)
    #expect((queue.count, queue.first, queue.noted) == (EdgeQueue.limit, 1_002 - 256, 1_002))
    #expect(queue.levels == StickButtons.first(2))
    #expect(queue.log(at: start)?.first == queue.first)
    queue.acknowledge(through: 1_002 - 256)
    #expect(queue.count == EdgeQueue.limit, "that edge gave way")
    queue.acknowledge(through: 1_002)
    #expect(queue.count == 0 && queue.levels == StickButtons.first(2))
  }

  @Test func `Its numbers go on beyond 65,535`() {
    var queue = EdgeQueue()
    for _ in 0..<700 {
      toggle(&queue, 100)
      queue.depart(at: start + .seconds(2))
    }
    #expect((queue.count, queue.first) == (0, UInt16(70_000 - 65_536)))
    #expect(queue.levels == [])
  }

  @Test func `A packet drops what is older than a second, and nothing else`() {
    var queue = EdgeQueue()
    toggle(&queue, 3)
    queue.depart(at: start + .milliseconds(1_001))
    #expect((queue.count, queue.first) == (2, 1))
    #expect(queue.levels(after: 0) == StickButtons.first(1) && queue.levels == StickButtons.first(1))
  }

  @Test func `A queue holds 256 edges, and the next takes the place of the oldest`() {
    var queue = EdgeQueue()
    toggle(&queue, 256)
    #expect((queue.count, queue.first, queue.oldest) == (256, 0, start))
    let isNew = queue.note(5, isPress: true, at: start + .milliseconds(256))
    #expect(isNew && (queue.count, queue.first, queue.noted) == (256, 1, 257))
    #expect(queue.oldest == start + .milliseconds(1))
  }

  @Test func `An edge lives for exactly a second`() {
    var queue = EdgeQueue()
    toggle(&queue, 1)
    queue.depart(at: start + .seconds(1))
    #expect((queue.count, queue.first, queue.oldest) == (1, 0, start))
    queue.depart(at: start + .seconds(1) + Interval(nanoseconds: 1))
    #expect((queue.count, queue.first, queue.oldest) == (0, 1, nil))
    #expect(queue.log(at: start) == nil && queue.presses(at: start) == nil)
  }

  @Test(
    arguments: [
      (0, 0), (99_999, 0), (100_000, 1), (199_999, 1), (6_553_499_999, 65_534), (6_553_500_000, 65_535),
      (7_000_000_000, 65_535),
    ] as [(Int64, UInt16)])
  func `The age of an edge counts whole tenths of a millisecond, up to the end of its field`(
    passed: Int64, age: UInt16
  ) {
    var queue = EdgeQueue()
    toggle(&queue, 1)
    let now = start + Interval(nanoseconds: passed)
    #expect(queue.log(at: now)?[0] == Edge(.a, isPress: true, age: age))
    #expect(queue.presses(at: now)?[0] == StickEdge(0, isPress: true, age: age))
  }

  @Test func `A packet has the sixteen oldest edges, numbered on from the first`() {
    var queue = EdgeQueue()
    toggle(&queue, 20)
    queue.acknowledge(through: 2)
    let (log, presses) = (queue.log(at: start), queue.presses(at: start))
    #expect((log?.count, log?.first, log?.next) == (16, 2, 18))
    #expect((presses?.count, presses?.first, presses?.next) == (16, 2, 18))
    #expect(log?[15].isPress == false && presses?[15].isPress == false && presses?[14].isPress == true)
  }

  @Test func `Buttons that only a stick has end what a pad tells`() {
    var queue = EdgeQueue()
    for button in [3, 100, 4] { _ = queue.note(button, isPress: true, at: start) }
    #expect(queue.log(at: start)?.count == 1)
    let presses = queue.presses(at: start)
    #expect((0..<3).map { presses?[$0].button } == [3, 100, 4])
    #expect(queue.levels.numbers == [3, 4, 100] && queue.levels(after: 2).numbers == [3, 100])
  }

  @Test func `The host acknowledges edges that wait, and nothing before or beyond them`() {
    var queue = EdgeQueue()
    toggle(&queue, 3)
    #expect([0, 65_535, 4].map { queue.acknowledge(through: $0) } == [0, 0, 0])
    #expect((queue.count, queue.first) == (3, 0))
    #expect(queue.acknowledge(through: 2) == 2 && (queue.count, queue.first) == (1, 2))
    #expect(queue.oldest == start + .milliseconds(2) && queue.levels(after: 0) == [])
    #expect(queue.acknowledge(through: 3) == 1 && (queue.count, queue.first, queue.noted) == (0, 3, 3))
    #expect(queue.acknowledge(through: 3) == 0 && queue.levels == StickButtons.first(1))
  }

  @Test func `A button that stays where it is changes nothing, and each edge has copies of its own`() {
    var queue = EdgeQueue()
    let steps: [(Bool, Int64, Bool)] = [
      (false, 0, false), (true, 5, true), (true, 6, false), (false, 9, true),
    ]
    for (isPress, time, isNew) in steps {
      #expect(queue.note(0, isPress: isPress, at: start + .milliseconds(time)) == isNew)
    }
    #expect((queue.noted, queue.count) == (2, 2))
    #expect(queue.copies == [start + .milliseconds(13), start + .milliseconds(21)])
    queue.depart(at: start + .milliseconds(12))
    #expect(queue.copies.count == 2)
    queue.depart(at: start + .milliseconds(13))
    #expect(queue.copies == [start + .milliseconds(21)])
  }

  @Test func `A queue that is settled has the levels only`() {
    var queue = EdgeQueue()
    toggle(&queue, 3)
    queue.settle()
    #expect((queue.count, queue.first, queue.noted, queue.copies) == (0, 3, 3, []))
    #expect(queue.levels == StickButtons.first(1))
  }
}
