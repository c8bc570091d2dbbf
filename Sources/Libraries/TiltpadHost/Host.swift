public import Bridge
import Channel
public import Cryptography
public import Model
public import Motion
public import Wire

/// A host of controllers, for apps: the counterpart of GKSession in a game that phones control.
///
/// The game runs on the device that shows the picture.
///
/// The host answers searches on the network, admits controllers, and reports their input. It belongs to one thread or
/// queue; see ``HostTransport``.
public final class Host {
  /// The public key that identifies the host; controllers find it in a QR code or in the host's announcement.
  public let key: PublicKey

  /// The delegate, which is notified of events.
  public weak var delegate: (any HostDelegate)?

  private let transport: any HostTransport
  private var random: any RandomNumberGenerator
  private var bridge: Bridge
  private var states: [PublicKey: PeerState] = [:]
  private var players = [PublicKey?](repeating: nil, count: PlayerSlot.limit)
  private var isOver = false

  /// Creates a host called `name` with `keys`, over `transport`, for at most `limit` players, 1 to 16.
  ///
  /// `devices` are the devices that were paired with the host before; `admission` determines which of them
  /// the delegate is asked about. If `allowsConfirmation` is true, a controller may ask to be paired without
  /// a QR code or a PIN. `profile` turns tilt into axes. `random` is for tests: real keys need the system's
  /// generator.
  public init(
    keys: KeyPair, name: DeviceName, limit: Int = 4, admission: AdmissionPolicy = .ask,
    allowsConfirmation: Bool = false, profile: Profile = .wheel, devices: [Admission.Device] = [],
    transport: any HostTransport, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    var settings = Bridge.Settings()
    settings.roster.limit = min(max(limit, 1), PlayerSlot.limit)
    // The app has no pad whose centre a game would have to learn first.
    (settings.input.profile, settings.input.settling) = (profile, .zero)
    settings.admission = Admission.Settings(policy: admission, allowsConfirmation: allowsConfirmation)
    var random = random
    let greeting = Announcement(session: random.next(), name: name)
    (self.transport, self.random, key) = (transport, random, keys.publicKey)
    bridge = Bridge(settings: settings, greeting: greeting, keys: keys, devices: devices)
  }

  /// The name of the host on the network, which is also the session's name.
  public var name: DeviceName {
    get { bridge.greeting.name }
    set { bridge.greeting.name = newValue }
  }

  /// The policy for paired controllers: it admits all, those admitted by ``accept(_:)``, or no new ones.
  public var admission: AdmissionPolicy {
    get { bridge.admission.settings.policy }
    set { bridge.admission.settings.policy = newValue }
  }

  /// All controllers with a session: those that play, those that are away with a reserved slot, and those that wait.
  public var peers: [Admission.Peer] { bridge.peers() }

  /// The announcement that answers every search on the network.
  public var announcement: Announcement { bridge.announcement(at: transport.now) }

  /// Processes a datagram that has arrived from `endpoint`.
  public func deliver(_ datagram: Span<UInt8>, from endpoint: Endpoint) {
    // A host that is shutting down accepts only sealed datagrams, for their receipts.
    guard !isOver || datagram.count > 0 && datagram[0] == OuterType.sealed.rawValue else { return }
    var copy = datagram.indices.map { datagram[$0] }
    var bytes = copy.mutableSpan
    bridge.receive(&bytes, from: .network(endpoint), at: transport.now, random: &random)
    advance()
  }

  /// Does the work that is due.
  ///
  /// Sends datagrams, tells the delegate about events, and requests the next call from the transport.
  public func advance() {
    let now = transport.now
    while let output = bridge.next(at: now) { perform(output) }
    transport.schedule(at: bridge.nextDeadline)
  }

  /// Carries out `output` of the bridge.
  ///
  /// An app has its own pads, and no room that needs to know about players.
  private func perform(_ output: Bridge.Output) {
    switch output {
    case .send(.network(let endpoint)):
      let datagram = bridge.outgoing
      datagram.withBytes { transport.send($0, to: endpoint) }
    case .news(let news): tell(news)
    case .message(let message): tell(message)
    case .report(let slot, let report, _):
      guard let peer = players[slot.index] else { return }
      delegate?.host(self, peer: peer, didMove: report)
    default: break
    }
  }

  private func tell(_ message: PlayerMessage) {
    guard let peer = players[message.slot.index] else { return }
    let received = ReceivedMessage(
      channel: message.channel, bytes: message.bytes, isReliable: message.isReliable)
    delegate?.host(self, didReceive: received, fromPeer: peer)
  }

  private func tell(_ news: Admission.News) {
    switch news {
    case .paired(let device, _):
      delegate?.host(self, didPair: device)
      if states[device.key] == nil { change(device.key, to: .available) }
    case .waits(let peer, let name, let code):
      change(peer, to: .connecting)
      delegate?.host(self, didReceiveRequestFrom: peer, called: name, showing: code)
    case .joined(let peer, _, let slot):
      players[slot.index] = peer
      change(peer, to: .connected)
    case .away(let peer, _, _): change(peer, to: .disconnected)
    case .left(let peer, _, let slot):
      players[slot.index] = nil
      change(peer, to: .disconnected)
      change(peer, to: .unavailable)
    case .gone(let peer, _):
      change(peer, to: .disconnected)
      change(peer, to: .unavailable)
    case .denied(let peer, _, let reason):
      change(peer, to: .disconnected)
      delegate?.host(self, connectionWithPeerFailed: peer, for: reason)
      change(peer, to: .unavailable)
    case .contended(let peer): delegate?.host(self, connectionWithPeerFailed: peer, for: .takeover)
    case .asksForName: break
    }
  }

