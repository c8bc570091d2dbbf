internal import Guards
internal import Model
internal import Pages
internal import Platform

/// The delegate that receives and supplies pages' messages, whatever their carrier.
protocol PageListener: AnyObject {
  /// Handles a whole message from `connection`.
  func receive(_ message: Span<UInt8>, isText: Bool, on connection: UInt32)
  /// Returns the next message for `connection`, which the network can accept now; nil if none waits.
  ///
  /// `isMore` is true if the server should ask again.
  func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)?
  /// Handles the end of a connection or data channel, even of one unknown to the delegate; numbers are never reused.
  func close(_ connection: UInt32)
}

/// A server that carries messages to pages; for each connection, it asks the listener for the messages one by
/// one.
protocol PageCarrier: AnyObject {
  /// Sends the listener's messages for `connection`, now or as soon as the network accepts them.
  func wantWrite(_ connection: UInt32)
  /// Closes `connection`, and reports its end to the listener immediately or later.
  func close(_ connection: UInt32)
}

/// The delegate that decides the server's answers.
///
/// Apart from ``PageListener/close(_:)``, it is called only from within ``WebServer/serve(_:in:)`` and
/// ``WebServer/flush(in:)``.
protocol WebListener: PageListener {
  /// Returns the answer to a request.
  func answer(_ request: WebRequest, on connection: UInt32) -> WebAnswer
  /// Returns the answer that refuses a WebSocket; nil if the WebSocket may be opened.
  func refusal(of request: WebRequest, on connection: UInt32) -> [UInt8]?
  /// Handles the opening of a WebSocket for which ``refusal(of:on:)`` has returned nil.
  func open(_ connection: UInt32)
}

/// The server for HTTPS and WebSockets.
///
/// It moves bytes between sockets, TLS and the types in `Pages`, all in the gateway's poller.
final class WebServer: PageCarrier {
  /// The maximum number of ending connections, in addition to those that `ConnectionTable` admits.
  private static let closingLimit = 16
  /// The time between two checks for overdue work.
  private static let period = Interval.seconds(1)

  /// The tokens in the poller.
  struct Tokens {
    let (timer, connections): (UInt64, UInt64)
  }

  private let tls: TLSServer
  private let tokens: Tokens
  private let limit: Int
  private weak var listener: (any WebListener)?
  private var timer: Timer
  private var links: [UInt32: WebLink] = [:]
  /// The connections that ``flush(in:)`` will examine.
  private var queue: [WebLink] = []
  /// The buffer for the network's bytes.
  private var room = [UInt8](repeating: 0, count: TLSLink.inputRoom)
  /// The buffer for the plaintext of the network's bytes.
  private var text = [UInt8](repeating: 0, count: TLSLink.textRoom)
  /// The number of connections that broke a rule and ended without an HTTP response that reports the fault.
  private(set) var refusals: UInt64 = 0

  /// Creates a server for at most `limit` connections, with a key and a certificate in PEM.
  ///
  /// - Throws: `certificate` if the key or the certificate is invalid, or `system`.
  init(
    _ identity: WebIdentity, limit: Int, _ tokens: Tokens, for listener: any WebListener
  ) throws(WebError) {
    tls = try TLSServer(identity)
    (self.limit, self.tokens, self.listener) = (limit + WebServer.closingLimit, tokens, listener)
    do throws(SystemError) { timer = try Timer() } catch { throw .system(error) }
  }

