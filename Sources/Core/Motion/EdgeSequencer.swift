import Model

/// A filter that accepts each numbered edge exactly once and in order, however often packets repeat it.
struct EdgeSequencer: Sendable {
  /// The number of the next edge; nil until the sender has sent one.
  private(set) var expected: UInt16?

  /// Applies `log`; returns the number of its edges that were known already, and the number of edges skipped.
  ///
  /// The edges between the expected edge and the first edge of the log count as skipped, because the sender has given
  /// them up.
  mutating func apply(_ log: EdgeLog) -> (known: Int, skipped: Int) {
    let distance = Int16(bitPattern: (expected ?? log.first) &- log.first)
    let known = min(max(Int(distance), 0), log.count)
    if distance < 0 || known < log.count || expected == nil { expected = log.next }
    return (known, max(0, -Int(distance)))
  }

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
