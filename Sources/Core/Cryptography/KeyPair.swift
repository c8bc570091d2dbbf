internal import Clibsodium

/// An X25519 public key (RFC 7748), which identifies a controller or a host.
public struct PublicKey: Hashable, Sendable {
  /// The bytes, as on the wire.
  public let bytes: Bytes32

  /// Creates a key from its bytes; any bytes are a valid key.
  public init(_ bytes: Bytes32) {
    self.bytes = bytes
  }

  /// Copies the key that starts at `offset` of `bytes`.
  public init(copying bytes: Span<UInt8>, at offset: Int = 0) {
    self.init(Bytes32 { bytes[offset + $0] })
  }

  /// The fingerprint by which people compare keys: the SHA-256 of the key in 64 hexadecimal digits.
  public var fingerprint: String {
    let digest = SHA256.digest(bytes.span)
    return digest.indices.map { index in
      let digits = String(digest[index], radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// Compares two keys in constant time.
  public static func == (one: PublicKey, two: PublicKey) -> Bool {
    areEqual(one.bytes.span, two.bytes.span)
  }

  /// Hashes the key's bytes.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}

/// An X25519 key pair.
public struct KeyPair: Sendable {
  /// The private key.
  public let secret: Secret
  /// The public key.
  public let publicKey: PublicKey

  /// Creates the key pair of the private key `secret` (crypto_scalarmult_base).
  public init(secret: Secret) {
    self.secret = secret
    var bytes = Bytes32(repeating: 0)
    unsafe fill(&bytes) { unsafe _ = crypto_scalarmult_curve25519_base($0, secret.storage) }
    publicKey = PublicKey(bytes)
  }

  /// Creates a new key pair from `generator`; real keys need the system's generator.
  public init(from generator: inout some RandomNumberGenerator) {
    self.init(secret: Secret(from: &generator))
  }

  /// Returns the secret shared with the owner of `key`.
  ///
  /// The result is nil if `key` gives the same secret to everyone (crypto_scalarmult).
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
