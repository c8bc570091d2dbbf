import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct PadInputTests {
  /// Returns the state after a Yoke layout and a message with these values.
  private func yoke(_ layout: String, _ values: [UInt16]) throws -> SourceState {
    let names = Array(layout.utf8)
    let read = try YokeLayout(parsing: names.span)
    var state = YokeState()
    for (index, value) in values.enumerated() { state[index] = value }
    var posture = SourceState()
    posture.layout = try Dialect.yoke.read(names.span, 0)?.layout
    let bytes = read.bytes(of: state)
    try Dialect.yoke.read(bytes.span, 0)?.change(&posture)
    return posture
  }

  @Test func `Every button of Yoke has a place of its own`() throws {
    var seen: Set<SourceState> = []
    for name in (1...10).map({ "b\($0)" }) + ["bs", "bg", "bm"] { seen.insert(try yoke(name, [1])) }
    for place in 0..<4 { seen.insert(try yoke("dp", (0..<4).map { $0 == place ? 1 : 0 })) }
    var buttons: Set<[UInt32]> = []
    for posture in seen {
      buttons.insert([posture.buttons.rawValue, UInt32(posture.leftTrigger), UInt32(posture.rightTrigger)])
    }
    #expect(buttons.count == 15, "b9 and b10 are b1 and b2 again")
    #expect(try yoke("b1", [1]).buttons == Buttons(.a))
    #expect(try yoke("b7", [1]).leftTrigger == 255)
    for (name, other) in [("b9", "b1"), ("b10", "b2"), ("b12", "b4"), ("b13", "b3")] {
      #expect(try yoke(name, [1]).buttons == yoke(other, [1]).buttons, "one key of Linux")
    }
    #expect(try yoke("b11,b14", [1, 1]).buttons == [Buttons(.c), Buttons(.z)])
    #expect(try yoke("b24", [1]).buttons == [])
  }

  @Test func `The axes of Yoke are those of a pad, and its y is down`() throws {
    let posture = try yoke("s1,t2,pa,pb", [0x7fff, 0x7fff, 0, 0, 1, 0x4000, 0x7fff])
    #expect(posture.left == Stick(x: 32_767, y: 32_767) && posture.right == Stick(x: -32_767, y: -32_767))
    #expect((posture.leftTrigger, posture.rightTrigger) == (255, 128))
    #expect(posture.buttons == Buttons(.rightStick))
    #expect(try yoke("s3,ma,k1,a3", [0, 0, 9, 9, 9]).left == .centre)
  }

  @Test func `The stock pads of Yoke steer, brake and shoot`() throws {
    let racing = try yoke("mb,mg,pa,pb,b1", [0x4000 + 0x1000, 0, 0x7fff, 0x4000, 1])
    let roll = try #require(racing.state(held: .normal).tilt).roll
    #expect((roll.radians - .pi / 4).magnitude < 0.001, "45°, by the profile")
    #expect((racing.leftTrigger, racing.rightTrigger, racing.buttons) == (128, 255, Buttons(.a)))
    let gamepad = try yoke("t1,a1,a2", [0x4000, 0x4000, 0, 0x7fff, 0x4000])
    #expect((gamepad.leftTrigger, gamepad.rightTrigger) == (255, 128))
    for names in ["s1,mb", "mb,s1"] {
      #expect(try yoke(names, [0x5000, 0x5000, 0x5000]).state(held: .normal).tilt == nil, "a stick steers")
    }
  }

  @Test func `Yoke's acceleration is in steps of 80 m/s² in all`() throws {
    let motion = try #require(try yoke("mx,my,mz", [0x4000, 0x4000 + 4_017, 0x4000 - 4_017]).motion)
    #expect(motion.acceleration.x.magnitude < 2)
    #expect((motion.acceleration.y - 4_096).magnitude < 4 && (motion.acceleration.z + 4_096).magnitude < 4)
  }

  @Test func `A state of another layout moves nothing, and a goodbye lets go but keeps the layout`() throws {
    var posture = try yoke("s1,b1", [0x7fff, 0, 1])
    let before = posture
    let other: [UInt8] = [0, 1]
    #expect(throws: DialectDrop.size) { try Dialect.yoke.read(other.span, 0)?.change(&posture) }
    #expect(posture == before)
    var unlaid = SourceState()
    #expect(throws: DialectDrop.kind) { try Dialect.yoke.read(other.span, 0)?.change(&unlaid) }
    #expect(unlaid == SourceState())
    let goodbye: [UInt8] = [0xff]
    try Dialect.yoke.read(goodbye.span, 0)?.change(&posture)
    #expect(posture.buttons == [] && posture.left == .centre && posture.layout == before.layout)
  }

  @Test func `A transmitter's first channels are the sticks, and the others buttons above the middle`() throws
  {
    var frame = ELRSFrame(count: 16)
    for (index, value) in ([0x7fff, 0x7fff, 0, 0] as [UInt16]).enumerated() { frame[index] = value }
    // Channels 4 to 15 get the middle, 992 of 2048, as a module sends it. Then channel 4 gets the smallest
    // value that counts, channel 5 a lower one, and channel 15 the greatest.
    for index in 4..<16 { frame[index] = 16_393 }
    (frame[4], frame[5], frame[15]) = (0x6000, 0x5f00, 0x7fff)
    let bytes = frame.datagram.bytes
    var posture = SourceState()
    try Dialect.elrs.read(bytes.span, 0)?.change(&posture)
    #expect(posture.right == Stick(x: 32_767, y: -32_767) && posture.left == Stick(x: -32_767, y: 32_767))
    #expect(posture.buttons == [Buttons(.a), Buttons(.share)])
    let announcement = ELRSAnnouncement(port: 11_000, name: try #require(ControlName("TX"))).datagram.bytes
    #expect(try Dialect.elrs.read(announcement.span, 0)?.form != nil)
  }

  @Test(arguments: ["elrs", "osc"])
  func `What rests in the middle presses nothing, and what trembles presses once`(_ name: String) throws {
    func message(_ share: Double) throws -> [UInt8] {
      let numbers = [Float(share)]
      if name == "osc" { return try #require(OSCAddress("/a")).message(numbers.span).bytes }
      var frame = ELRSFrame(count: 5)
      frame[4] = UInt16(share * 32_767)
      return frame.datagram.bytes
    }
    let dialect = try HeardInput(name).dialect
    var (posture, edges) = (SourceState(), [Bool]())
    for share in [0.5, 0.51, 0.49, 0.74, 0.76, 0.74, 0.76, 0.63, 0.76, 0.5, 0.6, 0.0, 1.0, 0.0] {
      let bytes = try message(share)
      let former = posture.buttons
      try dialect.read(bytes.span, 0)?.change(&posture)
      if posture.buttons != former { edges.append(posture.buttons[.a]) }
    }
    #expect(edges == [true, false, true, false])
  }
}
