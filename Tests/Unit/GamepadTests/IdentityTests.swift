import Model
import Testing

@testable import Gamepad

/// The numbers of each identity, as docs/pads.md lists them.
@Suite struct IdentityTests {
  /// The name and the numbers of an identity.
  struct Card: Hashable {
    let name: String
    /// The bus, vendor, product and version.
    let id: [UInt16]
  }

  @Test(arguments: [
    ("xbox360", Card(name: "Microsoft X-Box 360 pad", id: [3, 0x045e, 0x028e, 0x0114])),
    ("xboxone", Card(name: "Microsoft X-Box One S pad", id: [3, 0x045e, 0x02ea, 0x0408])),
    ("xboxseries", Card(name: "Microsoft Xbox Series S|X Controller", id: [3, 0x045e, 0x0b12, 0x050d])),
    ("generic", Card(name: "Tiltpad Gamepad", id: [3, 0x1209, 0x000d, 0x0100])),
    ("wheel", Card(name: "Tiltpad Wheel", id: [3, 0x1209, 0x000e, 0x0100])),
    ("flightstick", Card(name: "Tiltpad Flight Stick", id: [3, 0x1209, 0x000f, 0x0100])),
    ("accelerometer", Card(name: "Tiltpad Accelerometer", id: [3, 0x1209, 0x000c, 0x0100])),
    ("dualsense", Card(name: "DualSense Wireless Controller", id: [5, 0x054c, 0x0ce6, 0x0100])),
    ("xboxone-bt", Card(name: "Xbox Wireless Controller", id: [5, 0x045e, 0x02fd, 0x0903])),
    ("g29", Card(name: "Logitech G29 Driving Force Racing Wheel", id: [3, 0x046d, 0xc24f, 0x0111])),
  ])
  func `An identity has its name and numbers`(word: String, card: Card) throws {
    let identity = try Self.identity(word)
    let id = identity.id
    #expect(Card(name: identity.name, id: [id.bus, id.vendor, id.product, id.version]) == card)
  }

