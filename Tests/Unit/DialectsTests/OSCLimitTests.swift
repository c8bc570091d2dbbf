import Dialects
import Messages
import Testing

/// Values at the limits of addresses, packets and readings.
@Suite struct OSCLimitTests {
  @Test(arguments: ["ab", "a/b", " /a", "/a\u{7f}", "/a\n", "/,", "/a?", "/[", "/]", "/{", "/}", "/*"])
  func `An address begins with a slash and has no letter of patterns`(_ text: String) {
    #expect(OSCAddress(text) == nil)
  }

  @Test(arguments: ["ab", "a/b", "*/a", "/a b", "/\u{e9}", "/a\u{7f}"])
  func `A pattern begins with a slash and has visible letters`(_ text: String) {
    #expect(OSCPattern(text) == nil)
  }

  @Test func `The shortest and the longest address are addresses, and so are patterns`() {
    let longest = "/" + String(repeating: "~", count: 63)
    for text in ["/a", "/!", longest] {
      #expect(OSCAddress(text)?.text == text && OSCPattern(text)?.text == text)
    }
    #expect(OSCAddress("\(longest)~") == nil && OSCPattern("\(longest)~") == nil)
  }

  @Test func `A bundle of nothing is read, and a part of one is not`() throws {
    let bundle = Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
    try OSCPacket.read(bundle.span) { _ in Issue.record("there is nothing in it") }
    for wrong in [Array(bundle[..<12]), Array(bundle[..<8]), Array("#bundel\0".utf8) + bundle[8...]] {
      #expect(throws: DialectDrop.syntax) { try OSCPacket.read(wrong.span) { _ in } }
    }
    for wrong in [Array(bundle[..<4]), Array(bundle[..<13]), [], bundle + [0]] {
      #expect(throws: DialectDrop.size) { try OSCPacket.read(wrong.span) { _ in } }
    }
    for part in [[0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 4]] as [[UInt8]] {
      let broken = bundle + part
      #expect(throws: DialectDrop.length) { try OSCPacket.read(broken.span) { _ in } }
    }
  }

  @Test func `A packet has at most 2048 bytes`() throws {
    let message = filled(Array("/a".utf8)) + filled([UInt8(ascii: ",")])
    let part = big(UInt32(message.count)) + message
    var bundle = Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
    while bundle.count + part.count <= OSCPacket.longest { bundle += part }
    var count = 0
    try OSCPacket.read(bundle.span) { _ in count += 1 }
    #expect(count == (bundle.count - 16) / part.count && count > 100)
    let long = bundle + part
    #expect(throws: DialectDrop.size) { try OSCPacket.read(long.span) { _ in } }
  }

  @Test(
    arguments: [
      ("0", 0), ("9e18", 9_000_000_000_000_000_000), ("-1", nil), ("9.1e18", nil), ("1e300", nil),
    ] as [(String, Int64?)])
  func `A reading has a time from the phone's start on`(_ time: String, _ nanoseconds: Int64?) {
    let text = #"{"type":"android.sensor.gravity","values":[1,2,3],"timestamp":\#(time)}"#
    let bytes = Array(text.utf8)
    #expect((try? PhoneSensorEvent(parsing: bytes.span))?.time == nanoseconds)
  }

  @Test(arguments: [
    ("accelerometer", "1001"), ("gyroscope", "-1001"), ("rotation_vector", "1.02"),
    ("game_rotation_vector", "-1.02"),
  ])
  func `A value beyond its sensor's limit is no reading`(_ sensor: String, _ value: String) {
    let text = #"{"type":"android.sensor.\#(sensor)","values":[0,0,\#(value)],"timestamp":1}"#
    let fits = Array(text.replacing(value, with: "1").utf8)
    #expect((try? PhoneSensorEvent(parsing: fits.span)) != nil)
    let exceeds = Array(text.utf8)
    #expect(throws: DialectDrop.range) { try PhoneSensorEvent(parsing: exceeds.span) }
  }

  @Test(arguments: [
    #"{"x":100001,"y":0,"action":"ACTION_UP"}"#, #"{"x":0,"y":-100001,"action":"ACTION_UP"}"#,
    #"{"x":0,"y":0,"action":"ACTION_CANCEL"}"#, #"{"x":0,"y":0}"#,
  ])
  func `A finger beyond any screen, or with another action, is none`(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(throws: DialectDrop.self) { try PhoneTouch(parsing: bytes.span) }
  }

  @Test(arguments: [("ACTION_DOWN", PhoneTouch.Phase.down), ("ACTION_MOVE", .move), ("ACTION_UP", .up)])
  func `A finger comes down, moves and is lifted`(_ action: String, _ phase: PhoneTouch.Phase) throws {
    let text = #"{"x":100000,"y":-100000,"action":"\#(action)"}"#
    let bytes = Array(text.utf8)
    #expect(try PhoneTouch(parsing: bytes.span) == PhoneTouch(x: 100_000, y: -100_000, phase))
  }
}
