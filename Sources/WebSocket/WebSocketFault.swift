/// The reasons for which a WebSocket ends before its peer closes it.
public enum WebSocketFault: Error, CaseIterable, Sendable {
  /// The head is no request for a WebSocket, or no consent to one.
  case head
  /// A frame breaks the rules.
  case frame
  /// A head, a frame or a message is longer than allowed.
  case size

  /// The status that a close frame tells (RFC 6455 §7.4.1).
  public var status: UInt16 { self == .size ? 1_009 : 1_002 }
}
