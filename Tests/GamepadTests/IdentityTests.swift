import Gamepad
import Model
import Testing

/// What docs/pads.md says, in numbers.
@Suite struct IdentityTests {
  private let pad = Identity.xbox360

  @Test func `The Xbox 360 pad has the name and numbers of the real one`() {
    #expect(pad.name == "Microsoft X-Box 360 pad")
    #expect(pad.id.bus == 0x0003)
    #expect(pad.id.vendor == 0x045e)
    #expect(pad.id.product == 0x028e)
    #expect(pad.id.version == 0x0114)
  }

  @Test func `The Xbox 360 pad has the eleven buttons of the real one, in their order`() {
    #expect(pad.keys.map(\.code) == [304, 305, 307, 308, 310, 311, 314, 315, 316, 317, 318])
    #expect(
      pad.keys.map(\.button) == [
        .a, .b, .x, .y, .leftShoulder, .rightShoulder, .back, .start, .guide, .leftStick, .rightStick,
      ])
  }

  @Test func `The Xbox 360 pad has the eight axes of the real one`() {
    let rows = pad.axes.map { [Int32($0.code), $0.minimum, $0.maximum, $0.fuzz, $0.flat] }
    #expect(
      rows == [
        [0x00, -32768, 32767, 16, 128],
        [0x01, -32768, 32767, 16, 128],
        [0x02, 0, 255, 0, 0],
        [0x03, -32768, 32767, 16, 128],
        [0x04, -32768, 32767, 16, 128],
        [0x05, 0, 255, 0, 0],
        [0x10, -1, 1, 0, 0],
        [0x11, -1, 1, 0, 0],
      ])
  }
}
