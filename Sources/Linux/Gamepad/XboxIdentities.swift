internal import CEvdev
internal import Model

/// The pads that the kernel's `xpad` driver makes of wired Xbox controllers.
extension Identity {
  /// The pad of an Xbox 360 controller.
  public static let xbox360 = Identity(
    name: "Microsoft X-Box 360 pad",
    id: ID(bus: UInt16(BUS_USB), vendor: 0x045e, product: 0x028e, version: 0x0114),
    keys: padKeys, axes: padAxes(triggerMaximum: 255, stickFuzz: 16))

  /// The pad of an Xbox One S controller.
  public static let xboxOne = Identity(
    name: "Microsoft X-Box One S pad",
    id: ID(bus: UInt16(BUS_USB), vendor: 0x045e, product: 0x02ea, version: 0x0408),
    keys: padKeys, axes: padAxes(triggerMaximum: 1_023, stickFuzz: 16))

  /// The pad of an Xbox Series S or X controller, with its share button.
  public static let xboxSeries = Identity(
    name: "Microsoft Xbox Series S|X Controller",
    id: ID(bus: UInt16(BUS_USB), vendor: 0x045e, product: 0x0b12, version: 0x050d),
    keys: [Key(code: UInt16(KEY_RECORD), button: .share)] + padKeys,
    axes: padAxes(triggerMaximum: 1_023, stickFuzz: 16))

  /// The buttons in xpad's order, which is not that of the kernel's rules: the left button is `BTN_X` = `BTN_NORTH`.
  static let padKeys = [
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
  ]

  /// Returns xpad's axes.
  ///
  /// The triggers end at `triggerMaximum`, and `stickFuzz` is the noise that the kernel filters from a stick.
  static func padAxes(triggerMaximum: Int32, stickFuzz: Int32) -> [Axis] {
    let stick = { (code: Int32, control: Control) in
      Axis(
        code: UInt16(code), control: control, minimum: -32768, maximum: 32767, fuzz: stickFuzz, flat: 128)
    }
    return [
      stick(ABS_X, .leftX),
      stick(ABS_Y, .leftY),
      Axis(code: UInt16(ABS_Z), control: .leftTrigger, minimum: 0, maximum: triggerMaximum),
      stick(ABS_RX, .rightX),
      stick(ABS_RY, .rightY),
      Axis(code: UInt16(ABS_RZ), control: .rightTrigger, minimum: 0, maximum: triggerMaximum),
    ] + dpadAxes
  }

  /// The d-pad as a hat.
  static let dpadAxes = [
    Axis(code: UInt16(ABS_HAT0X), control: .dpadX, minimum: -1, maximum: 1),
    Axis(code: UInt16(ABS_HAT0Y), control: .dpadY, minimum: -1, maximum: 1),
  ]
}
