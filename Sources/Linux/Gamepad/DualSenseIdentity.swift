internal import CEvdev
internal import Model

/// The Sony pad that the kernel's `hid-playstation` drives, as it appears over Bluetooth.
///
/// SDL 2 opens it only over Bluetooth.
extension Identity {
  /// A DualSense controller with its motion sensors, touchpad, motors and light.
  public static let dualSense = Identity(
    name: "DualSense Wireless Controller",
    id: ID(bus: UInt16(BUS_BLUETOOTH), vendor: 0x054c, product: 0x0ce6, version: 0x0100),
    form: .reports(
      HIDDevice(
        descriptor: dualSenseDescriptor,
        features: [dualSenseCalibration, dualSensePairing, dualSenseFirmware],
        input: HIDDevice.Input(template: dualSenseTemplate, fields: dualSenseFields, seed: 0xa1),
        output: dualSenseOutput,
        // SDL opens a pad and then waits 16 ms for report 0x31, which shows that the pad has motors and a light.
        repetition: .milliseconds(10))))

  /// The report descriptor.
  ///
  /// It describes the short report 1, which a real pad sends until a driver requests the full report, and the
  /// reports that this pad uses.
  private static let dualSenseDescriptor: [UInt8] = [
    0x05, 0x01, 0x09, 0x05, 0xa1, 0x01,  // Generic Desktop, Game Pad
    0x85, 0x01,  // Report 1
    0x09, 0x30, 0x09, 0x31, 0x09, 0x32, 0x09, 0x35,  // X, Y, Z, Rz
    0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x04, 0x81, 0x02,  // four bytes
    0x09, 0x39, 0x25, 0x07, 0x35, 0x00, 0x46, 0x3b, 0x01, 0x65, 0x14,  // Hat, 0 to 7, 0° to 315°
    0x75, 0x04, 0x95, 0x01, 0x81, 0x42,  // four bits, with a null state
    0x65, 0x00, 0x45, 0x00,  // no unit
    0x05, 0x09, 0x19, 0x01, 0x29, 0x0e, 0x25, 0x01, 0x75, 0x01, 0x95, 0x0e,
    0x81, 0x02,  // Buttons 1 to 14
    0x95, 0x06, 0x81, 0x03,  // six bits of padding
    0x05, 0x01, 0x09, 0x33, 0x09, 0x34, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x02, 0x81, 0x02,  // Rx, Ry
    0x06, 0x00, 0xff,  // a vendor-defined page
    0x85, 0x31, 0x09, 0x31, 0x95, 0x4d, 0x81, 0x02, 0x09, 0x32, 0x95, 0x4d, 0x91, 0x02,  // 77 bytes each way
    0x85, 0x05, 0x09, 0x33, 0x95, 0x28, 0xb1, 0x02,  // Calibration, 40 bytes
    0x85, 0x09, 0x09, 0x34, 0x95, 0x13, 0xb1, 0x02,  // Pairing, 19 bytes
    0x85, 0x20, 0x09, 0x35, 0x95, 0x3f, 0xb1, 0x02,  // Firmware, 63 bytes
    0xc0,
  ]

  /// The calibration report, which defines a raw unit as 1/16 °/s and 1/8192 g.
  ///
  /// It contains biases of 0, the readings of the sensors at ±540 °/s and at ±1 g, and the speed of 540 °/s.
  private static let dualSenseCalibration: HIDDevice.Feature = {
    let numbers: [Int16] =
      [0, 0, 0] + [8640, -8640, 8640, -8640, 8640, -8640] + [540, 540]
      + [8192, -8192, 8192, -8192, 8192, -8192]
    let bytes = numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    return HIDDevice.Feature(bytes: padded([0x05] + bytes, to: 41), seed: featureSeed)
  }()

  /// The pairing report, which contains the pad's address.
  private static let dualSensePairing = HIDDevice.Feature(
    bytes: padded([0x09], to: 20), address: 1, seed: featureSeed)

