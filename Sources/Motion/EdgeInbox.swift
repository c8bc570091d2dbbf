import Model

/// Takes each numbered edge exactly once and in order, however often its packet repeats it.
struct EdgeInbox: Sendable {
  /// The number of the next edge; nil until the sender has shown one.
  private(set) var expected: UInt16?

  /// How many edges of `log` were taken before; the rest are new.
  ///
  /// Edges between the expected one and the log's first were given up by the sender: they are skipped.
  mutating func take(_ log: EdgeLog) -> (known: Int, skipped: Int) {
    let distance = Int16(bitPattern: (expected ?? log.first) &- log.first)
    let known = min(max(Int(distance), 0), log.count)
    if distance < 0 || known < log.count || expected == nil { expected = log.next }
    return (known, max(0, -Int(distance)))
  }

  /// Follows the sender to edge number `next`; returns how many edges were skipped by that.
  ///
  /// A number behind the expected one means that the sender counts anew: it is followed, nothing skipped.
  mutating func settle(at next: UInt16) -> Int {
    let skipped = expected.map { max(0, Int(Int16(bitPattern: next &- $0))) } ?? 0
    expected = next
    return skipped
  }
}
