/// Runs `fuzz` with one input of libFuzzer: `count` bytes from `start` on.
///
/// The input is a separate block on the heap, so that AddressSanitizer detects a read beyond either end. libFuzzer wants
/// 0 back.
package func run(_ fuzz: (Span<UInt8>) -> Void, _ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(unsafe UnsafeBufferPointer(start: start, count: count).span)
  return 0
}

/// Ends the run with `rule` if the rule does not hold.
package func require(_ holds: Bool, _ rule: StaticString) {
  if !holds { fatalError("\(rule)") }
}

/// Returns the bytes of `span`.
package func array(_ span: Span<UInt8>) -> [UInt8] {
  var array: [UInt8] = []
  array.reserveCapacity(span.count)
  for index in span.indices { array.append(span[index]) }
  return array
}
