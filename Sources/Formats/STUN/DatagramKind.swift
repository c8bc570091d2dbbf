/// The protocols that share the port for data channels, distinguished by a datagram's first byte (RFC 7983 §7).
public enum DatagramKind: Sendable {
  /// A message of STUN.
  case check
  /// Records of DTLS.
  case record

  /// Creates the kind of a datagram that begins with `first`, which is nil for an empty datagram.
  ///
  /// - Throws: `kind` for any other protocol.
  public init(_ first: UInt8?) throws(DatagramDrop) {
    switch first {
    case .some(0...3): self = .check
    case .some(20...63): self = .record
    default: throw .kind
    }
  }
}
