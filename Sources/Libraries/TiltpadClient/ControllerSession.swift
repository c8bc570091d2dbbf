import Channel
public import Cryptography
public import Model
public import Wire

/// A controller's side of an encrypted session with one host (docs/protocol.md, "Encrypted sessions").
///
/// It covers pairing, handshake, frames in both directions, and the search for a host that has fallen silent. The
/// value has no descriptors, reads no clock and draws no random numbers itself. After every call, send the results of
/// ``nextDatagram(at:random:)`` until it returns nil, report the results of ``nextEvent()`` until it returns nil, and
/// call again at ``nextDeadline(at:)``. ``Client`` does all that.
public struct ControllerSession: Sendable {
  /// An event for the app.
  public enum Event: Sendable {
    /// The connection to the host has a new state.
    case stateChanged(ConnectionState)
    /// The controller and this host now share this secret; store it for ``Pairing/known(_:)``.
    case paired(PublicKey, Secret)
    /// The user must compare these six digits, 0 to 999,999, with those that the host shows.
    case shortCode(UInt32)
    /// Games request this state of the motors and the light.
    case feedback(Feedback)
    /// The wheel is pushed with this torque (``ControllerSession/ask(forForces:)``).
    case torque(Torque)
    /// These conditions act on the wheel (``ControllerSession/ask(forForces:)``).
    case conditions(NumberedConditions)
    /// The round has reached this state.
    case round(Round)
    /// The host's program has sent this message.
    case message(ReceivedMessage)
    /// The player has a new mode.
    case mode(Mode)
    /// The host has judged the described stick; nil if the host does not answer, because it is too old for
    /// such sticks.
    case stick(StickVerdict?)
    /// No session was established.
    case failed(ConnectionError)
  }

  /// The times of the goodbyes after ``leave(at:)``.
  ///
  /// Several are sent because any of them can be lost (docs/protocol.md, "Silence").
  public static let farewells: [Interval] = [0, 20, 40, 80, 160].map { .milliseconds($0) }

  let keys: KeyPair
  /// The public key of the host.
  public let host: PublicKey
  var introduction: Introduction
  var pairing: Pairing
  let cookie: InlineArray<16, UInt8>?
  /// The only session of the host that is accepted; nil for any.
  let wanted: UInt64?

  /// The state of the controller's connection to its host.
  public internal(set) var state = ConnectionState.disconnected(.none)
  /// The player's present mode, as last announced by the host; `Mode.play` before that.
  public internal(set) var mode = Mode.play
  var run: PinRun?
  var channel: ControllerChannel?
  var search: Search?
  var comparison: Comparison?
  /// The time of the first goodbye, and the number of goodbyes sent; nil unless the controller is leaving.
  var farewell: (since: Instant, sent: Int)?
  /// True if one more packet, with a receipt, ends the session.
  var isClosing = false
  var isSpent = false

  var stream = FrameStream()
  var pace = Pace()
  var timing = RoundTrip()
  var sample = ControllerState(sampleTime: 0)
  var motion: MotionSample?
  var contacts = Contacts()
  /// The controller's abilities for the forces of a wheel, as given to ``ask(forForces:)``.
  private(set) var abilities: ForceAbilities = []
  /// The number of the identity that the controller has asked for; nil if it has asked for none.
  private(set) var identity: UInt8?
  /// The stick that the controller has described; nil if it is an ordinary pad.
  var stick: DescribedStick?

  var events: [Event] = []
  /// The arrival time of the last genuine packet from the host; nil before the first.
  public internal(set) var heard: Instant?
  var newest: UInt64?
  var hostSession: UInt64?
  /// The reason that the host gave for refusing a handshake; nil if it gave none.
  var hint: Refusal?

  /// Creates the session of the controller with `keys` and the host with the key `host`.
  ///
  /// ``connect(at:random:)`` replaces the epoch of `introduction` with a random number. `cookie` comes from
  /// the answer to a ``HostProbe``. To accept only the session in that answer, pass its number as `session`;
  /// a host that has restarted in the meantime is then refused as `sessionMismatch`.
  public init(
    keys: KeyPair, host: PublicKey, pairing: Pairing, introduction: Introduction,
    cookie: InlineArray<16, UInt8>? = nil, session: UInt64? = nil
  ) {
    (self.keys, self.host, self.pairing) = (keys, host, pairing)
    (self.introduction, self.cookie, wanted) = (introduction, cookie, session)
  }

  /// True if the session has nothing to do until ``connect(at:random:)``.
  public var isOver: Bool { run == nil && channel == nil && search == nil }

