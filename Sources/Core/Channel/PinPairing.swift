public import Cryptography
public import Model
public import Wire

/// A device that has proven that it knows the PIN.
public struct PairedDevice: Sendable {
  /// The device's public key.
  public let key: PublicKey
  /// The device's name.
  public let name: DeviceName
  /// The new pre-shared key of the device and the host.
  public let preShared: Secret
}

/// The pairing with a PIN that the host shows (docs/protocol.md, "Pairing with a PIN").
///
/// It ends after a minute, after three wrong tries, or when the first device proves that it knows the PIN.
public struct PinPairing: Sendable {
  /// The time for which a PIN is valid.
  public static let lifetime = Interval.seconds(60)
  /// The number of wrong tries that ends the pairing.
  public static let tries = 3
  /// The maximum number of attempts in progress; beyond it, the oldest attempt is dropped.
  static let attemptLimit = 4

  /// A controller that has sent its share.
  fileprivate struct Attempt: Sendable {
    var index: UInt32
    var endpoint: Endpoint
    var nonce: UInt64
    var share: Bytes32
    var device: PairedDevice
    var reply: Bytes32
    /// The proofs of the exchange, whose shared key has been wiped.
    var keys: CPace.Keys
  }

  /// The time at which the PIN expires.
  public let ends: Instant
  private let host: PublicKey
  private let pin: [UInt8]
  private var attempts: [Attempt] = []
  private var failures = 0
  /// The index of the attempt that has succeeded; no other attempt can succeed after it.
  private var winner: UInt32?

  /// Opens a pairing with the six digits of `pin`, 0 to 999,999, for the host with the key `host`.
  public init(host: PublicKey, pin: UInt32, at now: Instant) {
    self.host = host
    self.pin = PinPairing.digits(of: pin)
    ends = now + PinPairing.lifetime
  }

  /// True if another try is possible.
  public var isOpen: Bool { failures < PinPairing.tries && winner == nil }

  /// Returns the six digits of `pin` in ASCII.
  static func digits(of pin: UInt32) -> [UInt8] {
    [100_000, 10_000, 1_000, 100, 10, 1].map { UInt8(ascii: "0") + UInt8(pin / $0 % 10) }
  }

  /// Returns the inputs of an exchange that both sides have to agree on.
  static func terms(pin: [UInt8], nonce: UInt64, cookie: InlineArray<16, UInt8>) -> CPace.Terms {
    let number = (0..<8).map { UInt8(truncatingIfNeeded: nonce >> UInt64(8 * $0)) }
    return CPace.Terms(password: pin, session: number + cookie.indices.map { cookie[$0] })
  }

  /// Returns the controller's associated data: its key and its name.
  static func associated(_ key: Bytes32, _ name: DeviceName) -> [UInt8] {
    key.indices.map { key[$0] } + name.bytes.indices.map { name.bytes[$0] }
  }

  /// Derives the pre-shared key from the shared key of an exchange, and wipes the shared key.
  static func derivePreShared(_ keys: inout CPace.Keys) -> Secret {
    defer { keys.wipeShared() }
    return HKDF.derive(from: keys.shared.span, label: "tpp/1 pin")
  }

  /// Answers PAIR1 with the host's share, or with a refusal if the pairing is over.
  ///
  /// The codes of `packet` have been verified.
  ///
  /// A repeated PAIR1 gets the same answer.
  ///
  /// - Throws: `forged` if the controller's share is invalid.
  mutating func receive(
    _ packet: PairShare, cookie: InlineArray<16, UInt8>, from endpoint: Endpoint,
    random: inout some RandomNumberGenerator
  ) throws(Drop) -> PairReply {
    if let known = attempts.first(where: { $0.isSame(packet, endpoint) }) {
      return PairReply(step: .share, index: packet.index, bytes: known.reply)
    }
    guard isOpen else { return refuse(.share, packet.index) }
    let terms = PinPairing.terms(pin: pin, nonce: packet.nonce, cookie: cookie)
    guard let run = CPace(terms, scalar: Group.scalar(from: &random)),
      var keys = run.keys(
        initiator: packet.share, associated: PinPairing.associated(packet.key, packet.name),
        responder: CPace.Message(share: run.share, associated: host.bytes.indices.map { host.bytes[$0] }))
    else { throw .forged }
    attempts.removeAll { $0.index == packet.index && $0.endpoint == endpoint }
    if attempts.count == PinPairing.attemptLimit { attempts.removeFirst() }
    let device = PairedDevice(
      key: PublicKey(packet.key), name: packet.name, preShared: PinPairing.derivePreShared(&keys))
    attempts.append(
      Attempt(
        index: packet.index, endpoint: endpoint, nonce: packet.nonce, share: packet.share, device: device,
        reply: run.share, keys: keys))
    return PairReply(step: .share, index: packet.index, bytes: run.share)
  }

