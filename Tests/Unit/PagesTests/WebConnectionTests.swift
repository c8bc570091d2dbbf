import Model
import TestSupport
import Testing

@testable import Pages

/// The bytes that browsers and other programs send, and the single answer that the gateway gives to each
/// (docs/threat-model.md).
@Suite struct WebConnectionTests {
  private static let begin = Instant(nanoseconds: 1_000_000_000_000)
  private static let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
  private static let upgrade = [
    "Host: a", "Connection: keep-alive, Upgrade", "Upgrade: websocket", key, "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: tpp.v1, ticket.x",
  ]
  private var connection = WebConnection(from: .loopback, through: .secure, at: begin)

  private static func request(_ line: String, _ fields: [String] = ["Host: a"], _ body: String = "") -> String
  {
    ([line] + fields + ["", body]).joined(separator: "\r\n")
  }

  private mutating func hear(_ bytes: [UInt8], at now: Instant = begin) -> [WebConnection.Event] {
    connection.receive(bytes.span, at: now)
    return events(at: now)
  }

  private mutating func hear(_ text: String, at now: Instant = begin) -> [WebConnection.Event] {
    hear(Array(text.utf8), at: now)
  }

  /// Returns the next events, and answers each request with "!".
  private mutating func events(at now: Instant = begin) -> [WebConnection.Event] {
    var events: [WebConnection.Event] = []
    while let event = connection.next(at: now) {
      events.append(event)
      if case .request(let request) = event {
        connection.answer(.whole(Array("!".utf8), ends: request.fault?.ends ?? false), at: now)
      }
    }
    return events
  }

  private mutating func said() -> String { String(decoding: connection.drainOutgoing(), as: UTF8.self) }

  /// Returns the status of the refusal if `events` is one request that is refused for its form.
  ///
  /// Otherwise returns nil.
  private func fault(_ events: [WebConnection.Event]) -> HTTPResponse.Status? {
    guard events.count == 1, case .request(let request)? = events.first else { return nil }
    return request.fault
  }

  @Test mutating func `A request has what matters of it`() throws {
    let fields = [
      "host: a:1", "Origin: https://a:1", "Authorization: Bearer x", "If-None-Match: \"t\"",
      "Content-Type: a/b",
      "Accept-Encoding: gzip", "Accept-Encoding: br", "Cookie: \u{e9}", "Content-Length: 3",
    ]
    let events = hear(Self.request("POST /li%6ek?a HTTP/1.1", fields, "abc"))
    guard events.count == 1, case .request(let request) = events[0] else { throw Missing() }
    #expect(request.method == .post && request.path == "/link" && request.host == "a:1")
    #expect(request.origin == "https://a:1" && request.authorization == "Bearer x" && request.tag == "\"t\"")
    #expect(request.type == "a/b" && request.encodings == "gzip, br" && request.body == Array("abc".utf8))
    #expect(request.address == .loopback && !request.isPlain)
    #expect(said() == "!" && connection.phase == .requests)
  }

  private struct Missing: Error {}

  @Test mutating func `Requests one after the other use one connection`() {
    for _ in 0..<3 {
      #expect(hear(Self.request("GET / HTTP/1.1")).count == 1)
      #expect(hear(Self.request("POST /link HTTP/1.1", ["Host: a", "Content-Length: 2"])).isEmpty)
      #expect(hear("ab").count == 1)
      #expect(said() == "!!" && connection.phase == .requests)
    }
  }

  @Test(
    arguments: [
      ("", nil), ("Connection: close", nil), ("Upgrade: h2c", .badRequest), ("X: \u{1}", .badRequest),
      ("X : y", .badRequest), (" X: y", .badRequest), ("Host: b", .badRequest),
      ("Content-Length: 0", .tooLarge),
      ("Content-Length: 4", .tooLarge), ("Transfer-Encoding: chunked", .tooLarge),
      ("Transfer-Encoding: identity", .tooLarge),
    ] as [(String, HTTPResponse.Status?)])
  mutating func `A get has no body, and no field that two readers read differently`(
    _ field: String, _ status: HTTPResponse.Status?
  ) {
    let events = hear(Self.request("GET / HTTP/1.1", ["Host: a"] + (field.isEmpty ? [] : [field])))
    #expect(events.count == 1 && fault(events) == status)
    #expect((connection.phase == .requests) == field.isEmpty)
  }

