import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct PageTests {
  @Test func `Of the host's frames only the newest wait, and no text is lost`() {
    var queue = PageQueue()
    for number in UInt8(0)..<10 { queue.add(binary: [number]) }
    #expect(queue.dropped == 6)
    let isTaken = queue.add(text: "a")
    #expect(isTaken)
    var heard: [PageQueue.Message] = []
    while let message = queue.next() { heard.append(message) }
    #expect(heard == [.text("a"), .binary([6]), .binary([7]), .binary([8]), .binary([9])])
    #expect(queue.isEmpty)
  }

  @Test func `A page that does not read is given up`() {
    var queue = PageQueue()
    for _ in 0..<16 { _ = queue.add(text: "a") }
    let isTaken = queue.add(text: "b")
    #expect(!isTaken)
  }

  @Test func `Of a state that others change only the newest waits, however often they do`() {
    var queue = PageQueue()
    for _ in 0..<15 { _ = queue.add(text: "a") }
    for number in 0..<1_000 {
      queue.add(.players, text: "\(number)")
      queue.add(.layout, text: "\(number)")
    }
    let isTaken = queue.add(text: "b")
    #expect(isTaken)
    var heard: [PageQueue.Message] = []
    while let message = queue.next() { heard.append(message) }
    #expect(heard.suffix(3) == [.text("b"), .text("999"), .text("999")] && heard.count == 18)
  }

  @Test func `A page says 32 texts at once and 20 a second, and is closed with the next`() {
    let start = Instant(nanoseconds: 1_000_000_000_000)
    var allowance = PageAllowance()
    for step in 0..<600 {
      #expect(allowance.consumeText(at: start + .milliseconds(Int64(50 * step))) == .heard)
    }
    let now = start + .seconds(100)
    for _ in 0..<32 { #expect(allowance.consumeText(at: now) == .heard) }
    #expect(allowance.consumeText(at: now) == .tooMuch)
    #expect(allowance.consumeText(at: now + .milliseconds(50)) == .heard)
    #expect(allowance.consumePacket(at: now) == .heard)
  }

  @Test func `Of a page 500 packets a second are passed on, and after three seconds of more it is closed`() {
    var now = Instant(nanoseconds: 1_000_000_000_000)
    var (allowance, verdicts) = (PageAllowance(), [PageAllowance.Verdict: Int]())
    for _ in 0..<2_999 {
      verdicts[allowance.consumePacket(at: now), default: 0] += 1
      now = now + .milliseconds(1)
    }
    #expect(verdicts[.tooMuch] == nil && (1_750...1_757).contains(verdicts[.heard] ?? 0))
    for _ in 0..<1_000 {
      verdicts[allowance.consumePacket(at: now), default: 0] += 1
      now = now + .milliseconds(1)
    }
    #expect((verdicts[.tooMuch] ?? 0) > 100)
    now = now + .seconds(2)
    for _ in 0..<256 { #expect(allowance.consumePacket(at: now) == .heard) }
    #expect(allowance.consumePacket(at: now) == .dropped)
  }

  @Test(
    arguments: [
      ([], ""), ([0x66], "Zg=="), ([0x66, 0x6f], "Zm8="), ([0x66, 0x6f, 0x6f], "Zm9v"),
      ([0xfb, 0xff], "+/8="),
    ] as [([UInt8], String)])
  func `Bytes go into an event as letters (RFC 4648 §10)`(_ bytes: [UInt8], _ text: String) {
    #expect(Base64.text(of: bytes) == text)
    let event = PageQueue.Message.binary(bytes).event
    #expect(String(decoding: event, as: UTF8.self) == "event: binary\ndata: \(text)\n\n")
  }

  @Test func `A text is one line of an event`() {
    let text = PageText.players([(PlayerSlot(index: 0), "A\n\"B\"")]).text
    #expect(!text.contains("\n"))
    #expect(text == #"{"type":"players","players":[{"player":1,"name":"A\u000a\"B\""}]}"#)
  }

  @Test func `A packet is its number and frames that a controller may send`() {
    let state: [UInt8] = [1, 28] + [UInt8](repeating: 0, count: 28)
    let good = [7, 0, 0, 0] + state
    #expect(PagePacket(good.span)?.counter == 7)
    let bad: [[UInt8]] = [
      [], [7, 0, 0], [7, 0, 0, 0], Array(good.dropLast()), good + [0],
      [7, 0, 0, 0, 0x10, 14] + state.suffix(14),
      [7, 0, 0, 0] + [UInt8](repeating: 0xff, count: 600),
    ]
    for bytes in bad { #expect(PagePacket(bytes.span) == nil) }
  }

  @Test func `A body is whole records or nothing`() {
    let body: [UInt8] = [2, 0, 1, 2, 1, 0, 9]
    #expect(PagePacket.records(in: body.span) == [2..<4, 6..<7])
    let empty: [UInt8] = []
    #expect(PagePacket.records(in: empty.span) == [])
    for count in 1..<body.count where count != 4 {
      let part = Array(body[..<count])
      #expect(PagePacket.records(in: part.span) == nil, "\(count)")
    }
    let zero: [UInt8] = [0, 0]
    #expect(PagePacket.records(in: zero.span) == nil)
  }

  @Test func `Tickets are found in the header fields, and only there`() {
    var request = WebRequest()
    #expect(request.bearer == nil && request.offered(for: .player) == nil)
    let ticket = String(repeating: "A", count: 22)
    (request.authorization, request.protocols) = ("Bearer \(ticket)", "tpp.v1, ticket.\(ticket)")
    #expect(request.bearer?.text == ticket && request.offered(for: .player)?.text == ticket)
    for text in [
      "ticket.\(ticket)", "ticket.\(ticket), tpp.v1", "tpp.v1", "tpp.v1, \(ticket)", "http, ticket.\(ticket)",
    ] {
      request.protocols = text
      #expect(request.offered(for: .player) == nil, "\(text)")
    }
    for text in ["Basic \(ticket)", ticket, "Bearer  \(ticket)"] {
      request.authorization = text
      #expect(request.bearer == nil, "\(text)")
    }
  }

  @Test(arguments: HTTPResponse.Status.allCases)
  func `Every answer forbids what the page does not need`(_ status: HTTPResponse.Status) {
    var response = HTTPResponse(status)
    response.sockets = "wss://den.local:28443"
    let text = String(decoding: response.bytes, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 \(status.rawValue) "))
    #expect(
      text.contains("Content-Security-Policy: default-src 'self'; connect-src 'self' wss://den.local:28443;"))
    #expect(text.contains("X-Content-Type-Options: nosniff\r\n"))
    #expect(text.contains("\r\nContent-Length: ") == status.hasBody)
    #expect(text.contains("\r\n\r\n"))
    #expect(status.advice.isEmpty || text.hasSuffix("\(status.words): \(status.advice)\n"))
  }

  @Test func `A file goes out with its length and what it is known by`() {
    let response = HTTPResponse([1, 2, 3], type: "image/png", tag: "\"a\"")
    let text = String(decoding: response.bytes.dropLast(3), as: UTF8.self)
    #expect(
      text.contains("Content-Type: image/png\r\nContent-Length: 3\r\nETag: \"a\"\r\nCache-Control: no-cache"))
    #expect(text.hasSuffix("\r\n\r\n") && response.bytes.suffix(3) == [1, 2, 3])
  }

  @Test(arguments: [
    ("#0aF9c3", true), ("#0aF9c", false), ("#0aF9c33", false), ("0aF9c33", false), ("#0aF9g3", false),
    ("abc", false), ("", false),
  ])
  func `A colour is a number sign and six hexadecimal digits`(_ colour: String, _ isColour: Bool) {
    var page = Page(controller: 1)
    page.greet(.object([("name", .string("Aki")), ("colour", .string(colour))]))
    #expect(page.colour == (isColour ? colour : "") && page.name == "Aki")
  }

  @Test(
    arguments: [
      (nil, "text/plain", true), (nil, "image/png", true), ("\"a\"", "text/html", true),
      ("\"a\"", "text/html; charset=utf-8", true), ("\"a\"", "text/css", false),
      ("\"a\"", "text/plain", false),
    ] as [(String?, String, Bool)])
  func `Only a file that is a part of a page goes without the rules of pages`(
    _ tag: String?, _ type: String, _ isPage: Bool
  ) {
    let text = String(decoding: HTTPResponse([1], type: type, tag: tag).bytes, as: UTF8.self)
    for field in ["Content-Security-Policy", "Cross-Origin-Opener-Policy", "Referrer-Policy"] {
      #expect(text.contains("\r\n\(field): ") == isPage, "\(field)")
    }
    for field in ["X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin"] {
      #expect(text.contains("\r\n\(field)\r\n"), "\(field)")
    }
    #expect(text.contains("\r\nCache-Control: \(tag == nil ? "no-store" : "no-cache")\r\n"))
    #expect(text.contains("\r\nVary: Accept-Encoding\r\n") == (tag != nil))
  }

  @Test(arguments: HTTPResponse.Status.allCases)
  func `An answer says what its status needs, and whether the connection ends`(_ status: HTTPResponse.Status)
  {
    let text = String(decoding: HTTPResponse(status).bytes, as: UTF8.self)
    let lasts = [.ok, .noContent, .notModified, .notFound].contains(status)
    #expect(text.contains("\r\nConnection: close") != lasts && status.isRefusal != lasts)
    #expect(status.advice.isEmpty == (lasts && status != .notFound))
    #expect(status.hasBody == ![.noContent, .notModified].contains(status))
    let isUpgrade = status == .upgradeRequired
    #expect(text.contains("\r\nConnection: close, Upgrade\r\n") == isUpgrade)
    #expect(text.contains("\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n") == isUpgrade)
    #expect(text.contains("\r\nAllow: GET, HEAD, POST\r\n") == (status == .methodNotAllowed))
    #expect(!text.contains("Content-Encoding"))
  }

  @Test func `The answer to HEAD has the length of a body that it leaves out`() {
    var response = HTTPResponse([1, 2, 3], type: "text/css", tag: "\"a\"")
    (response.isHeadOnly, response.isCompressed) = (true, true)
    let text = String(decoding: response.bytes, as: UTF8.self)
    #expect(
      text.contains("\r\nContent-Length: 3\r\nContent-Encoding: gzip\r\n") && text.hasSuffix("\r\n\r\n"))
  }
}
