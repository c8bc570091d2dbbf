internal import Guards
internal import HTTP
public import Model
internal import WebSocket

/// A browser's connection as a plain value (docs/web.md).
///
/// It turns received bytes into requests and messages, and answers into bytes for the browser. The caller passes in
/// received bytes, answers each event from ``next(at:)``, and sends what ``drainOutgoing()`` returns.
///
/// There is one request at a time. If more bytes arrive with a request and its body, the connection ends after one
/// answer, so that no two readers disagree about where a request begins.
public struct WebConnection: Sendable {
  /// The events of a connection.
  public enum Event: Sendable {
    /// A request, to be followed by ``answer(_:at:)``.
    case request(WebRequest)
    /// A valid request for a WebSocket, to be followed by ``open(at:)``, or by ``answer(_:at:)`` to refuse it.
    case upgrade(WebRequest)
    /// A whole message of an open WebSocket.
    case message([UInt8], isText: Bool)
  }

  /// The phases of a connection, up to its end.
  public enum Phase: Sendable {
    /// Requests, one after the other.
    case requests
    /// A stream of events, during which the browser sends nothing.
    case stream
    /// A WebSocket.
    case socket
    /// The connection ends as soon as the waiting bytes are sent.
    case closing
    /// The connection ends immediately.
    case ended
  }

  /// The time allowed for a handshake, a whole request or an answer, and the time between two requests.
  static let (patience, rest) = (Interval.seconds(10), Interval.seconds(30))
  /// The silence after which a WebSocket is pinged; after twice that time it is considered dead.
  static let silence = Interval.seconds(10)
  /// The time that a browser has to read the last bytes of an ending connection, unless they are an answer.
  static let farewell = Interval.seconds(1)
  /// The number of waiting bytes for the browser at which pings are no longer answered.
  private static let answerLimit = 4_096

  /// The current phase.
  public private(set) var phase = Phase.requests
  /// The time at which ``advance(to:)`` is due.
  public private(set) var due: Instant
  /// True once the browser has broken a rule, unless it gets an HTTP response that reports the fault.
  public private(set) var isRefused = false
  private let (address, door): (Address, Door)
  private var incoming: [UInt8] = []
  /// The offset of the first unread frame in the received bytes.
  private var first = 0
  /// The number of bytes that were already searched for the end of a head.
  private var seen = 0
  /// The request that waits for its body or for its answer.
  private var head: RequestHead?
  private var isAsked = false
  /// True once a request has begun to arrive.
  private var isBegun = false
  private var ends = false
  /// True once a request has been answered.
  private var hasAnswered = false
  /// True if the connection ends after a complete answer, for which the browser has ``patience``.
  private var isAnswer = false
  private var isLate = false
  private var isQuestioned = false
  /// The limit on the requests of this connection; a page's first visit makes about forty.
  private var requests = RateLimit(rate: 20, burst: 128, patience: .zero)
  /// The limit on parts of a handshake and on frames without a whole message; a browser sends few of them.
  private var courtesies = RateLimit(rate: 20, burst: 64, patience: .zero)
  private var frames = FrameReader(isMasked: true, limit: RequestHead.bodyLimit)
  private var outgoing: [UInt8] = []

  /// Creates the connection of a browser at `address`, which begins at `now`, through `door`.
  public init(from address: Address, through door: Door, at now: Instant) {
    (self.address, self.door) = (address, door)
    due = now + WebConnection.patience
  }

