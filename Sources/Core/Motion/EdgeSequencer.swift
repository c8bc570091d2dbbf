import Model

/// A filter that accepts each numbered edge exactly once and in order, however often packets repeat it.
struct EdgeSequencer: Sendable {
  /// The number of the next edge; nil until the sender has sent a number.
  private(set) var expected: UInt16?

  /// Applies a list of `count` edges whose first has number `first`.
  ///
  /// Returns the number of these edges that were known already, and the number of edges skipped: those between the
  /// expected edge and `first`, because the sender has given them up.
  mutating func apply(_ first: UInt16, count: Int) -> (known: Int, skipped: Int) {
    let distance = Int16(bitPattern: (expected ?? first) &- first)
    let known = min(max(Int(distance), 0), count)
    if distance < 0 || known < count || expected == nil { expected = first &+ UInt16(count) }
    return (known, max(0, -Int(distance)))
  }

  /// Applies `log`, as ``apply(_:count:)`` does.
  mutating func apply(_ log: EdgeLog) -> (known: Int, skipped: Int) { apply(log.first, count: log.count) }

  /// Continues at the sender's edge number `next`; returns the number of edges skipped.
  ///
  /// A number behind the expected one means that the sender has restarted its numbers. It is adopted, and nothing
  /// counts as skipped.
  mutating func settle(at next: UInt16) -> Int {
    let skipped = expected.map { max(0, Int(Int16(bitPattern: next &- $0))) } ?? 0
    expected = next
    return skipped
  }
}
