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
      try writer.submit(.beginQuiz(at: time), of: .engine(UInt64(time), isOfQuiz: true))
    }
    #expect(writer.drainReceipts().isEmpty && store.done.isEmpty)
    #expect(writer.finish(within: .milliseconds(20)) == false)
    store.release()
    #expect(writer.finish(within: .seconds(60)))
    let receipts = writer.drainReceipts()
    #expect(receipts.map(\.origin) == (1...20).map { .engine($0, isOfQuiz: true) })
    #expect(receipts.allSatisfy { $0.error == nil })
    let times = store.done.compactMap { job in if case .beginQuiz(let time) = job { time } else { nil } }
    #expect(times == Array(1...20))
  }

  @Test func `A full queue refuses a job, and takes others when there is room again`() throws {
    let store = try HangingStore()
    let writer = try StoreWriter(store)
    var refused = false
    // The thread may have taken the first job out of the queue.
    for _ in 0...StoreWriter.limit + 1 where !refused {
      do throws(StoreError) { try writer.submit(.beginQuiz(at: 0), of: .upkeep) } catch {
        refused = error == .slow
      }
    }
    #expect(refused)
    store.release()
    while (try? writer.submit(.beginQuiz(at: 1), of: .upkeep)) == nil {
      writer.news.wait(atMost: .seconds(60))
    }
    #expect(writer.finish(within: .seconds(60)))
  }

  @Test func `A job that fails has its reason, and the bell rings`() throws {
    let store = try HangingStore(failing: .noSpace)
    let writer = try StoreWriter(store)
    var poller = try Poller()
    try poller.add(writer.news.descriptor, token: 1)
    #expect(poller.wait(atMost: .zero) == 0)
    try writer.submit(.forgetQuizzes(at: 1), of: .upkeep)
    store.release()
    #expect(poller.wait(atMost: .seconds(60)) == 1)
    let receipts = writer.drainReceipts()
    #expect(receipts.map(\.origin) == [.upkeep] && receipts.map(\.error) == [.noSpace])
    #expect(poller.wait(atMost: .zero) == 0, "the bell is silent again")
  }

  @Test func `A writer without a thread is done at once`() throws {
    let store = try HangingStore()
    store.release()
    let writer = try StoreWriter(store, isThreaded: false)
    try writer.submit(.beginQuiz(at: 3), of: .upkeep)
    #expect(writer.drainReceipts().count == 1 && store.done.count == 1)
  }
}
