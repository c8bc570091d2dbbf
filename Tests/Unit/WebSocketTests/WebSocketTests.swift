import Impairment
import Testing

@testable import WebSocket

@Suite struct WebSocketTests {
  /// The request of RFC 6455 §1.2, without the origin of the page.
  private static let fields = [
    "Host: server.example.com", "Upgrade: websocket", "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
  ]
  /// The frames of RFC 6455 §5.7: "Hello" from a client and from a server, and in two parts from a client.
  private static let masked: [UInt8] = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]
  private static let plain: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
  private static let first: [UInt8] = [0x01, 0x83, 0, 0, 0, 0, 0x48, 0x65, 0x6c]
  private static let last: [UInt8] = [0x80, 0x82, 0, 0, 0, 0, 0x6c, 0x6f]
  private static let ping: [UInt8] = [0x89, 0x82, 0, 0, 0, 0, 0x68, 0x69]

  private static func request(_ line: String = "GET /chat HTTP/1.1", _ fields: [String] = fields) -> [UInt8] {
    Array(([line] + fields + ["", ""]).joined(separator: "\r\n").utf8)
  }

  /// A side, with the bytes that it has received and the messages that it has read.
  private struct Party {
    var side: WebSocket
    var bytes: [UInt8] = []
    var heard: [String] = []

    mutating func receive(_ part: some Sequence<UInt8>) throws(WebSocketFault) {
      bytes += part
      var fresh: [String] = []
      defer { heard += fresh }
      try side.receive(&bytes) { message in
        fresh.append(String(decoding: message.indices.map { message[$0] }, as: UTF8.self))
      }
    }
  }

  /// Returns a server after the handshake.
  private func openServer() throws -> Party {
    var server = Party(side: WebSocket(.server, limit: 1_024) { 0 })
    try server.receive(Self.request())
    _ = server.side.drainOutput()
    return server
  }

  @Test func `The handshake is that of the standard's sample`() throws {
    var server = Party(side: WebSocket(.server, limit: 1_024) { 0 })
    try server.receive(Self.request())
    let answer = String(decoding: server.side.drainOutput(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n") && answer.hasSuffix("\r\n\r\n"))
    #expect(answer.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(server.side.isOpen)
  }

  @Test func `The frames are those of the standard's samples`() throws {
    var server = try openServer()
    try server.receive(Self.masked + Self.first + Self.ping + Self.last)
    #expect(server.heard == ["Hello", "Hello"])
    #expect(server.side.drainOutput() == [0x8a, 2, 0x68, 0x69])
    server.side.send(Array("Hello".utf8))
    #expect(server.side.drainOutput() == Self.plain)
    var output: [UInt8] = []
    Frame.append(.text, Array("Hello".utf8), mask: 0x37fa_213d, to: &output)
    #expect(output == Self.masked)
  }

  @Test func `Both sides understand each other in whatever pieces the bytes come`() throws {
    for seed in 0..<50 as Range<UInt64> {
      var random = Random(seed: seed)
      var client = Party(
        side: WebSocket(.client(path: "/sensors", host: "10.0.0.1:8080"), limit: 1_024) { 0x1234_5678 })
      var server = Party(side: WebSocket(.server, limit: 1_024) { 0 })
      let texts = [0, 1, 125, 126, 127, 1_024].map { String(repeating: "x", count: $0) }
      var sent = false
      while client.heard != texts || server.heard != texts {
        if client.side.isOpen, server.side.isOpen, !sent {
          for text in texts { client.side.send(Array(text.utf8)) }
          for text in texts { server.side.send(Array(text.utf8)) }
          sent = true
        }
        let (forth, back) = (client.side.drainOutput(), server.side.drainOutput())
        try #require(!forth.isEmpty || !back.isEmpty, "seed \(seed)")
        for piece in pieces(of: forth, using: &random) { try server.receive(piece) }
        for piece in pieces(of: back, using: &random) { try client.receive(piece) }
      }
    }
  }

  private func pieces(of bytes: [UInt8], using random: inout Random) -> [ArraySlice<UInt8>] {
    var (pieces, start) = ([] as [ArraySlice<UInt8>], 0)
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...200, using: &random))
      pieces.append(bytes[start..<end])
      start = end
    }
    return pieces
  }

  @Test(
    arguments: [
      request("POST /chat HTTP/1.1"), request("GET /chat HTTP/1.0"), request("GET http://a/ HTTP/1.1"),
      request(fields: "Host: a"), request(without: "Upgrade"), request(without: "Connection"),
      request(without: "Sec-WebSocket-Key"), request(without: "Sec-WebSocket-Version"),
      request(fields: "Origin: https://a.example"), request(fields: "Content-Length: 4"),
      request(fields: "Transfer-Encoding: chunked"), request(fields: "Sec-WebSocket-Version: 13"),
      request(fields: " folded"), request(fields: ": nameless"), request(fields: "X: \u{e9}"),
      Array("\r\n\r\n".utf8),
    ])
  func `Another request, or a page's, is refused`(_ bytes: [UInt8]) throws {
    var server = Party(side: WebSocket(.server, limit: 1_024) { 0 })
    let isGood = bytes == Self.request(fields: "Host: a")
    do throws(WebSocketFault) {
      try server.receive(bytes)
      #expect(isGood)
    } catch {
      #expect(!isGood && error == .head)
      #expect(String(decoding: server.side.drainOutput(), as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
    }
  }

  private static func request(fields more: String) -> [UInt8] { request(fields + [more]) }

  private static func request(without name: String) -> [UInt8] {
    request(fields.filter { !$0.hasPrefix(name) })
  }

  private static func request(_ fields: [String]) -> [UInt8] { request("GET /chat HTTP/1.1", fields) }

  @Test func `A head without an end is refused at 2 KiB`() throws {
    var server = Party(side: WebSocket(.server, limit: 1_024) { 0 })
    let head = Array("GET / HTTP/1.1\r\nX: ".utf8)
    try server.receive(head + [UInt8](repeating: 0x78, count: 2_047 - head.count))
    #expect(throws: WebSocketFault.size) { try server.receive([0x78]) }
  }

  @Test(
    arguments: [
      ([0x81, 0x05], .frame), ([0xc1, 0x80], .frame), ([0x83, 0x80], .frame), ([0x8b, 0x80], .frame),
      ([0x09, 0x80], .frame), ([0x88, 0x81], .frame), ([0x89, 0xfe], .frame),
      ([0x80, 0x80, 0, 0, 0, 0], .frame),
      (first + masked, .frame), ([0x81, 0xfe, 0x04, 0x01], .size), ([0x81, 0xfe, 0, 0x7d], .frame),
      ([0x81, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0], .size), ([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0x7e], .frame),
      ([0x01, 0xfe, 4, 0] + [UInt8](repeating: 0, count: 1_028) + last, .size),
    ] as [([UInt8], WebSocketFault)])
  func `A frame that breaks the rules ends the WebSocket, with the reason`(
    _ bytes: [UInt8], _ fault: WebSocketFault
  ) throws {
    var server = try openServer()
    #expect(throws: fault) { try server.receive(bytes) }
    #expect(server.side.drainOutput() == [0x88, 2, 3, fault == .size ? 0xf1 : 0xea])
    #expect(server.side.isClosed && server.heard.isEmpty)
    try server.receive(Self.masked)
    server.side.send([0x78])
    #expect(server.heard.isEmpty && server.side.drainOutput().isEmpty)
  }

  @Test func `A close is answered with its status, and nothing behind it is read`() throws {
    var server = try openServer()
    try server.receive([0x88, 0x83, 0, 0, 0, 0, 0x03, 0xe9, 0x21] + Self.masked)
    #expect(server.side.drainOutput() == [0x88, 2, 0x03, 0xe9])
    #expect(server.side.isClosed && server.heard.isEmpty)
  }

  @Test func `A client believes only the server that has read its key`() throws {
    let answers = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]
    for fields in [answers, answers + ["Sec-WebSocket-Extensions: permessage-deflate"], ["HTTP/1.1 200 OK"]] {
      var client = Party(side: WebSocket(.client(path: "/", host: "a"), limit: 1_024) { 7 })
      #expect(
        String(decoding: client.side.drainOutput(), as: UTF8.self).hasPrefix("GET / HTTP/1.1\r\nHost: a\r\n"))
      #expect(throws: WebSocketFault.head) {
        try client.receive(Array((fields + ["", ""]).joined(separator: "\r\n").utf8))
      }
    }
    let consent = Array((answers + ["", ""]).joined(separator: "\r\n").utf8)
    let isConsent = Handshake.isConsent(consent.span, to: "dGhlIHNhbXBsZSBub25jZQ==")
    #expect(isConsent)
  }

  @Test(
    arguments: [
      ("dGhlIHNhbXBsZSBub25jZQ==", true), ("ABYZabyz0189+/ABYZabyz==", true), ("", false), ("==", false),
      ("dGhlIHNhbXBsZSBub25jZQA=", false), ("dGhlIHNhbXBsZSBub25jZQAA", false),
      ("dGhlIHNhbXBsZSBub25jZ===", false), ("dGhlIHNhbXBsZSBub25j-Q==", false),
      ("dGhlIHNhbXBsZSBub25j Q==", false), ("dGhlIHNhbXBsZSBub25\u{e9}Q==", false),
      ("dGhlIHNhbXBsZSBub25jQ==", false), ("dGhlIHNhbXBsZSBub25jZQA==", false),
    ] as [(String, Bool)])
  func `A key is sixteen bytes in base64`(_ key: String, _ isKey: Bool) {
    #expect(Handshake.isKey(key) == isKey)
  }
}
