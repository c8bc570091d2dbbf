/// The frames of one packet from the host.
public struct HostFrames: Sendable {
  /// The acknowledgement of what the host has received (ACK).
  public var acknowledgement: Acknowledgement?
  /// The host's clock in µs, in a ping that the controller answers immediately (PING).
  public var ping: UInt32?
  /// Force feedback and light (FEEDBACK).
  public var feedback: Feedback?
  /// A reliable message (CTRL).
  public var control: ControlMessage?
  /// The id of a reliable message that has arrived (CTRLACK).
  public var controlReceipt: UInt16?
  /// The state of the buzzer round (ROUND).
  public var round: Round?
  /// Bytes for the controller's program (MESSAGE).
  public var message: Message?
  /// The torque on a wheel and its angle (TORQUE).
  public var torque: Torque?
  /// The conditions of a wheel (CONDITIONS).
  public var conditions: NumberedConditions?

  /// Creates a packet without frames.
  public init() {}

  /// True if the packet has no frames.
  public var isEmpty: Bool {
    acknowledgement == nil && ping == nil && feedback == nil && control == nil && controlReceipt == nil
      && round == nil && message == nil && torque == nil && conditions == nil
  }

  /// Decodes the frames of `bytes` from `start` to the end.
  ///
  /// - Throws: The reason why the whole packet is dropped; no part of the packet takes effect.
  public init(parsing bytes: Span<UInt8>, from start: Int) throws(Drop) {
    _ = try walkFrames(bytes, from: start) { (frame, offset, length) throws(Drop) in
      guard frame.isFromHost else { throw .wrongDirection }
      parse(frame, bytes, at: offset, length)
    }
  }

  private mutating func parse(_ frame: FrameType, _ bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    switch frame {
    case .acknowledgement: acknowledgement = Acknowledgement(parsing: bytes, at: offset)
    case .ping: ping = bytes.u32(at: offset)
    case .feedback: feedback = Feedback(parsing: bytes, at: offset)
    case .control: control = ControlMessage(parsing: bytes, at: offset, length)
    case .controlReceipt: controlReceipt = bytes.u16(at: offset)
    case .round: round = Round(parsing: bytes, at: offset)
    case .message: message = Message(parsing: bytes, at: offset, length)
    case .torque: torque = Torque(parsing: bytes, at: offset)
    case .conditions: conditions = NumberedConditions(parsing: bytes, at: offset, length)
    default: break
    }
  }

  /// Returns these frames, without texts, as the PLAIN packet to a controller that speaks UDP itself.
  public func datagram(after header: PlainHeader) -> Datagram<512> {
    var datagram = Datagram<512>()
    header.write(to: &datagram)
    write(to: &datagram)
    return datagram
  }

  /// Replaces `datagram` with the PLAIN packet to a controller that speaks UDP itself.
  public func write(after header: PlainHeader, text: Span<UInt8>, into datagram: inout Datagram<512>) {
    datagram.removeAll()
    header.write(to: &datagram)
    write(to: &datagram, text: text)
  }

  /// Replaces `datagram` with the packet to a controller behind a gateway.
  public func write(after header: GatewayHeader, text: Span<UInt8>, into datagram: inout Datagram<512>) {
    datagram.removeAll()
    header.write(to: &datagram)
    write(to: &datagram, text: text)
  }

  /// Replaces `datagram` with these frames without a header, as the plaintext of a DATA packet.
  public func write(text: Span<UInt8>, into datagram: inout Datagram<512>) {
    datagram.removeAll()
    write(to: &datagram, text: text)
  }

  /// Appends every frame that is present to `datagram`.
  ///
  /// The text of a control message is taken from `text`, and the bytes of a message from `payload`; the ranges in the
  /// frames are not used.
  public func write<let capacity: Int>(
    to datagram: inout Datagram<capacity>, text: Span<UInt8>? = nil, payload: Span<UInt8>? = nil
  ) {
    if let acknowledgement { acknowledgement.write(to: &datagram) }
    if let ping {
      datagram.append(.ping, length: 4)
      datagram.append(ping)
    }
    if let feedback { feedback.write(to: &datagram) }
    if let control { control.write(to: &datagram, text: text) }
    if let controlReceipt { datagram.appendReceipt(controlReceipt) }
    if let round { round.write(to: &datagram) }
    if let torque { torque.write(to: &datagram) }
    if let conditions { conditions.write(to: &datagram) }
    if let message { message.write(to: &datagram, payload: payload) }
  }
}
