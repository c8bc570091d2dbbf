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

  private let now = Instant(nanoseconds: 1_000_000_000)

  @Test func `Sixteen messages wait, and the newest mode comes second although they do`() {
    var outbox = Outbox()
    let taken = (0..<17 as Range<UInt8>).map { outbox.post(.message, $0, at: now) }
    #expect(taken == [Bool](repeating: true, count: 16) + [false])
    for mode in [Mode.lobby, .tank] { outbox.post(mode: mode, at: now) }
    var said: [ControlMessage] = []
    while let message = outbox.next(at: now) {
      said.append(message)
      outbox.acknowledge(message.id, at: now)
    }
    #expect(said.map(\.id) == [UInt16](1...17) && outbox.isEmpty)
    #expect(said.map(\.argument) == [0, Mode.tank.rawValue] + [UInt8](1...15))
    #expect(said[1].code == ControlMessage.Code.mode.rawValue)
  }

  @Test func `A message is repeated every 50 ms until its own receipt, and the next has the next number`() {
    var outbox = Outbox(first: .max)
    outbox.post(.message, text: [1], at: now)
    #expect(outbox.next(at: now)?.id == UInt16.max)
    let again = now + .milliseconds(50)
    outbox.post(.message, text: [2], at: now + .milliseconds(10))
    outbox.acknowledge(0, at: now + .milliseconds(20))
    #expect(outbox.due == again && outbox.next(at: again - Interval(nanoseconds: 1)) == nil)
    #expect(outbox.next(at: again)?.id == UInt16.max && outbox.text == [1])
    outbox.acknowledge(.max, at: again)
    #expect(outbox.due == again && outbox.next(at: again)?.id == 0 && outbox.text == [2])
    outbox.acknowledge(.max, at: again)
    outbox.pause()
    #expect(outbox.due == .distantFuture && !outbox.isEmpty)
    outbox.resume(at: now + .seconds(1))
    #expect(outbox.due == now + .seconds(1))
    outbox.acknowledge(0, at: now + .seconds(1))
    outbox.resume(at: now + .seconds(2))
    #expect(outbox.isEmpty && outbox.due == .distantFuture)
  }

  @Test func `After ten seconds only the last mode is said, once a second`() {
    var outbox = Outbox()
    outbox.post(.message, text: [1], at: now)
    outbox.post(mode: .lobby, at: now)
    outbox.post(.message, text: [2], at: now)
    #expect(outbox.next(at: now + .seconds(10))?.id == 1)
    for second in 11...12 as ClosedRange<Int64> {
      let due = now + .seconds(second)
      #expect(outbox.due == due && outbox.next(at: due - Interval(nanoseconds: 1)) == nil)
      let message = outbox.next(at: due)
      #expect(message?.id == 2 && message?.argument == Mode.lobby.rawValue)
    }
    outbox.acknowledge(2, at: now + .seconds(12))
    #expect(outbox.isEmpty)
  }

  @Test func `A new session continues the messages of programs, and nothing else`() {
    var (former, outbox) = (Outbox(), Outbox(first: 9))
    former.post(.recentre, at: now)
    former.post(.message, 4, text: [1], at: now)
    former.post(mode: .lobby, at: now)
    outbox.add(messagesOf: former, at: now)
    let message = outbox.next(at: now)
    #expect(message?.id == 9 && message?.argument == 4 && outbox.text == [1])
    outbox.acknowledge(9, at: now)
    #expect(outbox.isEmpty)
  }

  @Test func `Sixteen messages that may be lost wait, and go in their order`() {
    var queue = UnreliableQueue()
    let taken = (0..<17 as Range<UInt8>).map { queue.post([$0], on: 2) }
    #expect(taken == [Bool](repeating: true, count: 16) + [false])
    #expect(queue.due == Instant(nanoseconds: .min))
    var datagram = Datagram<512>()
    for _ in 0..<16 { queue.complete(&datagram, limit: 512) }
    #expect(queue.due == .distantFuture && datagram.count == 64)
    #expect((0..<16).map { datagram[4 * $0 + 3] } == [UInt8](0..<16))
  }

  @Test(arguments: [(12, 0), (13, 13)])
  func `A message that may be lost goes with a packet that it just fills`(limit: Int, count: Int) {
    var (queue, datagram) = (UnreliableQueue(), Datagram<512>())
    _ = queue.post([UInt8](repeating: 1, count: 10), on: 1)
    queue.complete(&datagram, limit: limit)
    #expect(datagram.count == count && (queue.due == .distantFuture) == (count > 0))
  }
}
