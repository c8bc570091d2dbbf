import Model
import Testing

@testable import Gamepad

/// The contents of the reports of HID pads, byte by byte.
@Suite struct HIDReportTests {
  private let start = Instant(nanoseconds: 5_000_000_000)
  private let busy = PadReport(
    buttons: [Buttons(.a), Buttons(.dpadUp), Buttons(.dpadRight), Buttons(.back), Buttons(.guide)],
    leftStick: Stick(x: -32767, y: 32767), leftTrigger: 100, rightTrigger: 255,
    motion: PadMotion(
      acceleration: MotionVector(x: -4096, y: 8192, z: 100), rotation: MotionVector(x: 1, y: -2, z: 3),
      time: 77))

  @Test func `The checksum of the digits 1 to 9 is the known one`() {
    let digits = Array("23456789".utf8)
    #expect(Checksum.of(digits.span, seed: UInt8(ascii: "1")) == 0xcbf4_3926)
  }

  @Test func `A DualSense's report is as one that was put together elsewhere`() throws {
    var encoder = try Self.encoder("dualsense")
    let expected =
      "310000ff808064ff00211c0100000000000100feff030000f000206400001bb7000080000000800000000000000000000000"
      + "000000002a00000000000000000000000000000000000000317c16e6"
    #expect(hex(encoder.encode(busy, at: start, bytes)) == expected)
  }

  @Test func `An Xbox One pad's report is as one that was put together elsewhere`() throws {
    var encoder = try Self.encoder("xboxone-bt")
    #expect(hex(encoder.encode(busy, at: start, bytes)) == "010100ffff008000809101ff0302011001")
  }

  @Test func `A DualSense tells its address least significant byte first, under a checksum`() throws {
    let features = try #require(IdentityTests.identity("dualsense").hid).features
    let address = HardwareAddress(host: 0xabcd, slot: PlayerSlot(index: 3))
    #expect(address.text == "02:74:62:0a:bc:d3")
    #expect(hex(features[1].report(for: address)) == "09d3bc0a627402000000000000000000837c2ab4")
    let reports = features.map { $0.report(for: address) }
    #expect(reports.map { [Int($0[0]), $0.count] } == [[0x05, 41], [0x09, 20], [0x20, 64]])
    for report in reports { #expect(isSealed(report, seed: 0xa3)) }
  }

  @Test func `Addresses differ from slot to slot and from host to host, and stay`() {
    let addresses = [UInt32(7), 8].flatMap { host in
      (0..<16).map { HardwareAddress(host: host, slot: PlayerSlot(index: $0)).text }
    }
    #expect(Set(addresses).count == 32)
    #expect(addresses.allSatisfy { $0.wholeMatch(of: #/02:74:62(:[0-9a-f]{2}){3}/#) != nil })
    #expect(HardwareAddress(host: 7, slot: PlayerSlot(index: 0)).text == addresses[0])
  }

  @Test(arguments: [("dualsense", 9, 0, 8), ("xboxone-bt", 13, 1, 0)])
  func `The d-pad has eight directions and a rest`(word: String, place: Int, up: Int, none: Int) throws {
    let directions: [[Button]] = [
      [.dpadUp], [.dpadUp, .dpadRight], [.dpadRight], [.dpadRight, .dpadDown], [.dpadDown],
      [.dpadDown, .dpadLeft], [.dpadLeft], [.dpadLeft, .dpadUp],
    ]
    let still: [[Button]] = [[], [.dpadUp, .dpadDown], [.dpadLeft, .dpadRight]]
    for (index, buttons) in directions.enumerated() {
      #expect(try hat(buttons, of: word, at: place) == up + index, "\(buttons)")
    }
    for buttons in still { #expect(try hat(buttons, of: word, at: place) == none, "\(buttons)") }
  }

  private func hat(_ buttons: [Button], of word: String, at place: Int) throws -> Int {
    var encoder = try Self.encoder(word)
    let report = PadReport(buttons: Buttons(buttons.map { Buttons($0) }))
    return Int(encoder.encode(report, at: start, bytes)[place] & 0x0f)
  }

  /// The byte and the bit of each button.
  private static let dualSense: [(Button, Int, UInt8)] = [
    (.x, 9, 0x10), (.a, 9, 0x20), (.b, 9, 0x40), (.y, 9, 0x80), (.leftShoulder, 10, 0x01),
    (.rightShoulder, 10, 0x02), (.leftTrigger, 10, 0x04), (.rightTrigger, 10, 0x08), (.back, 10, 0x10),
    (.share, 10, 0x10), (.start, 10, 0x20), (.leftStick, 10, 0x40), (.rightStick, 10, 0x80),
    (.guide, 11, 0x01), (.touchpad, 11, 0x02),
  ]
  private static let xbox: [(Button, Int, UInt8)] = [
    (.a, 14, 0x01), (.b, 14, 0x02), (.x, 14, 0x08), (.y, 14, 0x10), (.leftShoulder, 14, 0x40),
    (.rightShoulder, 14, 0x80), (.start, 15, 0x08), (.guide, 15, 0x10), (.leftStick, 15, 0x20),
    (.rightStick, 15, 0x40), (.back, 16, 0x01),
  ]

  @Test(arguments: [("dualsense", dualSense, 9...11), ("xboxone-bt", xbox, 14...16)])
  func `Each button is its own bit`(word: String, rows: [(Button, Int, UInt8)], places: ClosedRange<Int>)
    throws
  {
    for (button, place, bit) in rows {
      var encoder = try Self.encoder(word)
      let rest = encoder.encode(.neutral, at: start, bytes)
      let report = encoder.encode(PadReport(buttons: Buttons(button)), at: start, bytes)
      let changes = places.filter { rest[$0] != report[$0] }
      #expect(changes == [place] && rest[place] ^ report[place] == bit, "\(button)")
    }
  }

  @Test func `Axes rest in the middle and reach both ends`() throws {
    var encoder = try Self.encoder("dualsense")
    let low = Stick(x: -32768, y: -32767), high = Stick(x: 32767, y: 32767)
    #expect(encoder.encode(.neutral, at: start, bytes)[2..<8] == [128, 128, 128, 128, 0, 0])
    let ends = PadReport(leftStick: low, rightStick: high, leftTrigger: 1, rightTrigger: 255)
    #expect(encoder.encode(ends, at: start, bytes)[2..<8] == [0, 0, 255, 255, 1, 255])
    // The trigger's own switch is on when the trigger is pulled, whether by a switch or by any small amount.
    let pulled = PadReport(buttons: Buttons(.leftTrigger), rightTrigger: 1)
    let report = encoder.encode(pulled, at: start, bytes)
    #expect(report[6..<8] == [255, 1] && report[10] == 0x0c)
  }

  @Test func `Fingers are in the twelve bits of a DualSense, and never beyond the edge that SDL expects`()
    throws
  {
    var encoder = try Self.encoder("dualsense")
    let places: [(Contact, [UInt8])] = [
      (Contact(number: 127, x: 0, y: 0), [0x7f, 0, 0, 0]),
      (Contact(number: 0, x: .max, y: .max), [0x00, 0x7f, 0xd7, 0x42]),
      (Contact(number: 5, x: 32_768, y: 16_384), [0x05, 0xc0, 0xb3, 0x10]),
    ]
    for (contact, point) in places {
      let touch = TouchPoints(TouchPoints.lifted, TouchPoints.point(of: contact))
      let report = encoder.encode(PadReport(touch: touch), at: start, bytes)
      #expect(report[34..<38] == [0x80, 0, 0, 0] && Array(report[38..<42]) == point, "\(contact)")
    }
  }

  @Test func `A click has a finger: that of the report, or else one in the middle`() throws {
    var encoder = try Self.encoder("dualsense")
    let click = Buttons(.touchpad)
    #expect(
      encoder.encode(PadReport(buttons: click), at: start, bytes)[34..<42] == [
        0, 0xbf, 0x63, 0x21, 0x80, 0, 0, 0,
      ])
    let touch = TouchPoints(TouchPoints.lifted, TouchPoints.point(of: Contact(number: 9, x: 0, y: 0)))
    #expect(
      encoder.encode(PadReport(buttons: click, touch: touch), at: start, bytes)[34..<42] == [
        0x80, 0, 0, 0, 9, 0, 0, 0,
      ])
  }

