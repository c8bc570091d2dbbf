internal import CEvdev
internal import Model

/// The Logitech G29 wheel in its native PlayStation 3 mode, as the kernel's driver of Logitech's wheels shows it.
///
/// It is made through uinput, because that driver accepts only USB devices. Games recognise the wheel by its
/// numbers, codes and effects (docs/wheels.md). No control of a pad corresponds to the dial and its enter
/// key.
extension Identity {
  /// A wheel of 900° with three pedals and the gears of a shifter.
  public static let logitechG29 = Identity(
    name: "Logitech G29 Driving Force Racing Wheel",
    id: ID(bus: UInt16(BUS_USB), vendor: 0x046d, product: 0xc24f, version: 0x0111),
    form: .wheel(
      keys: keys(
        from: UInt16(BTN_JOYSTICK),
        [
          .a, .x, .b, .y, .rightShoulder, .leftShoulder, .extra1, .extra2, .back, .start, .rightStick,
          .leftStick, .extra3, .extra4, .extra5, .extra6,
        ])
        + keys(from: UInt16(BTN_TRIGGER_HAPPY), [.extra7, .extra8, .extra9, .extra10, .extra11])
        + [Key(code: UInt16(BTN_TRIGGER_HAPPY9), button: .guide)],
      axes: [
        Axis(code: UInt16(ABS_X), control: .leftX, minimum: 0, maximum: 65_535),
        Axis(code: UInt16(ABS_Y), control: .clutch, minimum: 0, maximum: 255),
        Axis(code: UInt16(ABS_Z), control: .gas, minimum: 0, maximum: 255),
        Axis(code: UInt16(ABS_RZ), control: .brake, minimum: 0, maximum: 255),
      ] + dpadAxes,
      bare: (UInt16(BTN_TRIGGER_HAPPY6)...UInt16(BTN_TRIGGER_HAPPY8)).map(\.self)))

  /// Returns `buttons` as keys with the codes from `first` on.
  private static func keys(from first: UInt16, _ buttons: [Button]) -> [Key] {
    zip(first..., buttons).map { Key(code: $0, button: $1) }
  }
}
