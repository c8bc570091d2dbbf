import Wire

/// The state of a DSU pad, expressed as a DualShock's controls.
public struct DSUPad: Hashable, Sendable {
  /// The slot of the pad.
  public var port: DSUPort
  /// True if the pad is connected.
  public var isConnected: Bool
  /// The message counter, separate for each client.
  public var counter: UInt32
  /// The buttons that are down according to the bits.
  ///
  /// Some servers order the bits differently; see ``pressed``.
  public var buttons: DSUButtons
  /// The axes of both sticks: 0 (left or down) to 255 (right or up), 128 in the middle.
  ///
  /// All of them are 0 if the server has no sticks.
  public var leftX, leftY, rightX, rightY: UInt8
  /// The pressures on the buttons that report one.
  public var pressures: DSUPressures
  /// The fingers on the touchpad.
  public var firstTouch, secondTouch: DSUTouch
  /// The time of the measurement, in µs; some servers send ns.
  public var time: UInt64
  /// Acceleration in g, including gravity, reversed: y is −1 when the pad is level and at rest.
  ///
  /// x is to the right, y up, z towards the player.
  public var acceleration: Vector
  /// Rotation in °/s: x is pitch, y is yaw, z is roll; right-handed about x, left-handed about y and z.
  public var rotation: Vector

  /// The size without the envelope, in bytes.
  static let size = 80
  /// The maximum accepted acceleration, in g.
  public static let mostAcceleration: Float = 100
  /// The maximum accepted rotation, in °/s.
  public static let mostRotation: Float = 60_000

  /// Creates the state of the pad in `port` with everything at rest.
  public init(_ port: DSUPort, counter: UInt32 = 0) {
    (self.port, self.counter, isConnected) = (port, counter, port.state == .connected)
    (leftX, leftY, rightX, rightY) = (128, 128, 128, 128)
    (buttons, pressures, time) = ([], DSUPressures(), 0)
    (firstTouch, secondTouch) = (DSUTouch(), DSUTouch())
    (acceleration, rotation) = (.zero, .zero)
  }

  /// The buttons that are down: by their pressures, as Dolphin reads them, or by their bits if they have no pressure.
  public var pressed: DSUButtons {
    var pressed = buttons.intersection(.withoutPressure)
    for (index, button) in DSUPressures.buttons.enumerated() where pressures[index] > 127 {
      pressed.insert(button)
    }
    return pressed
  }

  init(parsing body: Span<UInt8>) throws(DialectDrop) {
    self.init(try DSUPort(parsing: body), counter: body.little32(at: 12))
    isConnected = body[11] & 1 != 0
    buttons = DSUButtons(
      rawValue: UInt32(body.little16(at: 16)) | UInt32(body[18] & 1) << 16 | UInt32(body[19] & 1) << 17)
    (leftX, leftY, rightX, rightY) = (body[20], body[21], body[22], body[23])
    for index in 0..<DSUPressures.count { pressures[index] = body[24 + index] }
    (firstTouch, secondTouch) = (DSUTouch(parsing: body, at: 36), DSUTouch(parsing: body, at: 42))
    time = body.little64(at: 48)
    acceleration = try body.vector(at: 56, within: DSUPad.mostAcceleration)
    rotation = try body.vector(at: 68, within: DSUPad.mostRotation)
  }

  func write(to datagram: inout Datagram<100>) {
    port.write(to: &datagram)
    datagram.append(UInt8(isConnected ? 1 : 0))
    datagram.append(counter)
    datagram.append(UInt16(truncatingIfNeeded: buttons.rawValue))
    datagram.append(UInt8(buttons.contains(.guide) ? 1 : 0))
    datagram.append(UInt8(buttons.contains(.touchpad) ? 1 : 0))
    datagram.append(leftX)
    datagram.append(leftY)
    datagram.append(rightX)
    datagram.append(rightY)
    for index in 0..<DSUPressures.count { datagram.append(pressures[index]) }
    firstTouch.write(to: &datagram)
    secondTouch.write(to: &datagram)
    datagram.append(time)
    datagram.append(acceleration)
    datagram.append(rotation)
  }
}

/// A set of a DualShock's buttons, with DSU's bits.
public struct DSUButtons: OptionSet, Hashable, Sendable {
  /// The bits of the set, 0 to 0x3FFFF.
  public let rawValue: UInt32

  /// Creates the set of the buttons whose bits are set.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A button in the middle, or the click of a stick.
  public static let share = bit(0), leftStick = bit(1), rightStick = bit(2), options = bit(3)
  /// A direction of the d-pad.
  public static let up = bit(4), right = bit(5), down = bit(6), left = bit(7)
  /// A trigger or a shoulder button.
  public static let l2 = bit(8), r2 = bit(9), l1 = bit(10), r1 = bit(11)
  /// A face button: the upper, right, lower and left one.
  public static let triangle = bit(12), circle = bit(13), cross = bit(14), square = bit(15)
  /// The PS button, and the touchpad as a button.
  public static let guide = bit(16), touchpad = bit(17)

  /// The buttons without a pressure.
  static let withoutPressure: DSUButtons = [.share, .leftStick, .rightStick, .options, .guide, .touchpad]

  private static func bit(_ index: UInt32) -> DSUButtons { DSUButtons(rawValue: 1 << index) }
}

/// The pressures on the buttons that report one, 0 (released) to 255, in the order of ``buttons``.
public struct DSUPressures: Hashable, Sendable {
  /// The number of buttons with a pressure.
  public static let count = 12
  /// The buttons in the order of their pressures.
  public static let buttons: [DSUButtons] = [
    .left, .down, .right, .up, .square, .cross, .circle, .triangle, .r1, .l1, .r2, .l2,
  ]

  private var low: UInt64 = 0
  private var high: UInt32 = 0

  /// Creates pressures of zero.
  public init() {}

  /// The pressure on the button at `index` of ``buttons``.
  public subscript(index: Int) -> UInt8 {
    get {
      UInt8(
        truncatingIfNeeded: index < 8 ? low >> UInt64(8 * index) : UInt64(high >> UInt32(8 * (index - 8))))
    }
    set {
      if index < 8 {
        low = low & ~(0xff << UInt64(8 * index)) | UInt64(newValue) << UInt64(8 * index)
      } else {
        let shift = UInt32(8 * (index - 8))
        high = high & ~(0xff << shift) | UInt32(newValue) << shift
      }
    }
  }
}

/// A finger on a touchpad of 1920 × 942 points.
public struct DSUTouch: Hashable, Sendable {
  /// True while the finger is on the touchpad.
  public var isActive: Bool
  /// The finger's number.
  public var id: UInt8
  /// The position: x from the left edge, y from the top edge.
  public var x, y: UInt16

  /// Creates a finger, by default off the touchpad.
  public init(isActive: Bool = false, id: UInt8 = 0, x: UInt16 = 0, y: UInt16 = 0) {
    (self.isActive, self.id, self.x, self.y) = (isActive, id, x, y)
  }

  init(parsing body: Span<UInt8>, at offset: Int) {
    self.init(
      isActive: body[offset] & 1 != 0, id: body[offset + 1], x: body.little16(at: offset + 2),
      y: body.little16(at: offset + 4))
  }

  func write(to datagram: inout Datagram<100>) {
    datagram.append(UInt8(isActive ? 1 : 0))
    datagram.append(id)
    datagram.append(x)
    datagram.append(y)
  }
}