  /// Answers PAIR3; the codes of `packet` have been verified.
  ///
  /// Returns the device and the host's proof, or a refusal; a wrong proof counts as a try. A device that has
  /// succeeded before gets the same answer, but is not returned again.
  ///
  /// - Throws: `unexpected` without a matching PAIR1; `forged` if the device that has succeeded sends a wrong proof.
  mutating func receive(
    _ packet: PairProof, from endpoint: Endpoint
  ) throws(Drop) -> (PairedDevice?, PairReply) {
    guard let index = attempts.firstIndex(where: { $0.index == packet.index && $0.endpoint == endpoint })
    else { throw .unexpected }
    let attempt = attempts[index]
    let isWinner = winner == packet.index
    guard isOpen || isWinner else { return (nil, refuse(.proof, packet.index)) }
    guard areEqual(packet.proof.span, attempt.keys.initiatorProof.span) else {
      guard !isWinner else { throw .forged }
      attempts.remove(at: index)
      failures += 1
      return (nil, refuse(.proof, packet.index))
    }
    winner = packet.index
    attempts = [attempt]
    let reply = PairReply(step: .proof, index: packet.index, bytes: attempt.keys.responderProof)
    return (isWinner ? nil : attempt.device, reply)
  }

  private func refuse(_ step: PairReply.Step, _ index: UInt32) -> PairReply {
    let refusal: Refusal =
      winner != nil ? .pairingClosed : failures < PinPairing.tries ? .wrongPIN : .exhaustedPIN
    return PairReply(step: step, refusal: refusal, index: index, bytes: Bytes32(repeating: 0))
  }
}

extension PinPairing.Attempt {
  /// Returns whether `packet` began this attempt.
  fileprivate func isSame(_ packet: PairShare, _ endpoint: Endpoint) -> Bool {
    index == packet.index && self.endpoint == endpoint && nonce == packet.nonce
      && areEqual(share.span, packet.share.span) && device.key == PublicKey(packet.key)
      && device.name == packet.name
  }
}

extension HostChannel {
  /// Opens a pairing with `pin`, 0 to 999,999, for a minute; closes the pairing that was open before.
  public mutating func openPairing(pin: UInt32, at now: Instant) {
    pairing = PinPairing(host: keys.publicKey, pin: pin, at: now)
  }

  /// Closes the pairing; from now on PAIR1 and PAIR3 get no answer.
  public mutating func closePairing() {
    pairing = nil
  }

  mutating func pairShare(
    _ bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant, random: inout some RandomNumberGenerator
  ) throws(Drop) -> Response {
    guard let pairing, now < pairing.ends else { throw .pairingClosed }
    let packet = try PairShare(parsing: bytes)
    try gate.checkCode(bytes, PairShare.firstCode)
    guard let cookie = try gate.cookie(verifying: bytes, PairShare.secondCode, from: endpoint, at: now) else {
      return try askForCookie(
        packet.index, bytes.word(at: PairShare.firstCode.lowerBound), endpoint, at: now)
    }
    try gate.admitHandshake(from: endpoint, at: now)
    let reply = try self.pairing?.receive(packet, cookie: cookie, from: endpoint, random: &random)
    guard let reply else { throw .pairingClosed }
    return .reply(reply.datagram)
  }

  mutating func pairProof(
    _ bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant
  ) throws(Drop) -> Response {
    guard let pairing, now < pairing.ends else { throw .pairingClosed }
    let packet = try PairProof(parsing: bytes)
    try gate.checkCode(bytes, PairProof.firstCode)
    guard try gate.cookie(verifying: bytes, PairProof.secondCode, from: endpoint, at: now) != nil
    else { throw .noCookie }
    guard let (device, reply) = try self.pairing?.receive(packet, from: endpoint)
    else { throw .pairingClosed }
    guard let device else { return .reply(reply.datagram) }
    return .paired(device, reply.datagram)
  }
}
