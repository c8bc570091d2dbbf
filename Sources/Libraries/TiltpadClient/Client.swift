public import Cryptography
public import Model
public import Wire

/// A controller of one host, for apps: the counterpart of GKSession in a game that is played with phones.
///
/// The client connects, reconnects by itself after the network was lost, and sends the controller's state at the rate
/// that the host wants. It belongs to one thread or queue; see ``Transport``.
public final class Client {
  /// The public key of the host.
  public var host: PublicKey { session.host }

  /// The state of the controller's connection to its host.
  public var state: ConnectionState { session.state }

  /// The player's present mode, as last announced by the host; `Mode.play` before that.
  public var mode: Mode { session.mode }

  /// True if the client has nothing to do until ``connect()``.
  ///
  /// It has nothing to do before the first connection, after a failure, after the last goodbye, and after the
  /// host has refused it or ended the session.
  public var isOver: Bool { session.isOver }

  /// The average round trip of a packet and its acknowledgement; nil before the first measurement.
  public var roundTrip: Interval? { session.roundTrip }

  /// The delegate, which is notified of events.
  public weak var delegate: (any ClientDelegate)?

  private let transport: any Transport
  private var random: any RandomNumberGenerator
  private var session: ControllerSession

  /// Creates a controller with `keys` that connects to `host` over `transport` and is accepted by `pairing`.
  ///
  /// `introduction` describes the controller to the host; each connection replaces its epoch with a random number. If
  /// `wanted` is given, only that session of the host is accepted (``HostProbe`` finds its number), and any other is
  /// refused as `sessionMismatch`. `random` is for tests: real keys need the system's generator.
  public init(
    keys: KeyPair, host: PublicKey, pairing: Pairing, introduction: Introduction, transport: any Transport,
    session wanted: UInt64? = nil, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    session = ControllerSession(
      keys: keys, host: host, pairing: pairing, introduction: introduction, session: wanted)
    self.transport = transport
    self.random = random
  }

  /// Connects to the host (GKSession's connect(toPeer:withTimeout:)) and keeps the connection up.
  ///
  /// The connection ends with ``disconnect()``, or when the host ends it.
  public func connect() {
    session.connect(at: transport.now, random: &random)
    advance()
  }

  /// Ends the connection, by several goodbyes if there is a session (in GameKit: `disconnectFromAllPeers()`).
  ///
  /// Once all of them have been sent, ``connect()`` can start a new connection.
  public func disconnect() {
    session.leave(at: transport.now)
    advance()
  }

  /// Sets the present state of the controller (see `ControllerState`).
  ///
  /// Call this method with every sample and every change of a button.
  ///
  /// The client fills in the sample time and the edge number. It sends a change of a button immediately, and
  /// everything else at the rate that the host wants.
  public func update(
    _ state: ControllerState, motion: MotionSample? = nil, contacts: Contacts = Contacts()
  ) {
    session.update(state, motion: motion, contacts: contacts, at: transport.now)
    advance()
  }

  /// Sends `bytes`, at most `Message.longest`, to the host's program (send(_:toPeers:with:)).
  ///
  /// A message sent `reliably` arrives in order, and once unless the host is lost while the message is in
  /// flight; an unreliable message may be lost.
  ///
  /// - Throws: `notConnected`, `tooLong` or `tooMany`.
  public func send(_ bytes: [UInt8], reliably: Bool, on channel: UInt8 = 0) throws(SendError) {
    try session.send(bytes, on: channel, reliably: reliably)
    advance()
  }

  /// Sets the centre to the present tilt.
  public func recentre() {
    session.recentre()
    advance()
  }

  /// Asks the host for the forces of the player's wheel, according to `abilities`.
  public func ask(forForces abilities: ForceAbilities) {
    session.ask(forForces: abilities)
    advance()
  }

  /// Processes a datagram that has arrived from the host.
  public func deliver(_ datagram: Span<UInt8>) {
    var copy = datagram.indices.map { datagram[$0] }
    var bytes = copy.mutableSpan
    session.receive(&bytes, at: transport.now, random: &random)
    advance()
  }

  /// Does the work that is due.
  ///
  /// Sends datagrams, requests the next call from the transport, and tells the delegate about events.
  public func advance() {
    let now = transport.now
    while let datagram = session.nextDatagram(at: now, random: &random) {
      datagram.withBytes { transport.send($0) }
    }
    transport.schedule(at: session.nextDeadline(at: now))
    while let event = session.nextEvent() { tell(event) }
  }

  private func tell(_ event: ControllerSession.Event) {
    switch event {
    case .stateChanged(let state): delegate?.client(self, peer: host, didChange: state)
    case .message(let message): delegate?.client(self, didReceive: message, fromPeer: host)
    case .round(let round): delegate?.client(self, didAdvanceTo: round)
    case .mode(let mode): delegate?.client(self, didChange: mode)
    case .feedback(let feedback): delegate?.client(self, didReceive: feedback)
    case .torque(let torque): delegate?.client(self, didPushWith: torque)
    case .conditions(let conditions): delegate?.client(self, didSet: conditions)
    case .failed(let error): delegate?.client(self, connectionWithHostFailed: error)
    case .paired(let host, let secret): delegate?.client(self, didPairWith: host, sharing: secret)
    case .shortCode(let digits): delegate?.client(self, didCompute: digits)
    // Only a session that describes a stick gets a verdict.
    case .stick: break
    }
  }
}
