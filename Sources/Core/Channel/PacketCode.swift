import Cryptography
import Wire

/// The two codes at the end of handshake packets (docs/protocol.md, "Codes and cookies").
///
/// The first code proves that the sender knows the receiver's key. The second proves that the sender receives packets
/// at its address.
struct PacketCode: Sendable {
  /// The bytes of a code.
  typealias Bytes = InlineArray<16, UInt8>

  /// The HMAC state after the key and before the first byte; the key is not secret.
  private let begun: HMAC

  /// Creates the first code (mac1) of packets to the owner of the key `receiver`.
  init(receiver: PublicKey) {
    var digest = SHA256()
    digest.update("tpp/1 mac1".utf8.span)
    digest.update(receiver.bytes.span)
    begun = HMAC(key: digest.finish().span)
  }

  /// Returns the code of `bytes`.
  func code(of bytes: Span<UInt8>) -> Bytes {
    var code = begun
    code.update(bytes)
    let full = code.finish()
    return Bytes { full[$0] }
  }

  /// Returns whether `range` of `bytes` is the code of all bytes before it.
  func verifies(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    areEqual(code(of: bytes.extracting(first: range.lowerBound)).span, bytes.extracting(range))
  }

  /// Returns the code of `bytes` under `key`: the first 16 bytes of the HMAC.
  static func code(of bytes: Span<UInt8>, key: Span<UInt8>) -> Bytes {
    let full = HMAC.code(of: bytes, key: key)
    return Bytes { full[$0] }
  }
}

extension Datagram where capacity == 192 {
  /// Appends the first code; returns its first eight bytes as a little-endian number.
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
  /// Returns eight bytes as a little-endian number.
  func word(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }
}
