/// The reasons why a WebSocket ends before its peer closes it.
public enum WebSocketFault: Error, CaseIterable, Sendable {
  /// The head is neither a request for a WebSocket nor a consent to one.
  case head
  /// A frame violates the rules.
  case frame
  /// A head, a frame or a message is longer than allowed.
  case size
  /// Too many frames without a message have arrived.
  case excess

  /// The status for the close frame (RFC 6455 §7.4.1).
  public var status: UInt16 {
    switch self {
    case .head, .frame: 1_002
    case .excess: 1_008
    case .size: 1_009
    }
  }
}
