/// The reasons to drop a datagram at the port for data channels, or to refuse what came by it.
public enum DatagramDrop: Int, Error, CaseIterable, Sendable {
  /// The first byte is neither STUN's nor DTLS's (RFC 7983).
  case kind
  /// The size is not the one that the header tells, or no multiple of four.
  case size
  /// The message is no Binding request, or has another magic cookie.
  case notRequest
  /// An attribute does not fit, or stands where it may not.
  case attribute
  /// An attribute is unknown whose meaning the receiver has to know (RFC 8489 §14).
  case unknownAttribute
  /// The user name is missing or has another form.
  case userName
  /// The fingerprint is missing or wrong.
  case fingerprint
  /// No credential has that user name.
  case unknownUser
  /// The code is missing, or was made with another password.
  case integrity
  /// Too many attempts are under way.
  case full
  /// The check has come from an endpoint that another browser has.
  case taken
  /// No check has come from the sender of a datagram of DTLS.
  case stranger
  /// The ticket lets nobody in any more, or the page has not shown it in its greeting.
  case ticket
}
