public import Model

/// The frames of one packet from a controller.
public struct ControllerFrames: Sendable {
  /// The frame STATE, or the frame TILT as a state without edge numbers.
  public var state: ControllerState?
  /// Earlier tilt samples (HIST).
  public var history = History()
  /// A raw motion sample (IMU).
  public var motion: MotionSample?
  /// Presses and releases that are not acknowledged yet (EDGES).
  public var edges: EdgeLog?
  /// A buzzer press (BUZZ).
  public var buzz: Buzz?
  /// The answer to a ping (PONG).
  public var pong: Pong?
  /// The fingers on the screen (TOUCH).
  public var touches: Touches?
  /// The fingers on the touchpad (TOUCHPAD).
  public var contacts: Contacts?
  /// The places of a stick's state and presses (STICK, PRESSES).
  public var stick = StickPlaces()
  /// A reliable message (CTRL).
  public var control: ControlMessage?
  /// The id of a reliable message that has arrived (CTRLACK).
  public var controlReceipt: UInt16?
  /// Bytes for a program on the host (MESSAGE).
  public var message: Message?

  /// Creates a packet without frames.
  public init() {}

  /// The frames of a controller that leaves.
  public static var goodbye: ControllerFrames {
    var frames = ControllerFrames()
    frames.control = ControlMessage(id: .max, code: ControlMessage.Code.bye.rawValue)
    return frames
  }

  /// Decodes the frames of `bytes` from `start` to the end.
  ///
  /// - Throws: The reason why the whole packet is dropped; no part of the packet takes effect.
  public init(parsing bytes: Span<UInt8>, from start: Int) throws(Drop) {
    let seen = try walkFrames(bytes, from: start) { (frame, offset, length) throws(Drop) in
      guard frame.isFromController else { throw .wrongDirection }
      try parse(frame, bytes, at: offset, length)
    }
    if seen.contains(.state) && seen.contains(.tilt) { throw .frameRepeated }
    if seen.contains(.history) && state == nil { throw .historyWithoutState }
    if seen.hasStick { try seen.checkStick() }
  }

  private mutating func parse(
    _ frame: FrameType, _ bytes: Span<UInt8>, at offset: Int, _ length: Int
  ) throws(Drop) {
    switch frame {
    case .state: state = try ControllerState(parsingState: bytes, at: offset)
    case .tilt: state = try ControllerState(parsingTilt: bytes, at: offset)
    case .history: history = History(parsing: bytes, at: offset, length)
    case .edges: edges = try EdgeLog(parsing: bytes, at: offset, length)
    case .motion: motion = MotionSample(parsing: bytes, at: offset)
    case .buzz: buzz = Buzz(parsing: bytes, at: offset)
    case .pong: pong = Pong(parsing: bytes, at: offset)
    case .touch: touches = try Touches(parsing: bytes, at: offset, length)
    case .touchpad: contacts = try Contacts(parsing: bytes, at: offset, length)
    case .stick: stick.state = try StickPlaces.place(ofState: offset, in: bytes)
    case .presses: stick.presses = UInt16(offset)
    case .control: control = ControlMessage(parsing: bytes, at: offset, length)
    case .controlReceipt: controlReceipt = bytes.u16(at: offset)
    case .message: message = Message(parsing: bytes, at: offset, length)
    case .acknowledgement, .ping, .feedback, .round, .torque, .conditions: throw .wrongDirection
    }
  }

  /// Returns these frames as the PLAIN packet of a controller that speaks UDP itself.
  ///
  /// `text` is the text of the control message.
  public func datagram(after header: PlainHeader, text: Span<UInt8>? = nil) -> Datagram<512> {
    var datagram = Datagram<512>()
    header.write(to: &datagram)
    write(to: &datagram, text: text)
    return datagram
  }

  /// Returns these frames without a header, as the plaintext of a DATA packet.
  ///
  /// `text` is the text of the control message.
  public func packed(text: Span<UInt8>? = nil) -> Datagram<512> {
    var datagram = Datagram<512>()
    write(to: &datagram, text: text)
    return datagram
  }

  /// Appends every frame that is present to `datagram`, except STICK and PRESSES.
  ///
  /// The text of a control message is taken from `text`, and the bytes of a message from `payload`; the ranges in the
  /// frames are not used.
  public func write<let capacity: Int>(
    to datagram: inout Datagram<capacity>, text: Span<UInt8>? = nil, payload: Span<UInt8>? = nil
  ) {
    if let state { state.write(to: &datagram) }
    if history.count > 0 { history.write(to: &datagram) }
    if let motion { motion.write(to: &datagram) }
    if let edges { edges.write(to: &datagram) }
    if let buzz { buzz.write(to: &datagram) }
    if let pong { pong.write(to: &datagram) }
    if let touches { touches.write(to: &datagram) }
    if let contacts { contacts.write(to: &datagram) }
    if let control { control.write(to: &datagram, text: text) }
    if let controlReceipt { datagram.appendReceipt(controlReceipt) }
    if let message { message.write(to: &datagram, payload: payload) }
  }
}
