import Channel
import Model
import Motion
import Session
import Wire

/// Everything the bridge keeps of one player.
struct Player: Sendable {
  /// The least time between two acknowledgements when nothing new has come (docs/protocol.md, "Order").
  static let acknowledgementPeriod = Interval.milliseconds(50)
  /// The same behind a gateway, whose pages send no more than what is acknowledged allows.
  static let gatewayAcknowledgementPeriod = Interval.milliseconds(16)

  /// The clocks of some browsers go on a millisecond at a time; µs.
  static let pageClockStep: UInt32 = 1_000

  var input: ControllerInput
  var drops = DropCounts()
  /// When the controller is told what games want of it.
  var feedback = FeedbackSchedule()
  /// How far the controller's clock is ahead.
  var clock = ClockWatch()
  /// What the controller wants the pad to look like.
  var wish: IdentityWish
  /// Reliable messages to the controller.
  var outbox = Outbox()
  /// Messages to the controller's program that are sent once.
  var postcards = Postcards()
  /// How the quiz stands, as the controller is told.
  var notice = RoundNotice()
  /// What the player does.
  var part = Part()
  /// The controller's encrypted session; nil when it has none.
  var session: HostChannel.SessionID?

  private var extender = SequenceExtender()
  private var window = SequenceWindow()
  private var rate = RateLimit(rate: 500, burst: 256, patience: .seconds(3))
  private var arrivals = ArrivalTimes()
  var counts = PlayerStatus.Counts()
  private var transport = GatewayHeader.Transport.direct
  private var newestAt: Instant
  private var acknowledgeAt = Instant.distantFuture
  private var acknowledgedAt: Instant
  private var receipt: UInt16?
  /// The round of the newest BUZZ.
  private var buzzRound: UInt16 = 0
  private var lastControl: UInt16?
  /// The last reliable message before the controller was away, and the newest packet then.
  private var former: (control: UInt16, number: UInt64)?
  private var replies: UInt16 = 0

  init(settings: Bridge.Settings, at now: Instant) {
    input = ControllerInput(settings: settings.input, at: now)
    wish = IdentityWish(granted: settings.wishes, at: now)
    newestAt = now
    acknowledgedAt = now - Player.acknowledgementPeriod
  }

  /// When something is due: an edge, the next step of a silence, an answer, another pad; mutating as in decision 0005.
  var deadline: Instant {
    mutating get {
      min(replyDue, input.deadline, wish.deadline)
    }
  }

  /// Takes a packet: limit, order, then input; whether it is ahead of all before it.
  mutating func accept(
    _ frames: ControllerFrames, _ envelope: Envelope, of slot: PlayerSlot, in bytes: Span<UInt8>,
    into inbox: inout Inbox, at now: Instant
  ) throws(Drop) -> Bool {
    guard rate.take(at: now) else { throw .flooding }
    let arrival = try order(envelope.number, at: now)
    transport = envelope.transport
    counts.received += 1
    let isNewest = if case .newest = arrival { true } else { false }
    if isNewest { noteNewest(frames, at: now) }
    if let pong = frames.pong {
      clock.take(pong, step: transport == .direct ? 1 : Player.pageClockStep, at: now)
    }
    if isNewest, let message = frames.control { obey(message, of: slot, in: bytes, into: &inbox, at: now) }
    if let message = frames.message {
      take(message, of: slot, in: bytes, isNewest: isNewest, into: &inbox)
    }
    if let receipt = frames.controlReceipt { outbox.acknowledge(receipt, at: now) }
    let hasNewEdges = input.accept(
      frames.state, history: frames.history, motion: frames.motion, edges: frames.edges, arrival: arrival,
      at: now)
    planAcknowledgement(for: frames, isUrgent: hasNewEdges, at: now)
    return isNewest
  }

  /// Whether the controller has sent too much for so long that it has to go.
  ///
  /// Only one with a session, which can be told: another would be back at once, and its pad would come and go.
  var isFlooding: Bool { session != nil && rate.isExhausted }

