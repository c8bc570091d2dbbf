internal import CEvdev
public import Model

/// The state of a real pad, gathered from its events.
///
/// Any pad whose buttons begin at `BTN_GAMEPAD` is supported; sticks and triggers are scaled from the pad's own ranges
/// to those of a report.
public struct PadReading: Sendable {
  /// The state after all events so far.
  public private(set) var report = PadReport.neutral
  private let ranges: [UInt16: ClosedRange<Int32>]
  private let controls: [UInt16: Identity.Control]
  private let isPositional: Bool

  /// Creates the state of a pad at rest whose axes have `ranges`.
  ///
  /// If `isPositional` is true, `BTN_NORTH` is the upper button, as its name says. If it is false, it is the
  /// left button, as with the Xbox drivers.
  public init(ranges: [UInt16: ClosedRange<Int32>], isPositional: Bool = false) {
    self.ranges = ranges.filter { $0.value.lowerBound < $0.value.upperBound }
    self.isPositional = isPositional
    let hasSecondStick = ranges[UInt16(ABS_RX)] != nil
    controls = PadReading.common.merging(hasSecondStick ? PadReading.wired : PadReading.wireless) { $1 }
  }

  /// The vendors whose drivers name the upper button `BTN_NORTH`: Sony and Nintendo.
  static let positionalVendors: Set<UInt16> = [0x054c, 0x057e]

  /// The codes of the axes that a pad can have.
  static let axisCodes = Set(common.keys).union(wired.keys).union(wireless.keys)

  /// The codes of the keys that a pad can have, with the buttons that they press.
  static let buttons: [UInt16: Button] = {
    var buttons = [UInt16(KEY_RECORD): Button.share]
    let blocks: [(first: Int32, button: UInt8, count: UInt8)] = [
      (BTN_GAMEPAD, Button.a.rawValue, 15), (BTN_DPAD_UP, Button.dpadUp.rawValue, 4),
      (BTN_TRIGGER_HAPPY1, Button.extra1.rawValue, 11),
    ]
    for (first, button, count) in blocks {
      for offset in 0..<count { buttons[UInt16(first) + UInt16(offset)] = Button(rawValue: button + offset) }
    }
    return buttons
  }()

  private static let common: [UInt16: Identity.Control] = [
    UInt16(ABS_X): .leftX, UInt16(ABS_Y): .leftY, UInt16(ABS_HAT0X): .dpadX, UInt16(ABS_HAT0Y): .dpadY,
  ]
  /// The controls of a pad that follows the kernel's gamepad rules.
  private static let wired: [UInt16: Identity.Control] = [
    UInt16(ABS_RX): .rightX, UInt16(ABS_RY): .rightY, UInt16(ABS_Z): .leftTrigger,
    UInt16(ABS_RZ): .rightTrigger,
  ]
  /// The controls of a pad that describes itself over Bluetooth.
  private static let wireless: [UInt16: Identity.Control] = [
    UInt16(ABS_Z): .rightX, UInt16(ABS_RZ): .rightY, UInt16(ABS_BRAKE): .leftTrigger,
    UInt16(ABS_GAS): .rightTrigger,
  ]

  /// Applies the initial state of the pad: the values of `axes`, and the codes of the `keys` that are down.
  ///
  /// Keys that are up are left out: if a pad has a hat, its d-pad keys are up, and would undo the direction.
  mutating func begin(at axes: [(code: UInt16, value: Int32)], holding keys: Set<UInt16>) {
    for axis in axes { apply(type: UInt16(EV_ABS), code: axis.code, value: axis.value) }
    for code in keys { apply(type: UInt16(EV_KEY), code: code, value: 1) }
  }

  /// Applies one event from the pad; events without a meaning for a pad are ignored.
  public mutating func apply(type: UInt16, code: UInt16, value: Int32) {
    switch Int32(type) {
    case EV_KEY: press(code, isDown: value != 0)
    case EV_ABS: move(code, to: value)
    default: break
    }
  }

  /// Presses or releases a button.
  ///
  /// A trigger switch counts only if the pad lacks that analog trigger; it then counts as a full pull.
  private mutating func press(_ code: UInt16, isDown: Bool) {
    switch PadReading.buttons[code] {
    case .leftTrigger where has(.leftTrigger), .rightTrigger where has(.rightTrigger), nil: break
    case .x where isPositional: report.buttons[.y] = isDown
    case .y where isPositional: report.buttons[.x] = isDown
    case let button?: report.buttons[button] = isDown
    }
  }

  private func has(_ control: Identity.Control) -> Bool {
    controls.contains { $0.value == control && ranges[$0.key] != nil }
  }

  private mutating func move(_ code: UInt16, to value: Int32) {
    guard let control = controls[code], let range = ranges[code] else { return }
    let length = Double(range.upperBound) - Double(range.lowerBound)
    let part = min(1, max(0, (Double(value) - Double(range.lowerBound)) / length))
    let deflection = Int16(((2 * part - 1) * Double(Int16.max)).rounded())
    switch control {
    case .leftX: report.leftStick.x = deflection
    case .leftY: report.leftStick.y = deflection
    case .rightX: report.rightStick.x = deflection
    case .rightY: report.rightStick.y = deflection
    case .leftTrigger: report.leftTrigger = UInt8((part * 255).rounded())
    case .rightTrigger: report.rightTrigger = UInt8((part * 255).rounded())
    case .dpadX: press(.dpadLeft, .dpadRight, by: part)
    case .dpadY: press(.dpadUp, .dpadDown, by: part)
    case .accelerationX, .accelerationY, .accelerationZ, .rotationX, .rotationY, .rotationZ: break
    case .clutch, .brake, .gas: break
    }
  }

  private mutating func press(_ low: Button, _ high: Button, by part: Double) {
    report.buttons[low] = part < 0.25
    report.buttons[high] = part > 0.75
  }
}
