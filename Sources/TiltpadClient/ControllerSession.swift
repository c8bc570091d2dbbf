import Channel
public import Cryptography
public import Model
public import Wire

/// A controller's side of an encrypted session with one host: pairing, handshake, frames both ways, and the way back to
/// a host that has fallen silent (docs/protocol.md, "Encrypted sessions").
///
/// It holds no handle, reads no clock and draws nothing at random. After every call send what
/// ``nextDatagram(at:random:)`` gives until that is nil, tell what ``nextEvent()`` gives until that is nil, and come back
/// at ``nextDeadline(at:)``. ``Client`` does all that.
public struct ControllerSession: Sendable {
  /// Something that has happened.
  public enum Event: Sendable {
    /// The controller stands to its host in another way.
    case stateChanged(ConnectionState)
    /// Controller and host share this from now on: keep it for ``Pairing/known(_:)``.
    case paired(PublicKey, Secret)
    /// A person is to compare these six digits with those that the host shows, 0 to 999,999.
    case shortCode(UInt32)
    /// What games want of motors and light.
    case feedback(Feedback)
    /// How the quiz stands now.
    case round(Round)
    /// Bytes for this program.
    case message(ReceivedMessage)
    /// The player does something else from now on.
    case mode(Mode)
    /// No session has come about.
    case failed(ConnectionError)
  }

  /// When goodbyes leave, since any of them can be lost (docs/protocol.md, "Silence").
  public static let farewells: [Interval] = [0, 20, 40, 80, 160].map { .milliseconds($0) }

  let keys: KeyPair
  /// Whose host it is.
  public let host: PublicKey
  var introduction: Introduction
  var pairing: Pairing
  let cookie: InlineArray<16, UInt8>?
  /// The only session that will do.
  let wanted: UInt64?

  /// How the controller stands to its host.
  public internal(set) var state = ConnectionState.disconnected(.none)
  /// What the player does, as far as the host has said.
  public internal(set) var mode = Mode.play
  var run: PinRun?
  var channel: ControllerChannel?
  var search: Search?
  var comparison: Comparison?
  /// Since when goodbyes are said, and how many were.
  var farewell: (since: Instant, sent: Int)?
  /// Whether one more packet, with a receipt, ends it all.
  var isClosing = false
  var isSpent = false

  var stream = FrameStream()
  var pace = Pace()
  var timing = RoundTrip()
  var sample = ControllerState(sampleTime: 0)
  var motion: MotionSample?

  var events: [Event] = []
  /// When the last genuine packet of the host came; nil before the first.
  public internal(set) var heard: Instant?
  var newest: UInt64?
  var hostSession: UInt64?
  /// What the host gave as a reason for not answering.
  var hint: Refusal?

  /// The session of the controller whose `keys` these are with the host of that key.
  ///
  /// The `introduction`'s epoch is drawn anew by ``connect(at:random:)``; `cookie` is that of a ``HostProbe``'s answer, and so is
  /// `session`, if no other will do: then a host that has started anew is refused as `sessionMismatch`.
  public init(
    keys: KeyPair, host: PublicKey, pairing: Pairing, introduction: Introduction,
    cookie: InlineArray<16, UInt8>? = nil, session: UInt64? = nil
  ) {
    (self.keys, self.host, self.pairing) = (keys, host, pairing)
    (self.introduction, self.cookie, wanted) = (introduction, cookie, session)
  }

  /// Whether there is nothing to be done until ``connect(at:random:)``.
  public var isOver: Bool { run == nil && channel == nil && search == nil }

  /// Begins; a session that is under way goes on.
  public mutating func connect(at now: Instant, random: inout some RandomNumberGenerator) {
    guard isOver else { return }
    if isSpent { stream = FrameStream() }
    (isSpent, hint, newest, hostSession, comparison) = (false, nil, nil, nil, nil)
    introduction.epoch = random.next()
    change(to: .connecting)
    guard case .pin(let pin) = pairing else { return beginHandshake(at: now, random: &random) }
    run = PinRun(
      keys: keys, host: host, name: introduction.name, pin: pin, cookie: cookie, at: now, random: &random)
    if run == nil { fail(.invalidHostKey) }
  }

  /// What the controller does now: it is sent when the host wants the next sample, at once if a button has moved, and
  /// again and again while nothing changes.
  public mutating func update(_ state: ControllerState, motion: MotionSample? = nil, at now: Instant) {
    hold(state.buttons, at: now)
    (sample, self.motion) = (state, motion)
    pace.noteSample()
  }

  /// Which buttons are down, between samples; whether any has moved since the last time.
  @discardableResult
  public mutating func hold(_ buttons: Buttons, at now: Instant) -> Bool {
    let moved = buttons ^ stream.edges.levels
    for button in Button.allCases where moved[button] {
      stream.note(button, isPress: buttons[button], at: now)
    }
    if moved != [] { pace.noteEdge() }
    return moved != []
  }

  /// Sends `bytes` to the program at the host's end: reliably, once and in order, or perhaps not at all.
  ///
  /// A reliable message that is under way when the host is lost may come twice.
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

  /// Makes the present tilt the centre.
  public mutating func recentre() {
    stream.mailbox.send(.recentre, argument: 0, text: [])
  }

  /// Asks for a pad of the identity of `number` (docs/protocol.md, "Identities").
  public mutating func ask(forIdentity number: UInt8) {
    stream.mailbox.send(.identity, argument: number, text: [])
  }

  /// Leaves: five goodbyes, and then nothing.
  public mutating func leave(at now: Instant) {
    guard farewell == nil, !isOver else { return }
    change(to: .disconnected(.none))
    guard channel?.isConnected == true else { return end() }
    (search, isClosing) = (nil, false)
    stream.mailbox.send(.bye, argument: 0, text: [])
    farewell = (now, 0)
  }

  /// What has happened next; nil when nothing more has.
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

  /// There is no session any more.
  mutating func end() {
    (run, channel, search, farewell, isClosing) = (nil, nil, nil, nil, false)
    isSpent = true
  }
}

extension ControllerSession {
  /// Which buttons are down, as the host will see them.
  public var levels: Buttons { stream.edges.levels }

  /// How many presses and releases there were so far.
  public var noted: Int { stream.edges.noted }

  /// How many of them the host has acknowledged.
  public var acknowledged: Int { stream.acknowledged }

  /// How long a packet and its acknowledgement are on their way together, averaged; nil before the first.
  public var roundTrip: Interval? { timing.mean }

  /// Whether the host has acknowledged something, all presses and releases, and every reliable message.
  public var isSettled: Bool {
    stream.acknowledgement != nil && stream.edges.count == 0 && stream.mailbox.control == nil
  }
}
