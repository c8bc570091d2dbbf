import Model
import Testing

@testable import Pages

@Suite struct HostRulesTests {
  let rules = HostRules(
    machine: "Den", addresses: [Address(v4: 0xc0a8_0114), Address(high: 0x2001_0db8_0000_0000, low: 5)],
    port: 28_443)

  @Test func `The names of the own domain's certificate are taken, with the port`() {
    let rules = HostRules(
      machine: "den", addresses: [], port: 28_443, domain: DomainNames("den.example,*.home.example"))
    for host in ["den.example:28443", "DEN.example:28443", "tv.home.example:28443", "localhost:28443"] {
      #expect(rules.allows(host: host))
      #expect(rules.allows(origin: "https://\(host)", host: host))
    }
    for host in ["evil.example:28443", "a.tv.home.example:28443", "den.example", "home.example:28443"] {
      #expect(!rules.allows(host: host))
    }
    #expect(!rules.allows(origin: "https://tv.home.example:28443", host: "den.example:28443"))
    #expect(rules.certificateNames == "DNS:localhost,DNS:den,DNS:den.local,IP:127.0.0.1,IP:::1")
  }

  @Test func `Who asks from an address of this machine is on it`() {
    for address in [0x7f00_0001, 0x7f01_0203, 0xc0a8_0114] {
      #expect(rules.isOwn(Address(v4: UInt32(address))))
    }
    #expect(rules.isOwn(Address(high: 0, low: 1)) && rules.isOwn(Address(high: 0x2001_0db8 << 32, low: 5)))
    #expect(!rules.isOwn(Address(v4: 0xc0a8_0115)) && !rules.isOwn(Address(high: 0x2001_0db8 << 32, low: 6)))
  }

  @Test(arguments: [
    "192.168.1.20:28443", "localhost:28443", "LOCALHOST:28443", "den.local:28443", "Den:28443",
    "127.0.0.1:28443",
    "[::1]:28443", "[2001:db8::5]:28443", "[2001:DB8:0::5]:28443",
    "[::ffff:192.168.1.20]:28443", "[::FFFF:c0a8:114]:28443", "[2001:db8::0.0.0.5]:28443",
  ])
  func `This machine's own names are taken`(_ host: String) {
    #expect(rules.allows(host: host))
    #expect(rules.allows(origin: "https://\(host)", host: host))
  }

  @Test(arguments: [
    "evil.example:28443", "evil.example", "192.168.1.20", "192.168.1.20:443", "192.168.1.21:28443", "",
    ":28443",
    "den.local.evil.example:28443", "localhost:28443,evil.example", "localhost:28443@evil.example",
    "[::2]:28443",
    "localhost:+28443", "localhost:028443", "192.168.1.20:28443/", "den.local.:28443",
    "[::ffff:192.168.1.21]:28443", "[::192.168.1.20]:28443", "[2001:db8::5::]:28443", "192.168.1.020:28443",
    "[192.168.1.20:1]:28443", "[1::192.168.1.20]:28443",
  ])
  func `A name that somebody points at this machine is refused`(_ host: String) {
    #expect(!rules.allows(host: host))
  }

  @Test(arguments: [
    "https://evil.example", "http://localhost:28443", "null", "", "https://localhost",
    "https://localhost:28443/",
    "https://den.local:28443", "https://localhost:28443.evil.example", "wss://localhost:28443",
  ])
  func `A page that this machine has not served itself may not speak to it`(_ origin: String) {
    #expect(!rules.allows(origin: origin, host: "localhost:28443"))
  }

  @Test func `A page of a foreign name is refused, whatever name it asks by`() {
    #expect(!rules.allows(origin: "https://evil.example:28443", host: "evil.example:28443"))
  }

  @Test func `A name with a letter that only looks like this machine's is refused`() {
    let kiosk = HostRules(machine: "kiosk", addresses: [], port: 28_443)
    let (own, foreign) = ("KIOSK.local:28443", "\u{212a}iosk.local:28443")
    #expect(kiosk.allows(host: own) && kiosk.allows(origin: "https://\(own)", host: own))
    #expect(!kiosk.allows(host: foreign) && !kiosk.allows(origin: "https://\(foreign)", host: own))
  }

  @Test func `The certificate is for every name and every IPv4 address, always in the same order`() {
    let names = "DNS:localhost,DNS:den,DNS:den.local,IP:127.0.0.1,IP:192.168.1.20,IP:::1"
    #expect(rules.certificateNames == names)
    let other = HostRules(
      machine: "", addresses: [Address(v4: 0x0a00_0002), Address(v4: 0x0a00_0001)], port: 1)
    #expect(other.certificateNames == "DNS:localhost,IP:10.0.0.1,IP:10.0.0.2,IP:127.0.0.1,IP:::1")
  }