  @Test func `Reports are counted, and no finger touches a pad at rest`() throws {
    var encoder = try Self.encoder("dualsense")
    for number in 0..<600 {
      let report = encoder.encode(.neutral, at: start + .milliseconds(Int64(number)), bytes)
      #expect(report[8] == UInt8(truncatingIfNeeded: number))
      #expect(report[34] == 0x80 && report[38] == 0x80 && report[54] == 0x2a)
      #expect(isSealed(report, seed: 0xa1))
    }
  }

  @Test func `The battery is in tenths, and full as long as its charge is unknown`() throws {
    var encoder = try Self.encoder("dualsense")
    for (charge, byte) in [(UInt8?.none, UInt8(0x2a)), (0, 0), (9, 0), (10, 1), (73, 7), (99, 9), (100, 10)] {
      #expect(encoder.encode(PadReport(battery: charge), at: start, bytes)[54] == byte)
    }
  }

  @Test func `The reports fit what the descriptors say of them`() throws {
    let inputs = try ["dualsense", "xboxone-bt"].map { try #require(IdentityTests.identity($0).hid).input }
    #expect(inputs.map(\.template.count) == [78, 17])
    for input in inputs {
      let bits = input.fields.flatMap { Array($0.bit..<$0.bit + $0.width) }
      #expect(Set(bits).count == bits.count)
      #expect(bits.allSatisfy { 8 <= $0 && $0 < (input.template.count - (input.seed == nil ? 0 : 4)) * 8 })
    }
  }

  private func isSealed(_ report: [UInt8], seed: UInt8) -> Bool {
    Checksum.fits(report.span, seed: seed)
  }

  static func encoder(_ word: String) throws -> HIDReportEncoder {
    HIDReportEncoder(try #require(IdentityTests.identity(word).hid))
  }
}

/// Returns a copy of a report.
func bytes(_ report: Span<UInt8>) -> [UInt8] {
  report.indices.map { report[$0] }
}

func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
