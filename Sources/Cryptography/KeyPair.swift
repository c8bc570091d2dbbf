internal import Clibsodium

/// The public half of an X25519 key (RFC 7748): what tells one controller or host from another.
public struct PublicKey: Hashable, Sendable {
  /// The bytes, as on the wire.
  public let bytes: Bytes32

  /// The key of these bytes; any are one.
  public init(_ bytes: Bytes32) {
    self.bytes = bytes
  }

  /// The key that starts at `offset` of `bytes`.
  public init(copying bytes: Span<UInt8>, at offset: Int = 0) {
    self.init(Bytes32 { bytes[offset + $0] })
  }

  /// What people tell the key by: its SHA-256, 64 hexadecimal digits.
  public var fingerprint: String {
    let digest = SHA256.digest(bytes.span)
    return digest.indices.map { index in
      let digits = String(digest[index], radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// Compares in constant time, as all comparisons of keys.
  public static func == (one: PublicKey, two: PublicKey) -> Bool {
    areEqual(one.bytes.span, two.bytes.span)
  }

  /// Adds the key's bytes.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}

/// An X25519 key with both halves.
public struct KeyPair: Sendable {
  /// What only its owner knows.
  public let secret: Secret
  /// What everyone may know.
  public let publicKey: PublicKey

  /// The pair of `secret` (crypto_scalarmult_base).
  public init(secret: Secret) {
    self.secret = secret
    var bytes = Bytes32(repeating: 0)
    unsafe fill(&bytes) { unsafe _ = crypto_scalarmult_curve25519_base($0, secret.storage) }
    publicKey = PublicKey(bytes)
  }

  /// A new pair of `generator`, which for real keys is the system's.
  public init(from generator: inout some RandomNumberGenerator) {
    self.init(secret: Secret(from: &generator))
  }

  /// The secret shared with the owner of `key`; nil when `key` is one that shares the same with everyone
  /// (crypto_scalarmult).
  public func agree(with key: PublicKey) -> Secret? {
    var isShared = false
    let bytes = key.bytes
    let shared = Secret { shared in
      unsafe shared.withUnsafeMutableBufferPointer { shared in
        unsafe bytes.span.withUnsafeBufferPointer { theirs in
          guard let result = shared.baseAddress, let theirs = theirs.baseAddress else { return }
          isShared = unsafe crypto_scalarmult_curve25519(result, secret.storage, theirs) == 0
        }
      }
    }
    return isShared ? shared : nil
  }
}
