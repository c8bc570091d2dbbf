public import Cryptography
public import Model
public import Wire

/// The host's side of all encrypted sessions on one socket (docs/protocol.md, "Encrypted sessions").
///
/// The channel is a plain value: it has no descriptor, and the caller supplies time and randomness. A
/// datagram that is not genuine changes nothing but the counters of the rate limits and of wrong PINs.
public struct HostChannel: Sendable {
  /// The caller's decision on whether a key may join.
  public enum Permission: Sendable {
    /// The key may join if its owner knows `preShared`; the controller receives `welcome`.
    case welcome(Welcome, preShared: Secret, waitsForHost: Bool = false)
    /// The key may not join, and its owner may learn the reason.
    case refused(Refusal)
    /// The key gets no answer.
    case unknown
  }

  /// A function that decides whether a controller may join, from its key, pairing mode and description of itself.
  public typealias Admit = (PublicKey, PairingMode, Introduction) -> Permission

  /// The identifier of a session until the controller changes its keys.
  public struct SessionID: Hashable, Sendable {
    /// The index that the session's packets carry.
    public let index: UInt32
  }

  /// The effect of a packet on its session.
  public enum Arrival: Hashable, Sendable {
    /// The session continues.
    case running
    /// The session begins with this packet; the former session of the same key ends, if there is one.
    case began(replacing: SessionID?)
    /// The session continues under a new identifier, because the controller has changed its keys.
    case rekeyed(from: SessionID)
  }

  /// A genuine packet that was not received before.
  public struct Opened: Hashable, Sendable {
    /// The packet's session.
    public var session: SessionID
    /// The effect of the packet on its session.
    public var arrival: Arrival
    /// The packet's number in the order of sending; its upper half counts changes of keys.
    public var number: UInt64
    /// The range of the decrypted frames in the datagram.
    public var frames: Range<Int>
  }

  /// The possible results of a datagram.
  public enum Response: Sendable {
    /// Decrypted frames.
    case opened(Opened)
    /// An answer to the sender of the datagram, never longer than the datagram.
    case reply(Datagram<192>)
    /// A newly paired device, and an answer to it.
    case paired(PairedDevice, Datagram<192>)
    /// The datagram has no effect.
    case dropped(Drop)
  }

  /// The facts that the host announces to everyone who asks.
  public var announcement: Announcement
  /// The pairing with a PIN until the PIN expires or is withdrawn, even if it is no longer open; nil if none.
  public internal(set) var pairing: PinPairing?

  let keys: KeyPair
  var gate: Gate
  private var links = LinkTable()

  /// Creates the channel of the host with `keys`.
  public init(keys: KeyPair, announcement: Announcement) {
    self.keys = keys
    self.announcement = announcement
    gate = Gate(host: keys.publicKey)
  }