  @Test func `Without IPv4 it is for the IPv6 addresses`() {
    let only = HostRules(machine: "", addresses: [Address(high: 0x2001_0db8_0000_0000, low: 5)], port: 1)
    #expect(only.certificateNames == "DNS:localhost,IP:127.0.0.1,IP:2001:db8::5,IP:::1")
  }

  @Test func `What is on the port of browsers needs no port in its name`() {
    let usual = HostRules(machine: "den", addresses: [], port: 443)
    #expect(usual.allows(host: "den.local") && usual.allows(host: "den.local:443"))
    #expect(usual.allows(origin: "https://den.local", host: "den.local"))
  }

  @Test func `A machine is found by its whole name, and by the one that Avahi gives it after a conflict`() {
    let rules = HostRules(machine: "PC.home.lan", addresses: [], port: 443)
    for name in ["pc", "pc.local", "pc.home.lan", "PC-2.local", "pc-17.local"] {
      #expect(rules.allows(host: name), "\(name)")
    }
    for name in ["pc-1.local", "pc-02.local", "pc-2", "pc-2.lan", "pc-.local", "pc-2000.local", "pc.evil"] {
      #expect(!rules.allows(host: name), "\(name)")
    }
    #expect(rules.certificateNames.hasPrefix("DNS:localhost,DNS:pc,DNS:pc.local,IP:"))
  }

  @Test(arguments: ["pc,DNS:evil.example", "a b", "pc\n", "p\u{e9}"])
  func `A name that no host can have is in no certificate and opens no page`(_ machine: String) {
    let rules = HostRules(machine: machine, addresses: [], port: 443)
    #expect(!rules.allows(host: machine) && !rules.allows(host: "pc") && !rules.allows(host: "evil.example"))
    #expect(rules.certificateNames == "DNS:localhost,IP:127.0.0.1,IP:::1")
  }

  @Test(arguments: [
    ("den.local:28080", true), ("192.168.1.20:28080", true), ("den.local:28443", false), ("den.local", false),
    ("den.local:80", false), ("evil.example:28080", false),
  ])
  func `The page without TLS has its own port, and its origins no TLS`(_ host: String, _ isAllowed: Bool) {
    let rules = HostRules(
      machine: "den", addresses: [Address(v4: 0xc0a8_0114)], port: 28_443, plainPort: 28_080)
    #expect(rules.allows(host: host, through: .plain) == isAllowed)
    #expect(rules.allows(origin: "http://\(host)", host: host, through: .plain) == isAllowed)
    #expect(!rules.allows(origin: "https://\(host)", host: host, through: .plain))
    #expect(!self.rules.allows(host: host, through: .plain), "there is no such port")
    let usual = HostRules(machine: "den", addresses: [], port: 443, plainPort: 80)
    #expect(
      usual.allows(host: "den.local", through: .plain) && usual.allows(host: "den.local:80", through: .plain))
    #expect(!usual.allows(host: "den.local:443", through: .plain))
  }

  @Test func `A certificate that names only some addresses keeps no other from being used`() {
    let (one, two) = (Address(v4: 0x0a00_0001), Address(v4: 0x0a00_0002))
    let rules = HostRules(machine: "", addresses: [one, two], showing: [two], port: 443)
    #expect(rules.certificateNames == "DNS:localhost,IP:10.0.0.2,IP:127.0.0.1,IP:::1")
    #expect(rules.allows(host: "10.0.0.1") && rules.allows(host: "10.0.0.2") && rules.isOwn(one))
  }

  @Test(arguments: [
    ("pc-2.local", true), ("pc-999.local", true), ("pc-1.local", false), ("pc-0.local", false),
    ("pc-1000.local", false), ("pc-+2.local", false), ("pc-2x.local", false), ("pc-2.local.local", false),
    ("pc2.local", false), ("xpc-2.local", false), ("-2.local", false),
  ])
  func `After a conflict a machine's name ends with a number from 2 to 999`(_ host: String, _ isOwn: Bool) {
    #expect(HostRules(machine: "pc", addresses: [], port: 443).allows(host: host) == isOwn)
    #expect(!HostRules(machine: "", addresses: [], port: 443).allows(host: host))
  }

  @Test func `A machine's name has letters, digits, hyphens, underscores and dots`() {
    for byte in 0...127 as ClosedRange<UInt8> {
      let character = Character(Unicode.Scalar(byte))
      let isAllowed = character.isLetter || character.isNumber || "-_.".contains(character)
      let rules = HostRules(machine: "a\(character)b", addresses: [], port: 443)
      #expect(rules.certificateNames.contains("DNS:a") == isAllowed, "\(byte)")
    }
  }
}
