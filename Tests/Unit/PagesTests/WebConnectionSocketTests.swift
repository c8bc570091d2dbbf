import Model
import Testing

@testable import Pages

/// A page's WebSocket, beginning with the request.
@Suite struct WebConnectionSocketTests {
  private static let begin = Instant(nanoseconds: 1_000_000_000_000)
  private static let fields = [
    "Host: a", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: x, tpp.v1, ticket.y",
  ]
  private var connection = WebConnection(from: .loopback, through: .secure, at: begin)

  private mutating func hear(_ bytes: [UInt8], at now: Instant = begin) -> WebConnection.Event? {
    connection.receive(bytes.span, at: now)
    return connection.next(at: now)
  }

  private static func request(_ fields: [String], _ line: String = "GET /link HTTP/1.1") -> [UInt8] {
    Array(([line] + fields + ["", ""]).joined(separator: "\r\n").utf8)
  }

  private static func frame(_ first: UInt8, _ content: [UInt8] = []) -> [UInt8] {
    [first, 0x80 | UInt8(content.count), 0, 0, 0, 0] + content
  }

  private mutating func open() {
    guard case .upgrade? = hear(Self.request(Self.fields)) else { return }
    connection.open(at: Self.begin)
    _ = connection.drainOutgoing()
  }

  @Test mutating func `A page's request for a WebSocket is answered with its proof and its protocol`() {
    guard case .upgrade(let request)? = hear(Self.request(Self.fields)) else {
      Issue.record("no upgrade")
      return
    }
    #expect(request.protocols == "x, tpp.v1, ticket.y" && request.path == "/link")
    connection.open(at: Self.begin)
    let answer = String(decoding: connection.drainOutgoing(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 101 ") && answer.hasSuffix("\r\n\r\n"))
    #expect(answer.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(answer.contains("\r\nSec-WebSocket-Protocol: tpp.v1\r\n"))
    #expect(connection.phase == .socket)
  }

  @Test(arguments: [
    ("Connection", "Connection: close", 400), ("Connection", "", 400), ("Upgrade", "Upgrade: h2c", 400),
    ("Upgrade", "Upgrade: websocket, h2c", 400), ("Sec-WebSocket-Key", "", 400),
    ("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ", 400),
    ("Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j!Q==", 400),
    ("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8", 426), ("Sec-WebSocket-Version", "", 426),
    ("Sec-WebSocket-Protocol", "Sec-WebSocket-Protocol: tpp.v2", 400), ("Sec-WebSocket-Protocol", "", 400),
    ("Host", "Host: a\r\nContent-Length: 1", 413),
  ])
  mutating func `An upgrade that is none is refused before anybody is let in`(
    _ name: String, _ field: String, _ status: Int
  ) {
    let fields = Self.fields.map { $0.hasPrefix(name + ":") ? field : $0 }.filter { !$0.isEmpty }
    guard case .request(let request)? = hear(Self.request(fields)) else {
      Issue.record("no request")
      return
    }
    #expect(request.fault?.rawValue == status)
  }

  @Test mutating func `Frames that come together with the request are refused with it`() {
    guard case .request(let request)? = hear(Self.request(Self.fields) + Self.frame(0x82)) else {
      Issue.record("no request")
      return
    }
    #expect(request.fault == .badRequest)
  }

  @Test mutating func `A refusal ends the connection, and nothing opens`() {
    _ = hear(Self.request(Self.fields))
    connection.answer(.whole([0x21], ends: false), at: Self.begin)
    connection.open(at: Self.begin)
    #expect(connection.phase == .closing && connection.drainOutgoing() == [0x21])
  }

  @Test mutating func `Messages come whole, with their kind, whatever comes between their parts`() {
    open()
    let parts = Self.frame(0x01, [0x61]) + Self.frame(0x89, [0x70]) + Self.frame(0x80, [0x62])
    guard case .message([0x61, 0x62], true)? = hear(parts + Self.frame(0x82, [7])) else {
      Issue.record("no text")
      return
    }
    #expect(connection.drainOutgoing() == [0x8a, 1, 0x70])
    guard case .message([7], false)? = connection.next(at: Self.begin) else {
      Issue.record("no packet")
      return
    }
    connection.send([0x61], isText: true)
    connection.send([1], isText: false)
    #expect(connection.drainOutgoing() == [0x81, 1, 0x61, 0x82, 1, 1])
  }

  @Test mutating func `A frame that breaks the rules ends the WebSocket with the reason`() {
    open()
    #expect(hear([0x83, 0x80, 0, 0, 0, 0]) == nil)
    #expect(connection.drainOutgoing() == [0x88, 2, 3, 0xea])
    #expect(connection.phase == .closing && connection.isRefused)
    #expect(hear(Self.frame(0x82, [1])) == nil)
  }

  @Test mutating func `Who says goodbye hears it, and so does who is sent away`() {
    open()
    var other = self
    #expect(hear(Self.frame(0x88, [3, 0xe9])) == nil)
    #expect(connection.drainOutgoing() == [0x88, 2, 3, 0xe9] && connection.phase == .closing)
    #expect(!connection.isRefused)
    other.connection.close(at: Self.begin)
    #expect(other.connection.drainOutgoing() == [0x88, 2, 3, 0xe8])
    #expect(other.connection.due == Self.begin + .seconds(1))
  }

  @Test mutating func `A page that is silent for ten seconds is asked, and after ten more it is gone`() {
    open()
    connection.advance(to: Self.begin + .seconds(10))
    #expect(connection.drainOutgoing() == [0x89, 0] && connection.phase == .socket)
    let later = Self.begin + .seconds(15)
    #expect(hear(Self.frame(0x8a), at: later) == nil)
    #expect(connection.due == later + .seconds(10))
    _ = connection.drainOutgoing()
    connection.advance(to: later + .seconds(10))
    #expect(connection.drainOutgoing() == [0x89, 0] && connection.phase == .socket, "it is asked again")
    connection.advance(to: later + .seconds(20))
    #expect(connection.phase == .ended)
  }

  @Test(arguments: [[0x89], [0x8a], [0x01, 0x00]] as [[UInt8]])
  mutating func `Frames without a message end a WebSocket that has too many of them`(_ kinds: [UInt8]) {
    open()
    for count in 0..<64 { #expect(hear(Self.frame(kinds[min(count, kinds.count - 1)])) == nil) }
    #expect(connection.phase == .socket)
    _ = connection.drainOutgoing()
    #expect(hear(Self.frame(kinds[kinds.count - 1])) == nil)
    #expect(connection.phase == .closing && connection.isRefused)
    #expect(connection.drainOutgoing().suffix(4) == [0x88, 2, 3, 0xf0])
  }

  @Test mutating func `Twenty frames without a message a second end nothing, nor do messages`() {
    open()
    for count in 0..<1_000 {
      #expect(hear(Self.frame(0x89), at: Self.begin + .milliseconds(Int64(50 * count))) == nil)
      #expect(hear(Self.frame(0x82, [1]), at: Self.begin) != nil)
    }
    #expect(connection.phase == .socket)
  }

  @Test mutating func `Records of TLS that say nothing end a connection that sends too many of them`() {
    open()
    for _ in 0..<64 { connection.receiveNothing(at: Self.begin) }
    #expect(connection.phase == .socket)
    connection.receiveNothing(at: Self.begin)
    #expect(connection.phase == .ended && connection.isRefused)
  }
}