  /// Receives the next bytes of the browser.
  public mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    switch phase {
    case .closing, .ended: return
    case .stream: return refuse()
    case .requests:
      if !isBegun { due = now + WebConnection.patience }
      isBegun = true
    case .socket:
      due = now + WebConnection.silence
      isQuestioned = false
    }
    unsafe bytes.withUnsafeBufferPointer { unsafe incoming.append(contentsOf: $0) }
  }

  /// Records the arrival of bytes without data, such as those of TLS itself; a connection has few of them.
  public mutating func receiveNothing(at now: Instant) { if !courtesies.consume(at: now) { refuse() } }

  /// Records that the browser sends nothing more, after its events were handled; answers to its requests are still
  /// sent.
  public mutating func endInput(at now: Instant) {
    switch phase {
    case .requests where hasAnswered:
      isAnswer = true
      end(at: now, WebConnection.patience)
    case .closing: break
    case .requests, .stream, .socket, .ended: phase = .ended
    }
  }

  /// Removes and returns the next event; nil if none has arrived completely.
  public mutating func next(at now: Instant) -> Event? {
    switch phase {
    case .requests: isAsked ? nil : nextRequest(at: now)
    case .socket: nextMessage(at: now)
    case .stream, .closing, .ended: nil
    }
  }

  /// Removes and returns the bytes for the browser.
  public mutating func drainOutgoing() -> [UInt8] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Adds the answer to the last request.
  public mutating func answer(_ answer: WebAnswer, at now: Instant) {
    guard phase == .requests, isAsked else { return }
    hasAnswered = true
    switch answer {
    case .whole(let bytes, let isLast):
      outgoing += bytes
      isAnswer = ends || isLast || head?.upgrade != nil
      if isAnswer { return end(at: now, WebConnection.patience) }
      due = now + WebConnection.rest
    case .stream(let bytes):
      if !incoming.isEmpty { return refuse() }
      outgoing += bytes
      (phase, due) = (.stream, .distantFuture)
    }
    (head, isAsked, isBegun) = (nil, false, false)
  }

  /// Opens the last requested WebSocket.
  public mutating func open(at now: Instant) {
    guard phase == .requests, isAsked, let upgrade = head?.upgrade else { return }
    outgoing += HTTPHead.message([
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(Handshake.accept(of: upgrade.key))",
      "Sec-WebSocket-Protocol: \(upgrade.choice)",
    ])
    (phase, head, due) = (.socket, nil, now + WebConnection.silence)
  }

  /// Adds a message to a WebSocket, or a part to a stream.
  public mutating func send(_ message: [UInt8], isText: Bool) {
    switch phase {
    case .socket where message.count <= Frame.limit:
      Frame.append(isText ? .text : .binary, message, to: &outgoing)
    case .stream: outgoing += message
    case .requests, .socket, .closing, .ended: return
    }
  }

  /// The status of a close frame for a dashboard that gives way to a newer one; the RFC leaves 4000 to 4999 to applications.
  public static let replacedStatus: UInt16 = 4001

  /// Ends the connection after the waiting bytes; on a WebSocket, sends a close frame with `status` (RFC 6455 §7.4).
  public mutating func close(status: UInt16 = 1000, at now: Instant) {
    if phase == .socket {
      Frame.append(.close, [UInt8(status >> 8), UInt8(truncatingIfNeeded: status)], to: &outgoing)
    }
    if phase != .ended { end(at: now, WebConnection.farewell) }
  }

  /// Does everything that is due by `now`.
  public mutating func advance(to now: Instant) {
    guard due <= now else { return }
    switch phase {
    case .requests where isBegun: (isLate, due) = (true, now + WebConnection.farewell)
    case .socket where !isQuestioned:
      Frame.append(.ping, [], to: &outgoing)
      (isQuestioned, due) = (true, now + WebConnection.silence)
    case .requests, .socket, .stream, .closing, .ended: phase = .ended
    }
  }

  /// Records that the network has accepted some of the waiting bytes.
  public mutating func noteSent(at now: Instant) {
    guard phase == .requests && hasAnswered && !isBegun || phase == .closing && isAnswer else { return }
    due = now + (isAnswer ? WebConnection.patience : WebConnection.rest)
  }

  /// Ends the connection after the waiting bytes, which the browser has `time` to read.
  private mutating func end(at now: Instant, _ time: Interval) {
    (phase, due) = (.closing, now + time)
    (incoming, first, head) = ([], 0, nil)
  }

  /// Ends the connection immediately.
  public mutating func cut() { phase = .ended }

  /// Ends the connection immediately because the received bytes break a rule.
  public mutating func refuse() { (phase, isRefused) = (.ended, true) }
}

extension WebConnection {
  private mutating func nextRequest(at now: Instant) -> Event? {
    do throws(HTTPFault) {
      if head == nil { try readHead() }
      if let head, incoming.count >= head.bodySize {
        // A page's own limits cover its POSTs to `/link`. Any other request above the limit
        // ends the connection.
        let isSubmission = head.request.method == .post && head.request.path == "/link"
        return isSubmission || requests.consume(at: now) ? ask(head) : fail(.tooMany)
      }
      return isLate ? fail(.late) : nil
    } catch {
      switch error {
      case .malformed: return fail(.malformed)
      case .size: return fail(.longField)
      case .line: return fail(.longPath)
      case .version: return fail(.otherVersion)
      }
    }
  }

  private mutating func readHead() throws(HTTPFault) {
    guard let length = try HTTPHead.length(in: incoming.span, after: seen, limit: RequestHead.limit) else {
      seen = incoming.count
      return
    }
    let fresh = try RequestHead(incoming.span.extracting(first: length))
    incoming.removeFirst(length)
    seen = 0
    if fresh.waits, incoming.count < fresh.bodySize {
      outgoing += HTTPHead.message(["HTTP/1.1 100 Continue"])
    }
    head = fresh
  }

  /// Returns the event of a whole request.
  private mutating func ask(_ head: RequestHead) -> Event {
    var request = head.request
    (request.address, request.door) = (address, door)
    request.body = Array(incoming.prefix(head.bodySize))
    incoming.removeFirst(head.bodySize)
    (isAsked, ends) = (true, head.ends || !incoming.isEmpty)
    guard head.upgrade != nil else { return .request(request) }
    return incoming.isEmpty ? .upgrade(request) : fail(.malformed)
  }

  /// Returns the event of a request that is refused because of `method`, before its content is looked at.
  ///
  /// The connection ends after the answer.
  private mutating func fail(_ method: WebRequest.Method) -> Event {
    var request = WebRequest()
    (request.method, request.address, request.door) = (method, address, door)
    (isAsked, ends, head, incoming) = (true, true, nil, [])
    return .request(request)
  }

  private mutating func nextMessage(at now: Instant) -> Event? {
    do throws(WebSocketFault) {
      while let event = try frames.next(in: &incoming, from: &first) {
        switch event {
        case .message(let bytes, let isText): return .message(bytes, isText: isText)
        case .ping(let content):
          if outgoing.count < WebConnection.answerLimit { Frame.append(.pong, content, to: &outgoing) }
        case .pong, .part: break
        case .close(let status):
          endSocket(status, at: now)
          return nil
        }
        guard courtesies.consume(at: now) else { throw .excess }
      }
      incoming.removeFirst(first)
      first = 0
    } catch {
      isRefused = true
      endSocket([UInt8(error.status >> 8), UInt8(error.status & 0xff)], at: now)
    }
    return nil
  }

  private mutating func endSocket(_ status: [UInt8], at now: Instant) {
    Frame.append(.close, status, to: &outgoing)
    end(at: now, WebConnection.farewell)
  }
}
