import Buzzer
import Engine
import Model
import Platform
import Store
import Synchronization

/// The writer of the host's file, which carries out jobs in order on its own thread.
///
/// Packets therefore never wait for a disk (docs/decisions/0027).
final class StoreWriter: Sendable {
  /// The origin of a job.
  enum Origin: Hashable, Sendable {
    /// The engine, which gave the change this number; `isOfQuiz` is false if it concerns a paired device.
    case engine(HostEngine.Ticket, isOfQuiz: Bool)
    /// The set-up on the first visit to the dashboard.
    case setup
    /// The settings that were changed on dashboards and at terminals.
    case settings
    /// The upkeep of the file.
    case upkeep
  }

  /// The result of a job.
  struct Receipt: Sendable {
    /// The origin of the job.
    let origin: Origin
    /// The reason why the job failed; nil if it succeeded.
    let error: StoreError?
  }

  /// The maximum number of jobs that wait for the thread.
  static let limit = 64

  /// The waiting jobs and results, each oldest first.
  private struct Queue: Sendable {
    var jobs: [(origin: Origin, job: StoreJob)] = []
    var receipts: [Receipt] = []
    var submitted = 0
    var finished = 0
    var isEnding = false
    /// The size of the store after the last job, in bytes; 0 if unknown.
    var size: UInt64 = 0
  }

  /// The bell that rings when a receipt waits.
  let news: Bell
  private let work: Bell
  private let store: any JobStore
  private let queue = Mutex(Queue())
  private let isThreaded: Bool
  private let hasStarted = Mutex(false)

  /// Creates a writer for `store`; the writer's thread starts with the first job.
  ///
  /// If `isThreaded` is false, or the thread cannot be started, a job is carried out when it is submitted.
  ///
  /// - Throws: `SystemError` of `.bell`.
  init(_ store: any JobStore, isThreaded: Bool = true) throws(SystemError) {
    (self.store, self.isThreaded) = (store, isThreaded)
    news = try Bell()
    work = try Bell()
    queue.withLock { $0.size = store.size }
  }

  /// The size of the store after the last job, in bytes; 0 if unknown.
  var size: UInt64 { queue.withLock { $0.size } }

  /// Returns the current quiz in the store; must not be called after the first job.
  ///
  /// - Throws: `StoreError`.
  func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz { try store.resumeQuiz(at: time) }

  /// Submits `job`, whose receipt will have this `origin`.
  ///
  /// - Throws: `slow` if too many jobs wait.
  func submit(_ job: StoreJob, of origin: Origin) throws(StoreError) {
    guard startsThread() else { return performAtOnce(job, origin) }
    let hasRoom = queue.withLock { queue in
      guard queue.jobs.count < StoreWriter.limit else { return false }
      queue.submitted += 1
      queue.jobs.append((origin, job))
      return true
    }
    guard hasRoom else { throw .slow }
    work.ring()
  }

  /// Removes and returns the receipts of finished jobs, in the order of the jobs.
  func drainReceipts() -> [Receipt] {
    news.silence()
    return queue.withLock { queue in
      defer { queue.receipts = [] }
      return queue.receipts
    }
  }

  /// Waits at most `limit` until all jobs are finished, and ends the thread; returns whether they are finished.
  func finish(within limit: Interval) -> Bool {
    queue.withLock { $0.isEnding = true }
    work.ring()
    return wait(atMost: limit)
  }

  /// Waits at most `limit` until all jobs are finished; returns whether they are.
  func wait(atMost limit: Interval) -> Bool {
    let end = Clock.now() + limit
    while !isIdle {
      let now = Clock.now()
      guard now < end else { return isIdle }
      news.wait(atMost: end - now)
    }
    return true
  }

  /// True if no job is pending.
  private var isIdle: Bool { queue.withLock { $0.finished == $0.submitted } }

  /// Starts the thread, if the writer has one and it is not running; returns whether it runs.
  private func startsThread() -> Bool {
    guard isThreaded else { return false }
    return hasStarted.withLock { hasStarted in
      if !hasStarted { hasStarted = (try? BackgroundThread.start { self.run() }) != nil }
      return hasStarted
    }
  }

  private func performAtOnce(_ job: StoreJob, _ origin: Origin) {
    queue.withLock { $0.submitted += 1 }
    perform(job, origin)
  }

  /// Carries out jobs until the writer ends; this is the body of the thread.
  private func run() {
    while true {
      while let (origin, job) = next() { perform(job, origin) }
      if queue.withLock({ $0.isEnding && $0.jobs.isEmpty }) { return }
      work.wait()
    }
  }

  private func next() -> (Origin, StoreJob)? {
    queue.withLock { queue -> (Origin, StoreJob)? in
      guard !queue.jobs.isEmpty else { return nil }
      let first = queue.jobs.removeFirst()
      return (first.origin, first.job)
    }
  }

  private func perform(_ job: StoreJob, _ origin: Origin) {
    var failure: StoreError?
    do throws(StoreError) { try store.perform(job) } catch { failure = error }
    let (receipt, size) = (Receipt(origin: origin, error: failure), store.size)
    queue.withLock { queue in
      queue.size = size
      queue.receipts.append(receipt)
      queue.finished += 1
    }
    news.ring()
  }
}
