import Engine
import Model
import Platform
import Store

/// The shutdown of the daemon.
extension Executor {
  /// Tells each controller with an encrypted session once that the host shuts down, so that the controller
  /// begins to search for the host immediately.
  ///
  /// First, the writer gets everything that is not in the file yet, in up to two attempts. `patience` limits
  /// the wait for the writer in each attempt.
  mutating func sayGoodbye(
    through network: borrowing DatagramSocket, at now: Instant,
    patience: (first: Interval, second: Interval) = (.seconds(2), .seconds(1))
  ) {
    keepRest(through: network, at: now, patience)
    engine.apply(.shutDown, at: now)
    perform(through: network, at: now)
  }

  /// Writes everything that is not in the file yet, and waits for the writer; reports a disk that responds too late.
  ///
  /// The second attempt is for jobs that failed in the first, or did not fit into the queue.
  private mutating func keepRest(
    through network: borrowing DatagramSocket, at now: Instant,
    _ patience: (first: Interval, second: Interval)
  ) {
    for isLast in [false, true] {
      engine.apply(.keepRest, at: now)
      perform(through: network, at: now)
      guard let writer else { return }
      let isDone = isLast ? writer.finish(within: patience.second) : writer.wait(atMost: patience.first)
      collectReceipts(at: now)
      perform(through: network, at: now)
      guard !isDone else { continue }
      if engine.isKeeping.quiz { tell(.quizNotKept(.slow)) }
      if engine.isKeeping.devices { tell(.devicesNotKept(.slow)) }
      return
    }
  }
}
