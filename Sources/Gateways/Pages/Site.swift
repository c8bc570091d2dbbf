/// The answers that need no ticket: the page's files, and refusals of requests that no page of this machine sends.
public struct Site: Sendable {
  /// The files of the host's own pages and of overlays by their paths.
  ///
  /// The port of guests' pages without TLS refuses them, under these and all other paths.
  private static let hostPages = [
    "/": "dashboard.html", "/tank": "tank.html", Overlay.path: Overlay.page,
  ]
  /// The files of the guests' pages, by their fixed paths; in addition, every path below `/j/` leads to
  /// `join.html`.
  private static let guestPages = [
    "/j/": "join.html", "/check": "check.html", "/check/": "check.html", Crowd.path: "crowd.html",
    "\(Crowd.path)/": "crowd.html",
  ]
  /// The beginning of a stream's path, followed by the stream's name.
  private static let streams = "/link/events/"

  /// The names of this machine.
  public var rules: HostRules
  /// The files of the pages.
  public var files: PageFiles
  /// The number of refused requests.
  public private(set) var refusals: UInt64 = 0

  /// Creates the site of a machine.
  public init(rules: HostRules, files: PageFiles) {
    (self.rules, self.files) = (rules, files)
  }

  /// Returns the response to `request`; nil if it depends on a ticket or the name of a stream.
  public func response(to request: WebRequest) -> HTTPResponse? {
    let isKnown = rules.allows(host: request.host, through: request.door)
    if let fault = request.fault, isKnown || !request.hasTexts { return HTTPResponse(fault) }
    guard isKnown else {
      return HTTPResponse(.misdirected)
    }
    // The overlay's port has files and a WebSocket, and nothing that depends on a ticket.
    let isOverlay = request.door == .overlay
    if request.method == .post { return !isOverlay && isOwn(request) ? nil : HTTPResponse(.forbidden) }
    if request.method == .get, !isOverlay, request.path.hasPrefix(Site.streams) { return nil }
    var response = isOverlay ? overlayFile(for: request) : file(for: request)
    response.sockets = request.sockets
    response.isHeadOnly = request.method == .head
    return response
  }

  /// Returns the status that refuses a request for a WebSocket; nil if a ticket or the local user decides.
  public func refusal(ofSocketFor request: WebRequest) -> HTTPResponse.Status? {
    if let fault = request.fault, !request.hasTexts { return fault }
    guard rules.allows(host: request.host, through: request.door) else { return .misdirected }
    guard Site.sockets(of: request.door).contains(request.path) else { return .notFound }
    return isOwn(request) ? nil : .forbidden
  }

  /// Returns the name of the stream requested by `request`; nil if it requests none.
  public func stream(_ request: WebRequest) -> Ticket? {
    request.path.hasPrefix(Site.streams) ? Ticket(request.path.dropFirst(Site.streams.count)) : nil
  }

  /// Returns the encoded response, and counts it if it is a refusal.
  public mutating func answer(_ response: HTTPResponse) -> WebAnswer {
    if response.status.isRefusal { refusals += 1 }
    return .whole(response.bytes, ends: response.status.ends)
  }

  /// Returns the beginning of the stream requested by `request`.
  public func open(_ request: WebRequest) -> WebAnswer {
    .stream(HTTPResponse.stream(sockets: request.sockets))
  }

  /// Counts the refusal of a WebSocket and returns the encoded answer.
  public mutating func refuse(_ status: HTTPResponse.Status) -> [UInt8] {
    refusals += 1
    return HTTPResponse(status).bytes
  }

  /// Returns whether the request comes from a page that this gateway has served.
  private func isOwn(_ request: WebRequest) -> Bool {
    rules.allows(origin: request.origin, host: request.host, through: request.door)
  }

  /// Returns the paths of the WebSockets behind `door`.
  private static func sockets(of door: Door) -> [String] {
    switch door {
    case .secure: ["/link", "/host", Crowd.path, Overlay.path]
    case .plain: ["/link", "/host", Crowd.path]
    case .overlay: [Overlay.path]
    }
  }

  /// Returns the overlay's file at the request's path; the overlay's port serves no other files.
  private func overlayFile(for request: WebRequest) -> HTTPResponse {
    Overlay.file(at: request.path).map { file($0, request) } ?? HTTPResponse(.notFound)
  }

  /// Returns the file of the page at the request's path.
  private func file(for request: WebRequest) -> HTTPResponse {
    if let name = Site.hostPages[request.path] {
      return request.isPlain ? HTTPResponse(.forbidden) : file(name, request)
    }
    if let name = Site.guestPages[request.path] { return file(name, request) }
    if request.path.hasPrefix("/j/") { return file("join.html", request) }
    guard request.path.hasPrefix("/web/") else { return HTTPResponse(.notFound) }
    let name = String(request.path.dropFirst(5))
    let isHidden = request.isPlain && Site.hostPages.values.contains(name)
    return isHidden ? HTTPResponse(.forbidden) : file(name, request)
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
}

/// The kinds of answer to a request.
public enum WebAnswer: Sendable {
  /// A whole answer, and whether the connection ends after it.
  case whole([UInt8], ends: Bool)
  /// The head of an answer that continues as a stream.
  case stream([UInt8])
}
