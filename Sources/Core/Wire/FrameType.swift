import Model

/// The inner frames (docs/protocol.md, "Frames"): `u8 type, u8 length, body`.
public enum FrameType: UInt8, CaseIterable, Sendable {
  /// The controller's whole state.
  case state = 0x01
  /// Tilt samples measured shortly before the state.
  case history = 0x02
  /// A raw sample of the accelerometer and the gyroscope.
  case motion = 0x03
  /// The presses and releases that are not acknowledged yet.
  case edges = 0x04
  /// A buzzer press.
  case buzz = 0x05
  /// The answer to a ping, for the clock offset.
  case pong = 0x06
  /// Touch points.
  case touch = 0x07
  /// The simplest state: tilt in radians and button levels.
  case tilt = 0x08
  /// The fingers on the touchpad.
  case touchpad = 0x09
  /// The whole state of a described stick.
  case stick = 0x0a
  /// The presses and releases of a described stick that are not acknowledged yet.
  case presses = 0x0b
  /// The acknowledgement of the packets, edges and buzzer presses that the host has received.
  case acknowledgement = 0x10
  /// The host's query of the controller's clock.
  case ping = 0x11
  /// Force feedback and light.
  case feedback = 0x12
  /// A reliable message, in either direction.
  case control = 0x13
  /// The receipt of a reliable message, in either direction.
  case controlReceipt = 0x14
  /// The state of the buzzer round.
  case round = 0x15
  /// An unreliable message for a program at the other end, in either direction.
  case message = 0x16
  /// The torque on a wheel and its angle.
  case torque = 0x17
  /// The springs, dampers, friction and inertia of a wheel.
  case conditions = 0x18

  /// True if a controller may send this frame.
  var isFromController: Bool {
    rawValue < FrameType.acknowledgement.rawValue || self == .control || self == .controlReceipt
      || self == .message
  }

  /// True if the host may send this frame.
  var isFromHost: Bool {
    rawValue >= FrameType.acknowledgement.rawValue
  }

  /// Returns whether a body of `length` bytes fits this frame.
  ///
  /// A body is a fixed part, then a limited number of parts of the same size.
  func accepts(length: Int) -> Bool {
    let (fixed, part, most) = layout
    let rest = length - fixed
    return rest >= 0 && rest <= part * most && (part <= 1 || rest % part == 0)
  }

  /// The sizes of the fixed part and of each repeated part in bytes, and the maximum number of parts.
  ///
  /// Source: docs/protocol.md, "Frames".
  private var layout: (fixed: Int, part: Int, most: Int) {
    switch self {
    case .state: (28, 0, 0)
    case .history: (0, 8, 3)
    case .motion: (12, 0, 0)
    case .edges: (2, 3, 16)
    case .buzz: (8, 0, 0)
    case .pong: (12, 0, 0)
    case .touch: (0, 6, Touches.capacity)
    case .tilt: (20, 0, 0)
    case .touchpad: (1, 5, Contacts.capacity)
    case .stick: (24, 2, StickAxes.capacity)
    case .presses: (2, 3, StickPresses.capacity)
    case .acknowledgement: (14, 0, 0)
    case .ping: (4, 0, 0)
    case .feedback: (8, 0, 0)
    case .control: (4, 1, ControlMessage.longestText)
    case .controlReceipt: (2, 0, 0)
    case .round: (8, 0, 0)
    case .message: (1, 1, Message.longest)
    case .torque: (8, 0, 0)
    case .conditions: (1, 13, ForceConditions.capacity)
    }
  }
}

/// The types of the frames seen so far in a packet; each type may occur once.
struct FrameSet {
  private var bits: UInt32 = 0

  /// Inserts `frame`.
  ///
  /// - Throws: `frameRepeated` if `frame` was inserted before.
  mutating func insert(_ frame: FrameType) throws(Drop) {
    let bit = UInt32(1) << UInt32(frame.rawValue)
    guard bits & bit == 0 else { throw .frameRepeated }
    bits |= bit
  }

  /// True if the set contains a frame of a stick.
  var hasStick: Bool {
    bits >> UInt32(FrameType.stick.rawValue) & 3 != 0
  }

  /// Checks that STICK excludes STATE and TILT, that PRESSES excludes EDGES, and that PRESSES needs STICK.
  ///
  /// - Throws: `frameRepeated` for a second state or a second list of edges; `historyWithoutState` for presses alone.
  func checkStick() throws(Drop) {
    if contains(.stick) && (contains(.state) || contains(.tilt)) { throw .frameRepeated }
    if contains(.presses) && contains(.edges) { throw .frameRepeated }
    if contains(.presses) && !contains(.stick) { throw .historyWithoutState }
  }

  /// Returns whether the set contains `frame`.
  func contains(_ frame: FrameType) -> Bool {
    bits >> UInt32(frame.rawValue) & 1 == 1
  }
}

/// Calls `body` for each frame of `bytes` from `start` on that has a known type and a valid length.
///
/// Returns the types seen. Frames of unknown type are skipped by their length, so that newer senders can add types.
///
/// - Throws: `empty`, `frameTruncated`, `frameLength`, `frameRepeated`, or the error of `body`.
func walkFrames(
  _ bytes: Span<UInt8>, from start: Int,
  _ body: (FrameType, _ offset: Int, _ length: Int) throws(Drop) -> Void
) throws(Drop) -> FrameSet {
  guard start < bytes.count else { throw .empty }
  var seen = FrameSet()
  var next = start
  while next < bytes.count {
    let offset = next + 2
    guard offset <= bytes.count else { throw .frameTruncated }
    let length = Int(bytes[next + 1])
    guard offset + length <= bytes.count else { throw .frameTruncated }
    if let frame = FrameType(rawValue: bytes[next]) {
      guard frame.accepts(length: length) else { throw .frameLength }
      try seen.insert(frame)
      try body(frame, offset, length)
    }
    next = offset + length
  }
  return seen
}
