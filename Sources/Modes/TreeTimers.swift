public import Model

/// Timers of nodes.
extension Tree {
  struct Timer: Sendable {
    var node: Int32
    var id: UInt16
    var due: Instant
    /// Which it is of all that were set.
    var number: UInt64
  }

  /// Lets `node` hear `timer(id)` at `due`, instead of when it was to before; false when it is not on.
  @discardableResult
  public mutating func setTimer(_ id: UInt16, at due: Instant, for node: NodeID) -> Bool {
    guard isOn(node) else { return false }
    cancelTimer(id, of: node)
    timerNumber += 1
    timers.append(Timer(node: node.index, id: id, due: due, number: timerNumber))
    return true
  }

  /// Forgets that timer of `node`.
  public mutating func cancelTimer(_ id: UInt16, of node: NodeID) {
    guard let index = index(of: node) else { return }
    timers.removeAll { $0.node == index && $0.id == id }
  }

  /// When ``advance(to:_:)`` has something to do.
  public var nextDeadline: Instant { timers.reduce(.distantFuture) { min($0, $1.due) } }

  /// Sends everything that has run out by `now`, the earliest first; what is set meanwhile waits for the next call.
  public mutating func advance(to now: Instant, _ hear: Hear) {
    let last = timerNumber
    while depth < Tree.nestingLimit, let place = nextTimer(at: now, upTo: last) {
      let timer = timers.remove(at: place)
      send(.timer(id: timer.id), from: id(of: timer.node), hear)
    }
  }

  /// The place of the timer that runs out first by `now`, of those that were set up to number `last`.
  private func nextTimer(at now: Instant, upTo last: UInt64) -> Int? {
    timers.indices.filter { timers[$0].due <= now && timers[$0].number <= last }
      .min { (timers[$0].due, timers[$0].number) < (timers[$1].due, timers[$1].number) }
  }
}
