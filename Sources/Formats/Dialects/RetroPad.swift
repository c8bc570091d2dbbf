public import Wire

/// A change reported by RetroArch's Remote RetroPad: 20 bytes, a C struct in little-endian byte order.
///
/// It has five 32-bit fields: port, device, index, id and state. The state uses the lower half of its field; the upper
/// half is padding, and not read. The sender neither repeats nor numbers its changes. Source: RetroArch's core
/// net-retropad and its input driver.
public enum RetroPadChange: Hashable, Sendable {
  /// A press or a release.
  case button(RetroPadButton, isDown: Bool)
  /// The pressure on a button, 0 (released) to 32767.
  case pressure(RetroPadButton, Int16)
  /// The position of a stick along an axis, −32768 (left or up) to 32767 (right or down).
  case axis(RetroPadAxis, Int16)

  /// The size, in bytes.
  public static let size = 20
  /// The first player's port; each further player has the next one.
  public static let port: UInt16 = 55_400

  /// The device numbers of libretro's interface.
  private enum Device {
    static let joypad: UInt32 = 1
    static let analog: UInt32 = 5
  }

  /// The value of the field `index` for pressures on buttons; 0 and 1 are the sticks.
  private static let pressures: UInt32 = 2

  /// Decodes the change in `bytes`.
  ///
  /// - Throws: `size`; `kind` for another device, such as a mouse; `range` for an invalid button or axis, or a negative
  ///   pressure.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard bytes.count == RetroPadChange.size else { throw .size }
    let (device, index, id) = (bytes.little32(at: 4), bytes.little32(at: 8), bytes.little32(at: 12))
    let state = bytes.little16(at: 16)
    let number = UInt8(exactly: id)
    switch (device, index) {
    case (Device.joypad, _):
      guard let button = number.flatMap(RetroPadButton.init) else { throw .range }
      self = .button(button, isDown: state != 0)
    case (Device.analog, RetroPadChange.pressures):
      guard let button = number.flatMap(RetroPadButton.init), state <= Int16.max else { throw .range }
      self = .pressure(button, Int16(state))
    case (Device.analog, 0...1):
      guard id < 2, let axis = RetroPadAxis(rawValue: UInt8(2 * index + id)) else { throw .range }
      self = .axis(axis, Int16(bitPattern: state))
    case (Device.analog, _): throw .range
    default: throw .kind
    }
  }

  /// The bytes of the change, with port 0.
  public var datagram: Datagram<20> {
    let (device, index, id, state): (UInt32, UInt32, UInt8, UInt16) =
      switch self {
      case .button(let button, let isDown): (Device.joypad, 0, button.rawValue, isDown ? 1 : 0)
      case .pressure(let button, let value):
        (Device.analog, RetroPadChange.pressures, button.rawValue, UInt16(bitPattern: value))
      case .axis(let axis, let value):
        (Device.analog, UInt32(axis.rawValue / 2), axis.rawValue % 2, UInt16(bitPattern: value))
      }
    var datagram = Datagram<20>()
    datagram.append(UInt32(0))
    datagram.append(device)
    datagram.append(index)
    datagram.append(UInt32(id))
    datagram.append(UInt32(state))
    return datagram
  }
}

/// The buttons of a RetroPad, with libretro's numbers.
///
/// The face buttons are placed as on the SNES, with B at the bottom.
public enum RetroPadButton: UInt8, CaseIterable, Sendable {
  /// A face button: the lower one, then the left one.
  case b, y
  /// A button in the middle.
  case select, start
  /// A direction of the d-pad.
  case up, down, left, right
  /// A face button: the right one, then the upper one.
  case a, x
  /// A shoulder button, a trigger, or the click of a stick.
  case l, r, l2, r2, l3, r3
}

/// The axes of a RetroPad's sticks.
public enum RetroPadAxis: UInt8, CaseIterable, Sendable {
  /// An axis of the left or the right stick.
  case leftX, leftY, rightX, rightY
}
