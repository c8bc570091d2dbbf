internal import CEvdev
public import Model

/// A real pad that a virtual one imitates, as tables of what it has.
public struct Identity: Sendable {
  /// The name of the device, which games look up too: never a player's.
  public let name: String
  /// The bus, vendor, product and version of the device (struct input_id).
  public let id: ID
  /// The buttons, in the order of their codes.
  public let keys: [Key]
  /// The axes, in the order of their codes.
  public let axes: [Axis]

  /// What udev, SDL and browsers recognise a device by.
  public struct ID: Hashable, Sendable {
    /// `BUS_USB` or `BUS_BLUETOOTH`; with any other, games do not know the pad.
    public let bus: UInt16
    /// The USB vendor.
    public let vendor: UInt16
    /// The USB product.
    public let product: UInt16
    /// The release of the device (bcdDevice).
    public let version: UInt16
  }

  /// A button of the device.
  public struct Key: Hashable, Sendable {
    /// The code of type `EV_KEY`.
    public let code: UInt16
    /// What presses it.
    public let button: Button
  }

  /// An axis of the device.
  public struct Axis: Hashable, Sendable {
    /// The code of type `EV_ABS`.
    public let code: UInt16
    /// What moves it.
    public let control: Control
    /// The least value.
    public let minimum: Int32
    /// The greatest value.
    public let maximum: Int32
    /// The change that the kernel takes for noise.
    public var fuzz: Int32 = 0
    /// The dead zone that a game is advised of.
    public var flat: Int32 = 0
  }

  /// What part of a report an axis shows.
  public enum Control: Hashable, Sendable {
    /// The left stick, left to right and up to down.
    case leftX, leftY
    /// The right stick, left to right and up to down.
    case rightX, rightY
    /// The triggers, as analog values or pulled fully by their buttons.
    case leftTrigger, rightTrigger
    /// The d-pad, left to right and up to down.
    case dpadX, dpadY
  }
}

extension Identity {
  /// The pad that the kernel's `xpad` driver makes of a wired Xbox 360 controller (docs/pads.md).
  ///
  /// The left face button has `BTN_X` = `BTN_NORTH`: that is xpad's order, not the order of the kernel's rules.
  public static let xbox360 = Identity(
    name: "Microsoft X-Box 360 pad",
    id: ID(bus: UInt16(BUS_USB), vendor: 0x045e, product: 0x028e, version: 0x0114),
    keys: [
      Key(code: UInt16(BTN_A), button: .a),
      Key(code: UInt16(BTN_B), button: .b),
      Key(code: UInt16(BTN_X), button: .x),
      Key(code: UInt16(BTN_Y), button: .y),
      Key(code: UInt16(BTN_TL), button: .leftShoulder),
      Key(code: UInt16(BTN_TR), button: .rightShoulder),
      Key(code: UInt16(BTN_SELECT), button: .back),
      Key(code: UInt16(BTN_START), button: .start),
      Key(code: UInt16(BTN_MODE), button: .guide),
      Key(code: UInt16(BTN_THUMBL), button: .leftStick),
      Key(code: UInt16(BTN_THUMBR), button: .rightStick),
    ],
    axes: [
      stick(ABS_X, .leftX),
      stick(ABS_Y, .leftY),
      Axis(code: UInt16(ABS_Z), control: .leftTrigger, minimum: 0, maximum: 255),
      stick(ABS_RX, .rightX),
      stick(ABS_RY, .rightY),
      Axis(code: UInt16(ABS_RZ), control: .rightTrigger, minimum: 0, maximum: 255),
      Axis(code: UInt16(ABS_HAT0X), control: .dpadX, minimum: -1, maximum: 1),
      Axis(code: UInt16(ABS_HAT0Y), control: .dpadY, minimum: -1, maximum: 1),
    ])

  private static func stick(_ code: Int32, _ control: Control) -> Axis {
    Axis(code: UInt16(code), control: control, minimum: -32768, maximum: 32767, fuzz: 16, flat: 128)
  }
}

extension PadReport {
  /// The value that `control` has in this report; opposite d-pad buttons cancel each other.
  func value(of control: Identity.Control) -> Int32 {
    switch control {
    case .leftX: Int32(leftStick.x)
    case .leftY: Int32(leftStick.y)
    case .rightX: Int32(rightStick.x)
    case .rightY: Int32(rightStick.y)
    case .leftTrigger: buttons[.leftTrigger] ? 255 : Int32(leftTrigger)
    case .rightTrigger: buttons[.rightTrigger] ? 255 : Int32(rightTrigger)
    case .dpadX: (buttons[.dpadRight] ? 1 : 0) - (buttons[.dpadLeft] ? 1 : 0)
    case .dpadY: (buttons[.dpadDown] ? 1 : 0) - (buttons[.dpadUp] ? 1 : 0)
    }
  }
}