  /// The firmware report.
  ///
  /// Bytes 44 and 45 contain feature version 2.24, with which all drivers drive the motors like those of an
  /// Xbox pad.
  private static let dualSenseFirmware: HIDDevice.Feature = {
    var bytes = padded([0x20], to: 64)
    bytes[24] = 0x01
    bytes[28] = 0x01
    bytes[44] = 0x24
    bytes[45] = 0x02
    return HIDDevice.Feature(bytes: bytes, seed: featureSeed)
  }()

  private static let featureSeed: UInt8 = 0xa3

  /// The input report at rest: no finger is on the touchpad.
  private static let dualSenseTemplate: [UInt8] = {
    var bytes = padded([0x31], to: 78)
    bytes[2 + 32] = 0x80
    bytes[2 + 36] = 0x80
    return bytes
  }()

  /// The fields of the input report.
  ///
  /// Their offsets are those of hid-playstation plus 2, because the report's number and a tag come first.
  private static let dualSenseFields: [HIDDevice.Field] = [
    field(0, .control(.leftX, 0...255)), field(1, .control(.leftY, 0...255)),
    field(2, .control(.rightX, 0...255)), field(3, .control(.rightY, 0...255)),
    field(4, .control(.leftTrigger, 0...255)), field(5, .control(.rightTrigger, 0...255)),
    field(6, .sequence),
    field(7, width: 4, .hat(up: 0, none: 8)),
    button(7, 4, .x), button(7, 5, .a), button(7, 6, .b), button(7, 7, .y),
    button(8, 0, .leftShoulder), button(8, 1, .rightShoulder),
    field(8, bit: 2, width: 1, .pull(.leftTrigger)), field(8, bit: 3, width: 1, .pull(.rightTrigger)),
    field(8, bit: 4, width: 1, .buttons([Buttons(.back), Buttons(.share)])), button(8, 5, .start),
    button(8, 6, .leftStick), button(8, 7, .rightStick), button(9, 0, .guide),
    button(9, 1, .touchpad),
    field(15, width: 16, .rotation(.x)), field(17, width: 16, .rotation(.y)),
    field(19, width: 16, .rotation(.z)),
    field(21, width: 16, .acceleration(.x)), field(23, width: 16, .acceleration(.y)),
    field(25, width: 16, .acceleration(.z)),
    field(27, width: 32, .time), field(32, width: 32, .touch(0)), field(36, width: 32, .touch(1)),
    field(52, .battery),
  ]

  private static func field(
    _ offset: Int, bit: Int = 0, width: Int = 8, _ source: HIDDevice.Source
  ) -> HIDDevice.Field {
    HIDDevice.Field(2 + offset, bit: bit, width: width, source)
  }

  private static func button(_ offset: Int, _ bit: Int, _ button: Button) -> HIDDevice.Field {
    field(offset, bit: bit, width: 1, .buttons(Buttons(button)))
  }

  /// The output report.
  ///
  /// SDL 2 sends the magic number 2 and then the block. The kernel sends a sequence number, the magic number 16 and
  /// the block.
  private static let dualSenseOutput: HIDDevice.Output = {
    // The flags that select rumble: those of old firmware, and the one of version 2.21 and later.
    let vibration = [HIDDevice.Value(offset: 0, bits: 0x03), HIDDevice.Value(offset: 38, bits: 0x04)]
    return HIDDevice.Output(
      number: 0x31, size: 78, seed: 0xa2,
      forms: [
        HIDDevice.Form(mark: HIDDevice.Value(offset: 1, bits: 0x02), start: 2),
        HIDDevice.Form(mark: HIDDevice.Value(offset: 2, bits: 0x10), start: 3),
      ],
      strong: HIDDevice.Motor(offset: 3, flags: vibration),
      weak: HIDDevice.Motor(offset: 2, flags: vibration),
      full: 255,
      // SDL ends rumble with a report that sets nothing at all.
      restless: [0, 1, 38],
      light: HIDDevice.Light(offset: 44, flag: HIDDevice.Value(offset: 1, bits: 0x04)))
  }()

  /// Returns `bytes`, padded with zeros to `count` bytes.
  private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }
}
