import Model
import TiltpadClient
import Wire

/// A controller: samples its hand at an even rate and makes packets of it; a press or release leaves at once.
struct Controller: Sendable {
  /// What moves its controls.
  var hand: Hand
  /// What the hand did last.
  private(set) var controls = Controls()
  private var stream: PacketStream
  private let period: Interval
  private let isSimple: Bool
  private var sensors: SimulatedSensors?
  private var nextSample: Instant
  private var nextChange: Instant
  private var isResting = false
  private var answered: Instant?
  private var feedback = FeedbackLog()

  /// A controller called `token` that sends every `period` from `now` on, TILT only if it `isSimple`, and what
  /// its `sensors` measure if it has any.
  init(
    hand: Hand, token: UInt32, period: Interval, isSimple: Bool, sensors: SimulatedSensors? = nil,
    at now: Instant
  ) {
    self.hand = hand
    self.period = period
    self.isSimple = isSimple
    self.sensors = sensors
    stream = PacketStream(token: token)
    nextSample = now
    nextChange = now
  }

  /// When ``packet(at:)`` has something to send or ``feedbackChange(at:)`` something to tell.
  var nextDue: Instant {
    min(nextSample, nextChange, stream.nextCopy ?? .distantFuture, feedback.deadline)
  }

  /// Whether the host has everything that it should have.
  var isSettled: Bool { isSimple || (stream.acknowledgement != nil && stream.unacknowledged == 0) }

  /// The packet that is due at `now`; nil when none is.
  mutating func packet(at now: Instant) -> Datagram<512>? {
    let isCopyDue = stream.nextCopy.map { $0 <= now } ?? false
    controls = hand.controls(at: now)
    if isResting { controls = controls.atRest }
    nextChange = isResting ? .distantFuture : hand.nextChange(after: now)
    guard noteEdges(at: now) || isCopyDue || nextSample <= now else { return nil }
    while nextSample <= now { nextSample = nextSample + period }
    return made(at: now)
  }

  /// Takes what the host has sent.
  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    let former = stream.acknowledgement
    let formerCount = stream.feedbackCount
    stream.receive(bytes)
    if stream.acknowledgement != former { answered = now }
    if stream.feedbackCount != formerCount, let frame = stream.feedback { feedback.take(frame, at: now) }
  }

  /// What the player would feel or see change by `now`; nil when nothing more.
  mutating func feedbackChange(at now: Instant) -> FeedbackLog.Change? { feedback.next(at: now) }

  /// Lets go of everything, for good.
  mutating func rest(at now: Instant) {
    isResting = true
    controls = controls.atRest
    if noteEdges(at: now) { nextSample = min(nextSample, now) }
  }

  /// Takes what a real pad shows; no press is missed however soon the next report comes.
  mutating func follow(_ report: PadReport, at now: Instant) {
    guard !isResting else { return }
    hand = .pad(report)
    controls = Controls(report)
    if noteEdges(at: now) { nextSample = min(nextSample, now) }
  }

  /// Makes the present tilt the centre.
  mutating func recentre(at now: Instant) {
    stream.send(.recentre)
    nextSample = min(nextSample, now)
  }

  /// Asks the host for a pad of the identity of `number`.
  mutating func ask(forIdentity number: UInt8) {
    stream.send(.identity, argument: number)
  }

  /// A packet that says goodbye.
  mutating func farewell(at now: Instant) -> Datagram<512> {
    stream.send(.bye)
    return made(at: now)
  }

  /// What came of it so far.
  func tally(at now: Instant) -> Tally {
    Tally(
      edges: stream.noted, acknowledged: isSimple ? nil : stream.acknowledged,
      silence: answered.map { now - $0 }, feedback: feedback.changes)
  }

  private mutating func made(at now: Instant) -> Datagram<512> {
    let motion = controls.tilt.flatMap { sensors?.measure($0, at: now) }
    return isSimple
      ? stream.tiltPacket(for: controls.state, motion: motion, at: now)
      : stream.packet(for: controls.state, motion: motion, at: now)
  }

  /// Tells the stream what moved since the last time; whether anything did.
  private mutating func noteEdges(at now: Instant) -> Bool {
    let moved = controls.buttons ^ stream.levels
    for button in Button.allCases where moved[button] {
      stream.note(button, isPress: controls.buttons[button], at: now)
    }
    return moved != []
  }
}

extension Controller {
  /// Hands `key` to a hand on a keyboard.
  mutating func press(_ key: Key, at now: Instant) {
    guard case .keys(var steering) = hand else { return }
    steering.press(key, at: now)
    hand = .keys(steering)
  }
}
