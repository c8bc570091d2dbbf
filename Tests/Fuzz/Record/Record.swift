import Discovery
import Fuzzing
import Model
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as a TXT record and as a host's name.
///
/// A record that is read can be written and read again, and a name is harmless to show.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  check(String(decoding: input.prefix(255), as: UTF8.self))
  guard let record = read(input) else { return }
  let written = record.txt
  require(written.count < HostRecord.longest, "a record stays short")
  require(read(written) == record, "what was written is read the same")
}

private func read(_ bytes: [UInt8]) -> HostRecord? {
  try? HostRecord(txt: bytes.span, name: DeviceName("den"), port: 28_460)
}

/// Checks the name of a service, which any device on the network can choose.
private func check(_ name: String) {
  let shown = name.shown
  require(shown.utf8.count <= 3 * 255, "a name stays short")
  require(
    !shown.unicodeScalars.contains { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) }, "nothing steers")
  require(shown.shown == shown, "what is harmless stays")
  var service = ServiceName(name, on: "den")
  require((1...63).contains(service.text.utf8.count), "a name fits")
  service.change()
  require(service.text.hasSuffix(" #2") && service.text.utf8.count <= 63, "another name fits")
}