  @Test(arguments: [
    [], ["Content-Length: 4097"], ["Content-Length: -1"], ["Content-Length: +1"], ["Content-Length: 0x1"],
    ["Content-Length: "], ["Content-Length: 1", "Content-Length: 1"], ["Content-Length: 1, 1"],
    ["Content-Length: 1", "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked"],
    ["Content-Length: 18446744073709551617"], ["Content-Length: 1 "].map { $0 + "1" },
  ])
  mutating func `A body of no one length is refused, and nothing of it is a request`(_ fields: [String]) {
    let smuggled = Self.request("GET /j/ HTTP/1.1")
    let events = hear(Self.request("POST /link HTTP/1.1", ["Host: a"] + fields, smuggled))
    #expect(fault(events) == .tooLarge && connection.phase == .closing)
    #expect(hear(smuggled).isEmpty && said() == "!")
  }

  @Test(
    arguments: [
      ("PUT / HTTP/1.1", .methodNotAllowed), ("CONNECT a:1 HTTP/1.1", .methodNotAllowed),
      ("OPTIONS * HTTP/1.1", .methodNotAllowed), ("get / HTTP/1.1", .methodNotAllowed),
      ("PRI * HTTP/2.0", .otherVersion), ("GET / HTTP/0.9", .otherVersion), ("GET /", .badRequest),
      ("GET * HTTP/1.1", .badRequest), ("GET /%zz HTTP/1.1", .badRequest), ("GET /%00 HTTP/1.1", .badRequest),
    ] as [(String, HTTPResponse.Status)])
  mutating func `A first line that asks for nothing here is told why`(
    _ line: String, _ status: HTTPResponse.Status
  ) {
    #expect(fault(hear(Self.request(line))) == status)
    #expect(connection.phase == .closing)
  }

  @Test mutating func `A target with a host counts in place of the field`() throws {
    guard case .request(let request)? = hear(Self.request("GET https://b:2/j/ HTTP/1.1")).first else {
      throw Missing()
    }
    #expect(request.host == "b:2" && request.path == "/j/")
  }

  @Test mutating func `An old request needs no host, and its connection ends`() {
    #expect(hear(Self.request("GET / HTTP/1.0", [])).count == 1)
    #expect(connection.phase == .closing)
    var other = self
    other.connection = WebConnection(from: .loopback, through: .plain, at: Self.begin)
    #expect(other.fault(other.hear(Self.request("GET / HTTP/1.1", []))) == .badRequest)
  }

  @Test(arguments: [0, 1, 30])
  mutating func `Of requests that come together one is answered`(_ more: Int) {
    let second = Self.request("POST /link HTTP/1.1", ["Host: a", "Content-Length: 1"], "x")
    let events = hear(Self.request("GET / HTTP/1.1") + second.prefix(more + 1))
    #expect(events.count == 1 && said() == "!" && connection.phase == .closing)
    #expect(hear(second).isEmpty && said() == "")
  }

  @Test mutating func `What is longer than a limit is told so`() {
    let long = String(repeating: "x", count: 17_000)
    let cases: [(String, HTTPResponse.Status)] = [
      (Self.request("GET / HTTP/1.1", ["Host: a", "Cookie: \(long)"]), .fieldsTooLarge),
      (Self.request("GET /\(long) HTTP/1.1"), .pathTooLong),
      (Self.request("GET /\(long.prefix(255)) HTTP/1.1"), .pathTooLong),
      (Self.request("GET / HTTP/1.1", ["Host: a", "Origin: \(long.prefix(256))"]), .fieldsTooLarge),
      (
        Self.request("GET / HTTP/1.1", ["Host: a", "Sec-WebSocket-Protocol: \(long.prefix(128))"]),
        .fieldsTooLarge
      ),
    ]
    for (text, status) in cases {
      connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
      #expect(fault(hear(text)) == status)
    }
  }

  @Test mutating func `What is as long as a limit is read`() {
    let long = String(repeating: "x", count: 4_096)
    let upgrade = Self.upgrade.dropLast() + ["Sec-WebSocket-Protocol: tpp.v1, \(long.prefix(119))"]
    for text in [
      Self.request("GET /\(long.prefix(254)) HTTP/1.1"),
      Self.request("GET / HTTP/1.1", ["Host: \(long.prefix(255))"]),
      Self.request("GET / HTTP/1.1", ["Host: a", "Origin: \(long.prefix(255))"]),
      Self.request("GET / HTTP/1.1", Array(upgrade)),
      Self.request("POST /link HTTP/1.1", ["Host: a", "Content-Length: 4096"], long),
    ] {
      connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
      let events = hear(text)
      #expect(events.count == 1 && fault(events) == nil, "\(text.prefix(80))")
    }
    connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
    #expect(fault(hear(Self.request("GET / HTTP/1.1", ["Host: \(long.prefix(256))"]))) == .fieldsTooLarge)
  }

