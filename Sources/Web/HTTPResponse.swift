/// An answer to a request (RFC 9112), with what keeps browsers from doing more than they should.
struct HTTPResponse: Sendable {
  /// What the status is called.
  enum Status: Int, CaseIterable, Sendable {
    case ok = 200
    case noContent = 204
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case tooLarge = 413
    case misdirected = 421
    case tooMany = 429
    case unavailable = 503

    var words: String {
      switch self {
      case .ok: "OK"
      case .noContent: "No Content"
      case .notModified: "Not Modified"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .tooLarge: "Content Too Large"
      case .misdirected: "Misdirected Request"
      case .tooMany: "Too Many Requests"
      case .unavailable: "Service Unavailable"
      }
    }

    /// Whether the connection ends with it: a browser that does nothing wrong gets none of these.
    var ends: Bool { [.badRequest, .methodNotAllowed, .tooLarge, .misdirected].contains(self) }
    /// Whether something was wanted that nobody gets.
    var isRefusal: Bool { ends || self == .forbidden }
    /// Whether a body may follow.
    var hasBody: Bool { self != .noContent && self != .notModified }
  }

  var status: Status
  var type = "text/plain; charset=utf-8"
  var tag: String?
  /// Whether the body is gzip.
  var isCompressed = false
  var body: [UInt8] = []
  /// Where the page may open WebSockets, and nowhere else: by the name that it was asked for.
  var sockets = ""

  /// An answer of nothing but `status`.
  init(_ status: Status) {
    self.status = status
    if status.hasBody && status != .ok { body = Array("\(status.words)\n".utf8) }
  }

  /// `body`, of media type `type`.
  init(_ body: [UInt8], type: String, tag: String? = nil) {
    (status, self.type, self.tag, self.body) = (.ok, type, tag, body)
  }

  /// Everything that goes over the wire.
  var bytes: [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.words)"] + guards
    if status.hasBody { lines += ["Content-Type: \(type)", "Content-Length: \(body.count)"] }
    if isCompressed { lines.append("Content-Encoding: gzip") }
    if let tag { lines.append("ETag: \(tag)") }
    lines.append("Cache-Control: \(tag == nil ? "no-store" : "no-cache")")
    if tag != nil { lines.append("Vary: Accept-Encoding") }
    if status == .methodNotAllowed { lines.append("Allow: GET, POST") }
    if status.ends { lines.append("Connection: close") }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + (status.hasBody ? body : [])
  }

  /// The beginning of an answer that goes on for as long as the page listens; with a comment, as Firefox says that the stream is open
  /// only when something has come of it, and pages say nothing before that (HTML, "Server-sent events").
  static func stream(sockets: String) -> [UInt8] {
    var response = HTTPResponse(.ok)
    response.sockets = sockets
    let lines =
      ["HTTP/1.1 200 OK"] + response.guards
      + ["Content-Type: text/event-stream", "Cache-Control: no-store", "Connection: close", "", ":\n\n"]
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private var guards: [String] {
    let everywhere = ["X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin"]
    // What is only part of a page says no more than it must: a page has many such parts.
    guard tag == nil || type.hasPrefix("text/html") else { return everywhere }
    return everywhere + [
      "Content-Security-Policy: default-src 'self'; connect-src 'self'\(sockets.isEmpty ? "" : " \(sockets)"); img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      "Cross-Origin-Opener-Policy: same-origin",
      "Referrer-Policy: no-referrer",
    ]
  }
}
