public import Model

/// The timers of nodes.
extension Tree {
  struct Timer: Sendable {
    var node: Int32
    var id: UInt16
    var due: Instant
    /// The number of the timer in the order in which timers were set.
    var number: UInt64
  }

  /// Sets timer `id` of `node` to `due`, replacing its former time.
  ///
  /// Returns false when `node` does not receive messages.
  @discardableResult
  public mutating func setTimer(_ id: UInt16, at due: Instant, for node: NodeID) -> Bool {
    guard isOn(node) else { return false }
    cancelTimer(id, of: node)
    timerNumber += 1
    timers.append(Timer(node: node.index, id: id, due: due, number: timerNumber))
    return true
  }

  /// Cancels timer `id` of `node`.
  public mutating func cancelTimer(_ id: UInt16, of node: NodeID) {
    guard let index = index(of: node) else { return }
    timers.removeAll { $0.node == index && $0.id == id }
  }

  /// The deadline of the earliest timer; the distant future when no timer is set.
  public var nextDeadline: Instant { timers.reduce(.distantFuture) { min($0, $1.due) } }

  /// Sends `timer` for every timer that is due at `now`, the earliest first.
  ///
  /// A timer that is set meanwhile waits for the next call.
  public mutating func advance(to now: Instant, _ hear: Hear) {
    let last = timerNumber
    while depth < Tree.nestingLimit, let position = nextTimer(at: now, upTo: last) {
      let timer = timers.remove(at: position)
      send(.timer(id: timer.id), from: id(of: timer.node), hear)
    }
  }

  /// Returns the index of the earliest due timer among those numbered up to `last`; nil if there is none.
  private func nextTimer(at now: Instant, upTo last: UInt64) -> Int? {
    timers.indices.filter { timers[$0].due <= now && timers[$0].number <= last }
      .min { (timers[$0].due, timers[$0].number) < (timers[$1].due, timers[$1].number) }
  }
}
