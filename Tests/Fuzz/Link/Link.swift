import Fuzzing
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Reads the input as a pairing link.
///
/// A link that is read is written as an equal link, and its text fits into a QR code.
func fuzz(_ bytes: Span<UInt8>) {
  let text = String(decoding: array(bytes), as: UTF8.self)
  guard let link = try? PairingLink(parsing: text) else { return }
  let written = link.text
  require(written.utf8.count <= 300, "a link stays short")
  require(written.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "a link is ASCII")
  require((try? PairingLink(parsing: written)) == link, "a link stays the same")
  require((try? PairingLink(parsing: written))?.text == written, "a link is written in one way")
}
