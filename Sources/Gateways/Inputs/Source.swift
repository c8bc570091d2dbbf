import Dialects
import Guards
import Model
import Settings
import TiltpadClient
import Wire

/// Another project's controller, from which an input receives messages.
struct Source: Sendable {
  /// The stages on the way to a slot.
  enum Phase: Int, CaseIterable, Comparable {
    /// The controller waits for the user to accept it.
    case waits
    /// The controller may play.
    case plays

    static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
  }

  /// The limit on packets to the daemon: per second, and in a burst after a pause; messages beyond it share a packet.
  private static let limit = (rate: Int64(500), burst: Int64(256))
  /// The longest time between two packets to the daemon while nothing changes.
  static let period = Interval.milliseconds(50)
  /// The time for which a click shows as a press.
  private static let click = Interval.milliseconds(80)

  let key: SourceKey
  /// The number that identifies the controller to the daemon, which no one on the network can choose.
  let number: UInt32
  /// The index of the input in the table of settings.
  let input: Int
  /// The endpoint that sent the last message, and the number of the port on which it arrived.
  var endpoint: Endpoint
  var portIndex: UInt8 = 0
  var phase: Phase
  /// The arrival time of the last message.
  var heard: Instant
  /// True until a message of a controller that may play, and again after ``leave()``.
  var isAway = true
  /// The slot that the daemon has assigned; nil without one.
  var slot: PlayerSlot?
  /// The earliest time at which the form that makes the controller report its state is posted again.
  var askRests = Instant(nanoseconds: .min)
  /// The earliest time at which the daemon is asked for a slot again.
  var rests = Instant(nanoseconds: .min)
  var state = SourceState()
  /// The time at which motors and lamps are turned off; the distant future while the motors are at rest.
  private(set) var feedbackEnds = Instant.distantFuture
  /// True while the controller's motors run or its lamp is lit.
  private(set) var showsFeedback = false
  private var stream = FrameStream()
  private var counter: UInt32 = 0
  private var sent = Instant(nanoseconds: .min / 2)
  /// The clicked buttons, with the times at which they are released.
  private var clicks: [(buttons: Buttons, end: Instant)] = []
  private var clock = SenderClock()
  /// True if the last message had a time on the sender's clock.
  private var hasClock = false
  /// The measurement time for the next packet; nil if no message has brought a new one.
  private var measured: Instant?
  /// The measurement time in the last packet.
  private var sampled = Instant(nanoseconds: .min)
  private var bucket = TokenBucket(rate: limit.rate, burst: limit.burst)
  private var sensors = SensorTimes()
  /// The changes since the last packet.
  ///
  /// `isMoved` is true after a message or the loss of messages. `isTurned` is true after a reading of the
  /// acceleration or the rotation, and after the silence of the rotation's sensor.
  private var (isMoved, isTurned) = (false, false)

  /// Creates a controller with `number`, whose first message came from `endpoint` at `now`.
  init(
    _ key: SourceKey, number: UInt32, input: Int, from endpoint: Endpoint, _ phase: Phase,
    at now: Instant
  ) {
    (self.key, self.number, self.input, self.endpoint, self.phase) = (
      key, number, input, endpoint, phase
    )
    heard = now
  }

  /// Returns the display name: `title`, which is the protocol's, and the address.
  func name(_ title: String) -> DeviceName { DeviceName("\(title) from \(key.address)") }

  /// The time of the next packet to the daemon; the distant future if none is to be sent.
  ///
  /// A message is passed on immediately. Messages beyond the limit share a packet, which contains only their newest
  /// readings, but all of their presses and releases.
  var nextPacket: Instant {
    guard phase == .plays, !isAway else { return .distantFuture }
    let release = clicks.reduce(min(sensors.next, stream.nextCopy ?? .distantFuture)) { min($0, $1.end) }
    return max(rests, bucket.next, isMoved ? heard : min(sent + Source.period, release))
  }

  /// Applies the change in a message that arrived at `now`; presses and releases are stored until the daemon has them.
  ///
  /// - Throws: the reason why the message does not fit the previous ones; in that case nothing changes.
  mutating func apply(_ reading: Reading, at now: Instant) throws(DialectDrop) {
    let clicked = clicks.reduce(into: Buttons()) { $0.formUnion($1.buttons) }.intersection(state.buttons)
    state.buttons.subtract(clicked)
    do throws(DialectDrop) { try reading.change(&state) } catch {
      state.buttons.formUnion(clicked)
      throw error
    }
    press(over: clicked, at: now)
    measured = reading.stamp.map { clock.time(of: $0, at: now) }
    hasClock = measured != nil
    isMoved = true
    note(state.drainSensed(), at: now)
    noteEdges(at: now)
    click(at: now)
  }

