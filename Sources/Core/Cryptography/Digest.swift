internal import Clibsodium

/// Sixteen bytes, for example a nonce, a cookie, or the secret of a QR code.
public typealias Bytes16 = InlineArray<16, UInt8>

extension Bytes16 {
  /// Creates 16 random bytes.
  public init(from generator: inout some RandomNumberGenerator) {
    let (low, high): (UInt64, UInt64) = (generator.next(), generator.next())
    self.init { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> UInt64(8 * ($0 & 7))) }
  }
}

/// Thirty-two bytes, for example a digest, a public key, or an element of a group.
public typealias Bytes32 = InlineArray<32, UInt8>

/// Sixty-four bytes: a digest of SHA-512.
public typealias Bytes64 = InlineArray<64, UInt8>

/// The incremental computation of SHA-256 (FIPS 180-4; crypto_hash_sha256).
public struct SHA256: Sendable {
  private var state = crypto_hash_sha256_state()

  /// Begins a digest without input.
  public init() {
    _ = unsafe crypto_hash_sha256_init(&state)
  }

  /// Adds `bytes` to the input.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe crypto_hash_sha256_update(&state, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  /// Returns the digest and wipes the rest of the input.
  public mutating func finish() -> Bytes32 {
    var digest = Bytes32(repeating: 0)
    unsafe fill(&digest) { unsafe _ = crypto_hash_sha256_final(&state, $0) }
    unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    return digest
  }

  /// Returns the digest of `bytes`.
  public static func digest(_ bytes: Span<UInt8>) -> Bytes32 {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }
}

/// The incremental computation of SHA-512 (FIPS 180-4; crypto_hash_sha512).
public struct SHA512: Sendable {
  /// The size of a block that is hashed at a time, in bytes.
  public static let blockSize = 128

  private var state = crypto_hash_sha512_state()

  /// Begins a digest without input.
  public init() {
    _ = unsafe crypto_hash_sha512_init(&state)
  }

  /// Adds `bytes` to the input.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe crypto_hash_sha512_update(&state, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  /// Returns the digest and wipes the rest of the input.
  public mutating func finish() -> Bytes64 {
    var digest = Bytes64(repeating: 0)
    unsafe fill(&digest) { unsafe _ = crypto_hash_sha512_final(&state, $0) }
    unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    return digest
  }
}

/// The incremental computation of HMAC with SHA-256 (RFC 2104; crypto_auth_hmacsha256).
public struct HMAC: Sendable {
  private var state = crypto_auth_hmacsha256_state()

  /// Begins a code without input, under a `key` of any length.
  public init(key: Span<UInt8>) {
    // The C function declares its key non-null, so an empty key needs the address of something.
    let none = InlineArray<1, UInt8>(repeating: 0)
    let key = key.isEmpty ? none.span.extracting(first: 0) : key
    unsafe key.withUnsafeBufferPointer { key in
      guard let start = key.baseAddress else { return }
      _ = unsafe crypto_auth_hmacsha256_init(&state, start, key.count)
    }
  }

  /// Adds `bytes` to the input.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe crypto_auth_hmacsha256_update(&state, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  /// Returns the code and wipes the rest of key and input.
  public mutating func finish() -> Bytes32 {
    var code = Bytes32(repeating: 0)
    unsafe fill(&code) { unsafe _ = crypto_auth_hmacsha256_final(&state, $0) }
    unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    return code
  }

  /// Returns the code of `bytes` under `key`.
  public static func code(of bytes: Span<UInt8>, key: Span<UInt8>) -> Bytes32 {
    var code = HMAC(key: key)
    code.update(bytes)
    return code.finish()
  }
}

/// Returns whether two byte sequences are equal, in a time that depends on their lengths only (sodium_memcmp).
public func areEqual(_ one: Span<UInt8>, _ two: Span<UInt8>) -> Bool {
  guard one.count == two.count, !one.isEmpty else { return one.count == two.count }
  return unsafe one.withUnsafeBufferPointer { one in
    unsafe two.withUnsafeBufferPointer { two in
      guard let first = one.baseAddress, let second = two.baseAddress else { return false }
      return unsafe sodium_memcmp(first, second, one.count) == 0
    }
  }
}

/// Overwrites `bytes` with zeros in a way that compilers do not remove (sodium_memzero).
public func wipe<let count: Int>(_ bytes: inout InlineArray<count, UInt8>) {
  unsafe fill(&bytes) { unsafe sodium_memzero($0, count) }
}

/// Calls `body` with the address of `bytes`.
func fill<let count: Int, Result>(
  _ bytes: inout InlineArray<count, UInt8>, _ body: (UnsafeMutablePointer<UInt8>) -> Result
) -> Result {
  precondition(count > 0)
  var span = bytes.mutableSpan
  return unsafe span.withUnsafeMutableBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure() }
    return unsafe body(start)
  }
}
