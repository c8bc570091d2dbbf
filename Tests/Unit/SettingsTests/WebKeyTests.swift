import Model
import Settings
import Testing

/// The keys of the web gateway.
@Suite struct WebKeyTests {
  /// Returns the settings with one key set; nil if the value is refused.
  private func web(_ name: String, _ value: String, of section: String = "web") -> WebSettings? {
    var settings = WebSettings()
    guard let key = WebSettings.key(name, of: section), key.set(&settings, value) else { return nil }
    return settings
  }

  @Test func `Each key sets its own field`() {
    #expect(WebSettings.Start.allCases.map { web("enabled", $0.rawValue)?.start } == [.yes, .no, .auto])
    #expect(web("port", "1")?.port == 1 && web("port", "0") == nil)
    #expect(web("folder", "/srv")?.folder == "/srv" && web("folder", "srv") == nil)
    #expect(web("guests", "16")?.guests == 16 && web("guests", "2000")?.guests == 2_000)
    #expect(web("guests", "15") == nil && web("guests", "2001") == nil)
    #expect(
      WebSettings.Layouts.allCases.map { web("layouts", $0.rawValue)?.layouts } == [.players, .host, .no])
    #expect(web("state", "/a", of: "gateway")?.stateDirectory == "/a")
    #expect(web("socket", "/b", of: "gateway")?.bridgePath == "/b")
    #expect(web("tickets", "/c", of: "gateway")?.socketPath == "/c")
    #expect(
      web("droidpad", "5", of: "gateway")?.droidPadPort == 5 && web("droidpad", "0", of: "gateway") == nil)
    #expect(web("name", "Den", of: "host")?.name == "Den")
    #expect(WebSettings.key("name", of: "web") == nil && WebSettings.key("port", of: "host") == nil)
    #expect(WebSettings.key("port", of: "den") == nil)
  }

  @Test func `A word stands for nothing set`() throws {
    var settings = WebSettings()
    func set(_ name: String, _ value: String) -> Bool {
      WebSettings.key(name, of: "web")?.set(&settings, value) == true
    }
    let values = [
      ("plain_port", "80", "no"), ("overlay_port", "81", "no"), ("listen", "::1", "any"),
      ("certificate", "/c", "none"),
      ("key", "/k", "none"),
      ("domain", "den.example", "first"), ("page", "https://pads.example/", "own"),
    ]
    for (name, value, _) in values { #expect(set(name, value)) }
    #expect(
      settings.plainPort == 80 && settings.overlayPort == 81 && settings.address == Address("::1")
        && settings.certificate == "/c")
    #expect(
      settings.key == "/k" && settings.domain == "den.example" && settings.page == "https://pads.example/")
    for (name, _, word) in values { #expect(set(name, word)) }
    #expect(
      settings.plainPort == nil && settings.overlayPort == nil && settings.address == nil
        && settings.certificate == nil)
    #expect(settings.key == nil && settings.domain == nil && settings.page == nil)
    #expect(WebSettings.key("plain_port", of: "web")?.form == "a number from 1 to 65535, or no")
  }

  @Test func `A wrong value is refused`() {
    let longest = String(repeating: "d", count: 253)
    for name in ["d", longest] { #expect(web("domain", name)?.domain == name) }
    for (name, value) in [
      ("plain_port", "0"), ("plain_port", "yes"), ("overlay_port", "127.0.0.1:81"), ("listen", "den"),
      ("certificate", "c.pem"),
      ("key", "k.pem"),
      ("domain", ""), ("domain", longest + "d"), ("domain", "den_1"), ("domain", "dén"),
      ("page", "http://pads.example/"),
      ("page", "https://"), ("enabled", "maybe"), ("layouts", "all"),
    ] { #expect(web(name, value) == nil, "\(name) = \(value)") }
  }

  @Test func `Values that name someone or something of the user are private`() {
    let names = WebSettings.keys.filter(\.isPrivate).map(\.name)
    #expect(names == ["folder", "certificate", "key", "domain", "page"])
  }

  @Test func `A certificate's file may have its key, and there is none without a certificate`() {
    #expect(WebSettings().domainPaths == nil && web("key", "/k")?.domainPaths == nil)
    let bare = web("certificate", "/c")?.domainPaths
    #expect(bare == DomainPaths(certificate: "/c", key: "/c", name: nil))
    #expect(DomainPaths(certificate: "/c", key: "/k", name: "den").key == "/k")
  }
}
