internal import Clibsodium

/// ChaCha20-Poly1305 with 96-bit nonces (RFC 8439), in place and without allocation.
///
/// A nonce is four zero bytes and a little-endian counter (Noise rev. 34, §12.3); a counter must be used only once
/// with a key.
public enum Seal {
  /// The size of the tag in bytes, by which a ciphertext is longer than its plaintext.
  public static let tagSize = 16

  /// Encrypts `range` of `bytes`, and authenticates `associated` too.
  ///
  /// The last 16 bytes of `range` are room for the tag.
  ///
  /// - Precondition: `range` has at least 16 bytes and is within `bytes`.
  public static func close(
    _ range: Range<Int>, of bytes: inout MutableSpan<UInt8>, associated: Span<UInt8>, counter: UInt64,
    with key: Secret
  ) {
    precondition(range.count >= tagSize && range.lowerBound >= 0 && range.upperBound <= bytes.count)
    unsafe withAddresses(range, &bytes, associated, counter) { text, associated, nonce in
      let length = UInt64(range.count - tagSize)
      _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
        text, nil, text, length, associated.baseAddress, UInt64(associated.count), nil, nonce, key.storage)
    }
  }

  /// Decrypts `range` of `bytes`; returns whether the text and `associated` are genuine.
  ///
  /// The last 16 bytes of `range` are the tag. A text that is not genuine is overwritten, so that it cannot be used
  /// by mistake.
  ///
  /// - Precondition: `range` has at least 16 bytes and is within `bytes`.
  public static func open(
    _ range: Range<Int>, of bytes: inout MutableSpan<UInt8>, associated: Span<UInt8>, counter: UInt64,
    with key: Secret
  ) -> Bool {
    precondition(range.count >= tagSize && range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return unsafe withAddresses(range, &bytes, associated, counter) { text, associated, nonce in
      unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
        text, nil, nil, text, UInt64(range.count), associated.baseAddress, UInt64(associated.count), nonce,
        key.storage) == 0
    }
  }

  /// Calls `body` with the addresses of the text, the associated bytes and the nonce.
  private static func withAddresses<Result>(
    _ range: Range<Int>, _ bytes: inout MutableSpan<UInt8>, _ associated: Span<UInt8>, _ counter: UInt64,
    _ body: (UnsafeMutablePointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafePointer<UInt8>) -> Result
  ) -> Result {
    var nonce = InlineArray<12, UInt8>(repeating: 0)
    for index in 0..<8 { nonce[4 + index] = UInt8(truncatingIfNeeded: counter >> UInt64(8 * index)) }
    return unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe associated.withUnsafeBufferPointer { associated in
        unsafe fill(&nonce) { nonce in
          guard let start = bytes.baseAddress else { preconditionFailure() }
          return unsafe body(start + range.lowerBound, associated, UnsafePointer(nonce))
        }
      }
    }
  }
}
