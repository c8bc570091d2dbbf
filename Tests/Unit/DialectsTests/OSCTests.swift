import Dialects
import Impairment
import Messages
import Testing

@Suite struct OSCTests {
  @Test func `Gravity is read with its address and its numbers`() throws {
    let bytes = try Vector.bytes("gravity from TouchOSC", of: .osc)
    var seen = 0
    try OSCPacket.read(bytes.span) { message in
      seen += 1
      #expect(String(decoding: bytes[message.address], as: UTF8.self) == "/accxyz")
      #expect((0..<4).map { message.number($0) } == [0, 0, -1, nil])
    }
    #expect(seen == 1)
  }

  @Test func `Numbers are whole numbers, floats and truths, and nothing else is one`() throws {
    for (name, numbers) in [
      ("a whole number, a big one and truths", [-7, Float(1 << 40), 1, 0]),
      ("a text of three letters and one of four", [nil, nil]), ("a list of two", [0.25, 0.75]),
    ] {
      let bytes = try Vector.bytes(name, of: .osc)
      try OSCPacket.read(bytes.span) { message in
        #expect((0..<message.count).map { message.number($0) } == numbers)
      }
    }
  }

  @Test(arguments: [
    "an unknown type", "no types", "17 arguments", "a number that is none", "a name that is none",
    "a float too few",
    "five bundles in each other", "half a bundle",
  ])
  func `A message that cannot be read is passed over, and the others of its bundle count`(_ wrong: String)
    throws
  {
    let bytes = try Vector.bytes("a bundle with \(wrong) before and behind a fader", of: .osc)
    var heard: [String] = []
    try OSCPacket.read(bytes.span) { heard.append(String(decoding: bytes[$0.address], as: UTF8.self)) }
    #expect(heard == ["/1/fader1"])
  }

  @Test func `A message of four bytes is passed over, and the others of its bundle count`() throws {
    let whole = try Vector.bytes("a bundle of two", of: .osc)
    let bytes = Array(whole[..<16]) + big(UInt32(4)) + Array("/a\0\0".utf8) + Array(whole[16...])
    var (expected, heard): ([String], [String]) = ([], [])
    try OSCPacket.read(whole.span) { expected.append(String(decoding: whole[$0.address], as: UTF8.self)) }
    try OSCPacket.read(bytes.span) { heard.append(String(decoding: bytes[$0.address], as: UTF8.self)) }
    #expect(heard == expected && expected.count == 2)
  }

  @Test func `No message gets through of a bundle whose parts are not where it says`() throws {
    let bundle = try Vector.bytes("a bundle of two", of: .osc)
    for size: UInt8 in [0, 3, 4, 18, 24, 255] {
      var bytes = bundle
      bytes[bytes.count - 21] = size
      #expect(throws: DialectDrop.length) {
        try OSCPacket.read(bytes.span) { _ in Issue.record("a message got through") }
      }
    }
  }

  @Test(arguments: [("/1/push1", "push1"), ("/a", "a"), ("/a/", "")])
  func `The last segment is what follows the last slash`(_ address: String, _ segment: String) throws {
    let bytes = filled(Array(address.utf8)) + filled([UInt8(ascii: ",")])
    try OSCPacket.read(bytes.span) { message in
      #expect(String(decoding: bytes[message.lastSegment(in: bytes.span)], as: UTF8.self) == segment)
    }
  }

  @Test func `What is written is a message of floats`() throws {
    let address = try #require(OSCAddress("/accxyz"))
    let numbers: [Float] = [0, 0, -1]
    #expect(array(address.message(numbers.span)) == (try Vector.bytes("gravity from TouchOSC", of: .osc)))
    let longest = try #require(OSCAddress("/" + String(repeating: "x", count: 63)))
    let most = Array(repeating: Float(1), count: OSCAddress.mostNumbers)
    let bytes = array(longest.message(most.span))
    #expect(bytes.count <= 128)
    #expect(try rewriteOSC(bytes) == bytes)
    #expect(longest.text.utf8.count == 64)
  }

  @Test(arguments: ["", "/", "a", "/a b", "/é", "/a*", "/#a", "/" + String(repeating: "x", count: 64)])
  func `No message is written to such an address`(_ text: String) {
    #expect(OSCAddress(text) == nil)
  }

  @Test(arguments: [
    ("/accxyz", "/accxyz", true), ("/accxyz", "/accxy", false), ("/accxyz", "/accxyz1", false),
    ("/*/accel", "/1f2e/accel", true), ("/*/accel", "/a/b/accel", false), ("/*/accel", "/accel", false),
    ("/?/push1", "/1/push1", true), ("/?/push1", "/12/push1", false), ("/?", "//", false),
    ("/*", "/abc", true), ("/*", "/", true), ("/*", "/a/b", false), ("/a*b*c", "/aXbYbZc", true),
    ("/a*b*c", "/aXbYbZ", false), ("/a*/*c", "/ab/c", true), ("/a*/*c", "/ab/cd", false), ("/**", "/x", true),
  ])
  func `A star and a question mark stand for characters of one segment`(
    _ pattern: String, _ address: String, _ fits: Bool
  ) throws {
    let bytes = Array(address.utf8)
    let pattern = try #require(OSCPattern(pattern))
    #expect(pattern.matches(bytes.span) == fits)
  }

  @Test func `A pattern fits what the same pattern fits when each segment is tried in every way`() throws {
    var random = Random(seed: 5)
    for _ in 0..<5_000 {
      let pattern = "/" + word(from: ["a", "b", "*", "?", "/"], &random)
      let address = Array(("/" + word(from: ["a", "b", "/"], &random)).utf8)
      guard let read = OSCPattern(pattern) else { continue }
      #expect(
        read.matches(address.span) == fits(address[...], Array(pattern.utf8)[...]),
        "\(pattern) \(String(decoding: address, as: UTF8.self))")
    }
  }

  @Test func `A pattern begins with a slash and is not too long`() {
    #expect(OSCPattern("a") == nil)
    #expect(OSCPattern("/") == nil)
    #expect(OSCPattern("/" + String(repeating: "*", count: 64)) == nil)
    #expect(OSCPattern("/*")?.text == "/*")
  }

  private func word(from letters: [String], _ random: inout Random) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      letters[Int.random(in: letters.indices, using: &random)]
    }
    .joined()
  }

  /// Returns whether `address` matches `pattern`, by the definition of patterns.
  private func fits(_ address: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    guard let next = pattern.first else { return address.isEmpty }
    let rest = pattern.dropFirst()
    if next == UInt8(ascii: "*") {
      if fits(address, rest) { return true }
      guard let first = address.first, first != UInt8(ascii: "/") else { return false }
      return fits(address.dropFirst(), pattern)
    }
    guard let first = address.first else { return false }
    let isSame = first == next || next == UInt8(ascii: "?") && first != UInt8(ascii: "/")
    return isSame && fits(address.dropFirst(), rest)
  }
}
