internal import CSHA1
import Model

/// The last two attributes of a message: MESSAGE-INTEGRITY and FINGERPRINT (RFC 8489 §14.5, §14.7).
enum Integrity {
  /// The size of MESSAGE-INTEGRITY, in bytes.
  static let size = 4 + codeSize
  /// The size of the code in MESSAGE-INTEGRITY, a SHA-1 digest, in bytes.
  static let codeSize = 20
  /// The size of FINGERPRINT, in bytes.
  static let fingerprintSize = 8
  private static let fingerprintMask: UInt32 = 0x5354_554e

  /// Returns the code of `message` under `password`, for the attribute at `offset`.
  ///
  /// The code covers everything before the attribute. It assumes the length that the message would have if it ended
  /// with the attribute.
  static func code(
    of message: Span<UInt8>, at offset: Int, _ password: Span<UInt8>
  ) -> InlineArray<20, UInt8> {
    let length = offset + size - Header.size
    let head: InlineArray<4, UInt8> = [
      message[0], message[1], UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
    ]
    let rest = message.extracting(head.count..<offset)
    var code = InlineArray<20, UInt8>(repeating: 0)
    var span = code.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { code in
      unsafe password.withUnsafeBufferPointer { key in
        unsafe head.span.withUnsafeBufferPointer { head in
          unsafe rest.withUnsafeBufferPointer { rest in
            unsafe sha1_code(
              key.baseAddress, key.count, head.baseAddress, head.count, rest.baseAddress, rest.count,
              code.baseAddress)
          }
        }
      }
    }
    return code
  }

  /// Returns the fingerprint of `message`, for the attribute at `offset`.
  static func fingerprint(of message: Span<UInt8>, at offset: Int) -> UInt32 {
    Checksum.of(message.extracting(first: offset)) ^ fingerprintMask
  }
}
