public import Cryptography
import Wire

/// The part of a Noise handshake that both sides keep in step (SymmetricState of the protocol's revision 34, §5.2).
struct SymmetricState: Sendable {
  /// The hash of everything so far.
  private(set) var hash: Bytes32
  private var chain: Secret
  private var key = Secret.zero
  private var counter: UInt64 = 0

  /// The state before the first message to the owner of `responder`.
  init(responder: PublicKey) {
    hash = SHA256.digest("Noise_IKpsk2_25519_ChaChaPoly_SHA256".utf8.span)
    chain = Secret(copying: hash.span)
    mix("tpp/1".utf8.span)
    mix(responder.bytes.span)
  }

  /// MixHash.
  mutating func mix(_ bytes: Span<UInt8>) {
    hash = following(bytes)
  }

  /// What the hash is after `bytes`.
  private func following(_ bytes: Span<UInt8>) -> Bytes32 {
    var next = SHA256()
    next.update(hash.span)
    next.update(bytes)
    return next.finish()
  }

  /// An ephemeral key in the clear: MixHash and, as there is a pre-shared key, MixKey (§9.2).
  mutating func mix(ephemeral: PublicKey) {
    mix(ephemeral.bytes.span)
    mixKey(ephemeral.bytes.span)
  }

  /// MixKey with what `pair` and `key` share; whether they share anything.
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

  /// MixKeyAndHash with the pre-shared key.
  mutating func mix(preShared: Secret) {
    let (chain, extra, key) = preShared.withBytes { HKDF.triple(self.chain, $0) }
    var hash = self.hash
    extra.withBytes { hash = following($0) }
    (self.chain, self.hash, self.key, counter) = (chain, hash, key, 0)
  }

  /// EncryptAndHash of `range` of the datagram, of which the last 16 bytes are room for the tag.
  mutating func close(_ range: Range<Int>, of datagram: inout Datagram<192>) {
    let (hash, counter, key) = (hash, counter, key)
    datagram.withMutableBytes { bytes in
      Seal.close(range, of: &bytes, associated: hash.span, counter: counter, with: key)
    }
    self.counter += 1
    self.hash = datagram.withBytes { following($0.extracting(range)) }
  }

  /// DecryptAndHash of `range` in place; whether it is genuine.
  mutating func open(_ range: Range<Int>, of bytes: inout MutableSpan<UInt8>) -> Bool {
    let next = following(bytes.span.extracting(range))
    guard Seal.open(range, of: &bytes, associated: hash.span, counter: counter, with: key) else {
      return false
    }
    hash = next
    counter += 1
    return true
  }

  /// Split: the keys from the initiator and from the responder.
  func split() -> (fromInitiator: Secret, fromResponder: Secret) {
    let nothing = InlineArray<1, UInt8>(repeating: 0)
    return HKDF.pair(chain, nothing.span.extracting(first: 0))
  }
}

/// What a handshake leads to.
public struct TransportKeys: Sendable {
  /// The key of what comes in.
  public let receiving: Secret
  /// The key of what goes out.
  public let sending: Secret
  /// The hash of the whole handshake, which is the same on both sides and in no other handshake.
  public let hash: Bytes32
}
