internal import CEvdev
public import Model

/// The appearance of a virtual pad, usually that of a real pad, as tables of its parts (docs/pads.md).
public struct Identity: Hashable, Sendable {
  /// The name of the device, which games also use to look up the pad; never a player's name.
  public let name: String
  /// The bus, vendor, product and version of the device (struct input_id).
  public let id: ID
  /// The parts of the device.
  public let form: Form
  /// The properties of the device, for example `INPUT_PROP_ACCELEROMETER`.
  public var properties: [UInt16] = []
  /// The codes of type `EV_MSC` that the device sends.
  public var miscellaneous: [UInt16] = []
  /// True if games find two motors in a device of uinput.
  ///
  /// For a device of HID reports, the kernel's driver decides instead.
  public var rumbles = true

  /// The parts of a device.
  public enum Form: Hashable, Sendable {
    /// Buttons and axes in the order of their codes: events of the kernel's input layer, made through uinput.
    case events(keys: [Key], axes: [Axis])
    /// The buttons and axes of a wheel that games can push, made through uinput.
    ///
    /// `bare` are the codes of keys that no control presses.
    case wheel(keys: [Key], axes: [Axis], bare: [UInt16])
    /// HID reports, made through uhid, which a kernel driver turns into events.
    case reports(HIDDevice)
    /// The buttons and axes of a stick that a controller has described, made through uinput.
    case stick(StickDescription)
  }

  /// The buttons, in the order of their codes; empty for a device of HID reports and for a stick.
  public var keys: [Key] {
    switch form {
    case .events(let keys, _), .wheel(let keys, _, _): keys
    case .reports, .stick: []
    }
  }

  /// The axes, in the order of their codes; empty for a device of HID reports and for a stick.
  public var axes: [Axis] {
    switch form {
    case .events(_, let axes), .wheel(_, let axes, _): axes
    case .reports, .stick: []
    }
  }

  /// The codes of keys that no control presses, which the device has because the real one has them.
  public var bareKeys: [UInt16] {
    if case .wheel(_, _, let bare) = form { bare } else { [] }
  }

  /// True if games can push the device, as they push a wheel.
  public var hasForces: Bool {
    switch form {
    case .wheel: true
    case .stick(let description): description.hasForces
    case .events, .reports: false
    }
  }

  /// The HID device; nil for a device made of events.
  public var hid: HIDDevice? {
    if case .reports(let device) = form { device } else { nil }
  }

  /// The numbers by which udev, SDL and browsers recognise a device.
  public struct ID: Hashable, Sendable {
    /// `BUS_USB` or `BUS_BLUETOOTH`; games recognise no pad on any other bus.
    public let bus: UInt16
    /// The USB vendor number.
    public let vendor: UInt16
    /// The USB product number.
    public let product: UInt16
    /// The release of the device (bcdDevice).
    public let version: UInt16
  }

  /// A button of the device.
  public struct Key: Hashable, Sendable {
    /// The code of type `EV_KEY`.
    public let code: UInt16
    /// The report's button that presses the key.
    public let button: Button
  }

  /// An axis of the device, whose range has at least as many values as that of the control that moves it.
  public struct Axis: Hashable, Sendable {
    /// The code of type `EV_ABS`.
    public let code: UInt16
    /// The report's control that moves the axis.
    public let control: Control
    /// The minimum value.
    public let minimum: Int32
    /// The maximum value.
    public let maximum: Int32
    /// The size of the changes that the kernel treats as noise.
    public var fuzz: Int32 = 0
    /// The dead zone that the device recommends to games.
    public var flat: Int32 = 0
    /// The number of steps for 1 g or 1 °/s of a sensor; 0 for any other axis.
    public var resolution: Int32 = 0
  }

