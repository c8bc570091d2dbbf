/// The reasons why a WebSocket ends before its peer closes it.
public enum WebSocketFault: Error, CaseIterable, Sendable {
  /// The head is not a request for a WebSocket, or not a consent to one.
  case head
  /// A frame breaks the rules.
  case frame
  /// A head, a frame or a message is longer than allowed.
  case size
  /// More frames without a message have arrived than allowed.
  case excess

  /// The status that a close frame carries (RFC 6455 §7.4.1).
  public var status: UInt16 {
    switch self {
    case .head, .frame: 1_002
    case .excess: 1_008
    case .size: 1_009
    }
  }
}
