package import Model
import TiltpadClient
package import Wire

/// A controller that samples its ``hand`` at regular intervals, and sends the samples in packets.
///
/// A press or release is sent immediately.
package struct Controller: Sendable {
  /// The hand that moves the controls.
  package var hand: Hand
  /// The controls as they were when the hand was last read; at rest after ``rest(at:)``.
  package private(set) var controls = Controls()
  private var speech: any Speech
  private let period: Interval
  private var sensors: SimulatedSensors?
  private var sensed = MotionMean()
  private var nextSample: Instant
  private var nextChange: Instant
  private var isResting = false
  private var feedback = FeedbackLog()
  /// The state at rest of the stick that the controller has described; nil for an ordinary pad.
  private var stickAtRest: StickReport?

  /// Creates a controller that sends through `speech` every `period` from `now` onwards.
  ///
  /// The packets contain the measurements of `sensors`, if there are any.
  package init(
    hand: Hand, speech: any Speech, period: Interval, sensors: SimulatedSensors? = nil, at now: Instant
  ) {
    self.hand = hand
    self.speech = speech
    self.period = period
    self.sensors = sensors
    nextSample = now
    nextChange = now
  }

  /// The time at which ``packet(at:)`` may have a packet, or ``feedbackChange(at:)`` a change.
  package var nextDue: Instant { min(nextSample, nextChange, speech.nextDue, feedback.deadline) }

  /// The connection to the host; nil without encryption.
  package var connection: ConnectionStatus? { speech.connection }

  /// True if the session with the host has ended for good.
  package var isOver: Bool { speech.isOver }

  /// The force feedback and light that games currently request.
  package var shownFeedback: PadFeedback { feedback.shown }

  /// True if the host has acknowledged everything that must arrive.
  package var isSettled: Bool { speech.isSettled }

  /// The reason why the host can no longer be reached; nil while it can.
  package var failure: SessionFailure? { speech.failure }

  /// Returns the packet that is due at `now`; nil when none is.
  package mutating func packet(at now: Instant) -> Datagram<512>? {
    let hasMoved = follow(to: now)
    let isFresh = hasMoved || nextSample <= now
    guard isFresh || speech.nextDue <= now else { return nil }
    while nextSample <= now { nextSample = nextSample + period }
    return speech.packet(for: controls.state, motion: motion(at: now), isFresh: isFresh, at: now)
  }

  /// Records all changes of the hand up to `now`, so that a late call misses no press; returns whether a button has
  /// moved.
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

  /// Receives a datagram from the host.
  package mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    if let frame = speech.receive(bytes, at: now) { feedback.apply(frame, at: now) }
  }

  /// Removes and returns the next event of the connection; nil when there is none.
  package mutating func nextNews() -> ConnectionNews? { speech.nextNews() }

  /// Returns the next change that the player would feel or see by `now`; nil when there is none.
  package mutating func feedbackChange(at now: Instant) -> FeedbackLog.Change? { feedback.next(at: now) }

  /// Asks the host for the forces on the player's wheel that a controller with `abilities` can use.
  package mutating func ask(forForces abilities: ForceAbilities) { speech.ask(forForces: abilities) }

  /// Removes and returns the next report about the wheel; nil when there is none.
  package mutating func nextForce() -> ForceNews? { speech.nextForce() }

  /// Releases all controls permanently.
  package mutating func rest(at now: Instant) {
    isResting = true
    controls = controls.atRest
    if let stickAtRest, speech.note(stickAtRest, at: now) { nextSample = min(nextSample, now) }
    if speech.note(controls.buttons, at: now) { nextSample = min(nextSample, now) }
  }

  /// Describes the controller's own device, which the host then copies in place of a pad.
  package mutating func describe(_ stick: StickDescription, at now: Instant) {
    stickAtRest = stick.neutral
    hand = .pad(.neutral)
    speech.describe(stick, at: now)
  }

  /// Adopts the state of the described device, so that no press is missed however soon the next state arrives.
  package mutating func follow(_ stick: StickReport, at now: Instant) {
    guard !isResting else { return }
    if speech.note(stick, at: now) { nextSample = min(nextSample, now) }
  }

  /// Adopts the report of a real pad, so that no press is missed however soon the next report arrives.
  package mutating func follow(_ report: PadReport, at now: Instant) {
    guard !isResting else { return }
    hand = .pad(report)
    controls = Controls(report)
    if speech.note(controls.buttons, at: now) { nextSample = min(nextSample, now) }
  }

  /// Receives a measurement from a real pad's sensors; nil if the pad no longer has any.
  package mutating func sense(_ sample: MotionSample?) {
    if let sample { sensed.add(sample) } else { sensed = MotionMean() }
  }

  /// Makes the current tilt the centre.
  package mutating func recentre(at now: Instant) {
    speech.send(.recentre, argument: 0)
    nextSample = min(nextSample, now)
  }

  /// Asks the host for a pad with identity number `number`.
  package mutating func ask(forIdentity number: UInt8) {
    speech.send(.identity, argument: number)
  }

  /// Sends `text` to the program at the host's end.
  package mutating func say(_ text: String) {
    speech.say(Array(text.utf8))
  }

  /// Returns the goodbyes that are due at `now`.
  package mutating func farewells(at now: Instant) -> [Datagram<512>] {
    speech.farewells(for: controls.state, motion: motion(at: now), at: now)
  }

  /// Returns the tally up to `now`.
  package func tally(at now: Instant) -> Tally {
    Tally(
      edges: speech.noted, acknowledged: speech.acknowledged, silence: speech.answered.map { now - $0 },
      feedback: feedback.changes)
  }

  private mutating func motion(at now: Instant) -> MotionSample? {
    if let sample = sensed.drain() { return sample }
    return controls.tilt.flatMap { sensors?.measure($0, at: now) }
  }
}

extension Controller {
  /// Passes `key` to the hand; only a hand on a keyboard obeys.
  package mutating func press(_ key: Key, at now: Instant) {
    // The first call releases a key whose hold is over; the second notes the press, however late the next packet is.
    let hasLetGo = follow(to: now)
    hand.press(key, at: now)
    if !isResting { nextChange = min(nextChange, hand.nextChange(after: now)) }
    if follow(to: now) || hasLetGo { nextSample = min(nextSample, now) }
  }
}