  @Test mutating func `A request byte by byte is the same request`() {
    let text = Array(Self.request("POST /link HTTP/1.1", ["Host: a", "Content-Length: 2"], "ab").utf8)
    for byte in text.dropLast() { #expect(hear([byte]).isEmpty) }
    #expect(hear(text.suffix(1)).count == 1 && connection.phase == .requests)
  }

  @Test mutating func `A browser that waits for a word before its body gets it`() {
    let fields = ["Host: a", "Content-Length: 2", "Expect: 100-continue"]
    #expect(hear(Self.request("POST /link HTTP/1.1", fields)).isEmpty)
    #expect(said() == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(hear("ab").count == 1 && said() == "!")
  }

  @Test mutating func `A request that takes longer than ten seconds is told so, and silence ends`() {
    var silent = connection
    silent.advance(to: Self.begin + .seconds(10))
    #expect(silent.phase == .ended)
    let start = Self.begin + .seconds(9)
    #expect(hear("GET / HT", at: start).isEmpty)
    #expect(connection.due == start + .seconds(10))
    #expect(hear("TP/1.1\r\n", at: start + .seconds(9)).isEmpty)
    connection.advance(to: connection.due)
    #expect(fault(events(at: connection.due)) == .late && connection.phase == .closing)
  }

  @Test mutating func `Between two requests half a minute may pass`() {
    _ = hear(Self.request("GET / HTTP/1.1"))
    #expect(connection.due == Self.begin + .seconds(30))
    connection.advance(to: connection.due)
    #expect(connection.phase == .ended && !connection.isRefused)
  }

  @Test mutating func `Whoever listens to a stream says nothing`() {
    connection.receive(Array(Self.request("GET /link/events/x HTTP/1.1").utf8).span, at: Self.begin)
    _ = connection.next(at: Self.begin)
    connection.answer(.stream([0x3a]), at: Self.begin)
    connection.send([0x61], isText: true)
    #expect(said() == ":a" && connection.due == .distantFuture)
    #expect(hear("G").isEmpty)
    #expect(connection.phase == .ended && connection.isRefused)
  }

  @Test mutating func `The end of what a browser says ends everything but an answer`() {
    _ = hear(Self.request("GET / HTTP/1.1"))
    connection.endInput(at: Self.begin)
    #expect(connection.phase == .closing && said() == "!" && connection.due == Self.begin + .seconds(10))
    connection = WebConnection(from: .loopback, through: .secure, at: Self.begin)
    _ = hear("GET /")
    connection.endInput(at: Self.begin)
    #expect(connection.phase == .ended)
  }

  @Test mutating func `What the network takes before the first request gives a browser no more time`() {
    connection.noteSent(at: Self.begin + .seconds(9))
    #expect(connection.due == Self.begin + .seconds(10))
    _ = hear(Self.request("GET / HTTP/1.1"), at: Self.begin + .seconds(9))
    connection.noteSent(at: Self.begin + .seconds(9))
    #expect(connection.due == Self.begin + .seconds(39))
  }

  @Test mutating func `A connection that asks without end is told so, and ends`() {
    for _ in 0..<128 { #expect(fault(hear(Self.request("GET / HTTP/1.1"))) == nil) }
    var later = self
    #expect(fault(hear(Self.request("GET / HTTP/1.1"))) == .tooMany)
    #expect(connection.phase == .closing)
    let events = later.hear(Self.request("GET / HTTP/1.1"), at: Self.begin + .milliseconds(50))
    #expect(later.fault(events) == nil)
  }

  @Test mutating func `What a page submits is counted for the page, not for its connection`() {
    let post = Self.request("POST /link HTTP/1.1", ["Host: a", "Content-Length: 1"], "!")
    for _ in 0..<200 {
      let events = hear(post)
      #expect(events.count == 1 && fault(events) == nil)
    }
    #expect(connection.phase == .requests)
  }
}
