import Model
import Testing

@Suite struct AddressTests {
  @Test(arguments: [
    ("192.0.2.7", Address(v4: 0xc000_0207)),
    ("::1", Address(high: 0, low: 1)),
    ("2001:db8::a:b", Address(high: 0x2001_0db8_0000_0000, low: 0x000a_000b)),
    ("fe80::1", Address(high: 0xfe80_0000_0000_0000, low: 1)),
    ("::", Address(high: 0, low: 0)),
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

  @Test(arguments: [
    ("example.org", "example.org", UInt16(7)), ("example.org:8", "example.org", 8), ("::1", "::1", 7),
    ("[::1]", "::1", 7), ("[::1]:8", "::1", 8),
  ])
  func `A missing port is the default`(text: String, host: String, port: UInt16) {
    let parts = HostAndPort(text, defaultPort: 7)
    #expect(parts?.host == host)
    #expect(parts?.port == port)
  }

  @Test(arguments: ["[::1]x80", "[::1]5", "[::1", "[]:5", "a:70000", "a:-1", "a:+80", "a:000080", ""])
  func `What names no host and port is refused`(text: String) {
    #expect(HostAndPort(text, defaultPort: 7) == nil)
  }

  @Test(arguments: [
    ("[::1]", Address(high: 0, low: 1)), ("192.0.2.7", Address(v4: 0xc000_0207)), ("[::1", nil), ("::1", nil),
    ("[192.0.2.7]", nil),
  ])
  func `In a URL, an address of IPv6 alone stands in brackets`(text: String, address: Address?) {
    #expect(Address(inURL: text[...]) == address)
    if let address { #expect(address.inURL == text) }
  }

  @Test(arguments: [
    ("127.0.0.1", true, false, false), ("128.0.0.1", false, false, true), ("::1", true, false, false),
    ("::2", false, false, true), ("fe80::1", false, true, false), ("febf::1", false, true, false),
    ("fec0::1", false, false, true), ("fe40::1", false, false, true),
  ])
  func `Loopback and link-local addresses do not last`(
    text: String, isLoopback: Bool, isLinkLocal: Bool, isLasting: Bool
  ) throws {
    let address = try #require(Address(text))
    #expect(address.isLoopback == isLoopback && address.isLinkLocal == isLinkLocal)
    #expect(address.isLasting == isLasting)
  }

  @Test(arguments: [
    ("0.0.0.0", true), ("::", true), ("0.0.0.1", false), ("::1", false), ("1::", false), ("127.0.0.1", false),
  ])
  func `Two addresses stand for all of a machine's`(text: String, isUnspecified: Bool) throws {
    #expect(try #require(Address(text)).isUnspecified == isUnspecified)
  }

  @Test(arguments: [
    ("9.255.255.255", false), ("10.0.0.0", true), ("10.255.255.255", true), ("11.0.0.0", false),
    ("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true), ("172.32.0.0", false),
    ("192.167.255.255", false), ("192.168.0.0", true), ("192.168.255.255", true), ("192.169.0.0", false),
    ("fd00::1", false),
  ])
  func `The private networks are those of RFC 1918`(text: String, isPrivate: Bool) throws {
    #expect(try #require(Address(text)).isPrivate == isPrivate)
  }
}
