/// The first line of a request (RFC 9112 §3).
public struct RequestLine: Hashable, Sendable {
  /// The method, in its original case.
  public let method: String
  /// The target of the request, with its escapes.
  public let target: String
  /// True for HTTP/1.0, whose connections end after each answer and cannot become WebSockets.
  public let isOld: Bool

  /// Reads `line`.
  ///
  /// - Throws: `malformed`, or `version` for a major version other than 1.
  public init(_ line: String) throws(HTTPFault) {
    let words = line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(HTTPToken.has), !words[1].isEmpty,
      words[1].allSatisfy({ (0x21..<0x7f).contains($0) }), words[2].count == 8,
      words[2].starts(with: "HTTP/".utf8)
    else { throw .malformed }
    let version = Array(words[2].dropFirst(5))
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard digits.contains(version[0]), version[1] == UInt8(ascii: "."), digits.contains(version[2]) else {
      throw .malformed
    }
    guard version[0] == UInt8(ascii: "1") else { throw .version }
    method = String(decoding: words[0], as: UTF8.self)
    target = String(decoding: words[1], as: UTF8.self)
    isOld = version[2] == UInt8(ascii: "0")
  }
}

/// The target of a request: a path, possibly preceded by a scheme and a host (RFC 9112 §3.2.1 and §3.2.2).
public struct RequestTarget: Hashable, Sendable {
  /// The host in the target, which overrides the field `Host`; nil if there is none.
  public let host: String?
  /// The path, with decoded escapes and without the query.
  public let path: String

  /// Reads `text`, with a path of at most `limit` bytes.
  ///
  /// - Throws: `malformed` for any other form, an escape without two hex digits, or the escape `%00`; `line` for a
  ///   longer path.
  public init(_ text: String, limit: Int) throws(HTTPFault) {
    var rest = Substring(text)
    var host: String?
    for scheme in ["https://", "http://"] where text.lowercased().hasPrefix(scheme) {
      let place = rest.dropFirst(scheme.count)
      let end = place.firstIndex { "/?#".contains($0) } ?? place.endIndex
      (host, rest) = (String(place[..<end]), place[end...])
      if rest.first != "/" { rest = "/" + rest }
    }
    guard rest.first == "/", host != "" else { throw .malformed }
    self.host = host
    guard let path = RequestTarget.decoded(rest.prefix { $0 != "?" && $0 != "#" }) else { throw .malformed }
    guard path.count <= limit else { throw .line }
    self.path = String(decoding: path, as: UTF8.self)
  }

  /// Returns `text` with decoded escapes (RFC 3986 §2.1); nil if one is invalid or stands for a zero.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
