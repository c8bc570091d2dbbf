public import Bridge
public import Cryptography
public import Model
public import Motion
import Session
public import Wire

/// A host of controllers, for apps: what GKSession was to the game that has the picture, while phones steer it.
///
/// It says on the network that it is there to who asks, lets controllers in, and tells what they do. It belongs to one
/// thread or queue; see ``HostTransport``.
public final class Host {
  /// What the host is known by; controllers find it in a QR code, or where the host announces itself.
  public let key: PublicKey

  /// Who is told what happens.
  public weak var delegate: (any HostDelegate)?

  private let transport: any HostTransport
  private var random: any RandomNumberGenerator
  private var bridge: Bridge
  private var states: [PublicKey: PeerState] = [:]
  private var players = [PublicKey?](repeating: nil, count: PlayerSlot.limit)
  private var isOver = false

  /// A host with `keys` called `name` over `transport`, for at most `limit` players, 1 to 16.
  ///
  /// `devices` are those that it was paired with before; `admission` says which of them it is asked about. With
  /// `allowsConfirmation` a controller may ask to be paired without a QR code or a PIN. `profile` turns tilt into axes.
  /// `random` is for tests: real keys need the system's generator.
  public init(
    keys: KeyPair, name: DeviceName, limit: Int = 4, admission: Lobby.Policy = .ask,
    allowsConfirmation: Bool = false, profile: Profile = .wheel, devices: [Lobby.Device] = [],
    transport: any HostTransport, random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    var settings = Bridge.Settings()
    settings.roster.limit = min(max(limit, 1), PlayerSlot.limit)
    // There is no pad whose centre a game has to learn first.
    (settings.input.profile, settings.input.settling) = (profile, .zero)
    settings.lobby = Lobby.Settings(policy: admission, allowsConfirmation: allowsConfirmation)
    var random = random
    let greeting = Announcement(session: random.next(), name: name)
    (self.transport, self.random, key) = (transport, random, keys.publicKey)
    bridge = Bridge(settings: settings, greeting: greeting, keys: keys, devices: devices)
  }

  /// What the host is called on the network, which is also the session's name.
  public var name: DeviceName {
    get { bridge.greeting.name }
    set { bridge.greeting.name = newValue }
  }

  /// Which of the paired controllers get in: all, those whom ``accept(_:)`` lets in, or nobody new.
  public var admission: Lobby.Policy {
    get { bridge.policy }
    set { bridge.setPolicy(newValue) }
  }

  /// Everyone who has a session: who plays, who is away while the place is kept, and who waits.
  public var peers: [Lobby.Peer] { bridge.peers() }

  /// What everyone who asks on the network is told.
  public var announcement: Announcement { bridge.announcement(at: transport.now) }

  /// Takes a datagram that has arrived from `endpoint`.
  public func deliver(_ datagram: Span<UInt8>, from endpoint: Endpoint) {
    // Who goes has ears for receipts only.
    guard !isOver || datagram.count > 0 && datagram[0] == OuterType.sealed.rawValue else { return }
    var copy = datagram.indices.map { datagram[$0] }
    var bytes = copy.mutableSpan
    perform(bridge.receive(&bytes, from: endpoint, at: transport.now, random: &random))
    advance()
  }

  /// Does what time has brought: sends, tells the delegate, and asks the transport for the next time.
  public func advance() {
    let now = transport.now
    while let outcome = bridge.advance(to: now) { perform(outcome) }
    tellNews()
    while let message = bridge.takeMessage() { tell(message) }
    transport.schedule(at: bridge.nextDeadline)
  }

  /// Does the one thing that the bridge asks for; who has come and gone is told first.
  private func perform(_ outcome: Bridge.Outcome) {
    if case .send(.network(let endpoint)) = outcome {
      let datagram = bridge.outgoing
      datagram.withBytes { transport.send($0, to: endpoint) }
    }
    tellNews()
    guard case .report(let slot, let report) = outcome, let peer = players[slot.index] else { return }
    delegate?.host(self, peer: peer, didMove: report)
  }

  private func tell(_ message: PlayerMessage) {
    guard let peer = players[message.slot.index] else { return }
    let received = ReceivedMessage(
      channel: message.channel, bytes: message.bytes, isReliable: message.isReliable)
    delegate?.host(self, didReceive: received, fromPeer: peer)
  }

  private func tellNews() {
    while let news = bridge.takeNews() { tell(news) }
  }

  private func tell(_ news: Lobby.News) {
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
    case .denied(let peer, _, let reason):
      change(peer, to: .disconnected)
      delegate?.host(self, connectionWithPeerFailed: peer, for: reason)
      change(peer, to: .unavailable)
    case .contended(let peer): delegate?.host(self, connectionWithPeerFailed: peer, for: .takeover)
    case .wishes: break
    }
  }

  /// Notes how `peer` stands to the host, and tells it if that is new; nothing is kept of who is gone for good.
  private func change(_ peer: PublicKey, to state: PeerState) {
    guard states[peer] != state else { return }
    states[peer] = state == .unavailable ? nil : state
    delegate?.host(self, peer: peer, didChange: state)
  }
}

