public import Model

/// What a controller says in one packet.
public struct ControllerFrames: Sendable {
  /// STATE, or TILT as a state with levels only.
  public var state: ControllerState?
  /// Earlier tilt samples.
  public var history = History()
  /// Raw motion.
  public var motion: MotionSample?
  /// Unacknowledged presses and releases.
  public var edges: EdgeLog?
  /// A buzzer press.
  public var buzz: Buzz?
  /// The answer to a ping.
  public var pong: Pong?
  /// Fingers on the screen.
  public var touches: Touches?
  /// A reliable message.
  public var control: ControlMessage?
  /// The number of a reliable message that arrived.
  public var controlReceipt: UInt16?
  /// Bytes for a program at the host's end.
  public var message: Message?

  /// No frames.
  public init() {}

  /// The frames of `bytes` from `start` to the end.
  ///
  /// - Throws: the reason why the whole packet is dropped; no part of it counts.
  public init(parsing bytes: Span<UInt8>, from start: Int) throws(Malformed) {
    let seen = try walkFrames(bytes, from: start) { (frame, offset, length) throws(Malformed) in
      guard frame.isFromController else { throw .wrongDirection }
      try parse(frame, bytes, at: offset, length)
    }
    if seen.contains(.state) && seen.contains(.tilt) { throw .frameRepeated }
    if seen.contains(.history) && state == nil { throw .historyWithoutState }
  }

  private mutating func parse(
    _ frame: FrameType, _ bytes: Span<UInt8>, at offset: Int, _ length: Int
  ) throws(Malformed) {
    switch frame {
    case .state: state = try ControllerState(parsingState: bytes, at: offset)
    case .tilt: state = try ControllerState(parsingTilt: bytes, at: offset)
    case .history: history = History(parsing: bytes, at: offset, length)
    case .edges: edges = try EdgeLog(parsing: bytes, at: offset, length)
    case .motion: motion = MotionSample(parsing: bytes, at: offset)
    case .buzz: buzz = Buzz(parsing: bytes, at: offset)
    case .pong: pong = Pong(parsing: bytes, at: offset)
    case .touch: touches = try Touches(parsing: bytes, at: offset, length)
    case .control: control = ControlMessage(parsing: bytes, at: offset, length)
    case .controlReceipt: controlReceipt = bytes.u16(at: offset)
    case .message: message = Message(parsing: bytes, at: offset, length)
    case .acknowledgement, .ping, .feedback, .round: throw .wrongDirection
    }
  }

  /// These frames, with `text` as that of the control message, as the packet of a controller that speaks UDP itself.
  public func datagram(behind header: PlainHeader, text: Span<UInt8>? = nil) -> Datagram<512> {
    var datagram = Datagram<512>()
    header.write(to: &datagram)
    write(to: &datagram, text: text)
    return datagram
  }

  /// These frames alone, with `text` as that of the control message: what an encrypted packet has inside.
  public func packed(text: Span<UInt8>? = nil) -> Datagram<512> {
    var datagram = Datagram<512>()
    write(to: &datagram, text: text)
    return datagram
  }

  /// Adds every frame that is present to `datagram`.
  ///
  /// A control message's text is taken from `text`, not from its range, and a message's bytes from `payload`.
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
    if let control { control.write(to: &datagram, text: text) }
    if let controlReceipt { datagram.appendReceipt(controlReceipt) }
    if let message { message.write(to: &datagram, payload: payload) }
  }
}
