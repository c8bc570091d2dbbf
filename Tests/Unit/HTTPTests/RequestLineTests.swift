import HTTP
import Testing

@Suite struct RequestLineTests {
  @Test func `A line has a method, a target and a version`() throws {
    let line = try RequestLine("GET /a?b HTTP/1.1")
    #expect(line.method == "GET" && line.target == "/a?b" && !line.isOld)
    #expect(try RequestLine("x-y * HTTP/1.0").isOld)
    #expect(try !RequestLine("GET / HTTP/1.2").isOld && !RequestLine("GET / HTTP/1.9").isOld)
  }

  @Test(arguments: [
    "", "GET", "GET /", "GET  / HTTP/1.1", "GET  HTTP/1.1", " GET / HTTP/1.1", "GET / HTTP/1.1 ",
    "GET / HTTP/1.1 x",
    "GET\t/ HTTP/1.1",
    "G(T / HTTP/1.1", "GET / http/1.1", "GET / HTTP/11", "GET / HTTP/1.", "GET / HTTP/a.1",
    "GET / HTTP/1.a", "GET / HTTP/1./", "GET / HTTP/1.:", "GET / HTTP/:.1", "GET / HTTP/1,1",
    "GET / HTTP1/.1",
    "GET /\u{e9} HTTP/1.1",
    "GET / HTTP/1.11",
  ])
  func `Any other line is none`(_ line: String) {
    #expect(throws: HTTPFault.malformed) { try RequestLine(line) }
  }

  @Test(arguments: ["PRI * HTTP/2.0", "GET / HTTP/0.9", "GET / HTTP/3.1"])
  func `Another version is told`(_ line: String) {
    #expect(throws: HTTPFault.version) { try RequestLine(line) }
  }

  @Test(
    arguments: [
      ("/", nil, "/"), ("/a/b?c=/d", nil, "/a/b"), ("/%41%2f%c3%a9", nil, "/A/\u{e9}"), ("//a", nil, "//a"),
      ("/web/%2e%2e/x", nil, "/web/../x"), ("https://a:1/j/?x", "a:1", "/j/"), ("HTTP://a", "a", "/"),
      ("http://a?b", "a", "/"),
    ] as [(String, String?, String)])
  func `A target has a path, and perhaps a host`(_ text: String, _ host: String?, _ path: String) throws {
    let target = try RequestTarget(text, limit: 20)
    #expect(target.host == host && target.path == path)
  }

  @Test(arguments: ["*", "a:443", "", "?a", "ftp://a/", "https:///a", "/%", "/%4", "/%4g", "/%00", "/%+1"])
  func `Any other target is none`(_ text: String) {
    #expect(throws: HTTPFault.malformed) { try RequestTarget(text, limit: 20) }
  }

  @Test func `A path has at most its limit of bytes, without escapes and query`() throws {
    #expect(try RequestTarget("/%41%41%41?aaaa", limit: 4).path == "/AAA")
    #expect(throws: HTTPFault.line) { try RequestTarget("/aaaa", limit: 4) }
  }
}
