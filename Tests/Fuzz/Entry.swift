/// What libFuzzer calls for each input; every target has its own `fuzz`.
///
/// The input is a block of its own on the heap: AddressSanitizer sees a read beyond either end.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(unsafe UnsafeBufferPointer(start: start, count: count).span)
  return 0
}

/// Ends the run with `rule` when it does not hold.
func require(_ holds: Bool, _ rule: StaticString) {
  if !holds { fatalError("\(rule)") }
}
