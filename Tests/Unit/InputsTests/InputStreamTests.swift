import Dialects
import Model
import Testing
import WebSocket

@testable import Inputs

@Suite struct InputStreamTests {
  private static let press = #"{"id":"A","type":"BUTTON","state":"PRESS"}"#
  private static let request =
    "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

  private var stream = InputStream { 0 }
  private var heard: [String] = []

  private mutating func receive(_ text: String, inPiecesOf size: Int = .max) {
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: min(size, bytes.count)) {
      let piece = Array(bytes[start..<min(bytes.count, start + min(size, bytes.count))])
      var fresh: [String] = []
      stream.receive(piece.span) { message in
        fresh.append(String(decoding: message.indices.map { message[$0] }, as: UTF8.self))
      }
      heard += fresh
    }
  }

  private mutating func said() -> String { String(decoding: stream.drainOutput(), as: UTF8.self) }

  @Test(arguments: [1, 7, .max])
  mutating func `Objects come out as they are, in whatever pieces they come, and lines go back`(_ size: Int) {
    stream.send([0x78])
    receive(Self.press + Self.press + " \n{}", inPiecesOf: size)
    #expect(heard.map { $0.trimmed } == [Self.press, Self.press, "{}"])
    #expect(stream.isOpen && !stream.isOver)
    stream.send(Array("one".utf8))
    stream.send(Array("two".utf8))
    #expect(said() == "one\ntwo\n")
    #expect(said() == "")
  }

  @Test mutating func `What begins with a request is a WebSocket, and nothing later is`() {
    receive(Self.request)
    #expect(stream.isOpen && said().hasPrefix("HTTP/1.1 101 "))
    stream.send(Array("one".utf8))
    #expect(stream.drainOutput() == [0x81, 3] + Array("one".utf8))
    stream = InputStream { 0 }
    receive("{}G")
    #expect(stream.isOver && heard == ["{}"])
  }

  @Test mutating func `A frame that no browser sends refuses its WebSocket`() {
    receive(Self.request)
    #expect(!stream.isOver && !stream.isRefused)
    // A text of one byte without a mask.
    receive("\u{81}\u{1}x")
    #expect(stream.isOver && stream.isRefused && heard.isEmpty)
  }

  @Test(arguments: ["POST / HTTP/1.1\r\n\r\n", "[1]", "GET / HTTP/1.1\r\n\r\n", "x"])
  mutating func `Anything else is over at once, and nothing that follows is read`(_ text: String) {
    receive(text)
    #expect(stream.isOver && !stream.isOpen)
    receive(Self.press)
    #expect(heard.isEmpty)
  }

  @Test mutating func `A message has at most 1 KiB, and what waits is no more`() {
    receive(#"{"id":""# + String(repeating: "x", count: 1_016))
    #expect(!stream.isOver)
    receive("x")
    #expect(stream.isOver && heard.isEmpty)
  }

  @Test(arguments: [1, 7, .max])
  mutating func `Where there are files a request gets one, and the stream is over`(_ size: Int) {
    let files = FileShelf([FileShelf.File("a.html", type: "text/html", "<p>")])
    for (path, isFile) in [("/a.html", true), ("//a.html", true), ("/a.htm", false), ("/", false)] {
      stream = InputStream(fetching: files) { 0 }
      receive("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n", inPiecesOf: size)
      #expect(stream.isOver && !stream.isOpen && stream.isRefused != isFile)
      let answer = said()
      #expect(answer.hasPrefix(isFile ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 404 Not Found\r\n"))
      #expect(
        answer.hasSuffix(
          isFile
            ? "Content-Length: 3\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n<p>"
            : "\r\n\r\n"))
    }
    #expect(heard.isEmpty)
  }

  @Test
  mutating func `What is no request for a file is refused and counted, and what waits is at most 2 KiB`() {
    let files = FileShelf([FileShelf.File("a.html", type: "text/html", "<p>")])
    let requests = [
      "POST /a.html HTTP/1.1\r\n\r\n", "GET a.html HTTP/1.1\r\n\r\n", "GET /a.html HTTP/1.0\r\n\r\n",
      "GET /a.html HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "GET  /a.html HTTP/1.1\r\n\r\n", "\r\n\r\n",
      "GET /a.html HTTP/1.1 \r\n\r\n", "GET /a.html\r\n\r\n",
      String(repeating: "x", count: 2_048),
    ]
    for request in requests {
      stream = InputStream(fetching: files) { 0 }
      receive(request)
      #expect(stream.isOver && stream.isRefused && said().hasPrefix("HTTP/1.1 400 "))
    }
    stream = InputStream(fetching: files) { 0 }
    receive(String(repeating: "x", count: 2_047))
    #expect(!stream.isOver && said() == "")
  }

  @Test func `A server is asked for its path`() {
    let server = Endpoint(address: Address(high: 0, low: 1), port: 8_080)
    var stream = InputStream(to: server, for: "/sensor/connect?type=a") { 0 }
    let lines = String(decoding: stream.drainOutput(), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.prefix(2) == ["GET /sensor/connect?type=a HTTP/1.1", "Host: [::1]:8080"])
  }

  @Test mutating func `A stream is beginning from its first byte until it has shown its protocol`() {
    #expect(!stream.isBeginning && !stream.isOpen)
    receive("{")
    #expect(stream.isBeginning && !stream.isOpen)
    receive("}")
    #expect(!stream.isBeginning && stream.isOpen && heard == ["{}"])
    receive("{")
    #expect(!stream.isBeginning)
    let files = FileShelf([FileShelf.File("a.html", type: "text/html", "<p>")])
    #expect(InputStream(fetching: files) { 0 }.isBeginning)
    let server = Endpoint(address: Address(high: 0, low: 1), port: 8_080)
    #expect(InputStream(to: server, for: "/") { 0 }.isBeginning)
  }

  @Test mutating func `A server's answer to a form ends its stream unread`() {
    stream = InputStream(asking: Array("POST".utf8))
    #expect(said() == "POST" && !stream.isOver && !stream.isBeginning)
    receive(Self.press)
    #expect(stream.isOver && !stream.isOpen && !stream.isRefused && heard.isEmpty)
    stream.send([1])
    #expect(said() == "")
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " || $0 == "\n" }) }

  @Test func `A stage is before each later one, and not before itself`() {
    let stages: [StreamStage] = [.silent, .open, .waits, .known, .plays]
    for (place, stage) in stages.enumerated() {
      #expect(stages.map { stage < $0 } == stages.indices.map { place < $0 }, "\(stage)")
      #expect(stages.map { stage <= $0 } == stages.indices.map { place <= $0 }, "\(stage)")
    }
    #expect(StreamStage.allCases == stages)
  }
}
