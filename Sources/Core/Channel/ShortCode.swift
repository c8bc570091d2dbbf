public import Cryptography

/// The six digits that two people compare when they can use neither a QR code nor a PIN.
///
/// docs/protocol.md, "Confirm on the host", describes the comparison.
///
/// The controller commits to its nonce before it sees the host's nonce, so a man in the middle succeeds once in a
/// million attempts.
public struct ShortCode: Sendable {
  /// Sixteen random bytes of one side.
  public typealias Nonce = InlineArray<16, UInt8>

  private let hash: Bytes32

  /// Creates the short code of the handshake with this hash.
  public init(handshake hash: Bytes32) {
    self.hash = hash
  }

  /// Returns the controller's commitment to `nonce`, its first message (SAS_COMMIT).
  public func commitment(to nonce: Nonce) -> Bytes32 {
    var digest = SHA256()
    digest.update(nonce.span)
    digest.update(hash.span)
    return digest.finish()
  }

  /// Returns the number that both sides show, 0 to 999,999.
  ///
  /// It depends on the nonces of the host (SAS_NONCE) and of the controller (SAS_REVEAL). The digest is read as one
  /// number, most significant byte first.
  public func code(controller: Nonce, host: Nonce) -> UInt32 {
    var digest = SHA256()
    digest.update("tpp/1 sas".utf8.span)
    digest.update(hash.span)
    digest.update(controller.span)
    digest.update(host.span)
    let bytes = digest.finish()
    return bytes.indices.reduce(0) { ($0 << 8 | UInt32(bytes[$1])) % 1_000_000 }
  }

  /// Returns the number if `nonce` matches the controller's commitment; otherwise nil, which means a man in the middle.
  public func code(revealed nonce: Nonce, host: Nonce, commitment: Bytes32) -> UInt32? {
    guard areEqual(self.commitment(to: nonce).span, commitment.span) else { return nil }
    return code(controller: nonce, host: host)
  }
}
