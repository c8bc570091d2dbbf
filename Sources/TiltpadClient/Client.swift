public import Cryptography
public import Model
public import Wire

/// A controller of one host, for apps: what GKSession was to a game that is played with phones.
///
/// It connects, comes back by itself when the network was away, and sends the controller's state as often as the host
/// wants it. It belongs to one thread or queue; see ``Transport``.
public final class Client {
  /// Whose host it is.
  public var host: PublicKey { session.host }

  /// How the controller stands to its host.
  public var state: ConnectionState { session.state }

  /// What the player does, as far as the host has said.
  public var mode: Mode { session.mode }

  /// Whether there is nothing to do until ``connect()``: nothing was begun, it has failed, or the last goodbye is said.
  public var isOver: Bool { session.isOver }

  /// How long a packet and the host's acknowledgement are on their way together, averaged; nil before the first.
  public var roundTrip: Interval? { session.roundTrip }

  /// Who is told what happens.
  public weak var delegate: (any ClientDelegate)?

  private let transport: any Transport
  private var random: any RandomNumberGenerator
  private var session: ControllerSession

  /// A controller with `keys` of the host of that key, which it knows by `pairing`, over `transport`.
  ///
  /// `introduction` is what the host is told of the controller; its epoch is drawn anew. With `wanted` only that session of the
  /// host will do (``HostProbe`` finds it), and another is refused as `sessionMismatch`. `random` is for tests: real keys
  /// need the system's generator.
  public init(
    keys: KeyPair, host: PublicKey, pairing: Pairing, introduction: Introduction, transport: any Transport,
    session wanted: UInt64? = nil, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    session = ControllerSession(
      keys: keys, host: host, pairing: pairing, introduction: introduction, session: wanted)
    self.transport = transport
    self.random = random
  }

  /// Connects to the host (connect(toPeer:withTimeout:)); goes on by itself until ``disconnect()``.
  public func connect() {
    session.connect(at: transport.now, random: &random)
    advance()
  }

  /// Says goodbye (disconnectFromAllPeers()); a further ``connect()`` begins anew once that is said.
  public func disconnect() {
    session.leave(at: transport.now)
    advance()
  }

  /// What the controller does now; call it with every sample and for every button (see `ControllerState`).
  ///
  /// Sample time and edge number are filled in. A button that has moved leaves at once, all else as often as the host
  /// wants it.
  public func update(_ state: ControllerState, motion: MotionSample? = nil) {
    session.update(state, motion: motion, at: transport.now)
    advance()
  }

  /// Sends `bytes`, at most `Message.longest`, to the program at the host's end (send(_:toPeers:with:)): `reliably` once
  /// and in order, otherwise perhaps not at all.
  ///
  /// - Throws: `notConnected`, `tooLong` or `tooMany`.
  public func send(_ bytes: [UInt8], reliably: Bool, on channel: UInt8 = 0) throws(SendError) {
    try session.send(bytes, on: channel, reliably: reliably)
    advance()
  }

  /// Makes the present tilt the centre.
  public func recentre() {
    session.recentre()
    advance()
  }

  /// Takes a datagram that has arrived from the host.
  public func deliver(_ datagram: Span<UInt8>) {
    var copy = datagram.indices.map { datagram[$0] }
    var bytes = copy.mutableSpan
    session.receive(&bytes, at: transport.now, random: &random)
    advance()
  }

  /// Does what time has brought: sends, tells the delegate, and asks the transport for the next time.
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
    case .failed(let error): delegate?.client(self, connectionWithHostFailed: error)
    case .paired(let host, let secret): delegate?.client(self, didPairWith: host, sharing: secret)
    case .shortCode(let digits): delegate?.client(self, didCompute: digits)
    }
  }
}
