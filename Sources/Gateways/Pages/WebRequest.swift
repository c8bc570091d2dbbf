public import Model

/// The parts of a browser's request that the gateway uses; absent header fields are empty.
public struct WebRequest: Sendable {
  /// The methods of requests.
  public enum Method: Sendable {
    /// A request for a file or a stream (GET).
    case get
    /// A request that submits data (POST).
    case post
    /// A request for the head of the answer to a GET (HEAD).
    case head
    /// Any other method, which is refused.
    case other
    /// A request with a body that is too large or has no valid length.
    case tooLarge
    /// A request with a path longer than any that is served.
    case longPath
    /// A request with too many header fields, or with one longer than a browser sends.
    case longField
    /// A request that violates the grammar of HTTP, or the rules for opening a WebSocket.
    case malformed
    /// A request for a WebSocket of a version other than 13.
    case otherSocket
    /// A request of a version other than HTTP/1.
    case otherVersion
    /// A request that did not arrive completely before its deadline.
    case late
    /// A request from a browser that has exceeded its rate.
    case tooMany
  }

  /// The method.
  public var method = Method.get
  /// The path, decoded and without a query.
  public var path = ""
  /// The host that the request names.
  public var host = ""
  /// The port through which the request came.
  public var door = Door.secure
  /// True if the request came without TLS.
  public var isPlain: Bool { door.isPlain }
  /// The origin of the page that sends the request.
  public var origin = ""
  /// The credentials.
  public var authorization = ""
  /// The WebSocket subprotocols that the browser offers.
  public var protocols = ""
  /// The entity tag of the version that the browser has in its cache.
  public var tag = ""
  /// The media type of the body.
  public var type = ""
  /// The content encodings that the browser accepts.
  public var encodings = ""
  /// The body.
  public var body: [UInt8] = []
  /// The address of the browser.
  public var address = Address(high: 0, low: 0)

  /// Creates an empty request.
  public init() {}

  /// False if the request is refused whatever its texts are, since they may be missing.
  var hasTexts: Bool {
    switch method {
    case .get, .post, .head, .other, .tooLarge: true
    case .longPath, .longField, .malformed, .otherSocket, .otherVersion, .late, .tooMany: false
    }
  }

  /// The status of the refusal if the request is refused before its content is looked at; otherwise nil.
  var fault: HTTPResponse.Status? {
    switch method {
    case .get, .head, .post: nil
    case .other: .methodNotAllowed
    case .tooLarge: .tooLarge
    case .longPath: .pathTooLong
    case .longField: .fieldsTooLarge
    case .malformed: .badRequest
    case .otherSocket: .upgradeRequired
    case .otherVersion: .otherVersion
    case .late: .late
    case .tooMany: .tooMany
    }
  }

  /// True if the browser accepts gzip; browsers list encodings without weights (RFC 9110 §12.5.3).
  var takesGzip: Bool {
    encodings.split(separator: ",").contains { $0.drop { $0 == " " } == "gzip" }
  }

  /// The ticket after `Bearer`; nil without a valid one.
  public var bearer: Ticket? {
    authorization.hasPrefix("Bearer ") ? Ticket(authorization.dropFirst(7)) : nil
  }

  /// Returns the ticket in the subprotocols `tpp.v1, ticket.TICKET`; nil if there is none.
  ///
  /// The host's pages use `tpp.host.v1, ticket.TICKET`.
  public func offered(for role: TicketBook.Role) -> Ticket? {
    guard offers(role == .host ? "tpp.host.v1" : "tpp.v1") else { return nil }
    return offered(as: "ticket")
  }

  /// Returns the secret in the subprotocol `WORD.SECRET`, which is not the first; nil if there is none.
  func offered(as word: String) -> Ticket? {
    offered.dropFirst().first { $0.hasPrefix("\(word).") }.flatMap { Ticket($0.dropFirst(word.count + 1)) }
  }

  /// Returns whether `name` is the first of the subprotocols.
  func offers(_ name: String) -> Bool { offered.first.map { $0 == name } ?? false }

  private var offered: [Substring] { protocols.split(separator: ",").map { $0.drop { $0 == " " } } }

  /// The address at which a page loaded by this request may open WebSockets: the host that the request names.
  var sockets: String { "\(isPlain ? "ws" : "wss")://\(host)" }
}
