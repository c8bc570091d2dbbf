/// A response to a request (RFC 9112), whose header fields restrict the browser to what the page needs.
public struct HTTPResponse: Sendable {
  /// The status codes of responses.
  public enum Status: Int, CaseIterable, Sendable {
    case ok = 200
    case noContent = 204
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case late = 408
    case tooLarge = 413
    case pathTooLong = 414
    case misdirected = 421
    case upgradeRequired = 426
    case tooMany = 429
    case fieldsTooLarge = 431
    case unavailable = 503
    case otherVersion = 505

    var words: String {
      switch self {
      case .ok: "OK"
      case .noContent: "No Content"
      case .notModified: "Not Modified"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .late: "Request Timeout"
      case .tooLarge: "Content Too Large"
      case .pathTooLong: "URI Too Long"
      case .misdirected: "Misdirected Request"
      case .upgradeRequired: "Upgrade Required"
      case .tooMany: "Too Many Requests"
      case .fieldsTooLarge: "Request Header Fields Too Large"
      case .unavailable: "Service Unavailable"
      case .otherVersion: "HTTP Version Not Supported"
      }
    }

    /// The cause and the remedy, for a user who opens a URL with this status; empty if the status is not an error.
    var advice: String {
      switch self {
      case .ok, .noContent, .notModified: ""
      case .badRequest: "the request is malformed. Load the page again."
      case .forbidden: "access denied. Scan the code on the host's screen. The dashboard needs https."
      case .notFound: "this address has no page. Scan the code on the host's screen."
      case .methodNotAllowed: "the gateway accepts only GET, HEAD and POST. Load the page again."
      case .tooLarge: "the request is too long, or does not give its length. Load the page again."
      case .pathTooLong: "this address is too long. Scan the code on the host's screen."
      case .misdirected: "the host does not have this name. Scan the code on the host's screen."
      case .fieldsTooLarge:
        "the browser sends too much with its request. Delete the cookies of this address, then load the page again."
      case .late: "the request took longer than 10 s. Load the page again."
      case .upgradeRequired: "the gateway has WebSockets of version 13 only. Use another browser."
      case .tooMany: "the page sends too much. Wait a moment, then load it again."
      case .unavailable: "the page has no connection. Load it again."
      case .otherVersion: "the gateway has HTTP/1.1 only. Use another browser."
      }
    }

    /// True if the connection ends after a response with this status, as after every error except 404.
    var ends: Bool {
      switch self {
      case .badRequest, .forbidden, .methodNotAllowed, .late, .tooLarge, .pathTooLong, .misdirected,
        .upgradeRequired, .tooMany, .fieldsTooLarge, .unavailable, .otherVersion:
        true
      case .ok, .noContent, .notModified, .notFound: false
      }
    }
    /// True if the status counts as a refusal.
    var isRefusal: Bool { ends }
    /// True if the response may have a body.
    var hasBody: Bool { self != .noContent && self != .notModified }
  }

  var status: Status
  var type = "text/plain; charset=utf-8"
  var tag: String?
  /// True if the body is compressed with gzip.
  var isCompressed = false
  var body: [UInt8] = []
  /// True for a response to HEAD, which states the body's length but has no body.
  var isHeadOnly = false
  /// The address at which the page may open WebSockets: the host as named in the request.
  var sockets = ""

  /// Creates a response with `status`; for an error, its body contains the name, cause and remedy.
  public init(_ status: Status) {
    self.status = status
    if status.hasBody && status != .ok { body = Array("\(status.words): \(status.advice)\n".utf8) }
  }

  /// Creates a response with `body` of media type `type`.
  init(_ body: [UInt8], type: String, tag: String? = nil) {
    (status, self.type, self.tag, self.body) = (.ok, type, tag, body)
  }

  /// The encoded response.
  public var bytes: [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.words)"] + guards
    if status.hasBody { lines += ["Content-Type: \(type)", "Content-Length: \(body.count)"] }
    if isCompressed { lines.append("Content-Encoding: gzip") }
    if let tag { lines.append("ETag: \(tag)") }
    lines.append("Cache-Control: \(tag == nil ? "no-store" : "no-cache")")
    if tag != nil { lines.append("Vary: Accept-Encoding") }
    if status == .upgradeRequired { lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"] }
    if status == .methodNotAllowed { lines.append("Allow: GET, HEAD, POST") }
    if status.ends { lines.append("Connection: close\(status == .upgradeRequired ? ", Upgrade" : "")") }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
      + (status.hasBody && !isHeadOnly ? body : [])
  }

  /// Returns the beginning of a stream of server-sent events, which lasts as long as the page listens.
  ///
  /// It begins with a comment, since Firefox reports a stream as open only after its first bytes, and pages send
  /// nothing before that (HTML, "Server-sent events").
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
    // A file that is only a part of a page needs fewer header fields, and a page has many such files.
    guard tag == nil || type.hasPrefix("text/html") else { return everywhere }
    return everywhere + [
      "Content-Security-Policy: default-src 'self'; connect-src 'self'\(sockets.isEmpty ? "" : " \(sockets)"); img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      "Cross-Origin-Opener-Policy: same-origin",
      "Referrer-Policy: no-referrer",
    ]
  }
}
