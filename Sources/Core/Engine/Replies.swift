import Wire

/// The reply to an order: an answer, and the change that must be stored before the answer is sent.
struct Reply: Sendable {
  /// The answer.
  var answer: LocalAnswer
  /// The change for which the answer waits; nil for none.
  var ticket: HostEngine.Ticket?
  /// True if the answer reports the result of the change.
  var showsResult = false
  /// The result that is reported if the store does not contain the device.
  var unknown = LocalAnswer.Result.nobody

  /// Creates the reply `result` to the order with `number`; it waits for nothing.
  init(_ number: UInt32, _ result: LocalAnswer.Result) { answer = LocalAnswer(number: number, result) }

  /// Creates a reply that waits for nothing.
  init(_ answer: LocalAnswer) { self.answer = answer }

  /// Creates the reply to order `number` that reports the result of the change `ticket`, which is nil if nothing
  /// changes.
  init(_ number: UInt32, waitingFor ticket: HostEngine.Ticket?) {
    answer = LocalAnswer(number: number, .done)
    (self.ticket, showsResult) = (ticket, true)
  }

  /// Returns the answer for a change that has ended with `result`.
  func answer(after result: HostEngine.KeepResult) -> LocalAnswer {
    var answer = answer
    guard showsResult, result != .done else { return answer }
    answer.result = result == .unknownDevice ? unknown : .failed
    return answer
  }
}

/// The replies to orders: those that wait for the store, and those ready to be sent, each oldest first.
struct Replies: Sendable {
  /// The maximum number of waiting replies; further ones are sent immediately and report that the order has failed.
  static let limit = 64

  private var waiting: [(connection: UInt32, reply: Reply)] = []
  private var ready: [(answer: LocalAnswer, connection: UInt32)] = []

  /// Adds a reply to the program at `connection`.
  mutating func add(_ reply: Reply, to connection: UInt32) {
    if reply.ticket == nil {
      ready.append((reply.answer, connection))
    } else if waiting.count < Replies.limit {
      waiting.append((connection, reply))
    } else {
      ready.append((LocalAnswer(number: reply.answer.number, .failed), connection))
    }
  }

  /// Records that the change `ticket` has ended with `result`; replies may have waited for it.
  mutating func note(_ ticket: HostEngine.Ticket, _ result: HostEngine.KeepResult) {
    for (connection, reply) in waiting where reply.ticket == ticket {
      ready.append((reply.answer(after: result), connection))
    }
    waiting.removeAll { $0.reply.ticket == ticket }
  }

  /// Removes and returns the oldest answer that is ready, and its connection; nil when none is left.
  mutating func next() -> (answer: LocalAnswer, connection: UInt32)? {
    ready.isEmpty ? nil : ready.removeFirst()
  }

  /// Drops the replies to the program at `connection`, which is gone.
  mutating func remove(_ connection: UInt32) {
    waiting.removeAll { $0.connection == connection }
    ready.removeAll { $0.connection == connection }
  }
}
