package import Model
package import TiltpadClient
package import Wire

/// The connection of an encrypted session at one time.
package struct ConnectionStatus: Sendable {
  /// The state of the connection to the host.
  package var state: ConnectionState
  /// The mode of the player.
  package var mode: Mode
  /// The round-trip time between controller and host; nil before the first measurement.
  package var roundTrip: Interval?
}

/// A controller's side of the protocol with its host.
package protocol Speech: Sendable {
  /// The time of the next packet that does not depend on a fresh sample.
  var nextDue: Instant { get }
  /// The connection to the host; nil without encryption.
  var connection: ConnectionStatus? { get }
  /// True if the session has ended for good.
  var isOver: Bool { get }
  /// True if the host has acknowledged everything that must arrive.
  var isSettled: Bool { get }
  /// The number of presses and releases so far.
  var noted: Int { get }
  /// The number of presses and releases acknowledged by the host; nil if the host is not asked for acknowledgements.
  var acknowledged: Int? { get }
  /// The time of the host's last answer; nil before the first.
  var answered: Instant? { get }
  /// The reason why the host can no longer be reached; nil while it can.
  var failure: SessionFailure? { get }

  /// Records the buttons that are down; returns whether any has moved.
  mutating func note(_ buttons: Buttons, at now: Instant) -> Bool
  /// Describes the controller's device, which the host then copies in place of a pad.
  mutating func describe(_ stick: StickDescription, at now: Instant)
  /// Records the state of the described device; returns whether a button has moved.
  mutating func note(_ stick: StickReport, at now: Instant) -> Bool
  /// Returns a packet that is due at `now`; nil if none is due.
  ///
  /// An encrypted packet contains the sample only if `isFresh` is true.
  mutating func packet(
    for sample: ControllerState, motion: MotionSample?, isFresh: Bool, at now: Instant
  ) -> Datagram<512>?
  /// Receives a datagram from the host; returns the feedback requested by games, if it is new.
  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) -> Feedback?
  /// Sends the control message `code` with its `argument` until the host has received it.
  mutating func send(_ code: ControlMessage.Code, argument: UInt8)
  /// Sends a text to the program at the host's end, once the controller plays.
  mutating func say(_ text: [UInt8])
  /// Returns the goodbyes that are due at `now`.
  mutating func farewells(
    for sample: ControllerState, motion: MotionSample?, at now: Instant
  ) -> [Datagram<512>]
  /// Removes and returns the next event of the connection; nil when there is none.
  mutating func nextNews() -> ConnectionNews?
  /// Asks the host for the forces on the player's wheel that a controller with `abilities` can use.
  mutating func ask(forForces abilities: ForceAbilities)
  /// Removes and returns the next report about the wheel; nil when there is none.
  mutating func nextForce() -> ForceNews?
}

/// Defaults for a speech that has no descriptions or no forces.
extension Speech {
  /// Does nothing, because the host copies no device.
  package mutating func describe(_ stick: StickDescription, at now: Instant) {}
  /// Returns false, because there is no described device.
  package mutating func note(_ stick: StickReport, at now: Instant) -> Bool { false }
  /// Does nothing, because the host sends no forces.
  package mutating func ask(forForces abilities: ForceAbilities) {}
  /// Always nil, because the host sends no forces.
  package mutating func nextForce() -> ForceNews? { nil }
}

/// The controller's side of the protocol in PLAIN packets.
///
/// PLAIN packets carry programs' messages, but there is no connection, and so no event of one.
package struct PlainSpeech: Speech {
  private var stream: PacketStream
  private let isSimple: Bool
  package private(set) var answered: Instant?
  private var feedbackCount = 0

  /// Creates the speech of the controller with the token `token`; it uses bare TILT packets if `isSimple` is true.
  package init(token: UInt32, isSimple: Bool) {
    stream = PacketStream(token: token)
    self.isSimple = isSimple
  }

  package var nextDue: Instant { stream.nextCopy ?? .distantFuture }
  package var isSettled: Bool {
    isSimple || (stream.acknowledgement != nil && stream.unacknowledged == 0 && !stream.hasControl)
  }
  package var noted: Int { stream.noted }
  package var acknowledged: Int? { isSimple ? nil : stream.acknowledged }
  package var connection: ConnectionStatus? { nil }
  package var isOver: Bool { false }
  package var failure: SessionFailure? { nil }

  package mutating func note(_ buttons: Buttons, at now: Instant) -> Bool {
    let moved = buttons ^ stream.levels
    for button in Button.allCases where moved[button] {
      stream.note(button, isPress: buttons[button], at: now)
    }
    return moved != []
  }

  package mutating func packet(
    for sample: ControllerState, motion: MotionSample?, isFresh: Bool, at now: Instant
  ) -> Datagram<512>? {
    made(sample, motion, at: now)
  }

  package mutating func receive(_ bytes: Span<UInt8>, at now: Instant) -> Feedback? {
    let former = stream.acknowledgement
    stream.receive(bytes)
    if stream.acknowledgement != former { answered = now }
    guard stream.feedbackCount != feedbackCount else { return nil }
    feedbackCount = stream.feedbackCount
    return stream.feedback
  }

  package mutating func send(_ code: ControlMessage.Code, argument: UInt8) {
    stream.send(code, argument: argument)
  }

  package mutating func farewells(
    for sample: ControllerState, motion: MotionSample?, at now: Instant
  ) -> [Datagram<512>] {
    stream.send(.bye)
    return [made(sample, motion, at: now)]
  }

  package mutating func say(_ text: [UInt8]) { stream.send(text) }

  /// Asks the host for forces once; the host remembers that until it restarts or removes the player.
  package mutating func ask(forForces abilities: ForceAbilities) {
    stream.send(.force, argument: abilities.rawValue)
  }

  package mutating func nextForce() -> ForceNews? {
    stream.nextTorque().map { .torque($0) } ?? stream.nextConditions().map { .conditions($0) }
  }

  package mutating func nextNews() -> ConnectionNews? { stream.nextMessage().map { .message($0) } }

  private mutating func made(
    _ sample: ControllerState, _ motion: MotionSample?, at now: Instant
  ) -> Datagram<512> {
    isSimple
      ? stream.tiltPacket(for: sample, motion: motion, at: now)
      : stream.packet(for: sample, motion: motion, at: now)
  }
}
