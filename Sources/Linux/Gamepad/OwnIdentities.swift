internal import CEvdev
internal import Model

extension Identity {
  /// All identities by their names, in the order of their numbers (``number``); the default comes first.
  ///
  /// Controllers rely on the numbers, so identities are only ever added at the end and never removed.
  public static let named: [(name: String, identity: Identity)] = [
    ("xbox360", .xbox360), ("xboxone", .xboxOne), ("xboxseries", .xboxSeries), ("generic", .generic),
    ("wheel", .wheel), ("flightstick", .flightStick), ("accelerometer", .accelerometer),
    ("dualsense", .dualSense), ("xboxone-bt", .xboxOneBluetooth), ("g29", .logitechG29),
  ]
}

/// Devices that do not imitate real ones.
///
/// SDL rejects names with certain beginnings or endings, such as ` Touchpad`. The pads here avoid such names; the
/// accelerometer, which must not be taken for a pad, has one.
extension Identity {
  /// A pad of no real maker, with xpad's layout and without the kernel's noise filter.
  public static let generic = Identity(
    name: "Tiltpad Gamepad", id: testing(product: 0x000d), keys: padKeys,
    axes: padAxes(triggerMaximum: 255, stickFuzz: 0))

  /// A steering wheel with two pedals and two gear paddles, which games can push.
  public static let wheel = Identity(
    name: "Tiltpad Wheel", id: testing(product: 0x000e),
    form: .wheel(
      keys: joystickKeys([.a, .b, .x, .y, .back, .start, .dpadUp, .dpadDown, .dpadLeft, .dpadRight]) + [
        Key(code: UInt16(BTN_GEAR_DOWN), button: .leftShoulder),
        Key(code: UInt16(BTN_GEAR_UP), button: .rightShoulder),
      ],
      axes: [
        lever(ABS_WHEEL, .leftX),
        Axis(code: UInt16(ABS_GAS), control: .rightTrigger, minimum: 0, maximum: 255),
        Axis(code: UInt16(ABS_BRAKE), control: .leftTrigger, minimum: 0, maximum: 255),
      ], bare: []))

  /// A stick that twists, with a throttle and a hat.
  public static let flightStick = Identity(
    name: "Tiltpad Flight Stick", id: testing(product: 0x000f),
    keys: joystickKeys([
      .a, .b, .x, .y, .leftShoulder, .rightShoulder, .back, .start, .guide, .leftStick, .rightStick,
    ]),
    axes: [
      lever(ABS_X, .leftX),
      lever(ABS_Y, .leftY),
      lever(ABS_RZ, .rightX),
      Axis(code: UInt16(ABS_THROTTLE), control: .rightTrigger, minimum: 0, maximum: 255),
    ] + dpadAxes)

  /// A device of sensors alone, either accompanying a pad or by itself; the ranges are those of a DualSense.
  public static let accelerometer = Identity(
    name: "Tiltpad Accelerometer", id: testing(product: 0x000c), keys: [],
    axes: [
      acceleration(ABS_X, .accelerationX), acceleration(ABS_Y, .accelerationY),
      acceleration(ABS_Z, .accelerationZ), rotation(ABS_RX, .rotationX), rotation(ABS_RY, .rotationY),
      rotation(ABS_RZ, .rotationZ),
    ], properties: [UInt16(INPUT_PROP_ACCELEROMETER)], miscellaneous: [UInt16(MSC_TIMESTAMP)], rumbles: false)

  /// Returns the numbers of `product`, one of 0x0001 to 0x0010, which pid.codes (0x1209) reserves for tests.
  ///
  /// Other products have to be allotted first. Most firmware under test takes the first numbers, so Tiltpad uses the
  /// last ones. Each identity has its own number, since programs remember a mapping by vendor and product.
  private static func testing(product: UInt16) -> ID {
    ID(bus: UInt16(BUS_USB), vendor: 0x1209, product: product, version: 0x0100)
  }

  /// Returns `buttons` as the keys of a joystick, with codes from `BTN_TRIGGER` on.
  private static func joystickKeys(_ buttons: [Button]) -> [Key] {
    zip(UInt16(BTN_TRIGGER)..., buttons).map { Key(code: $0, button: $1) }
  }

  /// Returns an acceleration axis with a range of ±4 g.
  private static func acceleration(_ code: Int32, _ control: Control) -> Axis {
    Axis(
      code: UInt16(code), control: control, minimum: -32_768, maximum: 32_768,
      fuzz: AccelerationDither.fuzz, resolution: 8_192)
  }

  /// Returns a rotation axis with a range of ±2048 °/s.
  private static func rotation(_ code: Int32, _ control: Control) -> Axis {
    Axis(
      code: UInt16(code), control: control, minimum: -2_097_152, maximum: 2_097_152, fuzz: 16,
      resolution: 1_024)
  }

  /// Returns an axis without a dead zone, which is left to the profile.
  private static func lever(_ code: Int32, _ control: Control) -> Axis {
    Axis(code: UInt16(code), control: control, minimum: -32768, maximum: 32767)
  }
}
