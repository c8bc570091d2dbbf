import Model
import Platform
import Testing

@Suite struct AddressTextTests {
  @Test(arguments: [
    ("192.0.2.7", Address(v4: 0xc000_0207)),
    ("::1", Address(high: 0, low: 1)),
    ("2001:db8::a:b", Address(high: 0x2001_0db8_0000_0000, low: 0x000a_000b)),
    ("fe80::1", Address(high: 0xfe80_0000_0000_0000, low: 1)),
    ("::", .any),
  ])
  func `An address is read and written alike`(text: String, address: Address) {
    #expect(Address(text) == address)
    #expect(address.description == text)
  }

  @Test func `An IPv4-mapped address is the IPv4 address`() {
    #expect(Address("::ffff:192.0.2.7")?.description == "192.0.2.7")
  }

  @Test(arguments: [
    "192.0.2.7\u{0}", "::1\u{0}x", "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "::g", "[::1]", "localhost",
    "1.2.3.4 ",
  ])
  func `What is no number is no address`(text: String) {
    #expect(Address(text) == nil)
  }

  @Test(arguments: ["192.0.2.7:9", "[::1]:65535", "[2001:db8::1]:26760", "[fe80::1%1]:5"])
  func `An endpoint is read and written alike`(text: String) {
    #expect(Endpoint(text)?.description == text)
  }

  @Test func `A zone may be named`() {
    #expect(Endpoint("[fe80::1%lo]:5")?.scope == 1)
  }

  @Test(arguments: [
    "192.0.2.7", "192.0.2.7:", "192.0.2.7:65536", "192.0.2.7:-1", "192.0.2.7:+1", "192.0.2.7: 1", ":1",
    "::1", "[::1]", "[::1:5", "[::1]5", "[fe80::1%]:5", "[fe80::1%nowhere]:5", "1.2.3.4%1:5", "",
  ])
  func `What is no endpoint is refused`(text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test(arguments: [
    ("example.org", "example.org", UInt16(7)), ("example.org:8", "example.org", 8), ("::1", "::1", 7),
    ("[::1]", "::1", 7), ("[::1]:8", "::1", 8),
  ])
  func `A missing port is the default`(text: String, host: String, port: UInt16) {
    let parts = HostAndPort(text, defaultPort: 7)
    #expect(parts?.host == host)
    #expect(parts?.port == port)
  }

  @Test func `Numbers are resolved without asking anybody`() throws {
    let parts = try #require(HostAndPort("[::1]:8"))
    #expect(parts.resolve() == [Endpoint(address: Address(high: 0, low: 1), port: 8)])
    let local = try #require(HostAndPort("localhost:8"))
    #expect(local.resolve().contains { $0.description == "127.0.0.1:8" || $0.description == "[::1]:8" })
  }
}
