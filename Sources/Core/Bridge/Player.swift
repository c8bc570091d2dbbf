import Channel
import Guards
import Model
import Motion
import Wire

/// The state of one player in the bridge.
struct Player: Sendable {
  var input: ControllerInput
  var drops = DropCounts()
  /// The schedule of force feedback and light for the controller.
  var feedback = FeedbackSchedule()
  /// The schedule of the forces of a wheel for the controller.
  var force = ForceSchedule()
  /// The clock requests to the controller, and the bounds of its clock.
  var clock = ClockWatch()
  /// The identity that the controller requests for its pad.
  var identityRequest: IdentityRequest
  /// The reliable messages to the controller.
  var outbox = Outbox()
  /// The unreliable messages to the controller's program, each sent once.
  var unreliable = UnreliableQueue()
  /// The notices about the round to the controller.
  var notice = RoundNotice()
  /// The player's mode.
  var modeState = ModeState()
  /// The controller's encrypted session; nil when it has none.
  var session: HostChannel.SessionID?

  private var extender = SequenceExtender()
  private var window = SequenceWindow()
  private var rate = RateLimit(rate: 500, burst: 256, patience: .seconds(3))
  private(set) var arrivals = ArrivalTimes()
  var counts = PlayerCounts()
  private(set) var transport = GatewayHeader.Transport.direct
  private(set) var newestAt: Instant
  private var pace: PacketPace
  private var acknowledgeAt = Instant.distantFuture
  private var acknowledgedAt: Instant
  private var receipt: UInt16?
  /// The round of the BUZZ that was recorded last.
  private var buzzRound: UInt16 = 0
  private var lastControl: UInt16?
  /// The numbers from before the controller was away: of its newest packet, its last reliable message, and
  /// its next expected edge.
  private var former: (number: UInt64, control: UInt16?, edge: UInt16?)?
  private var replies: UInt16 = 0

  init(input: ControllerInput.Settings, identities: Set<UInt8>, at now: Instant) {
    self.input = ControllerInput(settings: input, at: now)
    identityRequest = IdentityRequest(granted: identities, at: now)
    newestAt = now
    pace = PacketPace(at: now)
    acknowledgedAt = now - PacketPace.acknowledgementPeriod
  }

  /// The earliest deadline of the input, a reply or a new pad.
  ///
  /// The getter is mutating, like all reads of an inline array on the packet path (docs/decisions/0005).
  var deadline: Instant {
    mutating get {
      min(replyDue, input.deadline, identityRequest.deadline)
    }
  }

  /// Accepts a packet: checks its rate and order, then applies its frames.
  ///
  /// Returns whether the packet is the newest, and the number of the edge that was expected before the
  /// packet.
  mutating func accept(
    _ frames: ControllerFrames, _ envelope: Envelope, of slot: PlayerSlot, in bytes: Span<UInt8>,
    into outputs: inout [Bridge.Output], at now: Instant
  ) throws(Drop) -> (isNewest: Bool, awaitedEdge: UInt16?) {
    guard rate.consume(at: now) else { throw .flooding }
    let (arrival, awaitedEdge) = (try order(envelope.number, at: now), input.awaitedEdge)
    pace.note(now)
    transport = envelope.transport
    counts.received += 1
    let isNewest = if case .newest = arrival { true } else { false }
    if isNewest {
      newestAt = now
      if let state = frames.state { arrivals.add(sampleTime: state.sampleTime, at: now) }
    }
    if let pong = frames.pong {
      clock.apply(pong, step: transport == .direct ? 1 : AcceptedPacket.pageClockStep, at: now)
    }
    if isNewest, let message = frames.control { obey(message, of: slot, in: bytes, into: &outputs, at: now) }
    if let message = frames.message {
      apply(message, of: slot, in: bytes, isNewest: isNewest, into: &outputs)
    }
    if let receipt = frames.controlReceipt { outbox.acknowledge(receipt, at: now) }
    let hasNewEdges = input.accept(
      frames.state, history: frames.history, motion: frames.motion, edges: frames.edges,
      contacts: frames.contacts, arrival: arrival, at: now)
    planAcknowledgement(for: frames, isUrgent: hasNewEdges, at: now)
    return (isNewest, awaitedEdge)
  }

  /// True if the controller has a session and has exceeded its rate for so long that it is removed.
  ///
  /// Only a controller with a session is told the reason and stays away. Any other controller would return
  /// immediately, and its pad would come and go.
  var isFlooding: Bool { session != nil && rate.isExhausted }

  /// Continues in `session` with the messages of `outbox` and the unacknowledged messages between programs.
  mutating func begin(_ session: HostChannel.SessionID, _ outbox: Outbox, at now: Instant) {
    self.session = session
    force.forget()
    let former = self.outbox
    self.outbox = outbox
    self.outbox.add(messagesOf: former, at: now)
    self.former = nil
  }

  /// Records a BUZZ for `round` and acknowledges it immediately.
  mutating func noteBuzz(_ round: UInt16, at now: Instant) {
    buzzRound = round
    acknowledgeAt = now
  }

  /// Acknowledges new edges of the player's stick immediately.
  mutating func acknowledgeEdges(at now: Instant) { acknowledgeAt = now }

  /// Returns whether the newest packet is at least as old as `interval` at `now`.
  ///
  /// The method is mutating, like all reads of a player on the packet path (docs/decisions/0005).
  mutating func isSilent(for interval: Interval, at now: Instant) -> Bool { now - newestAt >= interval }

