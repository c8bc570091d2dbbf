import Model
import Store
import Wire

/// The reply to an order: an answer, and the job that has to be finished before it leaves.
struct OrderReply: Sendable {
  /// The answer.
  var answer: LocalAnswer
  /// The job for which the answer waits; nil for none.
  var ticket: StoreWriter.Ticket?
  /// True if the answer tells the result of the job.
  var showsResult = false
  /// The result if the file does not know the device.
  var unknown = LocalAnswer.Result.nobody

  /// Creates the reply `result` to the order of `number`, which waits for nothing.
  init(_ number: UInt32, _ result: LocalAnswer.Result) { answer = LocalAnswer(number: number, result) }

  /// Creates a reply that waits for nothing.
  init(_ answer: LocalAnswer) { self.answer = answer }

  /// Notes that the job has failed because of `error`.
  mutating func fail(_ error: StoreError) {
    guard showsResult else { return }
    answer.result = error == .unknownDevice ? unknown : .failed
  }
}

/// The replies that wait for the writer, oldest first.
struct PendingReplies: Sendable {
  /// The greatest number of replies that wait; further ones leave at once and say that the order has failed.
  static let limit = 64

  private var waiting: [(index: Int, reply: OrderReply)] = []
  private var ready: [(index: Int, answer: LocalAnswer)] = []

  /// Adds a reply to the program at connection `index`.
  mutating func add(_ reply: OrderReply, to index: Int) {
    guard reply.ticket != nil else { return ready.append((index, reply.answer)) }
    guard waiting.count < PendingReplies.limit else {
      return ready.append((index, LocalAnswer(number: reply.answer.number, .failed)))
    }
    waiting.append((index, reply))
  }

  /// Notes that a job is finished, for which replies may have waited.
  mutating func note(_ receipt: StoreWriter.Receipt) {
    for place in waiting.indices where waiting[place].reply.ticket == receipt.ticket {
      if let error = receipt.error { waiting[place].reply.fail(error) }
      ready.append((waiting[place].index, waiting[place].reply.answer))
    }
    waiting.removeAll { $0.reply.ticket == receipt.ticket }
  }

  /// Removes and returns the oldest answer that waits for nothing any more; nil when none is left.
  mutating func pop() -> (index: Int, answer: LocalAnswer)? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Drops the replies to the program at connection `index`, which is gone.
  mutating func remove(_ index: Int) {
    waiting.removeAll { $0.index == index }
    ready.removeAll { $0.index == index }
  }
}

/// The results of the writer's jobs, and the replies that wait for them.
extension Executor {
  /// Passes on the results of the writer's jobs; ``drain(through:at:)`` then tells what has waited for them.
  mutating func collectReceipts(at now: Instant) {
    for receipt in writer?.popReceipts() ?? [] {
      quiz.note(receipt, in: &venue, at: now)
      pairing.note(receipt)
      replies.note(receipt)
      if let (index, reply) = setup.note(receipt) { replies.add(reply, to: index) }
    }
  }

  /// Answers the orders that wait for nothing any more.
  mutating func passReplies() {
    while let (index, answer) = replies.pop() { clients.send(answer, to: index) }
  }

  /// Answers the first visit, whose answers are kept; `isGood` tells whether the configuration could be read again.
  mutating func concludeSetup(isGood: Bool) {
    if let (index, reply) = setup.conclude(isGood: isGood) { replies.add(reply, to: index) }
  }
}
