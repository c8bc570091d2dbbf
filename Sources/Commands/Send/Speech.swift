import Model
import TiltpadClient
import Wire

/// How a controller speaks to its host.
protocol Speech: Sendable {
  /// When there is something to send besides fresh samples.
  var nextDue: Instant { get }
  /// Whether the host has everything that it should have.
  var isSettled: Bool { get }
  /// How many presses and releases there were.
  var noted: Int { get }
  /// How many of them the host has acknowledged; nil when it is not asked to.
  var acknowledged: Int? { get }
  /// When the host last answered.
  var answered: Instant? { get }
  /// Why there is nobody to speak to any more.
  var failure: Failure? { get }

  /// Notes which buttons are down; whether any has moved.
  mutating func note(_ buttons: Buttons, at now: Instant) -> Bool
  /// A packet that is due at `now`, with the sample if it `isFresh`; nil when none is.
  mutating func packet(
    for sample: ControllerState, motion: MotionSample?, isFresh: Bool, at now: Instant
  ) -> Datagram<512>?
  /// Takes what the host has sent; what games want, if that is new.
  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) -> Feedback?
  /// Sends `code` until the host has it.
  mutating func send(_ code: ControlMessage.Code, argument: UInt8)
  /// Sends a text to the program at the host's end, once the controller plays.
  mutating func say(_ text: [UInt8])
  /// The goodbyes that are due at `now`.
  mutating func farewells(
    for sample: ControllerState, motion: MotionSample?, at now: Instant
  ) -> [Datagram<512>]
  /// What has become of the connection; nil when nothing more.
  mutating func nextNews() -> ConnectionNews?
}

/// PLAIN packets: there is no connection, and nothing to be said of it; programs talk all the same.
struct PlainSpeech: Speech {
  private var stream: PacketStream
  private let isSimple: Bool
  private(set) var answered: Instant?
  private var feedbackCount = 0

  /// The packets of the controller called `token`, TILT only if it `isSimple`.
  init(token: UInt32, isSimple: Bool) {
    stream = PacketStream(token: token)
    self.isSimple = isSimple
  }

  var nextDue: Instant { stream.nextCopy ?? .distantFuture }
  var isSettled: Bool {
    isSimple || (stream.acknowledgement != nil && stream.unacknowledged == 0 && !stream.hasControl)
  }
  var noted: Int { stream.noted }
  var acknowledged: Int? { isSimple ? nil : stream.acknowledged }
  var failure: Failure? { nil }

  mutating func note(_ buttons: Buttons, at now: Instant) -> Bool {
    let moved = buttons ^ stream.levels
    for button in Button.allCases where moved[button] {
      stream.note(button, isPress: buttons[button], at: now)
    }
    return moved != []
  }

  mutating func packet(
    for sample: ControllerState, motion: MotionSample?, isFresh: Bool, at now: Instant
  ) -> Datagram<512>? {
    made(sample, motion, at: now)
  }

  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) -> Feedback? {
    let former = stream.acknowledgement
    stream.receive(bytes)
    if stream.acknowledgement != former { answered = now }
    guard stream.feedbackCount != feedbackCount else { return nil }
    feedbackCount = stream.feedbackCount
    return stream.feedback
  }

  mutating func send(_ code: ControlMessage.Code, argument: UInt8) {
    stream.send(code, argument: argument)
  }

  mutating func farewells(
    for sample: ControllerState, motion: MotionSample?, at now: Instant
  ) -> [Datagram<512>] {
    stream.send(.bye)
    return [made(sample, motion, at: now)]
  }

  mutating func say(_ text: [UInt8]) { stream.send(text) }

  mutating func nextNews() -> ConnectionNews? { stream.nextMessage().map { .message($0) } }

  private mutating func made(
    _ sample: ControllerState, _ motion: MotionSample?, at now: Instant
  ) -> Datagram<512> {
    isSimple
      ? stream.tiltPacket(for: sample, motion: motion, at: now)
      : stream.packet(for: sample, motion: motion, at: now)
  }
}
