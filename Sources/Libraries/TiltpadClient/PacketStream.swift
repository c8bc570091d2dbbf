public import Model
public import Wire

/// A controller's side of an unencrypted connection.
///
/// The stream numbers the edges, repeats them until they are acknowledged or ``edgeLifetime`` old, and adds
/// the last two tilts to each packet but those of ``tiltPacket(for:motion:at:)``. Times are those of the
/// controller's own monotonic clock. The stream sends nothing by itself: call
/// ``packet(for:motion:contacts:at:)`` for each new sample, and again at ``nextCopy``.
public struct PacketStream: Sendable {
  /// The delays of the copies of a packet with a new edge (docs/protocol.md, "Order").
  ///
  /// So if one packet is lost, the edge is only 4 ms late.
  public static let copyDelays: [Interval] = [.milliseconds(4), .milliseconds(12)]
  /// The time after which an unacknowledged edge is dropped.
  public static let edgeLifetime = Interval.seconds(1)
  /// The maximum distance behind the host's newest packet at which a packet is late (docs/protocol.md,
  /// "Packets").
  ///
  /// A packet that is farther behind comes from a host that has restarted.
  private static let latestAnswer: UInt16 = 100

  private let token: UInt32
  private var sequence: UInt16
  private var frames = FrameStream()
  private var newestAnswer: UInt16?
  private var messages: [ReceivedMessage] = []

  /// Creates a stream that identifies itself by `token` and numbers its packets from `sequence`.
  public init(token: UInt32, sequence: UInt16 = 0) {
    self.token = token
    self.sequence = sequence
  }

  /// The acknowledgement that arrived last; nil before the first.
  public var acknowledgement: Acknowledgement? { frames.acknowledgement }

  /// The latest force feedback and light that the host has requested; nil before the first.
  public var feedback: Feedback? { frames.feedback }

  /// The number of feedback frames so far, without those that arrived out of order.
  public var feedbackCount: Int { frames.feedbackCount }

  /// The buttons that are down after all edges so far.
  public var levels: Buttons { frames.levels }

  /// The number of edges that are not acknowledged.
  public var unacknowledged: Int { frames.edges.count }

  /// The number of edges recorded so far.
  public var noted: Int { frames.edges.noted }

  /// The number of edges that the host has acknowledged so far.
  public var acknowledged: Int { frames.acknowledged }

  /// True if a reliable message still waits for its receipt.
  public var hasControl: Bool { frames.mailbox.control != nil }

  /// The time at which a further copy of a fresh edge is due; nil if no copy is due.
  public var nextCopy: Instant? { frames.nextCopy }

  /// Records that `button` was pressed or released at `time`; a packet should be sent immediately.
  public mutating func note(_ button: Button, isPress: Bool, at time: Instant) {
    frames.note(button, isPress: isPress, at: time)
  }

  /// Sends `code` with every packet until the host has acknowledged it.
  ///
  /// The message waits for earlier messages to be acknowledged. A goodbye discards them, and a request
  /// replaces the same request that still waits.
  public mutating func send(_ code: ControlMessage.Code, argument: UInt8 = 0) {
    frames.mailbox.send(code, argument: argument, text: [])
  }

  /// Sends `bytes`, at most 200, to the host's program, with every packet until the host has acknowledged them.
  ///
  /// The message waits for earlier messages to be acknowledged.
  public mutating func send(_ bytes: [UInt8], on channel: UInt8 = 0) {
    frames.mailbox.send(.message, argument: channel, text: Array(bytes.prefix(Message.longest)))
  }

  /// Removes and returns the oldest message from the host's program, or nil if there is none.
  public mutating func nextMessage() -> ReceivedMessage? {
    guard !messages.isEmpty else { return nil }
    defer { collectMessages() }
    return messages.removeFirst()
  }

  /// Removes and returns the newest torque on the wheel; nil if none has arrived since the last call.
  public mutating func nextTorque() -> Torque? { frames.nextTorque() }

  /// Removes and returns the newest conditions of the wheel; nil if none have arrived since the last call.
  public mutating func nextConditions() -> NumberedConditions? { frames.nextConditions() }

  /// Returns the next packet, for a sample taken at `now`; its time, buttons and edge number are filled in here.
  public mutating func packet(
    for sample: ControllerState, motion: MotionSample? = nil, contacts: Contacts = Contacts(), at now: Instant
  ) -> Datagram<512> {
    datagram(frames.frames(for: sample, motion: motion, contacts: contacts, at: now))
  }

  /// Returns the simplest packet: TILT with the buttons' levels, motion if given, and a reliable message if one waits.
  public mutating func tiltPacket(
    for sample: ControllerState, motion: MotionSample? = nil, at now: Instant
  ) -> Datagram<512> {
    datagram(frames.tiltFrames(for: sample, motion: motion, at: now))
  }

  /// Processes a packet from the host; anything else is ignored.
  public mutating func receive(_ bytes: Span<UInt8>) {
    guard let header = try? PlainHeader(parsing: bytes), header.token == token,
      let frames = try? HostFrames(parsing: bytes, from: PlainHeader.size)
    else { return }
    self.frames.receive(frames, in: bytes, isNewest: isNewest(header.sequence))
    collectMessages()
  }

  /// Takes messages of the host's program from the mailbox, as many as there is room for.
  ///
  /// A full mailbox acknowledges nothing, so the host keeps the reliable messages that follow.
  private mutating func collectMessages() {
    while messages.count < Mailbox.limit, let arrival = frames.mailbox.nextArrival() {
      if let message = ReceivedMessage(arrival) { messages.append(message) }
    }
  }

  /// Returns whether the host's packet `number` is ahead of all others.
  ///
  /// A number far behind the newest one comes from a restarted host, and counts as ahead.
  private mutating func isNewest(_ number: UInt16) -> Bool {
    if let newestAnswer, newestAnswer &- number <= PacketStream.latestAnswer { return false }
    if let newestAnswer, Int16(bitPattern: number &- newestAnswer) < 0 { frames.mailbox.forgetNumbers() }
    newestAnswer = number
    return true
  }

  private mutating func datagram(_ frames: ControllerFrames) -> Datagram<512> {
    defer { sequence &+= 1 }
    let text = self.frames.mailbox.text
    var datagram = frames.datagram(
      after: PlainHeader(sequence: sequence, token: token), text: text.isEmpty ? nil : text.span)
    self.frames.mailbox.complete(&datagram, limit: PlainHeader.largestPacket)
    return datagram
  }
}
