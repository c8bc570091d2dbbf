import Glibc
import Platform
import Testing

@testable import Gamepad

@Suite struct VirtualKeyboardTests {
  @Test func `Keys have the names of libevdev, and only those of keyboards`() {
    let table: [(String, UInt16?)] = [
      ("KEY_ESC", 1), ("KEY_SPACE", 57), ("KEY_ENTER", 28), ("KEY_F13", 183), ("KEY_MICMUTE", 248),
      ("BTN_SOUTH", nil), ("KEY_OK", nil), ("KEY_RESERVED", nil), ("KEY_NOTHING", nil), ("space", nil),
      ("", nil),
    ]
    for (name, code) in table { #expect(VirtualKeyboard.code(named: name) == code, "\(name)") }
  }

  @Test func `Each press and each release is one write, and what is so already none`() throws {
    let pair = try Pair()
    var keyboard = VirtualKeyboard(adopting: pair.near, keys: [57])
    let emissions = [
      keyboard.press(57), keyboard.press(57), keyboard.press(28), keyboard.release(28), keyboard.release(57),
      keyboard.release(57),
    ]
    #expect(
      emissions == [.sent(events: 2), .unchanged, .unchanged, .unchanged, .sent(events: 2), .unchanged])
    #expect(events(pair.far) == [[1, 57, 1], [0, 0, 0], [1, 57, 0], [0, 0, 0]])
  }

  @Test func `A keyboard that goes lets go of what it holds`() throws {
    let pair = try Pair()
    do {
      var keyboard = VirtualKeyboard(adopting: pair.near, keys: [57])
      keyboard.press(57)
    }
    #expect(events(pair.far) == [[1, 57, 1], [0, 0, 0], [1, 57, 0], [0, 0, 0]])
  }

  @Test func `What a keyboard has not is refused before any device is made`() {
    for code in [0, 0x100, 0x130, 0x160, 0x2ff] as [UInt16] {
      #expect(refusal([code], "/dev/null") == .refused(code: EINVAL), "\(code)")
    }
    #expect(refusal([57], "/nonexistent/uinput") == .noDevice)
    #expect(refusal([57], "/proc/sys/kernel/ostype") == .notPermitted)
    #expect(refusal([57], "/dev/null") == .refused(code: ENOTTY))
  }

  private func refusal(_ keys: Set<UInt16>, _ path: String) -> PadError? {
    do throws(PadError) {
      _ = try VirtualKeyboard("Keys", keys: keys, path: path)
      return nil
    } catch {
      return error
    }
  }

  /// Returns type, code and value of each event that has arrived.
  private func events(_ descriptor: borrowing Descriptor) -> [[Int32]] {
    var found: [[Int32]] = []
    // An event is the time, two u16 and an i32 (struct input_event); a write has two of them.
    var bytes = [UInt8](repeating: 0, count: 48)
    while unsafe read(descriptor.number, &bytes, bytes.count) > 0 {
      for start in [16, 40] {
        let number = { (place: Int) in Int32(bytes[start + place]) | Int32(bytes[start + place + 1]) << 8 }
        found.append([number(0), number(2), number(4)])
      }
    }
    return found
  }
}
