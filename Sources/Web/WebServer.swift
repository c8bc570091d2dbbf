internal import CWeb
internal import Model
internal import Pages
internal import Platform

/// The delegate that takes and has the messages of pages, whatever carries them.
protocol PageListener: AnyObject {
  /// Handles a whole message from the connection.
  func receive(_ message: Span<UInt8>, isText: Bool, on connection: UInt32)
  /// Returns the next message, as the network can take one; `isMore` if the server is to ask again; nil if none waits.
  func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)?
  /// Handles the end of a connection or data channel, also of one that nothing else was told of; numbers are never reused.
  func close(_ connection: UInt32)
}

/// The server that carries messages to pages: of each connection, the network takes them one by one.
protocol PageCarrier: AnyObject {
  /// Sends what the listener has for `connection`, now or as soon as the network can take it.
  func wantWrite(_ connection: UInt32)
  /// Closes `connection`; the listener is told, at once or later.
  func close(_ connection: UInt32)
}

/// The delegate that decides the server's answers; the server calls it from within ``WebServer/service()``.
protocol WebListener: PageListener {
  /// Returns the answer to a request.
  func answer(_ request: WebRequest, on connection: UInt32) -> WebAnswer
  /// Returns the answer that refuses a WebSocket; nil if the WebSocket may be opened.
  func refusal(of request: WebRequest, on connection: UInt32) -> [UInt8]?
  /// Handles the opening of a WebSocket, on a connection for which ``refusal(of:on:)`` has returned nil.
  func open(_ connection: UInt32)
  /// Serves the caller's descriptor, which has something to read.
  func wake()
}

/// The server for HTTPS and WebSockets; the only place that depends on the HTTP library below (docs/decisions/0020).
@safe final class WebServer: PageCarrier {
  private var server: OpaquePointer?
  private weak var listener: (any WebListener)?

  deinit {
    if let server = unsafe server { unsafe web_destroy(server) }
  }

  /// Serves with key and certificate in PEM, and waits for `descriptor` too.
  ///
  /// - Throws: `certificate` if the key or the certificate is invalid.
  init(
    _ identity: WebIdentity, waitingFor descriptor: Int32, for listener: any WebListener
  ) throws(WebError) {
    self.listener = listener
    let result = unsafe identity.key.withCString { key in
      unsafe identity.certificate.withCString { certificate in
        var settings = unsafe web_settings(
          descriptor: descriptor, key: key, certificate: certificate,
          listener: Unmanaged.passUnretained(self).toOpaque(), hear: { unsafe WebServer.hear($0, $1) })
        return unsafe web_create(&settings, &server)
      }
    }
    guard result == 0 else { throw .certificate }
  }

  /// Waits for an event and tells the listener; returns false if the server has failed.
  func service() -> Bool {
    guard let server = unsafe server else { return false }
    return unsafe web_service(server) >= 0
  }

  /// Uses the certificate of `identity` for new connections.
  func use(_ identity: WebIdentity) {
    guard let server = unsafe server else { return }
    _ = unsafe web_use_certificate(server, identity.key, identity.certificate)
  }

  /// Uses the certificate of an own domain, with its chain, for new connections that name one of its hosts.
  func use(domain pair: WebIdentity) {
    guard let server = unsafe server else { return }
    _ = unsafe web_use_domain(server, pair.key, pair.certificate)
  }

  /// Serves the connection of `descriptor` from `address`, which has the number `connection`; returns false if that is impossible.
  func adopt(
    _ descriptor: borrowing Descriptor, as connection: UInt32, from address: Address, isPlain: Bool
  ) -> Bool {
    guard let server = unsafe server else { return false }
    var arrival = web_arrival(
      number: connection, is_plain: isPlain ? 1 : 0, high: address.high, low: address.low)
    return unsafe web_adopt(server, descriptor.number, &arrival) == 0
  }

  /// Ends `connection` at once, whatever it waits for.
  func end(_ connection: UInt32) {
    if let server = unsafe server { unsafe web_end(server, connection) }
  }

