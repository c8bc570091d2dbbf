import Buzzer
import Platform
import Store
import Synchronization

@testable import Daemon

/// A store on a disk that hangs until it is released, and then stores its jobs or fails.
final class HangingStore: JobStore {
  private let gate: Bell
  private let arrival: Bell
  private let isOpen = Atomic<Bool>(false)
  private let failure: StoreError?
  private let jobs = Mutex<[StoreJob]>([])

  /// Creates a store that hangs; after its release it fails with `failure`, or succeeds if that is nil.
  init(failing failure: StoreError? = nil) throws {
    gate = try Bell()
    arrival = try Bell()
    self.failure = failure
  }

  /// Waits until the writer has passed a job on to the store.
  ///
  /// From then on, the job takes no place in the writer's queue.
  func awaitJob() {
    while !arrival.wait() { continue }
  }

  /// Ends the hang.
  func release() {
    isOpen.store(true, ordering: .sequentiallyConsistent)
    gate.ring()
  }

  /// The jobs that the store has carried out, oldest first.
  var done: [StoreJob] { jobs.withLock { $0 } }

  /// The number of rounds that the store has stored.
  var rounds: Int {
    done.count { job in if case .round = job { true } else { false } }
  }

  func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz { KeptQuiz() }

  func perform(_ job: StoreJob) throws(StoreError) {
    arrival.ring()
    while !isOpen.load(ordering: .sequentiallyConsistent) { gate.wait() }
    if let failure { throw failure }
    jobs.withLock { $0.append(job) }
  }
}
