import Model
import Notation
import Platform
import Wire

/// The answers to the requests of browsers.
extension Gateway: WebListener {
  /// The files of the host's own pages by their paths; they are served with TLS only.
  private static let hostPages = ["/": "dashboard.html", "/tank": "tank.html"]
  /// The time within which a page has to open the stream that it was promised.
  private static let streamPatience = Interval.seconds(10)

  func answer(_ request: WebRequest, on connection: UInt32) -> WebAnswer {
    guard rules.allows(host: request.host, isPlain: request.isPlain) else {
      return whole(HTTPResponse(.misdirected))
    }
    switch request.method {
    case .get where request.path.hasPrefix("/link/events/"): return stream(request, on: connection)
    case .get: return whole(shown(request), of: request)
    case .post where !isOwn(request):
      return whole(HTTPResponse(.forbidden))
    case .post: return whole(posted(request))
    case .tooLarge: return whole(HTTPResponse(.tooLarge))
    case .other: return whole(HTTPResponse(.methodNotAllowed))
    }
  }

  /// Returns whether the request comes from a page that this gateway has served.
  private func isOwn(_ request: WebRequest) -> Bool {
    rules.allows(origin: request.origin, host: request.host, isPlain: request.isPlain)
  }

  private func whole(_ response: HTTPResponse, of request: WebRequest? = nil) -> WebAnswer {
    var response = response
    response.sockets = request?.sockets ?? ""
    if response.status.isRefusal { refusals += 1 }
    return .whole(response.bytes, ends: response.status.ends)
  }

  /// Returns the file of the page at the request's path.
  private func shown(_ request: WebRequest) -> HTTPResponse {
    if let name = Gateway.hostPages[request.path] {
      return request.isPlain ? HTTPResponse(.forbidden) : file(name, request)
    }
    if request.path == "/j/" || request.path.hasPrefix("/j/") { return file("join.html", request) }
    guard request.path.hasPrefix("/web/") else { return HTTPResponse(.notFound) }
    return file(String(request.path.dropFirst(5)), request)
  }

  private func file(_ name: String, _ request: WebRequest) -> HTTPResponse {
    guard let file = files[name] else { return HTTPResponse(.notFound) }
    guard request.tag != file.tag else {
      var response = HTTPResponse(.notModified)
      response.tag = file.tag
      return response
    }
    var response = HTTPResponse(file.body, type: file.type, tag: file.tag)
    if request.takesGzip, let compressed = file.compressed {
      (response.body, response.isCompressed) = (compressed, true)
    }
    return response
  }

  /// Answers a POST of a page that has no WebSocket.
  private func posted(_ request: WebRequest) -> HTTPResponse {
    guard let ticket = request.bearer else { return HTTPResponse(.forbidden) }
    switch request.path {
    case "/link/open": return promiseStream(ticket)
    case "/link":
      guard let controller = book.controller(of: ticket, at: Clock.now()) else {
        return HTTPResponse(.forbidden)
      }
      return pages[controller] == nil ? HTTPResponse(.unavailable) : take(request, of: controller)
    default: return HTTPResponse(.notFound)
    }
  }

  private func take(_ request: WebRequest, of controller: UInt32) -> HTTPResponse {
    guard hearsPacket(of: controller) else { return HTTPResponse(.tooMany) }
    if request.type.hasPrefix("application/json") {
      receive(text: request.body.span, of: controller)
      return HTTPResponse(.noContent)
    }
    guard let records = PagePacket.records(in: request.body.span) else { return HTTPResponse(.badRequest) }
    for record in records { receive(packet: request.body.span.extracting(record), .http, of: controller) }
    return HTTPResponse(.noContent)
  }

  private func promiseStream(_ ticket: Ticket) -> HTTPResponse {
    let now = Clock.now()
    guard let guest = book.admit(ticket, at: now, using: &random) else { return HTTPResponse(.forbidden) }
    admit(guest)
    guard hearsText(of: guest.controller) else { return HTTPResponse(.tooMany) }
    let id = Ticket(from: &random)
    pages[guest.controller]?.streamID = id
    pages[guest.controller]?.streamEnds = now + Gateway.streamPatience
    let members: [(String, JSON)] = [
      ("stream", .string(id.text)), ("resume", .string(guest.resume.text)),
    ]
    return HTTPResponse(Array(JSON.object(members).text.utf8), type: "application/json")
  }

  /// Makes a page for the guest and writes down the tickets, unless the guest has a page already.
  private func admit(_ guest: TicketBook.Visitor) {
    guard pages[guest.controller] == nil else { return }
    pages[guest.controller] = Page(controller: guest.controller)
    keepBook()
    renewScreens(at: Clock.now())
  }

  private func stream(_ request: WebRequest, on connection: UInt32) -> WebAnswer {
    let now = Clock.now()
    var found: UInt32?
    if let id = Ticket(request.path.dropFirst("/link/events/".count)) {
      for page in pages.values where page.streamID?.isSame(as: id) == true && now < page.streamEnds {
        found = page.controller
      }
    }
    guard let found else { return whole(HTTPResponse(.forbidden)) }
    pages[found]?.streamID = nil
    pages[found]?.isLocal = rules.isOwn(request.address)
    attach(connection, .http, to: found)
    return .stream(HTTPResponse.stream(sockets: request.sockets))
  }

  func refusal(of request: WebRequest, on connection: UInt32) -> [UInt8]? {
    // An earlier admission on this connection has not led to a WebSocket.
    close(connection)
    guard let status = admit(request, on: connection) else { return nil }
    refusals += 1
    return HTTPResponse(status).bytes
  }

  /// Admits a request for a WebSocket; returns nil, or the status of the refusal.
  private func admit(_ request: WebRequest, on connection: UInt32) -> HTTPResponse.Status? {
    guard rules.allows(host: request.host, isPlain: request.isPlain) else { return .misdirected }
    guard ["/link", "/host"].contains(request.path) else { return .notFound }
    guard isOwn(request) else { return .forbidden }
    if request.path == "/host", !request.isPlain { return admitDashboard(request, on: connection) }
    guard let ticket = request.offered(for: .player),
      let guest = book.admit(ticket, at: Clock.now(), using: &random)
    else { return .forbidden }
    admit(guest)
    pages[guest.controller]?.isLocal = rules.isOwn(request.address)
    arrivals[connection] = .page(guest.controller)
    return nil
  }
}

extension WebRequest {
  /// The address at which a page that was requested this way may open WebSockets: the host that the request names.
  fileprivate var sockets: String { "\(isPlain ? "ws" : "wss")://\(host)" }
}
