import Foundation
import Impairment
import Model
import Testing

@testable import Wire

@Suite struct PairingLinkTests {
  /// The public key of the host in the examples, as in session.hex.
  private static let key = parseHex("8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f") ?? []
  private static let query =
    "k=j0DFrbaPJWJK5bIU6nZ6bslNgp09e14a0bpvPiE4KF8&s=EBESExQVFhcYGRobHB0eHw&e=1795000000"

  private func link(_ address: Address, name: String) -> PairingLink {
    PairingLink(
      address: address, port: 28_460, key: InlineArray { Self.key[$0] },
      secret: InlineArray { UInt8(16 + $0) }, expiry: 1_795_000_000, name: DeviceName(name))
  }

  private func refusal(_ text: String) -> PairingLinkMalformed? {
    do throws(PairingLinkMalformed) {
      _ = try PairingLink(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A link is written as the protocol's page says, and read back`() throws {
    let v4 = link(Address(v4: 0xc0a8_010a), name: "Living room")
    #expect(v4.text == "tpp://192.168.1.10:28460/?\(Self.query)&n=Living%20room")
    #expect(try PairingLink(parsing: v4.text) == v4)
    let v6 = link(Address(high: 0xfd00 << 48, low: 0x1_0002), name: "Café ☃")
    #expect(v6.text == "tpp://[fd00::1:2]:28460/?\(Self.query)&n=Caf%C3%A9%20%E2%98%83")
    #expect(try PairingLink(parsing: v6.text) == v6)
  }

  @Test func `Each vector is read or refused for its reason`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/links.hex")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      $0.first != "#"
    }
    for line in lines {
      let sides = line.components(separatedBy: " -> ")
      let bytes = try #require(parseHex(sides[0].components(separatedBy: ":")[1]))
      let reason = refusal(String(decoding: bytes, as: UTF8.self))
      #expect(reason.map { "\($0)" } ?? "ok" == sides[1], "\(sides[0].prefix { $0 != ":" })")
    }
    #expect(lines.count > 50)
    let reasons = Set(lines.map { $0.components(separatedBy: " -> ")[1] })
    #expect(reasons == Set(PairingLinkMalformed.allCases.map { "\($0)" } + ["ok"]))
  }

  @Test func `Any link is read back as it was, whatever its host is called`() throws {
    var dice = Random(seed: 11)
    for round in 0..<3_000 {
      var address = Address(high: dice.any(), low: dice.any())
      if round % 2 == 0 { address = Address(v4: dice.any()) }
      if round % 3 == 0 { address.high &= 0xffff_0000_0000_ffff }
      var name = DeviceName("")
      name.bytes = InlineArray { _ in dice.oneIn(3) ? 0xc3 : dice.any() }
      let made = PairingLink(
        address: address, port: UInt16(dice.number(in: 1...65_535)), key: InlineArray { _ in dice.any() },
        secret: InlineArray { _ in dice.any() }, expiry: dice.any(), name: name)
      #expect(made.text.utf8.count <= 300)
      #expect(try PairingLink(parsing: made.text) == made, "\(made.text)")
    }
  }

  @Test func `A name without what can be shown loses it, and no part of a letter stays`() {
    #expect(link(Address(v4: 1), name: "a\u{1b}[2J\u{202e}b").name.text == "a[2Jb")
    var cut = DeviceName("")
    cut.bytes = InlineArray { $0 == 39 ? 0xc3 : UInt8(ascii: "a") }
    let shown = PairingLink(
      address: Address(v4: 1), port: 1, key: InlineArray(repeating: 0), secret: InlineArray(repeating: 0),
      expiry: 0, name: cut)
    #expect(shown.name.text == String(repeating: "a", count: 39))
  }

  @Test func `No shortened or lengthened link is one that says something else`() throws {
    let whole = link(Address(v4: 0xc0a8_010a), name: "Den").text
    let made = try PairingLink(parsing: whole)
    for count in 0..<whole.count {
      guard let part = try? PairingLink(parsing: String(whole.prefix(count))) else { continue }
      #expect(part.key[0] == made.key[0] && part.address == made.address)
      #expect(made.name.text.hasPrefix(part.name.text))
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("\u{ff}\u{fe}", "w7_Dvg"),
  ])
  func `Letters are those of RFC 4648`(_ example: (String, String)) {
    #expect(Base64URL.text(of: Array(example.0.utf8).span) == example.1)
  }

  @Test(arguments: [
    ("::", "[::]"), ("::1", "[::1]"), ("1::", "[1::]"), ("1:0:0:2::", "[1:0:0:2::]"),
    ("1:0:2:3:4:5:6:7", "[1:0:2:3:4:5:6:7]"), ("1::2:0:0:3:4", "[1::2:0:0:3:4]"),
    ("0:0:1::2", "[0:0:1::2]"), ("2001:DB8::A", "[2001:db8::a]"),
  ])
  func `IPv6 addresses are written in the short form of RFC 5952`(_ example: (String, String)) throws {
    let address = try #require(Address(inURL: "[\(example.0)]"))
    #expect(address.inURL == example.1)
  }

  @Test func `Links are equal only if all their parts are`() {
    let one = link(Address(v4: 1), name: "Den")
    var others = [link(Address(v4: 2), name: "Den"), link(Address(v4: 1), name: "Hall")]
    for part in 0..<4 {
      var other = one
      switch part {
      case 0: other.port += 1
      case 1: other.expiry += 1
      case 2: other.key[31] ^= 1
      default: other.secret[15] ^= 1
      }
      others.append(other)
    }
    #expect(one == link(Address(v4: 1), name: "Den"))
    for other in others { #expect(one != other, "\(other.text)") }
  }
}
