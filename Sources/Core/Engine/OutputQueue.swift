/// The waiting outputs, oldest first; a packet that only moves a pad adds none.
struct OutputQueue: Sendable {
  private var waiting: [HostEngine.Output] = []
  private var lastTicket: HostEngine.Ticket = 0

  /// Adds an output.
  mutating func append(_ output: HostEngine.Output) { waiting.append(output) }

  /// Adds an output that asks the store to write `change`; returns the number of the change.
  mutating func keep(_ change: HostEngine.Keep) -> HostEngine.Ticket {
    lastTicket += 1
    waiting.append(.keep(change, ticket: lastTicket))
    return lastTicket
  }

  /// Removes and returns the oldest output; nil when none is left.
  mutating func next() -> HostEngine.Output? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