  /// Releases everything that is held, since a message with a release may have been lost.
  mutating func letGo(at now: Instant) {
    state.rest()
    clicks = []
    isMoved = true
    noteEdges(at: now)
  }

  /// Returns the current frames for the daemon and the header that precedes them.
  mutating func packet(held orientation: Orientation, at now: Instant) -> (GatewayHeader, ControllerFrames) {
    endClicks(at: now)
    restSensors(at: now)
    _ = bucket.consume(at: now)
    let held = state.state(held: orientation)
    sent = now
    counter &+= 1
    let header = GatewayHeader(
      transport: key.transport, controller: number, counter: counter, received: now)
    // A repeated packet contains no new measurement. If it advanced the time, this time would count twice,
    // because the next measurement on the sender's clock includes it too.
    if measured != nil || !hasClock { sampled = max(sampled, measured ?? now) }
    let motion = isTurned ? state.motion.map(orientation.turn) : nil
    (measured, isMoved, isTurned) = (nil, false, false)
    return (header, stream.frames(for: held, measured: sampled, motion: motion, at: now))
  }

  /// Processes the host's frames, which begin at `start` in `bytes` and arrived at `now`; returns their feedback.
  mutating func receive(_ bytes: Span<UInt8>, from start: Int, at now: Instant) -> Feedback? {
    guard let frames = try? HostFrames(parsing: bytes, from: start) else { return nil }
    if let ping = frames.ping { stream.note(ping: ping, at: now) }
    stream.receive(frames, in: bytes, isNewest: true)
    while let code = stream.nextOrder() { if code == .recentre { state.recentre() } }
    return frames.feedback
  }

  /// Records the feedback that the controller shows from `now` on.
  mutating func note(_ feedback: Feedback, at now: Instant) {
    let isAtRest = feedback.strong == 0 && feedback.weak == 0
    feedbackEnds = isAtRest ? .distantFuture : now + .milliseconds(10 * Int64(feedback.duration))
    showsFeedback = !isAtRest || feedback.red > 0 || feedback.green > 0 || feedback.blue > 0
  }

  /// Forgets all held buttons and axes and the slot, after a silence or the end of the connection.
  mutating func leave() {
    state.rest()
    (stream, clicks) = (FrameStream(after: stream), [])
    (isAway, slot) = (true, nil)
    (sensors, measured, isMoved, isTurned) = (SensorTimes(), nil, false, false)
  }

  private mutating func note(_ sensed: SensorReadings, at now: Instant) {
    sensors.note(sensed, at: now)
    isTurned = isTurned || !sensed.isDisjoint(with: [.rotation, .acceleration])
  }

  /// Brings the readings of silent sensors to rest.
  private mutating func restSensors(at now: Instant) {
    let silent = sensors.nextSilent(at: now)
    state.rest(silent)
    isTurned = isTurned || silent.contains(.rotation)
  }

  /// Presses the buttons that the message has clicked; a button that is already down is released first.
  private mutating func click(at now: Instant) {
    let clicked = state.clicks
    guard !clicked.isEmpty else { return }
    state.clicks = []
    pressAgain(clicked, at: now)
    clicks.append((clicked, now + Source.click))
  }

  /// Ends the clicks of the buttons in `clicked` that the message has pressed, and presses these buttons again; the
  /// other clicks stay.
  private mutating func press(over clicked: Buttons, at now: Instant) {
    let pressed = state.buttons.intersection(clicked)
    state.buttons.formUnion(clicked)
    if !pressed.isEmpty { pressAgain(pressed, at: now) }
  }

  /// Presses `buttons`, after releasing those that are down; their earlier clicks end.
  private mutating func pressAgain(_ buttons: Buttons, at now: Instant) {
    for index in clicks.indices { clicks[index].buttons.subtract(buttons) }
    clicks.removeAll { $0.buttons.isEmpty }
    state.buttons.subtract(buttons)
    noteEdges(at: now)
    state.buttons.formUnion(buttons)
    noteEdges(at: now)
  }

  private mutating func endClicks(at now: Instant) {
    guard clicks.contains(where: { $0.end <= now }) else { return }
    for click in clicks where click.end <= now { state.buttons.subtract(click.buttons) }
    clicks.removeAll { $0.end <= now }
    noteEdges(at: now)
  }

  private mutating func noteEdges(at now: Instant) {
    let moved = state.buttons ^ stream.levels
    for button in Button.allCases where moved[button] {
      stream.note(button, isPress: state.buttons[button], at: now)
    }
  }
}
