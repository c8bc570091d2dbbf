import Model
import TiltpadClient
import Wire

/// A controller: samples its hand at an even rate and makes packets of it; a press or release leaves at once.
struct Controller: Sendable {
  /// What moves its controls.
  var hand: Hand
  /// What the hand did last.
  private(set) var controls = Controls()
  private var speech: any Speech
  private let period: Interval
  private var sensors: SimulatedSensors?
  private var nextSample: Instant
  private var nextChange: Instant
  private var isResting = false
  private var feedback = FeedbackLog()

  /// A controller that speaks `speech` and sends every `period` from `now` on, and what its `sensors` measure if it has any.
  init(
    hand: Hand, speech: any Speech, period: Interval, sensors: SimulatedSensors? = nil, at now: Instant
  ) {
    self.hand = hand
    self.speech = speech
    self.period = period
    self.sensors = sensors
    nextSample = now
    nextChange = now
  }

  /// When ``packet(at:)`` has something to send or ``feedbackChange(at:)`` something to tell.
  var nextDue: Instant { min(nextSample, nextChange, speech.nextDue, feedback.deadline) }

  /// Whether the host has everything that it should have.
  var isSettled: Bool { speech.isSettled }

  /// Why there is nobody to speak to any more; nil while there is.
  var failure: Failure? { speech.failure }

  /// The packet that is due at `now`; nil when none is.
  mutating func packet(at now: Instant) -> Datagram<512>? {
    let hasMoved = follow(to: now)
    let isFresh = hasMoved || nextSample <= now
    guard isFresh || speech.nextDue <= now else { return nil }
    while nextSample <= now { nextSample = nextSample + period }
    return speech.packet(for: controls.state, motion: motion(at: now), isFresh: isFresh, at: now)
  }

  /// Notes what the hand has done up to `now`, one change after the other: looked at late, it has left out no press.
  private mutating func follow(to now: Instant) -> Bool {
    var hasMoved = false
    while !isResting, nextChange <= now {
      if speech.note(hand.controls(at: nextChange).buttons, at: now) { hasMoved = true }
      nextChange = hand.nextChange(after: nextChange)
    }
    controls = hand.controls(at: now)
    if isResting { (controls, nextChange) = (controls.atRest, .distantFuture) }
    return speech.note(controls.buttons, at: now) || hasMoved
  }

  /// Takes what the host has sent.
  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    if let frame = speech.receive(bytes, at: now) { feedback.take(frame, at: now) }
  }

  /// What has become of the connection; nil when nothing more.
  mutating func nextNews() -> ConnectionNews? { speech.nextNews() }

  /// What the player would feel or see change by `now`; nil when nothing more.
  mutating func feedbackChange(at now: Instant) -> FeedbackLog.Change? { feedback.next(at: now) }

  /// Lets go of everything, for good.
  mutating func rest(at now: Instant) {
    isResting = true
    controls = controls.atRest
    if speech.note(controls.buttons, at: now) { nextSample = min(nextSample, now) }
  }

  /// Takes what a real pad shows; no press is missed however soon the next report comes.
  mutating func follow(_ report: PadReport, at now: Instant) {
    guard !isResting else { return }
    hand = .pad(report)
    controls = Controls(report)
    if speech.note(controls.buttons, at: now) { nextSample = min(nextSample, now) }
  }

  /// Makes the present tilt the centre.
  mutating func recentre(at now: Instant) {
    speech.send(.recentre, argument: 0)
    nextSample = min(nextSample, now)
  }

  /// Asks the host for a pad of the identity of `number`.
  mutating func ask(forIdentity number: UInt8) {
    speech.send(.identity, argument: number)
  }

  /// Sends `text` to the program at the host's end.
  mutating func say(_ text: String) {
    speech.say(Array(text.utf8))
  }

  /// The packets that say goodbye, as far as they are due.
  mutating func farewells(at now: Instant) -> [Datagram<512>] {
    speech.farewells(for: controls.state, motion: motion(at: now), at: now)
  }

  /// What came of it so far.
  func tally(at now: Instant) -> Tally {
    Tally(
      edges: speech.noted, acknowledged: speech.acknowledged, silence: speech.answered.map { now - $0 },
      feedback: feedback.changes)
  }

  private mutating func motion(at now: Instant) -> MotionSample? {
    controls.tilt.flatMap { sensors?.measure($0, at: now) }
  }
}

extension Controller {
  /// A controller without encryption called `token`, which sends TILT only if it `isSimple`.
  init(
    hand: Hand, token: UInt32, period: Interval, isSimple: Bool, sensors: SimulatedSensors? = nil,
    at now: Instant
  ) {
    self.init(
      hand: hand, speech: PlainSpeech(token: token, isSimple: isSimple), period: period, sensors: sensors,
      at: now)
  }

  /// Hands `key` to a hand on a keyboard.
  mutating func press(_ key: Key, at now: Instant) { hand.press(key, at: now) }
}
