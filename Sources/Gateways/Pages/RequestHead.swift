internal import HTTP
internal import Model
internal import WebSocket

/// The head of a browser's request, read only as far as it affects the connection.
struct RequestHead: Sendable {
  /// The size of the largest head, in bytes: it has room for the cookies of other services on this machine.
  static let limit = 16_384
  /// The size of the largest body, in bytes.
  static let bodyLimit = 4_096
  /// The sizes of the longest path or field, and of the longest list of subprotocols, in bytes; those of Tiltpad's
  /// own pages are shorter.
  static let (textLimit, offersLimit) = (255, 127)
  /// The subprotocols of controllers, of hosts, of overlays and of crowds.
  private static let protocols = ["tpp.v1", "tpp.host.v1", Overlay.socketProtocol, Crowd.socketProtocol]

  /// A valid request for a WebSocket.
  struct Upgrade: Sendable {
    let key: String
    let choice: String
  }

  /// The request, without its body.
  private(set) var request = WebRequest()
  /// The size of the body that follows.
  private(set) var bodySize = 0
  /// The requested WebSocket; nil for none.
  private(set) var upgrade: Upgrade?
  /// True if the connection ends after the answer.
  let ends: Bool
  /// True if the browser waits for an interim response before it sends the body (RFC 9110 §10.1.1).
  let waits: Bool

  /// Reads the head in `bytes`.
  ///
  /// - Throws: the fault that determines the answer by itself.
  init(_ bytes: Span<UInt8>) throws(HTTPFault) {
    let head = try HTTPHead(bytes)
    let line = try RequestLine(head.line)
    ends = line.isOld || head.has("close", in: "connection")
    waits = !line.isOld && head.has("100-continue", in: "expect")
    request.method = RequestHead.method(line.method)
    try readTexts(of: head, line)
    readBody(of: head)
    if !line.isOld, head.has("upgrade"), request.fault == nil { readUpgrade(of: head) }
  }

  private static func method(_ name: String) -> WebRequest.Method {
    switch name {
    case "GET": .get
    case "POST": .post
    case "HEAD": .head
    default: .other
    }
  }

  /// Reads path, host and fields.
  ///
  /// An HTTP/1.0 request may omit the host (RFC 9112 §3.2); the empty host matches none of this machine's names.
  private mutating func readTexts(of head: HTTPHead, _ line: RequestLine) throws(HTTPFault) {
    let hosts = head.values("host")
    guard hosts.count == 1 || hosts.isEmpty && line.isOld else { throw .malformed }
    request.host = hosts.first ?? ""
    if request.method != .other {
      let target = try RequestTarget(line.target, limit: RequestHead.textLimit)
      request.path = target.path
      if let host = target.host { request.host = host }
    }
    request.origin = try RequestHead.text("origin", of: head)
    request.authorization = try RequestHead.text("authorization", of: head)
    request.protocols = try RequestHead.text(
      "sec-websocket-protocol", of: head, limit: RequestHead.offersLimit)
    request.tag = try RequestHead.text("if-none-match", of: head)
    request.type = try RequestHead.text("content-type", of: head)
    request.encodings = try RequestHead.text("accept-encoding", of: head)
    guard request.host.utf8.count <= RequestHead.textLimit else { throw .size }
  }

  private static func text(
    _ name: String, of head: HTTPHead, limit: Int = textLimit
  ) throws(HTTPFault) -> String {
    let text = head.values(name).joined(separator: ", ")
    guard text.utf8.count <= limit else { throw .size }
    return text
  }

  /// Reads the size of the body.
  ///
  /// A POST must state it once, in digits, and within the limit. Other methods have no body, and chunked bodies are
  /// refused (RFC 9112 §6.3).
  private mutating func readBody(of head: HTTPHead) {
    let lengths = head.values("content-length")
    let isChunked = head.has("transfer-encoding")
    switch request.method {
    case .get, .head: if isChunked || !lengths.isEmpty { request.method = .tooLarge }
    case .post:
      let isNumber = lengths.first.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      bodySize = isNumber == true ? lengths.first.flatMap { Int($0) } ?? .max : .max
      if isChunked || lengths.count != 1 || bodySize > RequestHead.bodyLimit {
        (request.method, bodySize) = (.tooLarge, 0)
      }
    default: break
    }
  }

  /// Reads a request for a WebSocket (RFC 6455 §4.2.1), the only supported upgrade.
  private mutating func readUpgrade(of head: HTTPHead) {
    let offers = request.protocols.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard request.method == .get, head.value("upgrade")?.lowercased() == "websocket",
      head.has("upgrade", in: "connection"), let key = head.value("sec-websocket-key"), Handshake.isKey(key),
      let choice = offers.first(where: RequestHead.protocols.contains)
    else {
      request.method = .malformed
      return
    }
    if head.value("sec-websocket-version") == "13" {
      upgrade = Upgrade(key: key, choice: choice)
    } else {
      request.method = .otherSocket
    }
  }
}
