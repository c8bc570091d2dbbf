import Fuzzing
import Model
import Wire
import WireReference

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as messages of the local socket, in both directions.
func fuzz(_ bytes: Span<UInt8>) {
  // A longer message never gets this far, as there is no room for it.
  guard bytes.count <= LocalPacket.largest else { return }
  let input = array(bytes)
  for fromBridge in [false, true] {
    let outcome = localOutcome(input, fromBridge: fromBridge)
    if case .ok(let written) = outcome { check(written, is: input, fromBridge: fromBridge) }
    guard input.count >= 16 else { continue }
    if input[0] == 0xf0 {
      require(outcome.reason == LocalReference.reason(message: input), "the reference agrees")
    }
    if input[0] == 0xf1, fromBridge {
      require(outcome.reason == LocalReference.reason(delivery: input), "the reference agrees")
    }
  }
}

/// Checks that a message is written with its size and as it was read, except for bytes that no reader uses.
///
/// Writing a status leaves out the frames that no reader uses. The result is then read and written again
/// without a change.
private func check(_ written: [UInt8], is input: [UInt8], fromBridge: Bool) {
  if fromBridge, [0xe9, 0xea].contains(input[0]) {
    require(written.count <= LocalPacket.largest, "a status has room")
    return require(
      localOutcome(written, fromBridge: true) == .ok(written: written), "a status is written as it was read")
  }
  require(written.count == input.count, "a message keeps its size")
  let isWhole = !fromBridge || [0xeb, 0xf0, 0xf1, 0xf7].contains(input[0])
  require(!isWhole || written == input, "a message is written as it was read")
}