/// Who comes in, and who goes.
extension Host {
  /// Lets `peer` in, which waits (acceptConnection(fromPeer:)); false when it does not, or the numbers were not compared.
  @discardableResult
  public func accept(_ peer: PublicKey) -> Bool {
    defer { advance() }
    return bridge.accept(peer, at: transport.now)
  }

  /// Sends `peer` away, which waits (denyConnection(fromPeer:)); false when it does not.
  @discardableResult
  public func deny(_ peer: PublicKey) -> Bool {
    defer { advance() }
    return bridge.deny(peer, at: transport.now)
  }

  /// Takes the player `peer` out (disconnectPeer(fromAllPeers:)); it may come in again unless it is not let in.
  public func disconnect(_ peer: PublicKey) {
    guard let slot = bridge.slot(of: peer) else { return }
    perform(bridge.kick(slot, at: transport.now))
    advance()
  }

  /// Forgets `peer`, which has to be paired again: who plays with it is out at once.
  public func forget(_ peer: PublicKey) {
    perform(bridge.revoke(peer, at: transport.now))
    advance()
  }

  /// Tells everyone that the host goes (disconnectFromAllPeers()); this one lets nobody in any more.
  ///
  /// They look for it until it is back, as another ``Host`` of the same keys. Call ``advance()`` for two more seconds, since
  /// any goodbye can be lost.
  public func shutDown() {
    isOver = true
    bridge.closePairing()
    for peer in bridge.peers() {
      if let slot = peer.slot {
        perform(bridge.kick(slot, .shutdown, at: transport.now))
      } else {
        _ = bridge.deny(peer.key, at: transport.now)
      }
    }
    advance()
  }

  /// Opens pairing by a QR code for 120 s and one controller; make a `PairingLink` of the secret.
  public func offerCode() -> InlineArray<16, UInt8> {
    let (low, high) = (random.next(), random.next())
    let secret = InlineArray<16, UInt8> {
      UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> UInt64(8 * ($0 & 7)))
    }
    bridge.offerCode(HKDF.derive(from: secret.span, label: "tpp/1 qr"), at: transport.now)
    advance()
    return secret
  }

  /// Opens pairing by a PIN, 0 to 999,999, for 60 s, one controller and three tries; show its six digits.
  public func offerPIN() -> UInt32 {
    let pin = UInt32(random.next() % 1_000_000)
    bridge.offerPIN(pin, at: transport.now)
    advance()
    return pin
  }

  /// Takes QR code and PIN away.
  public func closePairing() {
    bridge.closePairing()
    advance()
  }
}

/// What the players get.
extension Host {
  /// Sends `bytes`, at most 200, to the programs at the ends of `peers` (send(_:toPeers:with:)):
  /// `reliably` once and in order, otherwise perhaps not at all; who is not sent them, and why.
  @discardableResult
  public func send(
    _ bytes: [UInt8], to peers: [PublicKey], reliably: Bool, on channel: UInt8 = 0
  ) -> [PublicKey: SendError] {
    var refusals: [PublicKey: SendError] = [:]
    for peer in peers { refusals[peer] = send(bytes, to: peer, reliably: reliably, on: channel) }
    advance()
    return refusals
  }

  /// The same, to everyone who plays (sendData(toAllPeers:with:)).
  @discardableResult
  public func sendToAll(_ bytes: [UInt8], reliably: Bool, on channel: UInt8 = 0) -> [PublicKey: SendError] {
    let peers = states.filter { $0.value == .connected }.map(\.key)
    return send(bytes, to: peers, reliably: reliably, on: channel)
  }

  private func send(
    _ bytes: [UInt8], to peer: PublicKey, reliably: Bool, on channel: UInt8
  ) -> SendError? {
    guard let slot = bridge.slot(of: peer) else { return .notConnected }
    let delivery = bridge.send(
      bytes, on: channel, to: PlayerSlots(slot), reliably: reliably, at: transport.now)
    if !delivery.taken.isEmpty { return nil }
    if !delivery.tooLong.isEmpty { return .tooLong }
    return delivery.tooMany.isEmpty ? .notConnected : .tooMany
  }

  /// Wants `feedback` of the motors and the light of `peer`, until it wants something else.
  public func setFeedback(_ feedback: PadFeedback, of peer: PublicKey) {
    guard let slot = bridge.slot(of: peer) else { return }
    bridge.setFeedback(feedback, of: slot, at: transport.now)
    advance()
  }

  /// Makes the way that `peer` is held now the centre.
  public func recentre(_ peer: PublicKey) {
    guard let slot = bridge.slot(of: peer) else { return }
    bridge.recentre(slot, at: transport.now)
    advance()
  }
}