  /// Starts connecting; a session that is under way continues.
  public mutating func connect(at now: Instant, random: inout some RandomNumberGenerator) {
    guard isOver else { return }
    if isSpent {
      stream = FrameStream()
      if let identity { ask(forIdentity: identity) }
    }
    (isSpent, hint, newest, hostSession, comparison) = (false, nil, nil, nil, nil)
    introduction.epoch = random.next()
    change(to: .connecting)
    guard case .pin(let pin) = pairing else { return beginHandshake(at: now, random: &random) }
    run = PinRun(
      keys: keys, host: host, name: introduction.name, pin: pin, cookie: cookie, at: now, random: &random)
    if run == nil { fail(.invalidHostKey) }
  }

  /// Sets the present state of the controller, with its motion and the fingers on its touchpad.
  ///
  /// The state is sent when the host wants the next sample, immediately if a button has moved, and repeatedly
  /// while nothing changes.
  public mutating func update(
    _ state: ControllerState, motion: MotionSample? = nil, contacts: Contacts = Contacts(), at now: Instant
  ) {
    hold(state.buttons, at: now)
    (sample, self.motion, self.contacts) = (state, motion, contacts)
    pace.noteSample()
  }

  /// Records the buttons that are down between samples; returns whether any of them has moved since the last call.
  @discardableResult
  public mutating func hold(_ buttons: Buttons, at now: Instant) -> Bool {
    let moved = buttons ^ stream.levels
    for button in Button.allCases where moved[button] {
      stream.note(button, isPress: buttons[button], at: now)
    }
    if moved != [] { pace.noteEdge() }
    return moved != []
  }

  /// Sends `bytes` to the host's program.
  ///
  /// A message sent `reliably` arrives once and in order; an unreliable message may be lost. A reliable
  /// message that is in flight when the host is lost may arrive twice.
  ///
  /// - Throws: `notConnected`, `tooLong` or `tooMany`.
  public mutating func send(_ bytes: [UInt8], on channel: UInt8 = 0, reliably: Bool) throws(SendError) {
    guard case .connected = state else { throw .notConnected }
    guard bytes.count <= Message.longest else { throw .tooLong }
    guard stream.mailbox.hasRoom(reliably: reliably) else { throw .tooMany }
    if reliably {
      stream.mailbox.send(.message, argument: channel, text: bytes)
    } else {
      stream.mailbox.post(bytes, on: channel)
    }
  }

  /// Sets the centre to the present tilt.
  public mutating func recentre() {
    stream.mailbox.send(.recentre, argument: 0, text: [])
  }

  /// Requests a pad with the identity that has `number` (docs/protocol.md, "Identities").
  public mutating func ask(forIdentity number: UInt8) {
    identity = number
    stream.mailbox.send(.identity, argument: number, text: [])
  }

  /// Asks the host for the forces of the player's wheel, according to `abilities`; each session repeats the
  /// request.
  public mutating func ask(forForces abilities: ForceAbilities) {
    self.abilities = abilities
    if channel?.isConnected == true { sayAbilities() }
  }

  /// Sends the host the controller's abilities for the forces of a wheel.
  mutating func sayAbilities() {
    stream.mailbox.send(.force, argument: abilities.rawValue, text: [])
  }

  /// Leaves the host: sends five goodbyes, if there is a session, and ends.
  public mutating func leave(at now: Instant) {
    guard farewell == nil, !isOver else { return }
    change(to: .disconnected(.none))
    guard channel?.isConnected == true else { return end() }
    (search, isClosing) = (nil, false)
    stream.mailbox.send(.bye, argument: 0, text: [])
    farewell = (now, 0)
  }

  /// Returns the next event, or nil if no more have happened.
  public mutating func nextEvent() -> Event? {
    events.isEmpty ? nil : events.removeFirst()
  }

  mutating func change(to state: ConnectionState) {
    guard state != self.state else { return }
    self.state = state
    events.append(.stateChanged(state))
  }

  mutating func fail(_ error: ConnectionError) {
    let refusal: Refusal = if case .refused(let refusal) = error { refusal } else { .none }
    change(to: .disconnected(refusal))
    events.append(.failed(error))
    end()
  }

  /// Drops pairing, channel and search; ``isOver`` is true afterwards.
  mutating func end() {
    (run, channel, search, farewell, isClosing) = (nil, nil, nil, nil, false)
    isSpent = true
  }
}

extension ControllerSession {
  /// The buttons that are down, after all presses and releases so far.
  public var levels: Buttons { stream.levels }

  /// The number of presses and releases recorded so far.
  public var noted: Int { stream.edges.noted }

  /// The number of presses and releases that the host has acknowledged.
  public var acknowledged: Int { stream.acknowledged }

  /// The average round trip of a packet and its acknowledgement; nil before the first measurement.
  public var roundTrip: Interval? { timing.mean }

  /// True if the host has acknowledged a packet, and no press, release or reliable message waits for its
  /// acknowledgement.
  public var isSettled: Bool {
    stream.acknowledgement != nil && stream.edges.count == 0 && stream.mailbox.control == nil
  }
}