  /// Records the state of `peer` and tells the delegate if the state is new; a peer that is gone for good is removed.
  private func change(_ peer: PublicKey, to state: PeerState) {
    guard states[peer] != state else { return }
    states[peer] = state == .unavailable ? nil : state
    delegate?.host(self, peer: peer, didChange: state)
  }
}

/// The admission and removal of controllers.
extension Host {
  /// Admits the waiting controller `peer` (acceptConnection(fromPeer:)).
  ///
  /// Returns false if the controller does not wait, if its code is not shown yet, or if no further device can
  /// be paired.
  @discardableResult
  public func accept(_ peer: PublicKey) -> Bool {
    defer { advance() }
    return bridge.admission.accept(peer, at: transport.now)
  }

  /// Refuses the waiting controller `peer` (denyConnection(fromPeer:)); returns false if it does not wait.
  @discardableResult
  public func deny(_ peer: PublicKey) -> Bool {
    defer { advance() }
    return bridge.admission.deny(peer, at: transport.now)
  }

  /// Removes the player `peer` (disconnectPeer(fromAllPeers:)), which may join again unless it is refused.
  public func disconnect(_ peer: PublicKey) {
    guard let slot = bridge.players.slot(of: peer) else { return }
    bridge.kick(slot, at: transport.now)
    advance()
  }

  /// Forgets the controller `peer`, which then has to be paired again; if it plays or waits, it is removed at
  /// once.
  public func forget(_ peer: PublicKey) {
    bridge.revoke(peer, at: transport.now)
    advance()
  }

  /// Tells the players that the host is shutting down, and refuses those who wait (disconnectFromAllPeers()).
  ///
  /// No controller is admitted afterwards.
  ///
  /// The players' controllers look for the host until it is back, as another ``Host`` with the same keys.
  /// Keep calling ``advance()`` for two more seconds, since any goodbye can be lost.
  public func shutDown() {
    isOver = true
    bridge.admission.closePairing()
    for peer in bridge.peers() {
      if let slot = peer.slot {
        bridge.kick(slot, .shutdown, at: transport.now)
      } else {
        _ = bridge.admission.deny(peer.key, at: transport.now)
      }
    }
    advance()
  }

  /// Opens pairing with a QR code for 120 s and one controller, and returns the secret for a `PairingLink`.
  public func offerCode() -> InlineArray<16, UInt8> {
    let secret = Bytes16(from: &random)
    bridge.admission.offerCode(HKDF.preShared(ofCode: secret), at: transport.now)
    advance()
    return secret
  }

  /// Opens pairing with a PIN for 60 s, one controller and three tries.
  ///
  /// Returns the PIN, 0 to 999,999; show its six digits.
  public func offerPIN() -> UInt32 {
    let pin = UInt32(random.next() % 1_000_000)
    bridge.admission.offerPIN(pin, at: transport.now)
    advance()
    return pin
  }

  /// Closes pairing by QR code and by PIN.
  public func closePairing() {
    bridge.admission.closePairing()
    advance()
  }
}

/// Messages and feedback to the players.
extension Host {
  /// Sends `bytes`, at most 200, to the programs of `peers` (send(_:toPeers:with:)).
  ///
  /// A message sent `reliably` arrives once and in order; an unreliable message may be lost. Returns the
  /// peers to which the message could not be sent, with the reasons.
  @discardableResult
  public func send(
    _ bytes: [UInt8], to peers: [PublicKey], reliably: Bool, on channel: UInt8 = 0
  ) -> [PublicKey: SendError] {
    var refusals: [PublicKey: SendError] = [:]
    for peer in peers { refusals[peer] = send(bytes, to: peer, reliably: reliably, on: channel) }
    advance()
    return refusals
  }

  /// Sends `bytes` to all players, like ``send(_:to:reliably:on:)`` (sendData(toAllPeers:with:)).
  @discardableResult
  public func sendToAll(_ bytes: [UInt8], reliably: Bool, on channel: UInt8 = 0) -> [PublicKey: SendError] {
    let peers = states.filter { $0.value == .connected }.map(\.key)
    return send(bytes, to: peers, reliably: reliably, on: channel)
  }

  private func send(
    _ bytes: [UInt8], to peer: PublicKey, reliably: Bool, on channel: UInt8
  ) -> SendError? {
    guard let slot = bridge.players.slot(of: peer) else { return .notConnected }
    let delivery = bridge.players.send(
      bytes, on: channel, to: PlayerSlots(slot), reliably: reliably, at: transport.now)
    if !delivery.taken.isEmpty { return nil }
    if !delivery.tooLong.isEmpty { return .tooLong }
    return delivery.tooMany.isEmpty ? .notConnected : .tooMany
  }

  /// Sets the motors and the light of `peer` to `feedback`, until the next call.
  public func setFeedback(_ feedback: PadFeedback, of peer: PublicKey) {
    guard let slot = bridge.players.slot(of: peer) else { return }
    bridge.players.setFeedback(feedback, of: slot, at: transport.now)
    advance()
  }

  /// Sets the centre to the present position of `peer`.
  public func recentre(_ peer: PublicKey) {
    guard let slot = bridge.players.slot(of: peer) else { return }
    bridge.players.recentre(slot, at: transport.now)
    advance()
  }
}
