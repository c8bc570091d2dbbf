import Inputs
import Model
import Settings
import Testing
import Wire

@testable import Commands

extension InputSettings {
  /// The input with the protocol `transport`.
  subscript(transport: GatewayHeader.Transport) -> Input? { inputs.first { $0.transport == transport } }
}

/// The settings that the configuration passes to a gateway's program.
@Suite struct GatewaySettingsTests {
  @Test func `A gateway gets the keys that it has, and reads from them what the configuration says`() throws {
    let scratch = ConfigurationTests.Scratch()
    let file = scratch.write(
      """
      [host]
      name = Den
      discovery = no
      allow_plain = 10.0.0.0/8
      [web]
      port = 1
      plain_port = 2
      listen = ::1
      domain = den.example
      guests = 16
      [input osc]
      enabled = yes
      /a = x
      """, to: "t.conf")
    let configuration = try Configuration(path: file, isRequired: true)
    func passed<Root: KeyedSettings>(_ additions: [(key: String, value: String?)]) throws -> Root {
      let text = configuration.document.part(for: Root.self, adding: additions).text
      #expect(!text.contains("allow_plain"))
      return try Root(try #require(SettingsDocument(Array(text.utf8))))
    }
    let web: WebSettings = try passed([("tickets", "/a \"b\"\n"), ("droidpad", nil)])
    #expect(web.name == "Den" && web.socketPath == "/a \"b\"\n" && web.droidPadPort == nil)
    #expect(web.port == 1 && web.plainPort == 2 && web.address == Address("::1") && web.guests == 16)
    let inputs: InputSettings = try passed([("socket", "/s")])
    #expect(!inputs.isAnnounced && inputs.socketPath == "/s" && inputs.heard.map(\.transport) == [.osc])
    #expect(inputs[.osc]?.meanings.map(\.address) == ["/a"])
  }

  @Test(arguments: GatewayHeader.Transport.inputs)
  func `The ports of an input are those that its gateway opens`(_ transport: GatewayHeader.Transport) throws {
    let input = try #require(HeardInput(InputSettings.Input(transport)))
    let udp = input.ports.first.flatMap { $0 > 0 ? OpenPort(number: $0, kind: "udp") : nil }
    let tcp = input.streamPort.map { OpenPort(number: $0, kind: "tcp") }
    #expect(InputSettings.Input(transport).ports == [udp, tcp].compactMap(\.self))
  }
}
