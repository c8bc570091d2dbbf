import Model
import Testing

/// Blocks of addresses, kinds of addresses, and texts.
@Suite struct AddressRangeTests {
  @Test(arguments: [
    ("10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"),
    ("192.168.1.0/24", "192.168.0.255", "192.168.1.0", "192.168.1.255", "192.168.2.0"),
    ("192.0.2.7", "192.0.2.6", "192.0.2.7", "192.0.2.7", "192.0.2.8"),
    ("fd00::/8", "fcff:ffff::", "fd00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::"),
    (
      "2001:db8:0:1::/64", "2001:db8::ffff:0:0:1", "2001:db8:0:1::", "2001:db8:0:1:ffff:ffff:ffff:ffff",
      "2001:db8:0:2::"
    ),
    (
      "2001:db8::8000:0:0:0/65", "2001:db8::7fff:ffff:ffff:ffff", "2001:db8::8000:0:0:0",
      "2001:db8::ffff:ffff:ffff:ffff", "2001:db8:0:1:8000::"
    ),
    ("::1", "::", "::1", "::1", "::2"), ("0.0.0.0/0", "::1", "0.0.0.0", "255.255.255.255", "1::"),
  ])
  func `A block has the addresses that begin as it does`(
    text: String, before: String, first: String, last: String, after: String
  ) throws {
    let range = try #require(AddressRange(text: text))
    for (text, isInside) in [(before, false), (first, true), (last, true), (after, false)] {
      let address = try #require(Address(text))
      #expect(range.contains(address) == isInside, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("10.0.0.0/32", 128), ("10.0.0.0/0", 96), ("10.0.0.0/33", nil), ("10.0.0.0/-1", nil), ("::/128", 128),
      ("::/0", 0), ("::/129", nil), ("::/-1", nil), ("10.0.0.0", 128), ("::", 128), ("10.0.0.0/", nil),
      ("/8", nil), ("", nil), ("10.0.0.0/8/8", nil), ("host/8", nil),
    ] as [(String, Int?)])
  func `A block has as many leading bits as an address has at most`(text: String, length: Int?) {
    #expect(AddressRange(text: text)?.length == length)
  }

  @Test func `A list has a block for each word, and none in its place`() {
    for (text, count) in [
      ("none", 0), ("::1", 1), ("::1 10.0.0.0/8", 2), (" ::1,\t10.0.0.0/8 ,", 2), ("", nil), (" ,", nil),
      ("::1 none", nil), ("::1;::2", nil),
    ] as [(String, Int?)] {
      #expect(AddressRange.list(text)?.count == count, "\(text)")
    }
  }

  @Test func `An address has a kind by its first bits`() throws {
    #expect(Address.loopback.description == "127.0.0.1" && Address.loopback.isLoopback)
    for (text, isSelfAssigned) in [
      ("169.253.255.255", false), ("169.254.0.0", true), ("169.254.255.255", true), ("169.255.0.0", false),
      ("fe80::1", false),
    ] {
      #expect(try #require(Address(text)).isSelfAssigned == isSelfAssigned, "\(text)")
    }
    for (text, isLoopback) in [
      ("126.255.255.255", false), ("127.0.0.0", true), ("127.255.255.255", true), ("1::1", false),
    ] {
      #expect(try #require(Address(text)).isLoopback == isLoopback, "\(text)")
    }
    #expect(
      Address(high: 1, low: 0xffff_0102_0304).v4 == nil && Address(high: 0, low: 0xfffe_0102_0304).v4 == nil)
    #expect(Address(high: 0, low: 0xffff_0102_0304).v4 == 0x0102_0304)
  }

  @Test(
    arguments: [
      ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("0:0:1:0:0:0:1:0", "0:0:1::1:0"),
      ("1:0:0:2:0:0:3:4", "1::2:0:0:3:4"),
      ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"), ("1::", "1::"),
      ("00FF::000a", "ff::a"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("::ffff:0:0", "0.0.0.0"),
      ("ffff:ffff:ffff:ffff:ffff:ffff:255.0.0.1", "ffff:ffff:ffff:ffff:ffff:ffff:ff00:1"),
      ("1:2:3:4:5:6:7", nil), ("1:2:3:4:5:6:7:8:9", nil), ("1:2:3:4::5:6:7:8", nil), ("1::2::3", nil),
      ("::00001", nil), (":1:2:3:4:5:6:7", nil), ("::+1", nil), ("::1.2.3", nil), ("01.2.3.4", nil),
      ("1.2.3.4:", nil), ("fe80::1%eth0", nil), ("::1.2.3.256", nil),
    ] as [(String, String?)])
  func `The text of an address is the short form of RFC 5952`(text: String, short: String?) {
    #expect(Address(text)?.description == short)
  }

  @Test(
    arguments: [
      ("a:9090", "a", 9_090), ("a:65535", "a", 65_535), ("a:00080", "a", 80), ("a:0", "a", 0),
      ("[::1]:9", "::1", 9),
      ("a:65536", nil, nil), ("a:", nil, nil), ("a:1/", nil, nil), ("a:1;", nil, nil), ("a", nil, nil),
      (":1", nil, nil),
      ("[::1]", nil, nil), ("[]", nil, nil), ("a:١", nil, nil),
    ] as [(String, String?, UInt16?)])
  func `Without a default, a host needs a port of one to five digits`(
    text: String, host: String?, port: UInt16?
  ) {
    let parts = HostAndPort(text)
    #expect(parts?.host == host && parts?.port == port)
  }

  @Test(arguments: [
    ("a b", "a b"), ("\u{1f}", "<U+001F>"), ("\u{7e}\u{7f}", "~<U+007F>"), ("a\u{a0}b", "a<U+00A0>b"),
    ("\u{2028}", "<U+2028>"), ("\u{202e}", "<U+202E>"), ("é😀", "é😀"),
  ])
  func `What cannot be seen is shown by its number`(text: String, visible: String) {
    #expect(text.visible == visible)
  }

  @Test(arguments: [
    ("\u{1f3f4}\u{e0020}\u{e0021}\u{e007f}", "\u{1f3f4}\u{e0020}\u{e0021}\u{e007f}"),
    ("\u{1f3f4}\u{e007e}\u{e007f}\u{e0061}", "\u{1f3f4}\u{e007e}\u{e007f}"),
    ("\u{1f3f3}\u{e0067}\u{e007f}", "\u{1f3f3}"), ("~\u{7f} \u{1f}!", "~ !"),
    ("\u{2801}", "\u{2801}"), ("\u{27ff}", "\u{27ff}"), ("\u{1d158}", "\u{1d158}"),
    ("\u{1d15a}", "\u{1d15a}"),
  ])
  func `A flag's tags end with it, and what has ink is no blank`(text: String, shown: String) {
    #expect(Array(text.shown.unicodeScalars) == Array(shown.unicodeScalars))
  }
}
