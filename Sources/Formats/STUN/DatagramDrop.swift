/// The reasons to drop a datagram on the port for data channels, or to refuse the browser that sent it.
public enum DatagramDrop: Int, Error, CaseIterable, Sendable {
  /// The first byte is neither STUN's nor DTLS's (RFC 7983).
  case kind
  /// The size differs from the one in the header, is not a multiple of four, or is less than that of the
  /// answer.
  case size
  /// The message is not a Binding request, or has a different magic cookie.
  case notRequest
  /// An attribute does not fit in the message, has the wrong size, or is not allowed at its position.
  case attribute
  /// An attribute is unknown, but must be understood by the receiver (RFC 8489 §14).
  case unknownAttribute
  /// The user name is missing or malformed.
  case userName
  /// The fingerprint is missing or wrong.
  case fingerprint
  /// No credential has the user name of the check.
  case unknownUser
  /// The integrity code is missing, or was made with another password.
  case integrity
  /// Too many attempts are under way.
  case full
  /// The check came from an endpoint that belongs to another browser.
  case taken
  /// No check has arrived from the sender of a DTLS datagram.
  case stranger
  /// The ticket no longer admits anyone, or is missing from the page's greeting.
  case ticket
}
