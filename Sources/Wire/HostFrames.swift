/// What the host says in one packet.
public struct HostFrames: Sendable {
  /// What has been received.
  public var acknowledgement: Acknowledgement?
  /// The host's clock in µs, to be answered at once.
  public var ping: UInt32?
  /// Rumble and light.
  public var feedback: Feedback?
  /// A reliable message.
  public var control: ControlMessage?
  /// The number of a reliable message that arrived.
  public var controlReceipt: UInt16?
  /// The buzzer round.
  public var round: Round?
  /// Bytes for a program at the controller's end.
  public var message: Message?

  /// No frames.
  public init() {}

  /// Whether there is none.
  public var isEmpty: Bool {
    acknowledgement == nil && ping == nil && feedback == nil && control == nil && controlReceipt == nil
      && round == nil && message == nil
  }

  /// The frames of `bytes` from `start` to the end.
  ///
  /// - Throws: the reason why the whole packet is dropped; no part of it counts.
  public init(parsing bytes: Span<UInt8>, from start: Int) throws(Malformed) {
    _ = try walkFrames(bytes, from: start) { (frame, offset, length) throws(Malformed) in
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
    default: break
    }
  }

  /// These frames, without texts, as the packet to a controller without encryption that speaks UDP itself.
  public func datagram(behind header: PlainHeader) -> Datagram<512> {
    var datagram = Datagram<512>()
    header.write(to: &datagram)
    write(to: &datagram)
    return datagram
  }

  /// Makes `datagram` the packet to a controller without encryption that speaks UDP itself.
  public func write(behind header: PlainHeader, text: Span<UInt8>, into datagram: inout Datagram<512>) {
    datagram.removeAll()
    header.write(to: &datagram)
    write(to: &datagram, text: text)
  }

  /// Makes `datagram` the packet to a controller behind a gateway.
  public func write(behind header: GatewayHeader, text: Span<UInt8>, into datagram: inout Datagram<512>) {
    datagram.removeAll()
    header.write(to: &datagram)
    write(to: &datagram, text: text)
  }

  /// Makes `datagram` what is to be encrypted for a controller.
  public func write(text: Span<UInt8>, into datagram: inout Datagram<512>) {
    datagram.removeAll()
    write(to: &datagram, text: text)
  }

  /// Adds every frame that is present to `datagram`.
  ///
  /// A control message's text is taken from `text`, not from its range, and a message's bytes from `payload`.
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
    if let message { message.write(to: &datagram, payload: payload) }
  }
}
