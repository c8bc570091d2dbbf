import Model
import Testing

@testable import Pages

/// The times and sizes at which a browser's connection changes what it does, and what it does not answer.
@Suite struct WebConnectionLimitTests {
  private static let begin = Instant(nanoseconds: 1_000_000_000_000)
  private static let moment = Interval(nanoseconds: 1)
  private static let get = Array("GET /link/events/x HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
  private static let upgrade = Array(
    ("GET /link HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Protocol: tpp.v1, ticket.y\r\n\r\n").utf8)
  private var connection = WebConnection(from: .loopback, through: .secure, at: begin)

  /// Receives these bytes; returns whether an event follows.
  @discardableResult
  private mutating func hear(_ bytes: [UInt8], at now: Instant = begin) -> Bool {
    connection.receive(bytes.span, at: now)
    return connection.next(at: now) != nil
  }

  private mutating func answer(_ text: [UInt8] = [0x21], ends: Bool = false, at now: Instant = begin) {
    connection.answer(.whole(text, ends: ends), at: now)
  }

  private mutating func openSocket() {
    #expect(hear(Self.upgrade))
    connection.open(at: Self.begin)
    #expect(connection.phase == .socket)
    _ = connection.drainOutgoing()
  }

  private mutating func openStream() {
    #expect(hear(Self.get))
    connection.answer(.stream([]), at: Self.begin)
    #expect(connection.phase == .stream)
  }

  @Test mutating func `An answer to no request is not sent, and a WebSocket that nobody wants not opened`() {
    for ends in [false, true] { answer(ends: ends) }
    connection.answer(.stream([0x21]), at: Self.begin)
    connection.open(at: Self.begin)
    #expect(connection.drainOutgoing().isEmpty && connection.phase == .requests)
    #expect(connection.due == Self.begin + .seconds(10))
    #expect(hear(Self.get))
    connection.open(at: Self.begin)
    #expect(connection.phase == .requests, "the request is for no WebSocket")
    for text in [1, 2] as [UInt8] { answer([text]) }
    #expect(connection.drainOutgoing() == [1] && connection.phase == .requests, "only one is")
  }

  @Test mutating func `After the answer to what is no request, the connection ends`() {
    #expect(hear(Array("nothing\r\n\r\n".utf8)))
    answer()
    #expect(connection.phase == .closing)
  }

  @Test mutating func `Neither a WebSocket nor a stream takes an answer`() {
    openSocket()
    answer()
    #expect(connection.drainOutgoing().isEmpty && connection.phase == .socket)
    connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
    openStream()
    answer()
    #expect(connection.drainOutgoing().isEmpty && connection.phase == .stream)
  }

  @Test mutating func `A silent WebSocket is asked after ten seconds, and ends after ten more, no sooner`() {
    openSocket()
    let (asked, over) = (Self.begin + .seconds(10), Self.begin + .seconds(20))
    #expect(connection.due == asked)
    connection.advance(to: asked - Self.moment)
    #expect(connection.drainOutgoing().isEmpty)
    connection.advance(to: asked)
    #expect(connection.drainOutgoing() == [0x89, 0] && connection.due == over)
    connection.advance(to: over - Self.moment)
    #expect(connection.drainOutgoing().isEmpty && connection.phase == .socket)
    connection.advance(to: over)
    #expect(connection.phase == .ended)
  }

  @Test(arguments: [(4_095, true), (4_096, false)])
  mutating func `A ping is answered while fewer than 4 KiB wait for the browser`(
    _ waiting: Int, _ isAnswered: Bool
  ) {
    openSocket()
    connection.send([UInt8](repeating: 0, count: waiting - 4), isText: false)
    #expect(!hear([0x89, 0x81, 0, 0, 0, 0, 7]))
    let bytes = connection.drainOutgoing()
    #expect(bytes.count == waiting + (isAnswered ? 3 : 0))
    #expect((bytes.suffix(3) == [0x8a, 1, 7]) == isAnswered)
  }

  @Test(arguments: [(65_535, true), (65_536, false)])
  mutating func `A message of one frame is sent, and a longer one is not`(_ size: Int, _ isSent: Bool) {
    openSocket()
    connection.send([UInt8](repeating: 0, count: size), isText: true)
    #expect(connection.drainOutgoing().count == (isSent ? size + 4 : 0))
  }

  @Test mutating func `Nothing is sent before a WebSocket is open, nor after its end`() {
    connection.send([1], isText: true)
    #expect(hear(Self.upgrade))
    connection.send([1], isText: true)
    #expect(connection.drainOutgoing().isEmpty)
    connection.open(at: Self.begin)
    connection.close(at: Self.begin)
    _ = connection.drainOutgoing()
    connection.send([1], isText: true)
    #expect(connection.drainOutgoing().isEmpty)
  }

  @Test mutating func `A late request has one second for its answer, and then the connection ends`() {
    hear([0x47])
    connection.advance(to: Self.begin + .seconds(10) - Self.moment)
    let isEarly = connection.next(at: Self.begin + .seconds(10) - Self.moment) != nil
    #expect(!isEarly)
    let late = Self.begin + .seconds(10)
    connection.advance(to: late)
    #expect(connection.due == late + .seconds(1))
    let isTold = connection.next(at: late) != nil
    answer(ends: true, at: late)
    #expect(isTold && connection.phase == .closing && connection.due == late + .seconds(10))
    connection.advance(to: late + .seconds(10) - Self.moment)
    #expect(connection.phase == .closing)
    connection.advance(to: late + .seconds(10))
    #expect(connection.phase == .ended)
  }

  @Test mutating func `A browser that reads an answer slowly has more time, one that is sent away has not`() {
    let later = Self.begin + .seconds(1)
    var other = self
    #expect(hear(Self.get))
    answer(ends: true)
    connection.noteSent(at: later)
    #expect(connection.due == later + .seconds(10))
    other.connection.close(at: Self.begin)
    #expect(other.connection.phase == .closing && other.connection.drainOutgoing().isEmpty)
    other.connection.noteSent(at: later)
    #expect(other.connection.due == Self.begin + .seconds(1))
  }

  @Test mutating func `What the network takes changes no other time`() {
    let later = Self.begin + .seconds(1)
    #expect(hear(Self.get))
    connection.noteSent(at: later)
    #expect(connection.due == Self.begin + .seconds(10), "the answer is not there")
    answer()
    hear([0x47])
    connection.noteSent(at: later)
    #expect(connection.due == Self.begin + .seconds(10), "the next request has begun")
    connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
    openSocket()
    connection.noteSent(at: later)
    #expect(connection.due == Self.begin + .seconds(10))
  }

  @Test mutating func `What ends stays ended, and the end of input ends all but a last answer`() {
    openSocket()
    var (stream, closing) = (self, self)
    connection.endInput(at: Self.begin)
    #expect(connection.phase == .ended)
    connection.close(at: Self.begin)
    #expect(connection.phase == .ended && connection.drainOutgoing().isEmpty)
    closing.connection.close(at: Self.begin)
    closing.connection.endInput(at: Self.begin)
    #expect(closing.connection.phase == .closing)
    stream.connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
    stream.openStream()
    stream.connection.endInput(at: Self.begin)
    #expect(stream.connection.phase == .ended && !stream.connection.isRefused)
  }

  @Test mutating func `A browser that says more before its stream begins is refused`() {
    #expect(hear(Self.get))
    connection.receive([0x47].span, at: Self.begin)
    connection.answer(.stream([0x3a]), at: Self.begin)
    #expect(connection.phase == .ended && connection.isRefused && connection.drainOutgoing().isEmpty)
  }
}
