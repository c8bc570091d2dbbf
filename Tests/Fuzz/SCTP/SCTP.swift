import Browser
import Fuzzing

/// Receives one input of libFuzzer: packets that a browser sends after the DTLS handshake (`browser.h`).
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Opens a channel to a host, sends the packets to it, and checks the outcome.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  let outcome = unsafe browser_play(input, input.count)
  require(outcome.is_shaken, "the handshake ends well")
  require(outcome.is_open, "an association opens the channel")
  require(outcome.longest <= 1_024, "no message is longer than the limit")
  require(outcome.largest <= 1_200, "no datagram is larger than what any network carries")
}
