internal import CEvdev
internal import Glibc
internal import Platform

/// A virtual keyboard of the kernel with which the host of a quiz presses single keys for another program.
///
/// It goes with its value, and lets go of what it holds.
public struct QuizKeyboard: ~Copyable {
  /// What it is called.
  public static let name = "Tiltpad Quiz Keys"
  /// By what udev rules know it.
  static let phys = "tiltpad/keys"

  /// The codes that udev takes a device for a keyboard by: KEY_ESC to KEY_D, all of them (systemd's input_id).
  static let marks: ClosedRange<UInt16> = 1...31
  /// From BTN_MISC on codes are those of mice and pads; a device that has them is a joystick to others.
  static let firstButton: UInt16 = 0x100
  /// BUS_VIRTUAL, and a product of nobody's.
  private static let id = Identity.ID(bus: 6, vendor: 0, product: 0, version: 1)

  /// The open /dev/uinput.
  let descriptor: Descriptor
  /// What it can press.
  let keys: Set<UInt16>
  /// What it holds.
  var held: Set<UInt16> = []

  /// Makes a keyboard that can press `keys`, codes of type `EV_KEY` (linux/input-event-codes.h).
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`, with `EINVAL` when a code is none of a keyboard.
  public init(keys: Set<UInt16>, path: String = "/dev/uinput") throws(PadError) {
    guard keys.allSatisfy({ (1..<QuizKeyboard.firstButton).contains($0) }) else {
      throw .refused(code: EINVAL)
    }
    let opened: Descriptor
    do throws(SystemError) {
      opened = try Descriptor(opening: path, .device)
    } catch {
      throw PadError(code: error.code)
    }
    let all = keys.union(QuizKeyboard.marks).sorted()
    let device = DeviceDescription(name: QuizKeyboard.name, id: QuizKeyboard.id, keys: all)
    try createDevice(on: opened, device, phys: QuizKeyboard.phys)
    self.init(adopting: opened, keys: keys)
  }

  /// Writes to `descriptor`, whatever it is.
  init(adopting descriptor: consuming Descriptor, keys: Set<UInt16>) {
    self.descriptor = descriptor
    self.keys = keys
  }

  deinit {
    for key in held { _ = QuizKeyboard.write(key, 0, to: descriptor) }
  }

  /// The code of the key that libevdev calls `name`, as `KEY_ENTER`; nil when a keyboard has none of that name.
  public static func code(named name: String) -> UInt16? {
    let code = unsafe name.withCString { unsafe evdev_key_code($0) }
    return UInt16(exactly: code).flatMap { (1..<firstButton).contains($0) ? $0 : nil }
  }

  /// Presses `key`; one that is held, or that it has not, is left as it is.
  @discardableResult
  public mutating func press(_ key: UInt16) -> Emission {
    guard keys.contains(key), !held.contains(key) else { return .unchanged }
    let emission = QuizKeyboard.write(key, 1, to: descriptor)
    if case .sent = emission { held.insert(key) }
    return emission
  }

  /// Lets go of `key`; one that is not held is left as it is.
  @discardableResult
  public mutating func release(_ key: UInt16) -> Emission {
    guard held.contains(key) else { return .unchanged }
    let emission = QuizKeyboard.write(key, 0, to: descriptor)
    if case .sent = emission { held.remove(key) }
    return emission
  }

  /// What the kernel calls the device, as `input7`; nil when there is none.
  public var sysname: String? { UinputDevice.sysname(of: descriptor) }

  /// Gives the device one event and a `SYN_REPORT` with one write(2).
  private static func write(_ key: UInt16, _ value: Int32, to descriptor: borrowing Descriptor) -> Emission {
    var batch = Batch()
    batch.append(type: UInt16(EV_KEY), code: key, value: value)
    batch.append(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
    let (transfer, size) = batch.withBytes { (descriptor.write($0), $0.count) }
    switch transfer {
    case .done(size): return .sent(events: batch.count)
    case .done, .wouldBlock: return .wouldBlock
    case .failed(let code): return .failed(code: code)
    }
  }
}