  /// The number of requests that were refused because they were too large or too slow.
  var refusals: UInt64 {
    guard let server = unsafe server else { return 0 }
    return unsafe web_refusals(server)
  }

  /// Returns the socket of `connection`; nil if the connection has ended.
  func descriptor(of connection: UInt32) -> Int32? {
    guard let server = unsafe server else { return nil }
    let number = unsafe web_descriptor(server, connection)
    return number < 0 ? nil : number
  }

  /// Makes the server ask the listener for the next message to `connection`, as soon as the network can take it.
  func wantWrite(_ connection: UInt32) {
    if let server = unsafe server { unsafe web_want_write(server, connection) }
  }

  /// Closes `connection`; the listener is told later.
  func close(_ connection: UInt32) {
    if let server = unsafe server { unsafe web_close(server, connection) }
  }

  private static func hear(_ listener: UnsafeMutableRawPointer?, _ event: UnsafePointer<web_event>?) {
    guard let listener = unsafe listener, let event = unsafe event else { return }
    let server = unsafe Unmanaged<WebServer>.fromOpaque(listener).takeUnretainedValue()
    unsafe server.hear(event)
  }

  private func hear(_ event: UnsafePointer<web_event>) {
    guard let listener else { return }
    let connection = unsafe event.pointee.connection
    switch unsafe web_kind(UInt32(event.pointee.kind)) {
    case WEB_REQUEST: unsafe write(listener.answer(WebRequest(event), on: connection), to: connection)
    case WEB_UPGRADE:
      guard let bytes = unsafe listener.refusal(of: WebRequest(event), on: connection) else { return }
      write(.whole(bytes, ends: false), to: connection)
    case WEB_OPENED: listener.open(connection)
    case WEB_MESSAGE:
      let bytes = unsafe Span(_unsafeStart: event.pointee.bytes, count: event.pointee.size)
      let isText = unsafe event.pointee.is_text != 0
      listener.receive(bytes, isText: isText, on: connection)
    case WEB_WRITABLE: send(to: connection, of: listener)
    case WEB_CLOSED: listener.close(connection)
    default: listener.wake()
    }
  }

  private func write(_ answer: WebAnswer, to connection: UInt32) {
    guard let server = unsafe server else { return }
    switch answer {
    case .whole(let bytes, let ends):
      unsafe web_answer(server, connection, bytes, bytes.count, ends ? 1 : 0)
    case .stream(let bytes):
      unsafe web_stream(server, connection, bytes, bytes.count)
    }
  }

  private func send(to connection: UInt32, of listener: any WebListener) {
    guard let server = unsafe server, let message = listener.next(for: connection) else { return }
    unsafe web_send(server, connection, message.bytes, message.bytes.count, message.isText ? 1 : 0)
    if message.isMore { unsafe web_want_write(server, connection) }
  }
}

extension WebRequest {
  /// Copies the request of the C `event`.
  fileprivate init(_ event: UnsafePointer<web_event>) {
    func text(_ which: web_text) -> String {
      unsafe web_text(event, Int32(which.rawValue)).map { unsafe String(cString: $0) } ?? ""
    }
    let methods: [UInt32: Method] = [
      WEB_GET.rawValue: .get, WEB_POST.rawValue: .post, WEB_HEAD.rawValue: .head,
      WEB_TOO_LARGE.rawValue: .tooLarge,
      WEB_LONG_PATH.rawValue: .longPath, WEB_LONG_FIELD.rawValue: .longField,
    ]
    self.init()
    isPlain = unsafe event.pointee.is_plain != 0
    method = unsafe methods[UInt32(event.pointee.method)] ?? .other
    (path, host, origin) = (text(WEB_PATH), text(WEB_HOST), text(WEB_ORIGIN))
    (authorization, protocols) = (text(WEB_AUTHORIZATION), text(WEB_PROTOCOLS))
    (tag, type, encodings) = (text(WEB_TAG), text(WEB_TYPE), text(WEB_ENCODINGS))
    body = unsafe Array(UnsafeBufferPointer(start: event.pointee.bytes, count: event.pointee.size))
    address = unsafe Address(high: event.pointee.high, low: event.pointee.low)
  }
}
