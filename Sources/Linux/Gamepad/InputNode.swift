/// A node of an input device, as udev describes it, for example /dev/input/event7.
public struct InputNode: Hashable, Sendable {
  /// The path of the node.
  public let path: String
  /// The kernel's name of the input device, for example `input7`.
  public let device: String
  /// The name that the device reports.
  public let name: String
  /// The physical path that the device reports; empty if it reports none.
  public let phys: String
  /// The unique identifier that the device reports; empty if it reports none.
  public let uniq: String
  /// The path in sysfs of the HID device whose driver made the input device; empty if there is none.
  public let hardware: String
  /// The kinds of device that udev assigns to the node, by the names of its properties, in the order of ``knownKinds``.
  public let kinds: [String]
  /// True if the user at the seat may open the node (the tag `uaccess`).
  public let isForSeat: Bool
  /// True if desktops leave the node alone, so that it moves no pointer (the property `LIBINPUT_IGNORE_DEVICE`).
  public let isIgnoredByDesktops: Bool
  /// True if udev has finished processing the node.
  public let isDescribed: Bool

  /// The property of pads, sticks and wheels, by which programs find them.
  public static let joystick = "ID_INPUT_JOYSTICK"
  /// The property of motion sensors, by which programs find them.
  public static let accelerometer = "ID_INPUT_ACCELEROMETER"
  /// The kind of touchpads.
  public static let touchpad = "ID_INPUT_TOUCHPAD"
  /// The properties by which programs choose their devices (systemd's udev-builtin-input_id.c).
  static let knownKinds = [
    joystick, accelerometer, "ID_INPUT_KEY", "ID_INPUT_KEYBOARD", "ID_INPUT_MOUSE", touchpad,
    "ID_INPUT_TOUCHSCREEN", "ID_INPUT_TABLET",
  ]

  /// Creates the description of the node at `path`; the parts that are left out are empty.
  public init(
    path: String, device: String = "", name: String = "", phys: String = "", uniq: String = "",
    hardware: String = "", kinds: [String] = [], isForSeat: Bool = false, isIgnoredByDesktops: Bool = false,
    isDescribed: Bool = true
  ) {
    (self.path, self.device, self.name, self.phys) = (path, device, name, phys)
    (self.uniq, self.hardware, self.kinds) = (uniq, hardware, kinds)
    (self.isForSeat, self.isIgnoredByDesktops, self.isDescribed) = (
      isForSeat, isIgnoredByDesktops, isDescribed
    )
  }

  /// The name of the node, for example `event7`.
  public var label: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// True if Tiltpad made the device itself (docs/pads.md, "Who may open what").
  public var isOwn: Bool { phys.hasPrefix("tiltpad/") || uniq.hasPrefix("02:74:62:") }

  /// The number of the player whose device Tiltpad made, from 1; nil if the device is not a player's.
  ///
  /// A `phys` ends with the number itself, and the last digit of a `uniq` is the number less 1 (``HardwareAddress``).
  public var player: Int? {
    for prefix in ["tiltpad/pad", "tiltpad/motion"] where phys.hasPrefix(prefix) {
      return Int(phys.dropFirst(prefix.count))
    }
    return isOwn ? uniq.last?.hexDigitValue.map { $0 + 1 } : nil
  }

  /// True if programs treat the node as a pad, a stick or a wheel.
  public var isJoystick: Bool { kinds.contains(InputNode.joystick) }

  /// True if programs treat the node as a keyboard or a pointing device, which must not happen to a stick.
  public var typesOrPoints: Bool {
    kinds.contains { $0 != InputNode.joystick && $0 != InputNode.accelerometer }
  }

  /// True if programs treat the node as motion sensors.
  public var isAccelerometer: Bool { kinds.contains(InputNode.accelerometer) }

  /// Returns whether `other` belongs to the same controller, as the pad and the sensors of one controller do.
  ///
  /// They belong together if both report the same unique identifier. If neither reports one, they belong together
  /// if both were made for the same HID device.
  public func belongsToSameController(_ other: InputNode) -> Bool {
    guard path != other.path else { return false }
    return uniq.isEmpty && other.uniq.isEmpty
      ? !hardware.isEmpty && hardware == other.hardware : uniq == other.uniq
  }
}
