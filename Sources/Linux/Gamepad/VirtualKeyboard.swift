internal import CEvdev
internal import Glibc
internal import Platform

/// A virtual keyboard of the kernel, which presses single keys for another program.
///
/// When the value is destroyed, it releases the keys that are down, and the keyboard disappears.
public struct VirtualKeyboard: ~Copyable {
  /// The `phys` by which udev rules recognise the device.
  static let phys = "tiltpad/keys"

  /// The codes KEY_ESC to KEY_S; udev treats a device with all of them as a keyboard (systemd's input_id).
  static let marks: ClosedRange<UInt16> = 1...31
  /// BTN_MISC, the first code of mice and pads; other programs treat a device that has such codes as a joystick.
  static let firstButton: UInt16 = 0x100
  /// BUS_VIRTUAL, and a product number that nobody uses.
  private static let id = Identity.ID(bus: 6, vendor: 0, product: 0, version: 1)

  /// The file descriptor of the open /dev/uinput.
  let descriptor: Descriptor
  /// The keys that can be pressed.
  let keys: Set<UInt16>
  /// The keys that are held down.
  var held: Set<UInt16> = []

  /// Creates a keyboard with the device name `name` that can press `keys`.
  ///
  /// The keys are codes of type `EV_KEY` (linux/input-event-codes.h).
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`, with `EINVAL` when a code is not that of a
  ///   keyboard key.
  public init(_ name: String, keys: Set<UInt16>, path: String = "/dev/uinput") throws(PadError) {
    guard keys.allSatisfy({ (1..<VirtualKeyboard.firstButton).contains($0) }) else {
      throw .refused(code: EINVAL)
    }
    let opened: Descriptor
    do throws(SystemError) {
      opened = try Descriptor(opening: path, .device)
    } catch {
      throw PadError(code: error.code)
    }
    let all = keys.union(VirtualKeyboard.marks).sorted()
    let device = DeviceDescription(name: name, id: VirtualKeyboard.id, keys: all)
    try createDevice(on: opened, device, phys: VirtualKeyboard.phys)
    self.init(adopting: opened, keys: keys)
  }

  /// Creates a keyboard that writes to `descriptor`, which may be of any kind.
  init(adopting descriptor: consuming Descriptor, keys: Set<UInt16>) {
    self.descriptor = descriptor
    self.keys = keys
  }

  deinit {
    for key in held { _ = VirtualKeyboard.write(key, 0, to: descriptor) }
  }

  /// Returns the code of the keyboard key that libevdev calls `name`, such as `KEY_ENTER`; nil if there is none.
  public static func code(named name: String) -> UInt16? {
    let code = unsafe name.withCString { unsafe evdev_key_code($0) }
    return UInt16(exactly: code).flatMap { (1..<firstButton).contains($0) ? $0 : nil }
  }

  /// Presses `key`; does nothing if the key is down already or the keyboard does not have it.
  @discardableResult
  public mutating func press(_ key: UInt16) -> Emission {
    guard keys.contains(key), !held.contains(key) else { return .unchanged }
    let emission = VirtualKeyboard.write(key, 1, to: descriptor)
    if case .sent = emission { held.insert(key) }
    return emission
  }

  /// Releases `key`; does nothing if the key is not down.
  @discardableResult
  public mutating func release(_ key: UInt16) -> Emission {
    guard held.contains(key) else { return .unchanged }
    let emission = VirtualKeyboard.write(key, 0, to: descriptor)
    if case .sent = emission { held.remove(key) }
    return emission
  }

  /// The kernel's name for the device, for example `input7`; nil if there is no device.
  public var sysname: String? { UinputDevice.sysname(of: descriptor) }

  /// Writes one key event and a `SYN_REPORT` to `descriptor` with one write(2).
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
