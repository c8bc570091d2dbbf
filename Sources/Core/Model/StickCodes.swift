/// The codes of Linux's input layer that a described stick may have (input-event-codes.h).
///
/// They belong to joysticks, wheels and gamepads. Keys of keyboards, buttons of mice, and the codes of pens, of touch and
/// of motion are not among them, so no description leads to such a device.
public enum StickCodes {
  /// The codes of type `EV_KEY`, ascending.
  ///
  /// They are the ranges that begin at `BTN_0`, `BTN_JOYSTICK` (with `BTN_GAMEPAD`), `BTN_WHEEL`,
  /// `BTN_DPAD_UP` and `BTN_TRIGGER_HAPPY`.
  public static let keys: [UInt16] =
    ([0x100...0x10f, 0x120...0x13f, 0x150...0x15f, 0x220...0x223, 0x2c0...0x2ff] as [ClosedRange<UInt16>])
    .flatMap { Array($0) }

  /// The codes of type `EV_ABS`, ascending: `ABS_X` to `ABS_HAT3Y`, and `ABS_MISC` to the code before
  /// `ABS_MT_SLOT`.
  public static let axes: [UInt8] = Array(0x00...0x17) + Array(0x28...0x2e)
}
