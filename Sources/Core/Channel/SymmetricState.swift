public import Cryptography
import Wire

/// The state of a Noise handshake, equal on both sides (SymmetricState in the Noise protocol, revision 34, §5.2).
struct SymmetricState: Sendable {
  /// The hash of the handshake so far.
  private(set) var hash: Bytes32
  private var chain: Secret
  private var key = Secret.zero
  private var counter: UInt64 = 0

  /// Creates the state before the first message to the owner of the key `responder`.
  init(responder: PublicKey) {
    hash = SHA256.digest("Noise_IKpsk2_25519_ChaChaPoly_SHA256".utf8.span)
    chain = Secret(copying: hash.span)
    mix("tpp/1".utf8.span)
    mix(responder.bytes.span)
  }

  /// Mixes `bytes` into the hash (MixHash).
  mutating func mix(_ bytes: Span<UInt8>) {
    hash = following(bytes)
  }

  /// Returns the hash after `bytes` are mixed in.
  private func following(_ bytes: Span<UInt8>) -> Bytes32 {
    var next = SHA256()
    next.update(hash.span)
    next.update(bytes)
    return next.finish()
  }

  /// Mixes in an ephemeral public key: MixHash and, because there is a pre-shared key, MixKey (§9.2).
  mutating func mix(ephemeral: PublicKey) {
    mix(ephemeral.bytes.span)
    mixKey(ephemeral.bytes.span)
  }

  /// Mixes in the shared secret of `pair` and `key` (MixKey); returns false if `key` gives the same secret to everyone.
  mutating func mixKey(_ pair: KeyPair, _ key: PublicKey) -> Bool {
    guard let shared = pair.agree(with: key) else { return false }
    var next = self
    shared.withBytes { next.mixKey($0) }
    self = next
    return true
  }

  private mutating func mixKey(_ material: Span<UInt8>) {
    (chain, key) = HKDF.pair(chain, material)
    counter = 0
  }

  /// Mixes in the pre-shared key (MixKeyAndHash).
  mutating func mix(preShared: Secret) {
    let (chain, extra, key) = preShared.withBytes { HKDF.triple(self.chain, $0) }
    var hash = self.hash
    extra.withBytes { hash = following($0) }
    (self.chain, self.hash, self.key, counter) = (chain, hash, key, 0)
  }

  /// Encrypts `range` of the datagram and mixes it into the hash (EncryptAndHash).
  ///
  /// The last 16 bytes of `range` are room for the tag.
  mutating func close(_ range: Range<Int>, of datagram: inout Datagram<192>) {
    let (hash, counter, key) = (hash, counter, key)
    datagram.withMutableBytes { bytes in
      Seal.close(range, of: &bytes, associated: hash.span, counter: counter, with: key)
    }
    self.counter += 1
    self.hash = datagram.withBytes { following($0.extracting(range)) }
  }

  /// Decrypts `range` in place and mixes it into the hash (DecryptAndHash); returns whether `range` is genuine.
  mutating func open(_ range: Range<Int>, of bytes: inout MutableSpan<UInt8>) -> Bool {
    let next = following(bytes.span.extracting(range))
    guard Seal.open(range, of: &bytes, associated: hash.span, counter: counter, with: key) else {
      return false
    }
    hash = next
    counter += 1
    return true
  }

  /// Returns the keys for packets from the initiator and from the responder (Split).
  func split() -> (fromInitiator: Secret, fromResponder: Secret) {
    let nothing = InlineArray<1, UInt8>(repeating: 0)
    return HKDF.pair(chain, nothing.span.extracting(first: 0))
  }
}

/// The session keys that result from a handshake.
public struct TransportKeys: Sendable {
  /// The session key for incoming packets.
  public let receiving: Secret
  /// The session key for outgoing packets.
  public let sending: Secret
  /// The hash of the whole handshake, equal on both sides and unique to this handshake.
  public let hash: Bytes32
}
