import Model
import Testing

@testable import Pages

@Suite struct SiteTests {
  var site = Site(
    rules: HostRules(machine: "den", addresses: [], port: 28_443, plainPort: 28_080),
    files: PageFiles([
      "dashboard.html": file("text/html", "d"), "join.html": file("text/html", "j"),
      "check.html": file("text/html", "c"), "layouts/pad.json": file("application/json", layout("pad")),
      "layouts/ant.json": file("application/json", layout("ant")),
      "layouts/bee.json": file("application/json", layout("wasp")),
      "layouts/cat.json": file("application/json", "{}"),
    ]))

  static func layout(_ id: String) -> String {
    #"{"id": "\#(id)", "grid": ["a"], "controls": {"a": {"type": "button", "out": "A"}}}"#
  }

  static func file(_ type: String, _ text: String) -> PageFiles.File {
    PageFiles.File(type: type, tag: "\"\(text)\"", body: Array(text.utf8), compressed: [31, 139])
  }

  func request(_ path: String, _ method: WebRequest.Method = .get, isPlain: Bool = false) -> WebRequest {
    var request = WebRequest()
    (request.path, request.method, request.door) = (path, method, isPlain ? .plain : .secure)
    request.host = isPlain ? "den.local:28080" : "den.local:28443"
    return request
  }

  @Test(arguments: [
    ("/", false, HTTPResponse.Status.ok), ("/", true, .forbidden), ("/j/", true, .ok), ("/j/x", false, .ok),
    ("/j", false, .notFound), ("/web/layouts/pad.json", false, .ok), ("/web/none", false, .notFound),
    ("/tank", false, .notFound), ("/check", false, .ok), ("/check/", true, .ok),
    ("/check/x", false, .notFound),
  ])
  func `Each path has its file, and the host's pages only with TLS`(
    _ path: String, _ isPlain: Bool, _ status: HTTPResponse.Status
  ) {
    #expect(site.response(to: request(path, isPlain: isPlain))?.status == status)
  }

  @Test func `A file that the browser has is not sent, and one that it may unpack is sent compressed`() {
    var asked = request("/j/")
    asked.encodings = "br, gzip"
    #expect(site.response(to: asked)?.body == [31, 139])
    #expect(site.response(to: asked)?.sockets == "wss://den.local:28443")
    asked.tag = "\"j\""
    #expect(site.response(to: asked)?.status == .notModified)
    #expect(site.files.isComplete)
  }

  @Test func `Layouts with faults are not offered, nor those in a file of another name`() {
    #expect(site.files.layouts == ["ant": SiteTests.layout("ant"), "pad": SiteTests.layout("pad")])
    #expect(
      site.files.layoutFaults == ["bee": "the file is not called wasp.json", "cat": "controls, grid, id"])
  }

  @Test func `A foreign name, a foreign page and a strange method are refused`() {
    var foreign = request("/j/")
    foreign.host = "evil.example:28443"
    #expect(site.response(to: foreign)?.status == .misdirected)
    #expect(site.refusal(ofSocketFor: foreign) == .misdirected)
    var post = request("/link", .post)
    #expect(site.response(to: post)?.status == .forbidden)
    #expect(site.refusal(ofSocketFor: post) == .forbidden)
    post.origin = "https://den.local:28443"
    #expect(site.response(to: post) == nil && site.refusal(ofSocketFor: post) == nil)
    post.path = "/other"
    #expect(site.refusal(ofSocketFor: post) == .notFound)
    #expect(site.response(to: request("/j/", .other))?.status == .methodNotAllowed)
    #expect(site.response(to: request("/j/", .tooLarge))?.status == .tooLarge)
  }

  @Test func `A stream is known by its name alone`() {
    let name = String(repeating: "A", count: 22)
    #expect(site.response(to: request("/link/events/\(name)")) == nil)
    #expect(site.stream(request("/link/events/\(name)"))?.text == name)
    #expect(site.stream(request("/link/events/")) == nil && site.stream(request("/link/\(name)")) == nil)
  }

  @Test mutating func `Refusals are counted, and answers are not`() {
    for status in [HTTPResponse.Status.ok, .forbidden, .notFound, .misdirected] {
      _ = site.answer(HTTPResponse(status))
    }
    #expect(site.refusals == 2)
    #expect(site.refuse(.forbidden) == HTTPResponse(.forbidden).bytes && site.refusals == 3)
  }
}