  /// Handles a datagram; a DATA packet is decrypted in place.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator, admit: Admit
  ) -> Response {
    do throws(Drop) {
      if HostChannel.isSealed(bytes.span) { return .opened(try open(&bytes, from: endpoint, at: now)) }
      gate.advance(to: now, random: &random)
      switch try OuterType(of: bytes.span) {
      case .probe: return try answerProbe(bytes.span, from: endpoint, at: now)
      case .introduction: return try introduce(&bytes, from: endpoint, at: now, random: &random, admit)
      case .pairShare: return try pairShare(bytes.span, from: endpoint, at: now, random: &random)
      case .pairProof: return try pairProof(bytes.span, from: endpoint, at: now)
      case .probeReply, .welcome, .cookie, .sealed, .rejection, .pairShareReply, .pairProofReply, .plain:
        throw .sessionType
      }
    } catch {
      return .dropped(error)
    }
  }

  /// Returns whether the first byte of `bytes` marks a DATA packet.
  public static func isSealed(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 0 && bytes[0] == OuterType.sealed.rawValue
  }

  /// Encrypts `frames` for the controller of `session`.
  ///
  /// Returns the endpoint to send to, or nil if the session has ended.
  ///
  /// - Precondition: `frames` has at most 488 bytes.
  public mutating func seal(
    _ frames: Span<UInt8>, for session: SessionID, at now: Instant, into datagram: inout Datagram<512>
  ) -> Endpoint? {
    links.seal(frames, session.index, at: now, into: &datagram)
  }

  /// The time of the next action of ``advance(to:)``.
  ///
  /// The getter is mutating, because the gate has inline arrays (docs/decisions/0005).
  public var nextDeadline: Instant {
    mutating get { min(links.earliest, pairing?.ends ?? .distantFuture) }
  }

  /// Returns a session that has ended because its controller did not change keys in time.
  ///
  /// The result is nil if no more sessions end at `now`.
  public mutating func advance(to now: Instant) -> SessionID? {
    if let pairing, pairing.ends <= now { self.pairing = nil }
    while let ended = links.nextEnded(at: now) {
      if ended.stage == .current { return SessionID(index: ended.link.index) }
    }
    return nil
  }

  /// Ends all handshakes under way, for example when the pairing that admitted them is no longer valid.
  public mutating func closeHandshakes() {
    links.dropPending()
  }

  /// Ends `session`, for example when its key is revoked or its controller has left.
  public mutating func close(_ session: SessionID) {
    links.remove(session.index)
  }

  /// Counts the session of a formerly unpaired device among those of paired devices.
  public mutating func settle(_ session: SessionID) {
    links.settle(session.index)
    noteKnownEndpoint(session.index)
  }

  /// Forgets the endpoint of `key`, which is no longer paired.
  public mutating func forget(_ key: PublicKey) {
    gate.knownEndpoints.forget(key)
  }

  /// The controller of a session.
  public struct Controller: Sendable {
    /// The controller's public key.
    public let key: PublicKey
    /// The pairing mode of the controller's handshake.
    public let mode: PairingMode
    /// The controller's description of itself.
    public let introduction: Introduction
    /// The endpoint that the controller sends from.
    public let endpoint: Endpoint
    /// The hash of the controller's handshake.
    public let hash: Bytes32
  }

  /// Returns the controller of `session`; nil if the session has ended.
  public func controller(of session: SessionID) -> Controller? {
    guard let entry = links[session.index], entry.stage == .current else { return nil }
    return Controller(
      key: entry.owner.key, mode: entry.owner.mode, introduction: entry.owner.introduction,
      endpoint: entry.endpoint, hash: entry.link.hash)
  }

  /// Decrypts a DATA packet in place.
  ///
  /// - Throws: `sessionSize`, `unknownIndex`, `expired`, `duplicate`, `tooOld` or `forged`; `refused` if the packet
  ///   would begin a session beyond the limits.
  public mutating func open(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant
  ) throws(Drop) -> Opened {
    let header = try SealedHeader(parsing: bytes.span)
    let hasMoved = try links.open(&bytes, header, from: endpoint, at: now)
    var (index, arrival) = (header.index, Arrival.running)
    let stage = links.stage(of: index)
    if stage == .pending { arrival = try confirm(index, at: now) }
    if hasMoved || stage == .pending { noteKnownEndpoint(index) }
    let number = links.generation(of: index) << 32 | UInt64(header.counter)
    if case .previous(let successor) = stage { index = successor }
    return Opened(
      session: SessionID(index: index), arrival: arrival, number: number,
      frames: SealedHeader.size..<bytes.count - Seal.tagSize)
  }

  /// Begins the session with `index`, or changes the keys of the existing session.
  ///
  /// - Throws: `unknownIndex`, or `refused` if the session would be beyond the limits.
  private mutating func confirm(_ index: UInt32, at now: Instant) throws(Drop) -> Arrival {
    guard let entry = links[index] else { throw .unknownIndex }
    guard links.hasRoom(for: entry.owner, from: entry.endpoint.address),
      !entry.owner.isGuest || gate.admitStranger(at: now)
    else {
      links.remove(index)
      throw .refused
    }
    if !entry.owner.isGuest { links.settle(index) }
    let (old, isSameRun) = links.confirm(index, at: now)
    let session = old.map { SessionID(index: $0) }
    guard isSameRun, let session else { return .began(replacing: session) }
    return .rekeyed(from: session)
  }

  /// Remembers the endpoint of the session with `index`, if its key is paired.
  private mutating func noteKnownEndpoint(_ index: UInt32) {
    guard let entry = links[index], entry.stage == .current, !entry.owner.isStranger else { return }
    gate.knownEndpoints.note(entry.owner.key, at: entry.endpoint)
  }

  private mutating func answerProbe(
    _ bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant
  ) throws(Drop) -> Response {
    let probe = try Probe(parsing: bytes)
    guard gate.admitProbe(from: endpoint.address, at: now) else { throw .flooding }
    let reply = ProbeReply(
      nonce: probe.nonce, announcement: announcement, key: keys.publicKey.bytes,
      cookie: gate.cookies.cookie(for: endpoint))
    return .reply(reply.datagram)
  }

  /// Handles INIT: checks the code, a given or needed cookie, and the limits, before the expensive part.
  private mutating func introduce(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator, _ admit: Admit
  ) throws(Drop) -> Response {
    let header = try IntroductionHeader(parsing: bytes.span)
    try gate.checkCode(bytes.span, IntroductionHeader.firstCode)
    let echo = bytes.span.word(at: IntroductionHeader.firstCode.lowerBound)
    let cookie = try gate.cookie(
      verifying: bytes.span, IntroductionHeader.secondCode, from: endpoint, at: now)
    let isUnderLoad = gate.isUnderLoad(at: now)
    if cookie != nil {
      try gate.admitHandshake(from: endpoint, at: now)
    } else if isUnderLoad || !gate.trusts(endpoint.address, at: now) {
      return try askForCookie(header.index, echo, endpoint, at: now)
    }
    let handshake = try HostHandshake(IntroductionHeader.message, of: &bytes, keys: keys)
    let owner = LinkTable.Owner(
      key: handshake.controller, mode: header.mode, introduction: handshake.introduction,
      isStranger: header.mode == .code || header.mode == .confirm,
      nearness: gate.knownEndpoints.nearness(of: endpoint.address, to: handshake.controller))
    var admission = admit(owner.key, owner.mode, owner.introduction)
    if case .welcome = admission, !links.hasRoom(for: owner, from: endpoint.address) {
      admission = .refused(.busy)
    }
    switch admission {
    case .unknown: throw .unknownKey
    case .refused(let refusal):
      guard cookie != nil else { throw .refused }
      return .reply(Rejection(refusal: refusal, index: header.index, echo: echo).datagram)
    case .welcome(let welcome, let preShared, let waits):
      links.makeRoom(for: owner, from: endpoint.address)
      guard let index = links.freeIndex(random.next()) else { throw .refused }
      let fields = WelcomeHeader(waitsForHost: waits, index: index, controllerIndex: header.index)
      return try answer(
        handshake, owner, fields, welcome, preShared, from: endpoint, at: now, random: &random)
    }
  }

  /// Creates RESP and the keys; the keys then wait for the controller's first DATA.
  private mutating func answer(
    _ handshake: HostHandshake, _ owner: LinkTable.Owner, _ fields: WelcomeHeader, _ welcome: Welcome,
    _ preShared: Secret, from endpoint: Endpoint, at now: Instant, random: inout some RandomNumberGenerator
  ) throws(Drop) -> Response {
    var datagram = fields.datagram
    let transport = try handshake.finish(
      welcome: welcome, preShared: preShared, ephemeral: KeyPair(from: &random), datagram: &datagram)
    _ = datagram.append(PacketCode(receiver: handshake.controller))
    let link = Link(
      index: fields.index, peerIndex: fields.controllerIndex, keys: transport, at: now,
      provisionally: LinkTable.pendingLifetime)
    links.insert(LinkTable.Entry(link: link, owner: owner, endpoint: endpoint))
    return .reply(datagram)
  }

  /// Creates COOKIE.
  mutating func askForCookie(
    _ index: UInt32, _ echo: UInt64, _ endpoint: Endpoint, at now: Instant
  ) throws(Drop) -> Response {
    try gate.admitQuestion(at: now)
    let cookie = gate.cookies.cookie(for: endpoint)
    return .reply(CookieReply(index: index, echo: echo, cookie: cookie).datagram)
  }
}
