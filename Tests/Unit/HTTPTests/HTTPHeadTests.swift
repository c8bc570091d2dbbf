import HTTP
import Impairment
import Testing

@Suite struct HTTPHeadTests {
  private static let request = "GET /j/ HTTP/1.1\r\nHost: a:1\r\nAccept:\ttext/html \r\nX-Empty:\r\n\r\n"

  private func length(_ text: String, after read: Int = 0, limit: Int = 100) throws(HTTPFault) -> Int? {
    try HTTPHead.length(in: Array(text.utf8).span, after: read, limit: limit)
  }

  private func head(_ text: String) throws(HTTPFault) -> HTTPHead { try HTTPHead(Array(text.utf8).span) }

  @Test func `A head ends with its empty line, in whatever pieces it comes`() throws {
    let (bytes, size) = (Array(Self.request.utf8), Self.request.utf8.count)
    #expect(try length(Self.request + "behind") == size)
    for count in 0..<size {
      let part = Array(bytes.prefix(count))
      #expect(try HTTPHead.length(in: part.span, limit: 100) == nil)
      #expect(try HTTPHead.length(in: bytes.span, after: count, limit: 100) == size)
    }
  }

  @Test func `Fields are found by their names, without the spaces around their values`() throws {
    let head = try head(Self.request)
    #expect(head.line == "GET /j/ HTTP/1.1")
    #expect(head.value("host") == "a:1" && head.value("accept") == "text/html" && head.value("x-empty") == "")
    #expect(head.value("origin") == nil && !head.has("origin") && head.has("x-empty"))
  }

  @Test func `A field that comes twice has no one value`() throws {
    let head = try head("GET / HTTP/1.1\r\nA: x, Y\r\nB: 1\r\na: z\r\n\r\n")
    #expect(head.value("a") == nil && head.values("a") == ["x, Y", "z"])
    #expect(head.has("y", in: "a") && head.has("z", in: "a") && !head.has("x, y", in: "a"))
  }

  @Test(arguments: ["a\nb", "a\rb", "a\r\r\n", "\n", "a\0", "a\u{7f}", "\u{16}\u{3}\u{1}", "a\u{b}"])
  func `A byte that is in no head is told at once`(_ text: String) {
    #expect(throws: HTTPFault.malformed) { try length(text) }
  }

  @Test(arguments: [
    " folded", "\tfolded", "a : b", ": b", "a", "a b: c", "\u{e9}: a", " \u{301}: a", "a\u{301}: b", "(a): b",
  ])
  func `A field that others may read in another way is no field`(_ field: String) {
    #expect(throws: HTTPFault.malformed) { try head("GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n") }
  }

  @Test func `A value may have bytes beyond ASCII, which are told`() throws {
    let head = try head("GET / HTTP/1.1\r\nCookie: caf\u{e9}\r\n\r\n")
    #expect(head.value("cookie") == "caf\u{e9}" && !head.isASCII)
    let least = Array("GET / HTTP/1.1\r\nCookie: ".utf8) + [0x80] + Array("\r\n\r\n".utf8)
    #expect(try !HTTPHead(least.span).isASCII)
  }

  @Test func `A head is as long as its limit at most, and a first line that alone is longer is told apart`()
    throws
  {
    let end = "\r\n\r\n"
    #expect(try length("GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 77) + end) == 100)
    #expect(throws: HTTPFault.size) {
      try length("GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 78) + end)
    }
    #expect(throws: HTTPFault.line) { try length("GET /" + String(repeating: "x", count: 95)) }
    #expect(try length("GET /" + String(repeating: "x", count: 94)) == nil)
  }

  @Test func `One empty line before a request is skipped, and two are no request`() throws {
    #expect(try head("\r\nGET / HTTP/1.1\r\n\r\n").line == "GET / HTTP/1.1")
    #expect(throws: HTTPFault.malformed) { try head("\r\n\r\n") }
  }

  @Test func `Whatever bytes come, the end is found at the same place in one piece and byte by byte`() {
    for seed in 0..<300 as Range<UInt64> {
      var random = Random(seed: seed)
      let letters = Array("\r\n\r\n\r\n:aG \t/".utf8)
      let bytes = (0..<40).map { _ in letters.randomElement(using: &random) ?? 0 }
      let whole = Result { try HTTPHead.length(in: bytes.span, limit: 30) }
      var cut = Result<Int?, any Error>.success(nil)
      for count in 1...bytes.count {
        let part = Array(bytes.prefix(count))
        cut = Result { try HTTPHead.length(in: part.span, after: count - 1, limit: 30) }
        if case .success(nil) = cut { continue }
        break
      }
      #expect(outcome(whole) == outcome(cut), "seed \(seed)")
    }
  }

  private func outcome(_ result: Result<Int?, any Error>) -> String { "\(result)" }
}
