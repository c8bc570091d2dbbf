public import Model
public import Wire

/// A controller's side of the conversation: numbers the edges, repeats them until they are safe, and
/// sends along the last two tilts.
///
/// Times are those of the controller's own monotonic clock. The stream sends nothing by itself: call
/// ``packet(for:at:)`` for each new sample, and once more whenever ``nextCopy`` has come.
public struct PacketStream: Sendable {
  /// After an edge, copies leave this much later, so that a single lost packet costs no frame (docs/protocol.md, "Order").
  public static let copyDelays: [Interval] = [.milliseconds(4), .milliseconds(12)]
  /// Edges that nobody has acknowledged for this long are given up.
  public static let edgeLifetime = Interval.seconds(1)
  /// So far behind the newest, a packet of the host is late (docs/protocol.md, "Packets").
  private static let latestAnswer: UInt16 = 100

  private struct NumberedEdge {
    var edge: Edge
    var time: Instant
  }

  private let token: UInt32
  private var sequence: UInt16
  private var pending: [NumberedEdge] = []
  private var firstPending: UInt16 = 0
  private var safeLevels: Buttons = []
  private var samples: [(time: Instant, tilt: Tilt)] = []
  private var copies: [Instant] = []
  private var controls: [ControlMessage] = []
  private var nextControl: UInt16 = 1
  private var newestAnswer: UInt16?

  /// The newest acknowledgement; nil before the first.
  public private(set) var acknowledgement: Acknowledgement?

  /// What the host last wanted of this controller's motors and light; nil before the first.
  public private(set) var feedback: Feedback?

  /// How often the host has said so; answers that were overtaken do not count.
  public private(set) var feedbackCount = 0

  /// A stream that calls itself `token` and numbers its packets from `sequence`.
  public init(token: UInt32, sequence: UInt16 = 0) {
    self.token = token
    self.sequence = sequence
  }

  /// Which buttons are down, after all edges so far.
  public var levels: Buttons { levels(after: pending.count) }

  /// How many edges wait to be acknowledged.
  public var unacknowledged: Int { pending.count }

  /// How many edges were noted so far.
  public private(set) var noted = 0

  /// How many edges the host has acknowledged so far.
  public private(set) var acknowledged = 0

  /// Whether a reliable message still waits for its receipt.
  public var hasControl: Bool { !controls.isEmpty }

  /// When a further copy of a fresh edge is to be sent; nil when none is.
  public var nextCopy: Instant? { copies.first }

  /// Notes that `button` was pressed or released at `time`; a packet should leave at once.
  public mutating func note(_ button: Button, isPress: Bool, at time: Instant) {
    guard levels[button] != isPress else { return }
    noted += 1
    pending.append(NumberedEdge(edge: Edge(button, isPress: isPress), time: time))
    copies = PacketStream.copyDelays.map { time + $0 }
  }

  /// Sends `code` along with every packet until the host has it; before it what was sent earlier, unless it is a
  /// goodbye.
  public mutating func send(_ code: ControlMessage.Code, argument: UInt8 = 0) {
    if code == .bye { controls = [] }
    controls.append(ControlMessage(id: nextControl, code: code.rawValue, argument: argument))
    nextControl &+= 1
  }

  /// The next packet, for a sample taken at `now`; its time, buttons and edge number are filled in here.
  public mutating func packet(
    for sample: ControllerState, motion: MotionSample? = nil, at now: Instant
  ) -> Datagram<512> {
    giveUpOldEdges(at: now)
    copies.removeAll { $0 <= now }
    var frames = ControllerFrames()
    frames.history = history(at: now)
    frames.motion = motion
    frames.edges = log(at: now)
    frames.control = controls.first
    var state = sample
    state.sampleTime = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000)
    state.buttons = levels(after: frames.edges?.count ?? 0)
    state.nextEdge = frames.edges?.next ?? firstPending
    frames.state = state
    remember(sample.tilt, at: now)
    return datagram(frames)
  }

  /// The simplest packet: TILT, with levels only, motion if there is any, and a reliable message if one waits.
  public mutating func tiltPacket(
    for sample: ControllerState, motion: MotionSample? = nil, at now: Instant
  ) -> Datagram<512> {
    var frames = ControllerFrames()
    frames.motion = motion
    var state = sample
    state.sampleTime = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000)
    state.buttons = levels
    state.nextEdge = nil
    frames.state = state
    frames.control = controls.first
    acknowledge(through: firstPending &+ UInt16(pending.count))
    copies = []
    return datagram(frames)
  }

  /// Takes what the host has sent; anything that is not a packet for this stream is ignored.
  public mutating func receive(_ bytes: Span<UInt8>) {
    guard let header = try? PlainHeader(parsing: bytes), header.token == token,
      let frames = try? HostFrames(parsing: bytes, from: PlainHeader.size)
    else { return }
    if let acknowledgement = frames.acknowledgement {
      self.acknowledgement = acknowledgement
      acknowledged += acknowledge(through: acknowledgement.nextEdge)
    }
    if let receipt = frames.controlReceipt, receipt == controls.first?.id { controls.removeFirst() }
    guard isNewest(header.sequence), let feedback = frames.feedback else { return }
    self.feedback = feedback
    feedbackCount += 1
  }

  /// Whether the host's packet `number` comes after all others; one far behind is of a host that has started anew.
  private mutating func isNewest(_ number: UInt16) -> Bool {
    if let newestAnswer, newestAnswer &- number <= PacketStream.latestAnswer { return false }
    newestAnswer = number
    return true
  }

  private mutating func datagram(_ frames: ControllerFrames) -> Datagram<512> {
    defer { sequence &+= 1 }
    return frames.datagram(behind: PlainHeader(sequence: sequence, token: token))
  }

  private func levels(after count: Int) -> Buttons {
    var levels = safeLevels
    for numbered in pending.prefix(count) { levels[numbered.edge.button] = numbered.edge.isPress }
    return levels
  }

  /// The oldest edges that are not safe; the ones beyond a packet's room wait for their turn.
  private func log(at now: Instant) -> EdgeLog? {
    guard !pending.isEmpty else { return nil }
    var log = EdgeLog(first: firstPending)
    for numbered in pending.prefix(EdgeLog.capacity) {
      let age = UInt16(clamping: (now - numbered.time).microseconds / 100)
      log.append(Edge(numbered.edge.button, isPress: numbered.edge.isPress, age: age))
    }
    return log
  }

  /// Forgets the edges before number `next`; returns how many there were.
  @discardableResult
  private mutating func acknowledge(through next: UInt16) -> Int {
    let count = Int(Int16(bitPattern: next &- firstPending))
    guard count > 0, count <= pending.count else { return 0 }
    safeLevels = levels(after: count)
    pending.removeFirst(count)
    firstPending &+= UInt16(count)
    return count
  }

  private mutating func giveUpOldEdges(at now: Instant) {
    let old = pending.prefix { now - $0.time > PacketStream.edgeLifetime }.count
    acknowledge(through: firstPending &+ UInt16(old))
  }

  private func history(at now: Instant) -> History {
    var history = History()
    for sample in samples.reversed() {
      let age = (now - sample.time).microseconds / 50
      if age > 0, age < UInt16.max { history.append(HistorySample(age: UInt16(age), tilt: sample.tilt)) }
    }
    return history
  }

  private mutating func remember(_ tilt: Tilt?, at now: Instant) {
    guard let tilt else { return }
    if samples.count == 2 { samples.removeFirst() }
    samples.append((now, tilt))
  }
}
