/// The reasons to refuse the head of an HTTP message; the web gateway has a response for each.
public enum HTTPFault: Error, CaseIterable, Sendable {
  /// The bytes violate the grammar of RFC 9112.
  case malformed
  /// The head is longer than allowed.
  case size
  /// The first line, or the path in that line, is longer than allowed.
  case line
  /// The request has a major version other than HTTP/1.
  case version
}
