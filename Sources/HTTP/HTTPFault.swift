/// The reasons for which the head of a message of HTTP is refused, each with an answer of its own.
public enum HTTPFault: Error, CaseIterable, Sendable {
  /// The bytes break the grammar of RFC 9112.
  case malformed
  /// The head is longer than allowed.
  case size
  /// The first line, or the path in it, is longer than allowed.
  case line
  /// The request is of another version than HTTP/1.
  case version
}
