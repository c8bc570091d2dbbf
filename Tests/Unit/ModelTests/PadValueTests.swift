import Model
import Testing

/// The touchpad of a pad, checksums, delays and the meanings of numbers.
@Suite struct PadValueTests {
  private func place(_ x: UInt16, _ y: UInt16 = 0) -> UInt32 {
    TouchPoints.point(of: Contact(number: 0, x: x, y: y))
  }

  @Test func `A contact's place is scaled to the nearest point of the touchpad`() {
    #expect(TouchPoints.point(of: Contact(number: 127, x: .max, y: .max)) == 0x42d7_7f7f)
    #expect(TouchPoints.point(of: Contact(number: 1, x: 0, y: 0)) == 1)
    // These products leave a remainder of 32767 or 32768 modulo 65535: 29933 · 1919 and 35602 · 1919, and
    // 61213 · 1069 and 4322 · 1069.
    #expect(place(29_933) >> 8 == 876 && place(35_602) >> 8 == 1_043)
    #expect(place(0, 61_213) >> 20 == 998 && place(0, 4_322) >> 20 == 71)
    let middle = TouchPoints.middle(number: 5)
    #expect(middle[0] == 0x2163_bf05 && middle[1] == 0x80)
  }

  @Test func `Both points of a touchpad are kept apart`() {
    var points = TouchPoints.none
    #expect(points.isEmpty && points[0] == 0x80 && points[1] == 0x80)
    points[1] = 0xffff_ff7f
    #expect(!points.isEmpty && points[0] == 0x80 && points[1] == 0xffff_ff7f)
    points[0] = 1
    #expect(points == TouchPoints(1, 0xffff_ff7f))
    points[1] = TouchPoints.lifted
    points[0] = TouchPoints.lifted
    #expect(points == .none && TouchPoints.lifted == 0x80)
  }

  @Test func `A finger alone is the first, wherever it was given`() {
    let (one, other) = (Contact(number: 1, x: 2, y: 3), Contact(number: 4, x: 5, y: 6))
    #expect(Contacts().count == 0 && Contacts(one).count == 1 && Contacts(one, other).count == 2)
    #expect(Contacts(nil, other).first == other && Contacts(nil, other).second == nil)
    #expect(Contacts(nil, other).count == 1 && Contacts(one, other).second == other && Contacts.capacity == 2)
  }

  @Test func `A checksum is that of IEEE 802.3, and a seed counts as the first byte`() {
    let bytes = Array("123456789".utf8)
    #expect(Checksum.of(bytes.span) == 0xcbf4_3926)
    let none: [UInt8] = []
    #expect(Checksum.of(none.span) == 0)
    for seed in UInt8.min...UInt8.max {
      let whole = [seed] + bytes
      #expect(Checksum.of(bytes.span, seed: seed) == Checksum.of(whole.span))
    }
  }

  @Test func `Delays have ten bins, from 1 ms for the network and from 16 µs for this machine`() {
    #expect(DelayCounts.count == 10)
    #expect(DelayCounts.network == .milliseconds(1) && DelayCounts.machine == .microseconds(16))
    var counts = DelayCounts()
    for bin in 0..<10 { counts[bin] = 10 }
    for (percent, limit) in [(1, 1), (10, 1), (11, 2), (20, 2), (90, 256), (91, nil), (100, nil)]
      as [(Int, Int64?)]
    {
      #expect(counts.limit(of: percent, first: DelayCounts.network) == limit.map(Interval.milliseconds))
    }
  }

  @Test(
    arguments: [
      ("accel g", .acceleration(scale: 1)), ("Accel,-G", .acceleration(scale: -1)),
      ("accel m/s2", .acceleration(scale: 9.806_65)), ("accel -m/s2", .acceleration(scale: -9.806_65)),
      ("gyro rad/s", .rotation(scale: .pi / 180)), ("gyro\tdeg/s", .rotation(scale: 1)),
      ("lx - RT", .controls([.axis(.leftX), nil, .axis(.rightTrigger)], .radians)),
      ("roll deg", .controls([.axis(.roll)], .degrees)), ("ly signed", .controls([.axis(.leftY)], .signed)),
      ("a rad", .controls([.button(.a)], .radians)),
      ("- - - - - - - -", .controls(Array(repeating: nil, count: 8), .radians)),
      ("- - - - - - - - -", nil), ("", nil), ("deg", nil), ("deg lx", nil), ("accel", nil), ("nothing", nil),
      ("accel g lx", nil), ("lefttrigger", nil),
    ] as [(String, NumberMeaning?)])
  func `Words give numbers a meaning`(words: String, meaning: NumberMeaning?) {
    #expect(NumberMeaning(words) == meaning)
  }

  @Test func `A control is found by its word in any case`() {
    #expect(NumberMeaning(control: "PAD") == .controls([.button(.touchpad)], .radians))
    #expect(NumberMeaning(control: "yaw") == .controls([.axis(.yaw)], .radians))
    #expect(NumberMeaning(control: "-") == nil && NumberMeaning(control: "") == nil)
    for (words, count) in [("accel g", 3), ("gyro rad/s", 3), ("lx", 1), ("lx - deg", 2)] {
      #expect(NumberMeaning(words)?.count == count)
    }
    #expect(NumberMeaning.limit == 64)
  }
}
