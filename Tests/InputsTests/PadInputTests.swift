import Dialects
import Model
import Testing
import Wire

@testable import Inputs

@Suite struct PadInputTests {
  /// Returns the posture after a layout of Yoke and the state with these values.
  private func yoke(_ layout: String, _ values: [UInt16]) throws -> Posture {
    let names = Array(layout.utf8)
    let read = try YokeLayout(parsing: names.span)
    var state = YokeState()
    for (index, value) in values.enumerated() { state[index] = value }
    var posture = Posture()
    posture.layout = try Dialect.yoke.read(names.span, 0)?.layout
    let bytes = read.bytes(of: state)
    try Dialect.yoke.read(bytes.span, 0)?.change(&posture)
    return posture
  }

  @Test func `Every button of Yoke has a place of its own`() throws {
    var seen: Set<Posture> = []
    for name in (1...10).map({ "b\($0)" }) + ["bs", "bg", "bm"] { seen.insert(try yoke(name, [1])) }
    for place in 0..<4 { seen.insert(try yoke("dp", (0..<4).map { $0 == place ? 1 : 0 })) }
    var buttons: Set<[UInt32]> = []
    for posture in seen {
      buttons.insert([posture.buttons.rawValue, UInt32(posture.leftTrigger), UInt32(posture.rightTrigger)])
    }
    #expect(buttons.count == 17)
    #expect(try yoke("b1", [1]).buttons == Buttons(.a))
    #expect(try yoke("b7", [1]).leftTrigger == 255)
    #expect(try yoke("b10", [1]).buttons == Buttons(.rightStick))
    #expect(try yoke("b24", [1]).buttons == [])
  }

  @Test func `The axes of Yoke are those of a pad, and its y is down`() throws {
    let posture = try yoke("s1,t2,pa,pb", [0x7fff, 0x7fff, 0, 0, 1, 0x4000, 0x7fff])
    #expect(posture.left == Stick(x: 32_767, y: 32_767) && posture.right == Stick(x: -32_767, y: -32_767))
    #expect((posture.leftTrigger, posture.rightTrigger) == (255, 128))
    #expect(posture.buttons == Buttons(.rightStick))
    #expect(try yoke("s3,ma,k1,a1", [0, 0, 9, 9, 9]).left == .centre)
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
    var unlaid = Posture()
    #expect(throws: DialectDrop.kind) { try Dialect.yoke.read(other.span, 0)?.change(&unlaid) }
    #expect(unlaid == Posture())
    let goodbye: [UInt8] = [0xff]
    try Dialect.yoke.read(goodbye.span, 0)?.change(&posture)
    #expect(posture.buttons == [] && posture.left == .centre && posture.layout == before.layout)
  }

  @Test func `A transmitter's first channels are the sticks, and the others buttons above the middle`() throws
  {
    var frame = ELRSFrame(count: 16)
    for (index, value) in ([0x7fff, 0x7fff, 0, 0] as [UInt16]).enumerated() { frame[index] = value }
    frame[4] = 0x4000
    frame[5] = 0x3fff
    frame[15] = 0x7fff
    let bytes = frame.datagram.bytes
    var posture = Posture()
    try Dialect.elrs.read(bytes.span, 0)?.change(&posture)
    #expect(posture.right == Stick(x: 32_767, y: -32_767) && posture.left == Stick(x: -32_767, y: 32_767))
    #expect(posture.buttons == [Buttons(.a), Buttons(.share)])
    let announcement = ELRSAnnouncement(port: 11_000, name: try #require(ControlName("TX"))).datagram.bytes
    #expect(try Dialect.elrs.read(announcement.span, 0)?.form != nil)
  }
}
