public import Cryptography

/// Six digits that a person compares, when neither a code nor a PIN could be used (docs/protocol.md, "Confirm on the host").
///
/// The controller commits to its nonce before it sees the host's: whoever is in the middle has one guess in a million.
public struct ShortCode: Sendable {
  /// Sixteen random bytes of one side.
  public typealias Nonce = InlineArray<16, UInt8>

  private let hash: Bytes32

  /// The code of the handshake whose hash this is.
  public init(handshake hash: Bytes32) {
    self.hash = hash
  }

  /// What the controller sends first (SAS_COMMIT).
  public func commitment(to nonce: Nonce) -> Bytes32 {
    var digest = SHA256()
    digest.update(nonce.span)
    digest.update(hash.span)
    return digest.finish()
  }

  /// The number that both sides show, 0 to 999,999, after the host's nonce (SAS_NONCE) and the controller's (SAS_REVEAL).
  ///
  /// The digest is read as one number, most significant byte first.
  public func code(controller: Nonce, host: Nonce) -> UInt32 {
    var digest = SHA256()
    digest.update("tpp/1 sas".utf8.span)
    digest.update(hash.span)
    digest.update(controller.span)
    digest.update(host.span)
    let bytes = digest.finish()
    return bytes.indices.reduce(0) { ($0 << 8 | UInt32(bytes[$1])) % 1_000_000 }
  }

  /// The number, if `nonce` is what the controller has committed to; otherwise nil, and somebody is in the middle.
  public func code(revealed nonce: Nonce, host: Nonce, commitment: Bytes32) -> UInt32? {
    guard areEqual(self.commitment(to: nonce).span, commitment.span) else { return nil }
    return code(controller: nonce, host: host)
  }
}
