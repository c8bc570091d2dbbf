import Channel
import Cryptography

/// The controller's side of the comparison of six digits by two people (docs/protocol.md, "Confirm on the host").
struct Comparison: Sendable {
  private let code: ShortCode
  private let nonce: ShortCode.Nonce
  private var isRevealed = false

  /// Creates a comparison for the handshake with `hash`, with a random nonce.
  init(handshake hash: Bytes32, random: inout some RandomNumberGenerator) {
    code = ShortCode(handshake: hash)
    nonce = Bytes16(from: &random)
  }

  /// The commitment to the controller's nonce, which the controller sends first.
  var commitment: [UInt8] {
    let commitment = code.commitment(to: nonce)
    return commitment.indices.map { commitment[$0] }
  }

  /// Receives the host's nonce, and returns the digits and the controller's own nonce.
  ///
  /// The result is nil if the host's nonce is malformed or not the first.
  mutating func receive(_ bytes: [UInt8]) -> (digits: UInt32, reveal: [UInt8])? {
    guard bytes.count == 16, !isRevealed else { return nil }
    isRevealed = true
    let host = ShortCode.Nonce { bytes[$0] }
    return (code.code(controller: nonce, host: host), nonce.indices.map { nonce[$0] })
  }
}