  /// Adds the timer to `poller`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller) throws(SystemError) {
    try poller.add(timer.descriptor, token: tokens.timer)
  }

  /// Uses the certificate of `identity` for new connections.
  func use(_ identity: WebIdentity) { tls.use(identity) }

  /// Uses the certificate and chain of the host's own domain for new connections that name one of its hosts.
  func use(domain pair: WebIdentity) { tls.use(domain: pair) }

  /// Serves `arrival` as `connection` from now on; returns false if that is impossible.
  func adopt(_ arrival: Arrival, as connection: UInt32, in poller: borrowing Poller) -> Bool {
    let now = Clock.now()
    if links.count >= limit { endClosing() }
    guard links.count < limit,
      let link = WebLink(arrival, as: connection, by: arrival.door.isPlain ? nil : tls, at: now),
      (try? link.join(poller, token(of: connection))) != nil
    else { return false }
    if links.isEmpty { timer.arm(at: now + WebServer.period) }
    links[connection] = link
    return true
  }

  /// Ends the closing connections immediately, without waiting for their peers to read.
  private func endClosing() {
    for link in links.values where link.web.phase == .closing { drop(link) }
  }

  /// Ends `connection` immediately, whatever it waits for.
  func end(_ connection: UInt32) {
    if let link = links[connection] { drop(link) }
  }

  /// Returns the socket of `connection`; nil if the connection has ended.
  func descriptor(of connection: UInt32) -> Int32? { links[connection]?.descriptor }

  /// Makes the server ask the listener for the next message to `connection` as soon as the network accepts it.
  func wantWrite(_ connection: UInt32) {
    guard let link = links[connection] else { return }
    link.isWanted = true
    enqueue(link)
  }

  /// Closes `connection`; its end is reported to the listener later.
  func close(_ connection: UInt32) { close(connection, status: 1000) }

  /// Closes `connection` with the close status `status`; its end is reported to the listener later.
  func close(_ connection: UInt32, status: UInt16) {
    guard let link = links[connection] else { return }
    link.web.close(status: status, at: Clock.now())
    enqueue(link)
  }

  private func token(of connection: UInt32) -> UInt64 { tokens.connections + UInt64(connection) }

  private func enqueue(_ link: WebLink) {
    guard !link.isQueued else { return }
    link.isQueued = true
    queue.append(link)
  }

  /// Forgets `link`, which has ended, and tells the listener.
  private func drop(_ link: WebLink) {
    guard links.removeValue(forKey: link.number) != nil else { return }
    link.isForgotten = true
    link.web.cut()
    link.sendRest()
    if link.web.isRefused { refusals &+= 1 }
    listener?.close(link.number)
  }
}

extension WebServer {
  /// Serves the connection or timer of `event`; returns false if its token belongs to something else.
  func serve(_ event: Poller.Event, in poller: borrowing Poller) -> Bool {
    if event.token == tokens.timer {
      advance()
      return true
    }
    guard event.token >= tokens.connections else { return false }
    // A connection may have ended since the poller reported it.
    guard let link = links[UInt32(truncatingIfNeeded: event.token - tokens.connections)] else { return true }
    let now = Clock.now()
    if event.isReadable { _ = link.receive(by: &room, &text, at: now) }
    hear(link, at: now)
    if event.isHangUp { drain(link, at: now) }
    link.conclude(at: now)
    enqueue(link)
    return true
  }

  /// Handles what arrived before the connection was gone, which may include a player's last press.
  private func drain(_ link: WebLink, at now: Instant) {
    while link.receive(by: &room, &text, at: now) { hear(link, at: now) }
    link.hangUp()
  }

  /// Ends overdue connections, and pings silent pages.
  private func advance() {
    _ = timer.acknowledge()
    let now = Clock.now()
    for link in links.values {
      link.advance(to: now)
      hear(link, at: now)
      enqueue(link)
    }
    if !links.isEmpty { timer.arm(at: now + WebServer.period) }
  }

  /// Passes the requests and messages that have arrived on to the listener.
  private func hear(_ link: WebLink, at now: Instant) {
    guard let listener else { return }
    let number = link.number
    while !link.isForgotten, let event = link.web.next(at: now) {
      switch event {
      case .request(let request):
        let answer = listener.answer(request, on: number)
        link.web.answer(answer, at: now)
        if link.web.phase == .stream { link.keepAlive() }
      case .upgrade(let request):
        if let refusal = listener.refusal(of: request, on: number) {
          link.web.answer(.whole(refusal, ends: true), at: now)
        } else {
          link.web.open(at: now)
          listener.open(number)
        }
      case .message(let bytes, let isText): listener.receive(bytes.span, isText: isText, on: number)
      }
    }
  }

  /// Sends waiting bytes, including the listener's messages; ends finished connections, and makes `poller` wait for the
  /// others.
  func flush(in poller: borrowing Poller) {
    let now = Clock.now()
    var index = 0
    while index < queue.count {
      let link = queue[index]
      link.isQueued = false
      index += 1
      if link.isForgotten { continue }
      flush(link, at: now)
      if link.web.phase == .ended { drop(link) } else { link.watch(in: poller, token(of: link.number)) }
    }
    queue.removeAll(keepingCapacity: true)
  }

  private func flush(_ link: WebLink, at now: Instant) {
    link.flush(at: now)
    if link.isGone {
      drain(link, at: now)
      return link.conclude(at: now)
    }
    while link.isWanted, !link.isBlocked, link.web.phase == .socket || link.web.phase == .stream {
      let message = listener?.next(for: link.number)
      link.isWanted = message?.isMore ?? false
      guard let message else { return }
      link.web.send(message.bytes, isText: message.isText)
      link.flush(at: now)
    }
  }
}
