import Model
import Testing
import Wire

@testable import Bridge

@Suite struct OutboxTests {
  @Test func `A number is never used again for another message, and none is left out`() {
    let now = Instant(nanoseconds: 1_000_000_000)
    var outbox = Outbox(first: 7)
    outbox.withdraw()
    outbox.post(.message, text: [1], at: now)
    #expect(outbox.next(at: now)?.id == 7)
    outbox.withdraw()
    #expect(outbox.isEmpty && outbox.next(at: now) == nil && outbox.due == .distantFuture)
    outbox.post(.message, text: [2], at: now)
    #expect(outbox.next(at: now)?.id == 8)
    outbox.acknowledge(7, at: now)
    #expect(!outbox.isEmpty)
    outbox.acknowledge(8, at: now)
    #expect(outbox.isEmpty)
  }

  @Test func `After ten seconds without a receipt a message is said for the last time`() {
    let now = Instant(nanoseconds: 1_000_000_000)
    for early in [.microseconds(1), .zero] as [Interval] {
      var outbox = Outbox()
      outbox.post(.message, text: [1], at: now)
      #expect(outbox.next(at: now + Outbox.patience - early)?.id == 1)
      #expect(outbox.isEmpty == (early == .zero))
    }
  }

  @Test(arguments: [(12, 0), (13, 13)])
  func `A message that may be lost goes with a packet that it just fills`(limit: Int, count: Int) {
    var (queue, datagram) = (UnreliableQueue(), Datagram<512>())
    _ = queue.post([UInt8](repeating: 1, count: 10), on: 1)
    queue.complete(&datagram, limit: limit)
    #expect(datagram.count == count && (queue.due == .distantFuture) == (count > 0))
  }
}