  /// Restarts the player when its controller is back.
  mutating func restart(at now: Instant) {
    let former = window.newest.map { ($0, lastControl, input.awaitedEdge) }
    extender = SequenceExtender()
    beginRun(at: now)
    self.former = former
    outbox.resume(at: now)
  }

  /// Discards everything that depends on the previous packet numbers or on the controller's presence.
  ///
  /// The controller has restarted, or was away.
  private mutating func beginRun(at now: Instant) {
    window = SequenceWindow()
    arrivals = ArrivalTimes()
    (lastControl, former) = (nil, nil)
    modeState.forget()
    feedback.pause()
    force.pause()
    unreliable.withdraw()
    clock.end()
    input.restart(at: now)
  }

  /// Returns whether a reply is due, for example an acknowledgement, feedback, or a message.
  ///
  /// The method is mutating because `clock` has an inline array (docs/decisions/0005).
  mutating func hasReply(at now: Instant) -> Bool { replyDue <= now }

  /// The deadline of the next reply; only acknowledgements and clock requests wait for an expected packet.
  private var replyDue: Instant {
    mutating get {
      let ride = pace.deadline(ofReplyFrom: min(acknowledgeAt, clock.due), by: transport)
      return min(ride, feedback.due, force.due, outbox.due, unreliable.due, notice.due)
    }
  }

  /// Writes the reply to `datagram`, with the header of the controller's transport.
  mutating func reply(to seat: Roster.Seat, at now: Instant, into datagram: inout Datagram<512>) {
    let text = outbox.text
    let frames = frames(at: now)
    switch seat.peer {
    case .network:
      let header = PlainHeader(sequence: replies, token: seat.key.token)
      frames.write(after: header, text: text.span, into: &datagram)
    case .gateway(_, let controller):
      let header = GatewayHeader(
        transport: transport, controller: controller, counter: UInt32(replies), received: now)
      frames.write(after: header, text: text.span, into: &datagram)
    }
    unreliable.complete(&datagram, limit: 512)
    replies &+= 1
  }

  /// Writes the reply to `datagram`, which the caller then encrypts.
  mutating func reply(at now: Instant, into datagram: inout Datagram<512>) {
    let text = outbox.text
    frames(at: now).write(text: text.span, into: &datagram)
    unreliable.complete(&datagram, limit: Player.sealedLimit)
  }

  private mutating func frames(at now: Instant) -> HostFrames {
    var frames = HostFrames()
    frames.round = notice.next(withAcknowledgement: acknowledgeAt <= now, at: now)
    if acknowledgeAt <= now { acknowledge(in: &frames, at: now) }
    frames.ping = clock.nextQuestion(at: now)
    frames.feedback = feedback.next(at: now)
    if force.due <= now { force.next(at: now, into: &frames) }
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
      recall(before: counter)
      return counter
    case .wrapping(let sequence):
      switch extender.extend(sequence) {
      case .number(let number): return number
      case .suspect: throw .suspect
      case .restart(let number):
        beginRun(at: now)
        force.forget()
        return number
      }
    }
  }

  /// Restores the last message and edge of a returning controller unless packet `number` restarts the packet
  /// numbers.
  ///
  /// A gateway asks for a slot with the number of the controller's last packet, so an equal number is no restart.
  private mutating func recall(before number: UInt64) {
    guard let former else { return }
    self.former = nil
    guard number >= former.number else { return force.forget() }
    lastControl = former.control
    former.edge.map { input.expect($0) }
  }

  /// Applies a reliable message once and acknowledges each copy.
  ///
  /// Messages of late packets are ignored: a newer message may have revoked them.
  private mutating func obey(
    _ message: ControlMessage, of slot: PlayerSlot, in bytes: Span<UInt8>,
    into outputs: inout [Bridge.Output], at now: Instant
  ) {
    receipt = message.id
    guard message.id != lastControl else { return }
    lastControl = message.id
    switch ControlMessage.Code(rawValue: message.code) {
    case .recentre: input.recentre(at: now)
    case .identity where message.argument != IdentityRequest.described: identityRequest.note(message.argument)
    case .force: force.note(ForceAbilities(rawValue: message.argument), at: now)
    case .message: apply(message, of: slot, in: bytes, into: &outputs)
    default: break
    }
  }

  /// Plans the acknowledgement.
  ///
  /// It is due immediately for new edges and reliable messages, otherwise about 20 times a second, or about
  /// 60 times behind a gateway.
  /// Senders of bare TILT, which number no edges, get no reply.
  private mutating func planAcknowledgement(for frames: ControllerFrames, isUrgent: Bool, at now: Instant) {
    if isUrgent || frames.control != nil {
      acknowledgeAt = now
    } else if frames.state?.nextEdge != nil || frames.edges != nil || frames.stick.isPresent {
      acknowledgeAt = min(acknowledgeAt, acknowledgedAt + PacketPace.acknowledgementPeriod(by: transport))
    } else {
      return
    }
    if !feedback.isListening { force.listen(at: now) }
    feedback.listen(at: now)
    notice.listen(at: now)
    modeState.tell(by: &outbox, at: now)
    if session != nil || transport != .direct { clock.begin(at: now) }
  }

  private mutating func acknowledgement(at now: Instant) -> Acknowledgement {
    Acknowledgement(
      newest: UInt32(truncatingIfNeeded: window.newest ?? 0), received: window.receivedBefore,
      nextEdge: input.nextEdge, delay: UInt16(clamping: (now - newestAt).microseconds / 32),
      lastBuzz: buzzRound)
  }
}
