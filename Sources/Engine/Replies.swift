import Wire

/// The reply to an order: an answer, and the change that has to be kept before it leaves.
struct Reply: Sendable {
  /// The answer.
  var answer: LocalAnswer
  /// The change for which the answer waits; nil for none.
  var ticket: HostEngine.Ticket?
  /// True if the answer tells the result of the change.
  var showsResult = false
  /// The result if the store does not know the device.
  var unknown = LocalAnswer.Result.nobody

  /// Creates the reply `result` to the order of `number`, which waits for nothing.
  init(_ number: UInt32, _ result: LocalAnswer.Result) { answer = LocalAnswer(number: number, result) }

  /// Creates a reply that waits for nothing.
  init(_ answer: LocalAnswer) { self.answer = answer }

  /// Creates the reply to the order of `number` that tells the result of the change `ticket`; nil for no change.
  init(_ number: UInt32, waitingFor ticket: HostEngine.Ticket?) {
    answer = LocalAnswer(number: number, .done)
    (self.ticket, showsResult) = (ticket, true)
  }

  /// Returns the answer after the change has come to `result`.
  func answer(after result: HostEngine.KeepResult) -> LocalAnswer {
    var answer = answer
    guard showsResult, result != .done else { return answer }
    answer.result = result == .unknownDevice ? unknown : .failed
    return answer
  }
}

/// The replies that wait for the store, oldest first.
struct Replies: Sendable {
  /// The greatest number of replies that wait; further ones leave at once and say that the order has failed.
  static let limit = 64

  private var waiting: [(connection: UInt32, reply: Reply)] = []

  /// Adds a reply to the program at `connection`; returns the answer if it waits for nothing.
  mutating func add(_ reply: Reply, to connection: UInt32) -> LocalAnswer? {
    guard reply.ticket != nil else { return reply.answer }
    guard waiting.count < Replies.limit else { return LocalAnswer(number: reply.answer.number, .failed) }
    waiting.append((connection, reply))
    return nil
  }

  /// Removes and returns the answers that have waited for the change `ticket`, which has come to `result`.
  mutating func note(
    _ ticket: HostEngine.Ticket, _ result: HostEngine.KeepResult
  ) -> [(connection: UInt32, answer: LocalAnswer)] {
    let ready = waiting.filter { $0.reply.ticket == ticket }
    waiting.removeAll { $0.reply.ticket == ticket }
    return ready.map { ($0.connection, $0.reply.answer(after: result)) }
  }

  /// Drops the replies to the program at `connection`, which is gone.
  mutating func remove(_ connection: UInt32) { waiting.removeAll { $0.connection == connection } }
}