  /// The part of a report that an axis shows.
  public enum Control: UInt32, Hashable, Sendable {
    /// The left stick, from left to right and from top to bottom.
    case leftX, leftY
    /// The right stick, from left to right and from top to bottom.
    case rightX, rightY
    /// The triggers' analog values; a pressed trigger button counts as a full pull.
    case leftTrigger, rightTrigger
    /// The d-pad, from left to right and from top to bottom.
    case dpadX, dpadY
    /// The acceleration along an axis of the pad's frame (docs/pads.md, "Sensors").
    case accelerationX, accelerationY, accelerationZ
    /// The rotation about an axis of the pad's frame.
    case rotationX, rotationY, rotationZ
    /// Pedals that rest at 255 and are 0 when fully pressed.
    ///
    /// The lower half of the right stick moves the clutch, the left trigger the brake, and the right trigger
    /// the gas. The raw value of a pedal is 16 more than that of the control that moves it.
    case clutch = 19, brake, gas
  }
}

extension Identity {
  /// True if the device has axes for sensors; false for every device of HID reports.
  public var hasSensors: Bool { axes.contains(where: \.control.isSensed) }

  /// Creates an identity made of buttons and axes.
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
  /// The values that the control can have in a report.
  var range: ClosedRange<Int32> {
    switch self {
    case .leftX, .leftY, .rightX, .rightY: -32768...32767
    case .leftTrigger, .rightTrigger, .clutch, .brake, .gas: 0...255
    case .dpadX, .dpadY: -1...1
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: -32768...32768
    }
  }

  /// True if the control is the reading of a sensor.
  var isSensed: Bool {
    switch self {
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: true
    default: false
    }
  }
}

extension Identity.Axis {
  /// Returns the position of the axis for `report`.
  func value(in report: PadReport) -> Int32 {
    report.value(of: control, over: minimum...maximum)
  }
}

extension PadReport {
  /// Returns the position of `control`, scaled from the control's own range to `ends` and rounded to the nearest.
  func value(of control: Identity.Control, over ends: ClosedRange<Int32>) -> Int32 {
    let value = value(of: control)
    let range = control.range
    guard range != ends else { return value }
    let length = Int64(range.upperBound) - Int64(range.lowerBound)
    let way =
      (Int64(value) - Int64(range.lowerBound)) * (Int64(ends.upperBound) - Int64(ends.lowerBound))
    return Int32(Int64(ends.lowerBound) + (way + length / 2) / length)
  }

  /// Returns the sticks, triggers, pedals and d-pad that differ from those in `former`; bit n is control number n.
  ///
  /// They are compared together, since most packets move one or two of them.
  func controlsMoved(since former: PadReport) -> UInt32 {
    @inline(__always) func bit(_ control: Identity.Control) -> UInt32 {
      (value(of: control) == former.value(of: control) ? 0 : 1) << control.rawValue
    }
    let analog =
      bit(.leftX) | bit(.leftY) | bit(.rightX) | bit(.rightY) | bit(.leftTrigger) | bit(.rightTrigger)
    let moved = buttons == former.buttons ? analog : analog | bit(.dpadX) | bit(.dpadY)
    return moved | moved << 16
  }

  /// Returns the value that `control` has in this report; opposite d-pad buttons cancel each other.
  @inline(__always) func value(of control: Identity.Control) -> Int32 {
    switch control {
    case .leftX: Int32(leftStick.x)
    case .leftY: Int32(leftStick.y)
    case .rightX: Int32(rightStick.x)
    case .rightY: Int32(rightStick.y)
    case .leftTrigger: buttons[.leftTrigger] ? 255 : Int32(leftTrigger)
    case .rightTrigger: buttons[.rightTrigger] ? 255 : Int32(rightTrigger)
    case .dpadX: (buttons[.dpadRight] ? 1 : 0) - (buttons[.dpadLeft] ? 1 : 0)
    case .dpadY: (buttons[.dpadDown] ? 1 : 0) - (buttons[.dpadUp] ? 1 : 0)
    case .clutch, .brake, .gas: pedal(control)
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: sensed(control)
    }
  }

  /// Returns the value of a pedal.
  ///
  /// It is a separate function so that the code for sticks stays small.
  @inline(never)
  private func pedal(_ control: Identity.Control) -> Int32 {
    switch control {
    case .clutch: 255 - (max(0, Int32(rightStick.y)) * 255 + 16_383) / 32_767
    case .brake: 255 - value(of: .leftTrigger)
    default: 255 - value(of: .rightTrigger)
    }
  }

  /// Returns the reading of a sensor.
  ///
  /// It is a separate function so that the code for sticks stays small.
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
