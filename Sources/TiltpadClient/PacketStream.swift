public import Model
public import Wire

/// A controller's side of the conversation without encryption: numbers the edges, repeats them until they are safe, and
/// sends along the last two tilts.
///
/// Times are those of the controller's own monotonic clock. The stream sends nothing by itself: call
/// ``packet(for:motion:at:)`` for each new sample, and once more whenever ``nextCopy`` has come.
public struct PacketStream: Sendable {
  /// After an edge, copies leave this much later, so that a single lost packet costs no frame (docs/protocol.md, "Order").
  public static let copyDelays: [Interval] = [.milliseconds(4), .milliseconds(12)]
  /// Edges that nobody has acknowledged for this long are given up.
  public static let edgeLifetime = Interval.seconds(1)
  /// So far behind the newest, a packet of the host is late (docs/protocol.md, "Packets").
  private static let latestAnswer: UInt16 = 100

  private let token: UInt32
  private var sequence: UInt16
  private var frames = FrameStream()
  private var newestAnswer: UInt16?
  private var messages: [ReceivedMessage] = []

  /// A stream that calls itself `token` and numbers its packets from `sequence`.
  public init(token: UInt32, sequence: UInt16 = 0) {
    self.token = token
    self.sequence = sequence
  }

  /// The newest acknowledgement; nil before the first.
  public var acknowledgement: Acknowledgement? { frames.acknowledgement }

  /// What the host last wanted of this controller's motors and light; nil before the first.
  public var feedback: Feedback? { frames.feedback }

  /// How often the host has said so; answers that were overtaken do not count.
  public var feedbackCount: Int { frames.feedbackCount }

  /// Which buttons are down, after all edges so far.
  public var levels: Buttons { frames.edges.levels }

  /// How many edges wait to be acknowledged.
  public var unacknowledged: Int { frames.edges.count }

  /// How many edges were noted so far.
  public var noted: Int { frames.edges.noted }

  /// How many edges the host has acknowledged so far.
  public var acknowledged: Int { frames.acknowledged }

  /// Whether a reliable message still waits for its receipt.
  public var hasControl: Bool { frames.mailbox.control != nil }

  /// When a further copy of a fresh edge is to be sent; nil when none is.
  public var nextCopy: Instant? { frames.edges.copies.first }

  /// Notes that `button` was pressed or released at `time`; a packet should leave at once.
  public mutating func note(_ button: Button, isPress: Bool, at time: Instant) {
    frames.note(button, isPress: isPress, at: time)
  }

  /// Sends `code` along with every packet until the host has it; before it what was sent earlier, unless it is a
  /// goodbye.
  public mutating func send(_ code: ControlMessage.Code, argument: UInt8 = 0) {
    frames.mailbox.send(code, argument: argument, text: [])
  }

  /// Sends `bytes`, at most 200, to the program at the host's end along with every packet until the host
  /// has them, behind what was sent before.
  public mutating func send(_ bytes: [UInt8], on channel: UInt8 = 0) {
    frames.mailbox.send(.message, argument: channel, text: Array(bytes.prefix(Message.longest)))
  }

  /// The oldest message of the program at the host's end that nobody has taken yet; nil when there is none.
  public mutating func nextMessage() -> ReceivedMessage? {
    messages.isEmpty ? nil : messages.removeFirst()
  }

  /// The next packet, for a sample taken at `now`; its time, buttons and edge number are filled in here.
  public mutating func packet(
    for sample: ControllerState, motion: MotionSample? = nil, at now: Instant
  ) -> Datagram<512> {
    datagram(frames.frames(for: sample, motion: motion, at: now))
  }

  /// The simplest packet: TILT, with levels only, motion if there is any, and a reliable message if one waits.
  public mutating func tiltPacket(
    for sample: ControllerState, motion: MotionSample? = nil, at now: Instant
  ) -> Datagram<512> {
    datagram(frames.tiltFrames(for: sample, motion: motion, at: now))
  }

  /// Takes what the host has sent; anything that is not a packet for this stream is ignored.
  public mutating func receive(_ bytes: Span<UInt8>) {
    guard let header = try? PlainHeader(parsing: bytes), header.token == token,
      let frames = try? HostFrames(parsing: bytes, from: PlainHeader.size)
    else { return }
    self.frames.receive(frames, in: bytes, isNewest: isNewest(header.sequence))
    while let arrival = self.frames.mailbox.nextArrival() {
      if let message = ReceivedMessage(arrival), messages.count < Mailbox.limit { messages.append(message) }
    }
  }

  /// Whether the host's packet `number` comes after all others; one far behind is of a host that has started anew.
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
      behind: PlainHeader(sequence: sequence, token: token), text: text.isEmpty ? nil : text.span)
    self.frames.mailbox.complete(&datagram, limit: PlainHeader.largestPacket)
    return datagram
  }
}
