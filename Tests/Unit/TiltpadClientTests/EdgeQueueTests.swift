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
}
