/// Runs one input of libFuzzer; every target has its own `fuzz`.
///
/// The input is a separate block on the heap, so that AddressSanitizer detects a read beyond either end.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(unsafe UnsafeBufferPointer(start: start, count: count).span)
  return 0
}

/// Ends the run with `rule` if the rule does not hold.
func require(_ holds: Bool, _ rule: StaticString) {
  if !holds { fatalError("\(rule)") }
}
