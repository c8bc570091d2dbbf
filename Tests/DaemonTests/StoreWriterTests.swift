import Model
import Platform
import Store
import Testing

@testable import Daemon

@Suite struct StoreWriterTests {
  @Test func `Jobs wait for a disk that hangs, their submission does not, and their order stays`() throws {
    let store = try HangingStore()
    let writer = try StoreWriter(store)
    for time in 1...20 as ClosedRange<Int64> {
      #expect(try writer.submit(.beginQuiz(at: time)) == StoreWriter.Ticket(time))
    }
    #expect(writer.popReceipts().isEmpty && store.done.isEmpty)
    #expect(writer.finish(within: .milliseconds(20)) == false)
    store.release()
    #expect(writer.finish(within: .seconds(60)))
    let receipts = writer.popReceipts()
    #expect(receipts.map(\.ticket) == Array(1...20) && receipts.allSatisfy { $0.error == nil })
    let times = store.done.compactMap { job in if case .beginQuiz(let time) = job { time } else { nil } }
    #expect(times == Array(1...20))
  }

  @Test func `A full queue refuses a job, and takes others when there is room again`() throws {
    let store = try HangingStore()
    let writer = try StoreWriter(store)
    var refused = false
    // The thread may have taken the first job out of the queue.
    for _ in 0...StoreWriter.limit + 1 where !refused {
      do throws(StoreError) { _ = try writer.submit(.beginQuiz(at: 0)) } catch { refused = error == .slow }
    }
    #expect(refused)
    store.release()
    while (try? writer.submit(.beginQuiz(at: 1))) == nil { writer.news.wait(atMost: .seconds(60)) }
    #expect(writer.finish(within: .seconds(60)))
  }

  @Test func `A job that fails has its reason, and the bell rings`() throws {
    let store = try HangingStore(failing: .noSpace)
    let writer = try StoreWriter(store)
    var poller = try Poller()
    try poller.add(writer.news.descriptor, token: 1)
    #expect(poller.wait(atMost: .zero) == 0)
    let ticket = try writer.submit(.forgetQuizzes(at: 1))
    store.release()
    #expect(poller.wait(atMost: .seconds(60)) == 1)
    let receipts = writer.popReceipts()
    #expect(receipts.map(\.ticket) == [ticket] && receipts.map(\.error) == [.noSpace])
    #expect(poller.wait(atMost: .zero) == 0, "the bell is silent again")
  }

  @Test func `A writer without a thread is done at once`() throws {
    let store = try HangingStore()
    store.release()
    let writer = try StoreWriter(store, isThreaded: false)
    _ = try writer.submit(.beginQuiz(at: 3))
    #expect(writer.popReceipts().count == 1 && store.done.count == 1)
  }

  @Test func `The hold opens when its jobs are finished, or when the writer has been silent for 10 s`() {
    var hold = RoundHold()
    let now = Instant(nanoseconds: 0)
    #expect(!hold.isClosed && hold.deadline == .distantFuture)
    hold.begin(at: now)
    hold.begin(at: now + .seconds(3))
    hold.end(at: now + .seconds(4))
    #expect(hold.isClosed && hold.deadline == now + .seconds(14))
    #expect(hold.giveUp(at: now + .seconds(13)) == false)
    #expect(hold.giveUp(at: now + .seconds(14)) == true)
    #expect(!hold.isClosed && hold.deadline == .distantFuture)
    hold.begin(at: now + .seconds(15))
    #expect(!hold.isClosed, "nothing waits for a writer that is silent")
    hold.end(at: now + .seconds(16))
    #expect(hold.isClosed && hold.deadline == now + .seconds(26), "the writer is back")
    hold.end(at: now + .seconds(17))
    #expect(!hold.isClosed)
  }
}