  /// Goes on in `session` with the messages of `outbox`, and those between programs that have no receipt yet.
  mutating func begin(_ session: HostChannel.SessionID, _ outbox: Outbox, at now: Instant) {
    self.session = session
    let former = self.outbox
    self.outbox = outbox
    self.outbox.add(messagesOf: former, at: now)
    self.former = nil
  }

  /// Notes a BUZZ for `round`, and acknowledges it at once.
  mutating func noteBuzz(_ round: UInt16, at now: Instant) {
    buzzRound = round
    acknowledgeAt = now
  }

  /// Starts anew with a controller that was away.
  mutating func restart(at now: Instant) {
    let former = lastControl.flatMap { control in window.newest.map { (control, $0) } }
    extender = SequenceExtender()
    beginRun(at: now)
    self.former = former
    outbox.resume(at: now)
  }

  /// Forgets what belongs to the packet numbers so far; the extender knows where the new ones begin.
  private mutating func beginRun(at now: Instant) {
    window = SequenceWindow()
    arrivals = ArrivalTimes()
    (lastControl, former) = (nil, nil)
    part.forget()
    feedback.pause()
    postcards.withdraw()
    clock.end()
    input.restart(at: now)
  }

  /// Whether there is something to say: what has come, what games want, or a message.
  ///
  /// Mutating, as all reads of an inline array on the packet path (docs/decisions/0005): `clock` has some.
  mutating func hasReply(at now: Instant) -> Bool { replyDue <= now }

  private var replyDue: Instant {
    mutating get { min(acknowledgeAt, feedback.due, outbox.due, postcards.due, clock.due, notice.due) }
  }

  /// Makes `datagram` what is to be said, addressed as the controller's transport wants it.
  mutating func reply(to seat: Roster.Seat, at now: Instant, into datagram: inout Datagram<512>) {
    let text = outbox.text
    let frames = frames(at: now)
    switch seat.peer {
    case .network:
      let header = PlainHeader(sequence: replies, token: seat.key.token)
      frames.write(behind: header, text: text.span, into: &datagram)
    case .gateway(_, let controller):
      let header = GatewayHeader(
        transport: transport, controller: controller, counter: UInt32(replies), received: now)
      frames.write(behind: header, text: text.span, into: &datagram)
    }
    postcards.complete(&datagram, limit: 512)
    replies &+= 1
  }

  /// Makes `datagram` what is to be said, for encryption.
  mutating func reply(at now: Instant, into datagram: inout Datagram<512>) {
    let text = outbox.text
    frames(at: now).write(text: text.span, into: &datagram)
    postcards.complete(&datagram, limit: Player.sealedLimit)
  }

  private mutating func frames(at now: Instant) -> HostFrames {
    var frames = HostFrames()
    frames.round = notice.take(withAcknowledgement: acknowledgeAt <= now, at: now)
    if acknowledgeAt <= now { acknowledge(in: &frames, at: now) }
    frames.ping = clock.take(at: now)
    frames.feedback = feedback.take(at: now)
    frames.control = outbox.next(at: now)
    return frames
  }

  private mutating func acknowledge(in frames: inout HostFrames, at now: Instant) {
    acknowledgeAt = .distantFuture
    acknowledgedAt = now
    frames.acknowledgement = acknowledgement(at: now)
    frames.controlReceipt = receipt
    receipt = nil
  }

  private mutating func order(
    _ number: Envelope.Number, at now: Instant
  ) throws(Drop) -> ControllerInput.Arrival {
    let judged = window.accept(try extend(number, at: now))
    switch judged {
    case .newest(let gap):
      counts.lost += gap
      return .newest(gap: gap)
    case .late:
      counts.late += 1
      if counts.lost > 0 { counts.lost -= 1 }
      return .late
    case .duplicate: throw .duplicate
    case .tooOld: throw .tooOld
    }
  }

