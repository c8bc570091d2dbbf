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
    ("/check/x", false, .notFound), ("/web/dashboard.html", false, .ok),
    ("/web/dashboard.html", true, .forbidden), ("/web/tank.html", true, .forbidden),
    ("/web/overlay.html", true, .forbidden), ("/web/join.html", true, .ok), ("/overlay", true, .forbidden),
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

  @Test(arguments: [
    ("", false), ("br", false), ("gzip", true), ("br,gzip", true), ("br, gzip", true), ("gzip2", false),
  ])
  func `A compressed file says so, and goes only to a browser that can unpack it`(
    _ encodings: String, _ isCompressed: Bool
  ) throws {
    var asked = request("/j/")
    asked.encodings = encodings
    let response = try #require(site.response(to: asked))
    #expect(response.isCompressed == isCompressed && response.body == (isCompressed ? [31, 139] : [0x6a]))
    let head = String(decoding: response.bytes, as: UTF8.self)
    #expect(head.contains("\r\nContent-Encoding: gzip\r\n") == isCompressed)
    #expect(head.contains("\r\nVary: Accept-Encoding\r\n"))
    let plain = Site(rules: site.rules, files: PageFiles(["join.html": Self.bare]))
    #expect(plain.response(to: asked)?.isCompressed == false)
    asked.method = .head
    let short = try #require(site.response(to: asked)).bytes
    #expect(short == Array(response.bytes.dropLast(response.body.count)), "and a head has no body")
  }

  private static let bare = PageFiles.File(type: "text/html", tag: "\"x\"", body: [1], compressed: nil)

  @Test func `Each door has its own WebSockets`() {
    let site = Site(
      rules: HostRules(machine: "den", addresses: [], port: 1, plainPort: 2, overlayPort: 3),
      files: site.files)
    let paths = ["/link", "/host", "/crowd", "/overlay", "/", "/link/", ""]
    for (door, host, scheme, count) in [
      (.secure, "den.local:1", "https", 4), (.plain, "den.local:2", "http", 3),
    ] as [(Door, String, String, Int)] {
      #expect(paths.filter { accepts(site, $0, door, host, scheme) } == Array(paths.prefix(count)))
    }
    #expect(paths.filter { accepts(site, $0, .overlay, "127.0.0.1:3", "http") } == ["/overlay"])
  }

  private func accepts(_ site: Site, _ path: String, _ door: Door, _ host: String, _ scheme: String) -> Bool {
    var asked = request(path)
    (asked.door, asked.host, asked.origin) = (door, host, "\(scheme)://\(host)")
    let refusal = site.refusal(ofSocketFor: asked)
    #expect(refusal == nil || refusal == .notFound)
    return refusal == nil
  }

  @Test(
    arguments: [
      (.malformed, .badRequest, .badRequest), (.late, .late, .late), (.other, .misdirected, .misdirected),
      (.tooLarge, .misdirected, .misdirected), (.head, .misdirected, .misdirected),
    ] as [(WebRequest.Method, HTTPResponse.Status, HTTPResponse.Status)])
  func `A request that could not be read is told that, whatever host it names`(
    _ method: WebRequest.Method, _ status: HTTPResponse.Status, _ socket: HTTPResponse.Status
  ) {
    var asked = request("/j/", method)
    asked.host = "evil.example"
    #expect(site.response(to: asked)?.status == status && site.refusal(ofSocketFor: asked) == socket)
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
    #expect(site.response(to: request("/link/events/\(name)", .head))?.status == .notFound)
    #expect(site.stream(request("/link/events/")) == nil && site.stream(request("/link/\(name)")) == nil)
  }

  @Test mutating func `Refusals are counted, and answers are not`() {
    for status in [HTTPResponse.Status.ok, .forbidden, .notFound, .misdirected] {
      _ = site.answer(HTTPResponse(status))
    }
    #expect(site.refusals == 2)
    #expect(site.refuse(.forbidden) == HTTPResponse(.forbidden).bytes && site.refusals == 3)
  }

  @Test func `Only a file of JSON in the folder of layouts is a layout`() {
    func layout(_ id: String) -> PageFiles.File { SiteTests.file("", SiteTests.layout(id)) }
    let files = PageFiles(
      [
        "layouts/pad.json": layout("pad"), "layouts/ant.jsox": layout("ant"),
        "layoutz/bee.json": layout("bee"),
        "cat.json": layout("cat"),
      ],
      unreadable: [
        "layouts/dog.json": "no", "layouts/elk.jsox": "no", "layoutz/fox.json": "no",
        "layouts/A b.json": "no",
      ])
    #expect(files.layouts.keys.sorted() == ["pad"] && !files.isComplete && files.unoffered == 0)
    #expect(files.layoutFaults == ["dog": "no", #""A b""#: "no"])
  }

  @Test func `The list of layouts has 8,000 bytes at most, and the first names in order`() {
    // Each name takes eight bytes: five characters, two quotation marks and a comma.
    for (count, offered) in [(999, 999), (1_000, 1_000), (1_001, 1_000)] {
      let names = (0..<count).map { "n\(String(10_000 + $0).dropFirst())" }
      let list = PageFiles.offered(of: Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
      #expect(list == Array(names.prefix(offered)))
    }
  }
}
