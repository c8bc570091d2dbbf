import Browser
import Fuzzing

/// Receives one input of libFuzzer: packets of a browser behind an opened DTLS (`browser.h`).
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Opens a channel to a host, sends it the packets, and checks what the host makes of them.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  let outcome = unsafe browser_play(input, input.count)
  require(outcome.is_shaken, "the handshake ends well")
  require(outcome.is_open, "an association opens the channel")
  require(outcome.longest <= 1_024, "no message is longer than the limit")
  require(outcome.largest <= 1_200, "no datagram is larger than what any network carries")
}
