import Fuzzing
import Wire
import WireReference

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as packets of the host, as a controller does.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  check(input, as: .hostFrames)
  guard let frames = try? HostFrames(parsing: bytes, from: 0) else { return }
  if let text = frames.control?.text {
    require(text.lowerBound >= 6 && text.upperBound <= bytes.count, "a text lies in the input")
  }
  let written = write(frames, text: input)
  if written.isEmpty { return }
  guard let again = try? HostFrames(parsing: written.span, from: 0) else {
    fatalError("what was written is not read")
  }
  require(frames.acknowledgement == again.acknowledgement, "the acknowledgement stays")
  require(frames.ping == again.ping, "the ping stays")
  require(frames.feedback == again.feedback, "the feedback stays")
  require(frames.control?.id == again.control?.id, "the control message stays")
  require(frames.control?.text.count == again.control?.text.count, "the control message's text stays")
  require(frames.controlReceipt == again.controlReceipt, "the receipt stays")
  require(frames.round == again.round, "the round stays")
}
