import Bridge
import Model
import Platform

/// The end of the daemon.
extension Executor {
  /// The times that the writer gets, when the daemon ends, for the jobs under way, and for those that follow them.
  private static let lastPatience = (first: Interval.seconds(2), second: Interval.seconds(1))

  /// Tells each controller with an encrypted session, once, that the host shuts down, so that it looks for the next one at once.
  ///
  /// The writer first gets everything that is not in the file yet.
  mutating func sayGoodbye(through network: borrowing DatagramSocket, at now: Instant) {
    keepRest(at: now)
    drain(through: network, at: now)
    passReplies()
    bridge.shutDown(at: now)
    drain(through: network, at: now)
  }

  /// Writes everything that is not in the file yet, and waits for the writer; tells a person if the disk does not answer in time.
  ///
  /// The second attempt is for what the first one leaves: jobs that have failed, or have found no place in the queue.
  private mutating func keepRest(at now: Instant) {
    for isLast in [false, true] {
      passStage(at: now)
      quiz.keepScores(at: now)
      pairing.keepLate()
      guard let writer else { return }
      let (first, second) = Executor.lastPatience
      let isDone = isLast ? writer.finish(within: second) : writer.wait(atMost: first)
      collectReceipts(at: now)
      guard isDone else {
        quiz.noteEnd()
        return pairing.noteEnd()
      }
    }
  }
}