  @Test func `There are ten identities, of which the Xbox 360 pad is the first`() {
    let words = Identity.named.map(\.name)
    #expect(
      words == [
        "xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer", "dualsense",
        "xboxone-bt", "g29",
      ])
    #expect(words.filter { Self.isHID($0) } == ["dualsense", "xboxone-bt"])
    #expect(Identity.named.first?.identity == .xbox360)
    #expect(Set(Identity.named.map { [$0.identity.id.vendor, $0.identity.id.product] }).count == 10)
  }

  @Test func `Each identity has its number for controllers, which never changes`() {
    let names = [
      "host", "xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer",
      "dualsense",
      "xboxone-bt", "g29",
    ]
    #expect(Identity.numberedNames.starts(with: names))
    #expect(Set(Identity.numberedNames).count == Identity.numberedNames.count)
    for (name, identity) in Identity.named {
      let number = Identity.numberedNames.firstIndex(of: name).map { UInt8($0) }
      #expect(number.flatMap(Identity.init(number:)) == identity, "\(name)")
    }
    #expect(Identity.knownNumbers.isSuperset(of: [0, 1, 6]) && !Identity.knownNumbers.contains(11))
    #expect(Identity(number: 0) == nil && Identity(number: 255) == nil)
  }

  @Test func `A fingerprint tells any two identities apart, and any two tables of one`() {
    #expect(Set(Identity.named.map(\.identity.fingerprint)).count == Identity.named.count)
    let pad = Identity.xbox360
    #expect(pad.fingerprint == Identity.xbox360.fingerprint)
    var axes = pad.axes
    axes[0].flat += 1
    let others = [
      Identity(name: pad.name + ".", id: pad.id, keys: pad.keys, axes: pad.axes),
      Identity(name: pad.name, id: pad.id, keys: pad.keys.dropLast(), axes: pad.axes),
      Identity(name: pad.name, id: pad.id, keys: pad.keys.reversed(), axes: pad.axes),
      Identity(name: pad.name, id: pad.id, keys: pad.keys, axes: axes),
    ]
    #expect(Set(others.map(\.fingerprint) + [pad.fingerprint]).count == 5)
    #expect(pad.label == "xbox360" && others.allSatisfy { $0.label == nil })
  }

  private static let padCodes: [UInt16] = [304, 305, 307, 308, 310, 311, 314, 315, 316, 317, 318]
  private static let padButtons: [Button] = [
    .a, .b, .x, .y, .leftShoulder, .rightShoulder, .back, .start, .guide, .leftStick, .rightStick,
  ]

  @Test(arguments: [
    ("xbox360", padCodes, padButtons), ("xboxone", padCodes, padButtons), ("generic", padCodes, padButtons),
    ("xboxseries", [0xa7] + padCodes, [.share] + padButtons),
    (
      "wheel", Array(0x120...0x129) + [0x150, 0x151],
      [
        .a, .b, .x, .y, .back, .start, .dpadUp, .dpadDown, .dpadLeft, .dpadRight, .leftShoulder,
        .rightShoulder,
      ]
    ),
    ("flightstick", Array(0x120...0x12a), padButtons), ("accelerometer", [], []),
    (
      "g29", Array(0x120...0x12f) + Array(0x2c0...0x2c4) + [0x2c8],
      [
        .a, .x, .b, .y, .rightShoulder, .leftShoulder, .extra1, .extra2, .back, .start, .rightStick,
        .leftStick, .extra3, .extra4, .extra5, .extra6, .extra7, .extra8, .extra9, .extra10, .extra11, .guide,
      ]
    ),
  ])
  func `An identity has these buttons in this order, each alone on its code`(
    word: String, codes: [UInt16], buttons: [Button]
  ) throws {
    let identity = try Self.identity(word)
    #expect(identity.keys.map(\.code) == codes)
    #expect(identity.keys.map(\.button) == buttons)
    let encoder = ReportEncoder(identity: identity)
    for (code, button) in zip(codes, buttons) {
      let batch = encoder.batch(for: PadReport(buttons: Buttons(button)))
      let first = batch.isEmpty ? nil : batch[0]
      #expect(first == InputEvent(type: 1, code: code, value: 1), "\(button)")
    }
  }

  /// Returns rows with the code, minimum, maximum, fuzz and flat of each axis.
  private static func pad(triggerMaximum: Int32, fuzz: Int32 = 16) -> [[Int32]] {
    [
      [0x00, -32768, 32767, fuzz, 128], [0x01, -32768, 32767, fuzz, 128], [0x02, 0, triggerMaximum, 0, 0],
      [0x03, -32768, 32767, fuzz, 128], [0x04, -32768, 32767, fuzz, 128], [0x05, 0, triggerMaximum, 0, 0],
      [0x10, -1, 1, 0, 0], [0x11, -1, 1, 0, 0],
    ]
  }

  @Test(arguments: [
    ("xbox360", pad(triggerMaximum: 255)), ("xboxone", pad(triggerMaximum: 1023)),
    ("xboxseries", pad(triggerMaximum: 1023)), ("generic", pad(triggerMaximum: 255, fuzz: 0)),
    ("wheel", [[0x08, -32768, 32767, 0, 0], [0x09, 0, 255, 0, 0], [0x0a, 0, 255, 0, 0]]),
    (
      "flightstick",
      [
        [0x00, -32768, 32767, 0, 0], [0x01, -32768, 32767, 0, 0], [0x05, -32768, 32767, 0, 0],
        [0x06, 0, 255, 0, 0], [0x10, -1, 1, 0, 0], [0x11, -1, 1, 0, 0],
      ]
    ),
    (
      "g29",
      [
        [0x00, 0, 65535, 0, 0], [0x01, 0, 255, 0, 0], [0x02, 0, 255, 0, 0], [0x05, 0, 255, 0, 0],
        [0x10, -1, 1, 0, 0], [0x11, -1, 1, 0, 0],
      ]
    ),
    (
      "accelerometer",
      [
        [0x00, -32768, 32768, 16, 0], [0x01, -32768, 32768, 16, 0], [0x02, -32768, 32768, 16, 0],
        [0x03, -2_097_152, 2_097_152, 16, 0], [0x04, -2_097_152, 2_097_152, 16, 0],
        [0x05, -2_097_152, 2_097_152, 16, 0],
      ]
    ),
  ])
  func `An identity has these axes`(word: String, rows: [[Int32]]) throws {
    let axes = try Self.identity(word).axes
    #expect(axes.map { [Int32($0.code), $0.minimum, $0.maximum, $0.fuzz, $0.flat] } == rows)
  }

  @Test func `Only the accelerometer has resolutions, a time and a property`() {
    for (word, identity) in Identity.named {
      let isSensor = word == "accelerometer"
      let resolutions = Set(identity.axes.map(\.resolution))
      #expect(resolutions.subtracting([0]) == (isSensor ? [8_192, 1_024] : []), "\(word)")
      #expect(identity.properties == (isSensor ? [6] : []), "\(word)")
      #expect(identity.miscellaneous == (isSensor ? [5] : []), "\(word)")
    }
  }

  @Test func `Codes are in their order and come once, and a batch has room for all of them`() {
    for (word, identity) in Identity.named {
      let (keys, axes) = (identity.keys.map(\.code), identity.axes.map(\.code))
      #expect(keys == Set(keys).sorted(), "\(word)")
      #expect(axes == Set(axes).sorted(), "\(word)")
      #expect(Set(identity.keys.map(\.button)).count == keys.count, "\(word)")
      #expect(Set(identity.axes.map(\.control)).count == axes.count, "\(word)")
      #expect(keys.count + axes.count < Batch.capacity, "\(word)")
    }
  }

  @Test func `Every identity rumbles that a hand can hold`() {
    for (word, identity) in Identity.named {
      let isHeld = word != "accelerometer"
      #expect(identity.rumbles == isHeld, "\(word)")
      let room: UInt32 = isHeld ? (identity.hasForces ? 15 : 16) : 0
      #expect(DeviceDescription(identity).effectCount == room, "\(word)")
    }
  }

  @Test func `Games can push the wheels, and no other identity`() {
    let motors: [UInt16] = [0x50, 0x51, 0x58, 0x59, 0x5a, 0x60]
    let wheel: [UInt16] = [0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x5b, 0x5c, 0x61]
    for (word, identity) in Identity.named {
      let isWheel = word == "wheel" || word == "g29"
      #expect(identity.hasForces == isWheel, "\(word)")
      let effects = DeviceDescription(identity).effects.sorted()
      #expect(effects == (identity.rumbles ? (motors + (isWheel ? wheel : [])).sorted() : []), "\(word)")
    }
  }

  @Test func `A wheel also has the keys of the real one that nothing presses, and rests with its pedals up`()
  {
    #expect(Identity.logitechG29.bareKeys == [0x2c5, 0x2c6, 0x2c7] && Identity.wheel.bareKeys == [])
    let device = DeviceDescription(.logitechG29)
    #expect(device.keys.sorted() == Array(0x120...0x12f) + Array(0x2c0...0x2c8))
    let rests = Identity.logitechG29.axes.map { $0.value(in: .neutral) }
    #expect(rests == [32_768, 255, 255, 255, 0, 0])
  }

  @Test func `No axis is coarser than what moves it, nor all dead zone`() {
    for (word, identity) in Identity.named {
      for axis in identity.axes {
        let range = axis.control.range
        #expect(axis.maximum - axis.minimum >= range.upperBound - range.lowerBound, "\(word) \(axis.code)")
        #expect(axis.flat <= axis.maximum - axis.minimum, "\(word) \(axis.code)")
      }
    }
  }

  @Test
  func `SDL refuses no pad's name but the accelerometer's, and no device is taken for a keyboard or a mouse`()
  {
    let ends = [
      "Motion Sensors", "IMU", "Touchpad", "Accelerometer", "IR", "Motion Plus", "Nunchuk", "Pen", "Finger",
      "System Control",
    ]
    let parts = ["Synaptics ", "Trackpad", "Clickpad", " Keyboard", " Laptop ", " LED ", " Thelio "]
    for identity in Identity.named.map(\.identity) {
      let isRefused = ends.contains { identity.name.hasSuffix(" \($0)") }
      #expect(isRefused == identity.hasSensors, "\(identity.name)")
      #expect(!["uinput-", "gpio_ir_recv", "Mouse "].contains { identity.name.hasPrefix($0) })
      #expect(!parts.contains { identity.name.contains($0) }, "\(identity.name)")
      // Only KEY_RECORD is below the joystick's buttons; BTN_MOUSE and similar codes are absent.
      #expect(identity.keys.allSatisfy { $0.code >= 0x120 || $0.code == 0xa7 })
    }
  }

  private static func isHID(_ word: String) -> Bool {
    Identity.named.first { $0.name == word }?.identity.hid != nil
  }

  static func identity(_ word: String) throws -> Identity {
    try #require(Identity.named.first { $0.name == word }).identity
  }
}