  private mutating func extend(_ number: Envelope.Number, at now: Instant) throws(Drop) -> UInt64 {
    switch number {
    case .running(let counter):
      recallControl(before: counter)
      return counter
    case .wrapping(let sequence):
      switch extender.extend(sequence) {
      case .number(let number): return number
      case .suspect: throw .suspect
      case .restart(let number):
        beginRun(at: now)
        return number
      }
    }
  }

  /// Recalls, of a controller that is back, the last message if packet `number` goes on where it was: who numbers from
  /// the start again has started anew, and so have its messages.
  private mutating func recallControl(before number: UInt64) {
    guard let former else { return }
    if number > former.number { lastControl = former.control }
    self.former = nil
  }

  private mutating func noteNewest(_ frames: ControllerFrames, at now: Instant) {
    newestAt = now
    if let state = frames.state { arrivals.add(sampleTime: state.sampleTime, at: now) }
  }

  /// Follows a reliable message once, and gives its receipt each time it comes; one that there is no room for gets none.
  ///
  /// Late packets are not asked: what they want may have been taken back since.
  private mutating func obey(
    _ message: ControlMessage, of slot: PlayerSlot, in bytes: Span<UInt8>, into inbox: inout Inbox,
    at now: Instant
  ) {
    guard message.id != lastControl else {
      receipt = message.id
      return
    }
    switch ControlMessage.Code(rawValue: message.code) {
    case .recentre: input.recentre(at: now)
    case .identity: wish.note(message.argument)
    case .message: guard take(message, of: slot, in: bytes, into: &inbox) else { return }
    default: break
    }
    (receipt, lastControl) = (message.id, message.id)
  }

  /// New edges and messages are acknowledged at once, anything else from a full controller at 20 Hz, behind a gateway at 60.
  ///
  /// Senders of bare TILT number nothing and get no answer.
  private mutating func planAcknowledgement(for frames: ControllerFrames, isUrgent: Bool, at now: Instant) {
    if isUrgent || frames.control != nil {
      acknowledgeAt = now
    } else if frames.state?.nextEdge != nil || frames.edges != nil {
      let period =
        transport == .direct ? Player.acknowledgementPeriod : Player.gatewayAcknowledgementPeriod
      acknowledgeAt = min(acknowledgeAt, acknowledgedAt + period)
    } else {
      return
    }
    feedback.listen(at: now)
    notice.listen(at: now)
    part.tell(by: &outbox, at: now)
    if session != nil || transport != .direct { clock.begin(at: now) }
  }

  private mutating func acknowledgement(at now: Instant) -> Acknowledgement {
    Acknowledgement(
      newest: UInt32(truncatingIfNeeded: window.newest ?? 0), received: window.receivedBefore,
      nextEdge: input.nextEdge, delay: UInt16(clamping: (now - newestAt).microseconds / 32),
      lastBuzz: buzzRound)
  }
}

extension Player {
  /// The player's state in the words of the local socket.
  func status(_ slot: PlayerSlot, _ seat: Roster.Seat, at now: Instant) -> PlayerStatus {
    PlayerStatus(
      slot: slot, isConnected: seat.isConnected, stage: input.stage(at: now).rawValue,
      battery: input.state?.battery, transport: transport, peer: seat.peer, token: seat.key.token,
      rawTilt: input.state?.tilt, tilt: input.smoothed, report: input.report, jitter: arrivals.jitter,
      silence: now - newestAt, counts: allCounts, drops: drops, clock: clock.bounds.offset(at: now),
      delays: arrivals.delays)
  }

  private var allCounts: PlayerStatus.Counts {
    var all = counts
    all.edges = input.edgeCounts.taken
    all.recovered = input.edgeCounts.recovered
    all.skipped = input.edgeCounts.skipped
    all.hurried = input.edgesHurried
    return all
  }
}
