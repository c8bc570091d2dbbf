import Fuzzing
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as datagrams of encrypted sessions.
///
/// A datagram that is read is written again without a change.
func fuzz(_ bytes: Span<UInt8>) {
  guard let type = try? OuterType(of: bytes) else { return }
  switch type {
  case .probe: same(try? Probe(parsing: bytes).datagram, bytes, all: true)
  case .probeReply: same(try? ProbeReply(parsing: bytes).datagram, bytes, all: false)
  case .introduction: same(try? IntroductionHeader(parsing: bytes).datagram, bytes, all: false)
  case .welcome: same(try? WelcomeHeader(parsing: bytes).datagram, bytes, all: false)
  case .cookie: same(try? CookieReply(parsing: bytes).datagram, bytes, all: true)
  case .rejection: same(try? Rejection(parsing: bytes).datagram, bytes, all: true)
  case .pairShare: same(try? PairShare(parsing: bytes).datagram, bytes, all: false)
  case .pairProof: same(try? PairProof(parsing: bytes).datagram, bytes, all: false)
  case .pairShareReply, .pairProofReply: same(try? PairReply(parsing: bytes).datagram, bytes, all: true)
  case .sealed:
    let header = (try? SealedHeader(parsing: bytes))?.bytes
    if let header { for index in header.indices { require(header[index] == bytes[index], "a header stays") } }
  case .plain: break
  }
  payloads(bytes)
}

/// Parses the input as the decrypted payloads of a handshake.
private func payloads(_ bytes: Span<UInt8>) {
  if bytes.count > Introduction.size,
    let said = try? Introduction(parsing: bytes.extracting(first: Introduction.size))
  {
    var datagram = Datagram<192>()
    said.write(to: &datagram)
    same(datagram, bytes, all: false)
    require(said.name.text.utf8.count <= 3 * DeviceName.size, "a name stays short")
  }
  if bytes.count > Welcome.size, let welcome = try? Welcome(parsing: bytes.extracting(first: Welcome.size)) {
    var datagram = Datagram<192>()
    welcome.write(to: &datagram)
    same(datagram, bytes, all: false)
  }
}

/// Checks that the written bytes are the beginning of `bytes`, or all of `bytes` if `all` is true.
private func same(_ written: Datagram<192>?, _ bytes: Span<UInt8>, all: Bool) {
  guard let written else { return }
  require(all ? written.count == bytes.count : written.count <= bytes.count, "the length stays")
  // The name of an answer to a probe loses its trailing zeros.
  for index in 0..<written.count where index != 72 {
    require(written[index] == bytes[index], "the bytes stay")
  }
}
