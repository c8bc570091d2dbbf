import Cryptography
import Wire

/// The two codes at the end of handshake packets (docs/protocol.md, "Codes and cookies").
///
/// The first shows that the sender knows whom it speaks to, the second that it receives at its address.
struct PacketCode: Sendable {
  /// A code's bytes.
  typealias Bytes = InlineArray<16, UInt8>

  /// The code of nothing so far: the key, which is no secret, has been taken in.
  private let begun: HMAC

  /// The first code of packets for the owner of `receiver`.
  init(receiver: PublicKey) {
    var digest = SHA256()
    digest.update("tpp/1 mac1".utf8.span)
    digest.update(receiver.bytes.span)
    begun = HMAC(key: digest.finish().span)
  }

  /// The code of `bytes`.
  func code(of bytes: Span<UInt8>) -> Bytes {
    var code = begun
    code.update(bytes)
    let full = code.finish()
    return Bytes { full[$0] }
  }

  /// Whether `range` of `bytes` is the code of all before it.
  func verifies(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    areEqual(code(of: bytes.extracting(first: range.lowerBound)).span, bytes.extracting(range))
  }

  /// The code of `bytes` under `key`, the first 16 bytes of its HMAC.
  static func code(of bytes: Span<UInt8>, key: Span<UInt8>) -> Bytes {
    let full = HMAC.code(of: bytes, key: key)
    return Bytes { full[$0] }
  }
}

extension Datagram where capacity == 192 {
  /// Appends the first code, and returns its first eight bytes as a number.
  mutating func append(_ code: PacketCode) -> UInt64 {
    let bytes = withBytes { code.code(of: $0) }
    append(contentsOf: bytes.span)
    return bytes.span.word(at: 0)
  }

  /// Appends the second code, or zeros without a cookie.
  mutating func append(cookie: PacketCode.Bytes?) {
    let code = cookie.map { cookie in withBytes { PacketCode.code(of: $0, key: cookie.span) } }
    append(contentsOf: (code ?? PacketCode.Bytes(repeating: 0)).span)
  }
}

extension Span where Element == UInt8 {
  /// Eight bytes as a little-endian number.
  func word(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }
}
