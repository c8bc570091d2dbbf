internal import CEvdev
public import Model

/// What a virtual pad looks like, most often a real one, as tables of what it has (docs/pads.md).
public struct Identity: Hashable, Sendable {
  /// The name of the device, which games look up too: never a player's.
  public let name: String
  /// The bus, vendor, product and version of the device (struct input_id).
  public let id: ID
  /// What the device is made of.
  public let form: Form
  /// What kind of device it is, as `INPUT_PROP_ACCELEROMETER`.
  public var properties: [UInt16] = []
  /// What it tells besides, of type `EV_MSC`.
  public var miscellaneous: [UInt16] = []
  /// Whether games find two motors in it; a driver of the kernel's decides that itself.
  public var rumbles = true

  /// What a device is made of.
  public enum Form: Hashable, Sendable {
    /// Events of the kernel's input layer, made through uinput: buttons and axes in the order of their codes.
    case events(keys: [Key], axes: [Axis])
    /// HID reports, made through uhid, of which a driver of the kernel makes events.
    case reports(HIDDevice)
  }

  /// The buttons, in the order of their codes; none where a driver of the kernel's has them.
  public var keys: [Key] {
    if case .events(let keys, _) = form { keys } else { [] }
  }

  /// The axes, in the order of their codes; none where a driver of the kernel's has them.
  public var axes: [Axis] {
    if case .events(_, let axes) = form { axes } else { [] }
  }

  /// The device as HID has it; nil when it is made of events.
  public var hid: HIDDevice? {
    if case .reports(let device) = form { device } else { nil }
  }

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

  /// An axis of the device, at least as fine as what moves it.
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
    /// How many steps make 1 g, or 1 °/s, of a sensor; 0 for anything else.
    public var resolution: Int32 = 0
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
    /// The acceleration along an axis of the pad's frame (docs/pads.md, "Sensors").
    case accelerationX, accelerationY, accelerationZ
    /// The rotation about an axis of the pad's frame.
    case rotationX, rotationY, rotationZ
  }
}

extension Identity {
  /// Whether the device has sensors itself.
  public var hasSensors: Bool { axes.contains(where: \.control.isSensed) }

  /// A device of buttons and axes.
  init(
    name: String, id: ID, keys: [Key], axes: [Axis], properties: [UInt16] = [], miscellaneous: [UInt16] = [],
    rumbles: Bool = true
  ) {
    self.init(
      name: name, id: id, form: .events(keys: keys, axes: axes), properties: properties,
      miscellaneous: miscellaneous, rumbles: rumbles)
  }
}

extension Identity.Control {
  /// The values that it has in a report.
  var range: ClosedRange<Int32> {
    switch self {
    case .leftX, .leftY, .rightX, .rightY: -32768...32767
    case .leftTrigger, .rightTrigger: 0...255
    case .dpadX, .dpadY: -1...1
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: -32768...32768
    }
  }

  /// Whether a sensor shows it.
  var isSensed: Bool {
    switch self {
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: true
    default: false
    }
  }
}

extension Identity.Axis {
  /// Where the axis is in `report`.
  func value(in report: PadReport) -> Int32 {
    report.value(of: control, over: minimum...maximum)
  }
}

extension PadReport {
  /// Where `control` is in `ends`: as far between them as it is between its own, rounded to the nearest.
  func value(of control: Identity.Control, over ends: ClosedRange<Int32>) -> Int32 {
    let value = value(of: control)
    let range = control.range
    guard range != ends else { return value }
    let length = Int64(range.upperBound) - Int64(range.lowerBound)
    let way =
      (Int64(value) - Int64(range.lowerBound)) * (Int64(ends.upperBound) - Int64(ends.lowerBound))
    return Int32(Int64(ends.lowerBound) + (way + length / 2) / length)
  }

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
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: sensed(control)
    }
  }

  /// What a sensor shows; by itself, so that the code for sticks stays as small as it is.
  @inline(never)
  private func sensed(_ control: Identity.Control) -> Int32 {
    guard let motion else { return 0 }
    return switch control {
    case .accelerationX: Int32(motion.acceleration.x)
    case .accelerationY: Int32(motion.acceleration.y)
    case .accelerationZ: Int32(motion.acceleration.z)
    case .rotationX: Int32(motion.rotation.x)
    case .rotationY: Int32(motion.rotation.y)
    case .rotationZ: Int32(motion.rotation.z)
    default: 0
    }
  }
}
