internal import Clibsodium

/// Thirty-two public bytes: a digest, a tag, an element.
public typealias Bytes32 = InlineArray<32, UInt8>

/// Sixty-four bytes: a digest of SHA-512.
public typealias Bytes64 = InlineArray<64, UInt8>

/// SHA-256 of bytes that come piece by piece (FIPS 180-4; crypto_hash_sha256).
public struct SHA256: Sendable {
  private var state = crypto_hash_sha256_state()

  /// The digest of nothing so far.
  public init() {
    _ = unsafe crypto_hash_sha256_init(&state)
  }

  /// Adds `bytes`.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe crypto_hash_sha256_update(&state, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  /// The digest; what is left of the input is wiped.
  public mutating func finish() -> Bytes32 {
    var digest = Bytes32(repeating: 0)
    unsafe fill(&digest) { unsafe _ = crypto_hash_sha256_final(&state, $0) }
    unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    return digest
  }

  /// The digest of `bytes`.
  public static func digest(_ bytes: Span<UInt8>) -> Bytes32 {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }
}

/// SHA-512 of bytes that come piece by piece (FIPS 180-4; crypto_hash_sha512).
public struct SHA512: Sendable {
  /// How many bytes are hashed at a time.
  public static let blockSize = 128

  private var state = crypto_hash_sha512_state()

  /// The digest of nothing so far.
  public init() {
    _ = unsafe crypto_hash_sha512_init(&state)
  }

  /// Adds `bytes`.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe crypto_hash_sha512_update(&state, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  /// The digest; what is left of the input is wiped.
  public mutating func finish() -> Bytes64 {
    var digest = Bytes64(repeating: 0)
    unsafe fill(&digest) { unsafe _ = crypto_hash_sha512_final(&state, $0) }
    unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    return digest
  }
}

/// HMAC with SHA-256 of bytes that come piece by piece (RFC 2104; crypto_auth_hmacsha256).
public struct HMAC: Sendable {
  private var state = crypto_auth_hmacsha256_state()

  /// The code of nothing so far, under `key` of any length.
  public init(key: Span<UInt8>) {
    // The C function declares its key non-null, so an empty one is the address of something.
    let none = InlineArray<1, UInt8>(repeating: 0)
    let key = key.isEmpty ? none.span.extracting(first: 0) : key
    unsafe key.withUnsafeBufferPointer { key in
      guard let start = key.baseAddress else { return }
      _ = unsafe crypto_auth_hmacsha256_init(&state, start, key.count)
    }
  }

  /// Adds `bytes`.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      _ = unsafe crypto_auth_hmacsha256_update(&state, bytes.baseAddress, UInt64(bytes.count))
    }
  }

  /// The code; what is left of key and input is wiped.
  public mutating func finish() -> Bytes32 {
    var code = Bytes32(repeating: 0)
    unsafe fill(&code) { unsafe _ = crypto_auth_hmacsha256_final(&state, $0) }
    unsafe sodium_memzero(&state, MemoryLayout.size(ofValue: state))
    return code
  }

  /// The code of `bytes` under `key`.
  public static func code(of bytes: Span<UInt8>, key: Span<UInt8>) -> Bytes32 {
    var code = HMAC(key: key)
    code.update(bytes)
    return code.finish()
  }
}

/// Whether two runs of bytes are the same, in a time that depends on their lengths only (sodium_memcmp).
public func areEqual(_ one: Span<UInt8>, _ two: Span<UInt8>) -> Bool {
  guard one.count == two.count, !one.isEmpty else { return one.count == two.count }
  return unsafe one.withUnsafeBufferPointer { one in
    unsafe two.withUnsafeBufferPointer { two in
      guard let first = one.baseAddress, let second = two.baseAddress else { return false }
      return unsafe sodium_memcmp(first, second, one.count) == 0
    }
  }
}

/// Overwrites `bytes` with zeros in a way that no compiler leaves out (sodium_memzero).
public func wipe<let count: Int>(_ bytes: inout InlineArray<count, UInt8>) {
  unsafe fill(&bytes) { unsafe sodium_memzero($0, count) }
}

/// Hands the address of `bytes` to `body`.
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
