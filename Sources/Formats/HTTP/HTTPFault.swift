/// The reasons why the head of an HTTP message is refused, each with its own answer.
public enum HTTPFault: Error, CaseIterable, Sendable {
  /// The bytes break the grammar of RFC 9112.
  case malformed
  /// The head is longer than allowed.
  case size
  /// The first line, or the path in it, is longer than allowed.
  case line
  /// The request has a major version other than HTTP/1.
  case version
}
