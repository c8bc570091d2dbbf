import Testing

@testable import Commands

@Suite struct ScrapeTests {
  private func verdict(_ fields: String, to machine: String? = "Den") -> ScrapeRequest.Verdict? {
    var request = ScrapeRequest(to: machine)
    return request.add(Array("GET /metrics HTTP/1.1\r\n\(fields)\r\n".utf8).span)
  }

  @Test(arguments: [
    "127.0.0.1:9464", "127.8.8.8", "[::1]:9464", "[::1]", "localhost", "LOCALHOST:80", "localhost:9999",
    "den:9464",
  ])
  func `Metrics are told to requests for this machine`(_ host: String) {
    #expect(verdict("Accept: */*\r\nHost: \(host)\r\n") == .found)
    #expect(verdict("host:\(host)\r\n") == .found)
  }

  @Test(arguments: [
    "evil.example", "evil.example:9464", "localhost.evil.example", "127.0.0.1.nip.io", "0.0.0.0:9464",
    "192.168.1.2",
    "", "den.evil.example", "[::1", "localhost:80:80",
  ])
  func `A request for a name that somebody points at this machine gets no metrics`(_ host: String) {
    #expect(verdict("Host: \(host)\r\n") == .otherHost)
    #expect(ScrapeRequest.Verdict.otherHost.response("tiltpad_up 1").contains("421 Misdirected Request"))
    #expect(!ScrapeRequest.Verdict.otherHost.response("tiltpad_up 1").contains("tiltpad_up"))
  }

  @Test func `Two names are no request, none is a program's, and a socket in a file knows no names`() {
    #expect(verdict("Host: localhost\r\nHost: evil.example\r\n") == .malformed)
    #expect(verdict("") == .found)
    #expect(verdict("Host: evil.example\r\n", to: nil) == .found)
    #expect(verdict("Host: \r\n", to: "") == .otherHost)
  }
}
