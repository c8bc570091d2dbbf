internal import CEvdev
internal import Model

/// The Microsoft pad that the kernel's `hid-microsoft` drives.
extension Identity {
  /// An Xbox One S controller as it appears over Bluetooth, where Chromium can distinguish several of them.
  public static let xboxOneBluetooth = Identity(
    name: "Xbox Wireless Controller",
    id: ID(bus: UInt16(BUS_BLUETOOTH), vendor: 0x045e, product: 0x02fd, version: 0x0903),
    form: .reports(
      HIDDevice(
        descriptor: xboxDescriptor, features: [],
        input: HIDDevice.Input(template: [0x01] + [UInt8](repeating: 0, count: 16), fields: xboxFields),
        output: xboxOutput,
        // A report that arrives while the driver sets up the device is lost. Without the repetition, a game
        // would begin with the older state.
        repetition: .milliseconds(100))))

  private static let xboxDescriptor: [UInt8] = [
    0x05, 0x01, 0x09, 0x05, 0xa1, 0x01,  // Generic Desktop, Game Pad
    0x85, 0x01,  // Report 1
    0x09, 0x30, 0x09, 0x31, 0x09, 0x32, 0x09, 0x35,  // X, Y, Z, Rz
    0x15, 0x00, 0x27, 0xff, 0xff, 0x00, 0x00, 0x75, 0x10, 0x95, 0x04, 0x81, 0x02,  // 0 to 65535
    0x05, 0x02, 0x09, 0xc5, 0x26, 0xff, 0x03, 0x75, 0x0a, 0x95, 0x01, 0x81, 0x02,  // Brake, 0 to 1023
    0x75, 0x06, 0x81, 0x03,  // six bits of padding
    0x09, 0xc4, 0x75, 0x0a, 0x81, 0x02,  // Accelerator
    0x75, 0x06, 0x81, 0x03,
    0x05, 0x01, 0x09, 0x39, 0x15, 0x01, 0x25, 0x08, 0x35, 0x00, 0x46, 0x3b, 0x01, 0x65, 0x14,  // Hat, 1 to 8
    0x75, 0x04, 0x81, 0x42, 0x75, 0x04, 0x81, 0x03,  // four bits with a null state, and four of padding
    0x65, 0x00, 0x45, 0x00,  // no unit
    0x05, 0x09, 0x19, 0x01, 0x29, 0x0f, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x0f,
    0x81, 0x02,  // Buttons 1 to 15
    0x95, 0x01, 0x81, 0x03,
    0x05, 0x0c, 0x0a, 0x24, 0x02, 0x81, 0x02, 0x95, 0x07, 0x81, 0x03,  // Consumer, AC Back
    0x06, 0x00, 0xff, 0x85, 0x03, 0x09, 0x01, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x08,
    0x91, 0x02,  // Report 3, eight bytes out
    0xc0,
  ]

  /// The fields of the input report; its buttons 3, 6 and 9 to 11 are never pressed.
  private static let xboxFields: [HIDDevice.Field] = [
    stick(1, .leftX), stick(3, .leftY), stick(5, .rightX), stick(7, .rightY),
    trigger(9, .leftTrigger), trigger(11, .rightTrigger),
    HIDDevice.Field(13, width: 4, .hat(up: 1, none: 0)),
    button(14, 0, .a), button(14, 1, .b), button(14, 3, .x), button(14, 4, .y),
    button(14, 6, .leftShoulder), button(14, 7, .rightShoulder),
    button(15, 3, .start), button(15, 4, .guide), button(15, 5, .leftStick), button(15, 6, .rightStick),
    button(16, 0, .back),
  ]

  private static func stick(_ byte: Int, _ control: Control) -> HIDDevice.Field {
    HIDDevice.Field(byte, width: 16, .control(control, 0...65_535))
  }

  private static func trigger(_ byte: Int, _ control: Control) -> HIDDevice.Field {
    HIDDevice.Field(byte, width: 10, .control(control, 0...1_023))
  }

  private static func button(_ byte: Int, _ bit: Int, _ button: Button) -> HIDDevice.Field {
    HIDDevice.Field(byte, bit: bit, width: 1, .buttons(Buttons(button)))
  }

  /// The output report: flags for the motors, their strengths and their run times.
  ///
  /// Two motors are in the triggers; the others are a strong and a weak one.
  private static let xboxOutput = HIDDevice.Output(
    number: 0x03, size: 9, forms: [HIDDevice.Form(start: 1)],
    strong: HIDDevice.Motor(offset: 3, flags: [HIDDevice.Value(offset: 0, bits: 0x02)]),
    weak: HIDDevice.Motor(offset: 4, flags: [HIDDevice.Value(offset: 0, bits: 0x01)]),
    full: 100, timing: HIDDevice.Timing(duration: 5, delay: 6, repeats: 7))
}
