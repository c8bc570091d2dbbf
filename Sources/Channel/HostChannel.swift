public import Cryptography
public import Model
public import Wire

/// The host's side of all encrypted sessions on one socket (docs/protocol.md, "Encrypted sessions").
///
/// It holds no handle, reads no clock and draws nothing at random. A datagram that is not genuine changes nothing but
/// the counts that limit how many more are looked at.
public struct HostChannel: Sendable {
  /// The answer to the question whether a key may come in.
  public enum Admission: Sendable {
    /// It may, if it knows `preShared`; the controller is told `welcome`.
    case welcome(Welcome, preShared: Secret, waitsForHost: Bool = false)
    /// It may not, and may know why.
    case refused(Refusal)
    /// It gets no answer.
    case unknown
  }

  /// Asks the caller whether the controller of a key may come in, in which way, and what it says of itself.
  public typealias Admit = (PublicKey, PairingMode, Introduction) -> Admission

  /// A session: one key's controller, until it changes its keys.
  public struct SessionID: Hashable, Sendable {
    /// The index that its packets carry.
    public let index: UInt32
  }

  /// How a session comes to be the packet's.
  public enum Arrival: Hashable, Sendable {
    /// It goes on.
    case running
    /// It begins with this packet, and the one of the same key ends, if there is one.
    case began(replacing: SessionID?)
    /// It goes on under a new name: the controller has changed its keys.
    case rekeyed(from: SessionID)
  }

  /// A packet that is genuine and was not seen before.
  public struct Opened: Hashable, Sendable {
    /// Whose it is.
    public var session: SessionID
    /// Whether the session is new.
    public var arrival: Arrival
    /// The packet's number; the upper half counts changes of keys, so it never goes back.
    public var number: UInt64
    /// Where the decrypted frames lie in the datagram.
    public var frames: Range<Int>
  }

  /// What a datagram leads to.
  public enum Outcome: Sendable {
    /// Frames to be read.
    case opened(Opened)
    /// An answer to be sent where the datagram came from; it is never longer than the datagram.
    case reply(Datagram<192>)
    /// A new device, and an answer to be sent to it.
    case paired(PairedDevice, Datagram<192>)
    /// Nothing.
    case dropped(ChannelDrop)
  }

  /// What everyone who asks is told.
  public var announcement: Announcement
  /// The PIN pairing that is open, if one is.
  public internal(set) var pairing: PinPairing?

  let keys: KeyPair
  var gate: Gate
  private var links = LinkTable()

  /// The channel of the host whose keys these are.
  public init(keys: KeyPair, announcement: Announcement) {
    self.keys = keys
    self.announcement = announcement
    gate = Gate(host: keys.publicKey)
  }

  /// Takes a datagram; DATA is decrypted where it lies.
  public mutating func receive(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator, admit: Admit
  ) -> Outcome {
    do throws(ChannelDrop) {
      if HostChannel.isSealed(bytes.span) { return .opened(try open(&bytes, from: endpoint, at: now)) }
      gate.advance(to: now, random: &random)
      switch try shaped(bytes.span, OuterType.init(of:)) {
      case .probe: return try answerProbe(bytes.span, from: endpoint, at: now)
      case .introduction: return try introduce(&bytes, from: endpoint, at: now, random: &random, admit)
      case .pairShare: return try pairShare(bytes.span, from: endpoint, at: now, random: &random)
      case .pairProof: return try pairProof(bytes.span, from: endpoint, at: now)
      case .probeReply, .welcome, .cookie, .sealed, .rejection, .pairShareReply, .pairProofReply, .plain:
        throw .malformed(.type)
      }
    } catch {
      return .dropped(error)
    }
  }

  /// Whether `bytes` claim to be DATA.
  public static func isSealed(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 0 && bytes[0] == OuterType.sealed.rawValue
  }

  /// Encrypts `frames` for the controller of `session`; returns where to send them, or nil when the session is over.
  ///
  /// - Precondition: `frames` are at most 488 bytes.
  public mutating func seal(
    _ frames: Span<UInt8>, for session: SessionID, at now: Instant, into datagram: inout Datagram<512>
  ) -> Endpoint? {
    links.seal(frames, session.index, at: now, into: &datagram)
  }

  /// When ``advance(to:)`` has something to do next.
  ///
  /// Mutating, as all reads of an inline array on the packet path (docs/decisions/0005): the gate has some.
  public var nextDeadline: Instant {
    mutating get { min(links.earliest, pairing?.ends ?? .distantFuture) }
  }

  /// A session that has ended because its controller did not change keys in time; nil when nothing more is due.
  public mutating func advance(to now: Instant) -> SessionID? {
    if let pairing, pairing.ends <= now { self.pairing = nil }
    while let ended = links.takeEnded(at: now) {
      if ended.stage == .current { return SessionID(index: ended.link.index) }
    }
    return nil
  }

  /// Ends all handshakes that are under way, as when what they were let in by is no longer good.
  public mutating func closeHandshakes() {
    links.dropHalves()
  }

  /// Ends `session`, as when its key is revoked or its controller is gone.
  public mutating func close(_ session: SessionID) {
    links.remove(session.index)
  }

  /// Counts `session`, which a stranger has begun, among those of paired devices.
  public mutating func settle(_ session: SessionID) {
    links.settle(session.index)
    noteKnownPlace(session.index)
  }

  /// Takes away what `key` has for having been paired.
  public mutating func forget(_ key: PublicKey) {
    gate.places.forget(key)
  }

  /// Who the controller of a session is.
  public struct Controller: Sendable {
    /// Its key.
    public let key: PublicKey
    /// How it has asked to come in.
    public let mode: PairingMode
    /// What it has said of itself.
    public let introduction: Introduction
    /// Where it speaks from.
    public let endpoint: Endpoint
    /// The hash of its handshake.
    public let hash: Bytes32
  }

  /// Who the controller of `session` is; nil when that is over.
  public func controller(of session: SessionID) -> Controller? {
    guard let entry = links[session.index], entry.stage == .current else { return nil }
    return Controller(
      key: entry.owner.key, mode: entry.owner.mode, introduction: entry.owner.introduction,
      endpoint: entry.endpoint, hash: entry.link.hash)
  }

  /// Decrypts a DATA where it lies.
  ///
  /// - Throws: `malformed`, `unknownIndex`, `expired`, `replayed`, `tooOld` or `forged`; `refused` where it would begin one
  ///   stranger's session too many.
  public mutating func open(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant
  ) throws(ChannelDrop) -> Opened {
    let header = try shaped(bytes.span, SealedHeader.init(parsing:))
    let hasMoved = try links.open(&bytes, header, from: endpoint, at: now)
    var (index, arrival) = (header.index, Arrival.running)
    let stage = links.stage(of: index)
    if stage == .half { arrival = try confirm(index, at: now) }
    if hasMoved || stage == .half { noteKnownPlace(index) }
    let number = links.generation(of: index) << 32 | UInt64(header.counter)
    if case .previous(let successor) = stage { index = successor }
    return Opened(
      session: SessionID(index: index), arrival: arrival, number: number,
      frames: SealedHeader.size..<bytes.count - Seal.tagSize)
  }

  /// Begins the session of `index`, or changes the keys of the one that there is.
  private mutating func confirm(_ index: UInt32, at now: Instant) throws(ChannelDrop) -> Arrival {
    guard let entry = links[index] else { throw .unknownIndex }
    guard links.hasRoom(for: entry.owner, from: entry.endpoint.address),
      !entry.owner.isGuest || gate.takeStranger(at: now)
    else {
      links.remove(index)
      throw .refused(.busy)
    }
    if !entry.owner.isGuest { links.settle(index) }
    let (old, isSameRun) = links.confirm(index, at: now)
    let session = old.map { SessionID(index: $0) }
    guard isSameRun, let session else { return .began(replacing: session) }
    return .rekeyed(from: session)
  }

  /// Remembers where the controller of a paired key has the session of `index`.
  private mutating func noteKnownPlace(_ index: UInt32) {
    guard let entry = links[index], entry.stage == .current, !entry.owner.isStranger else { return }
    gate.places.note(entry.owner.key, at: entry.endpoint)
  }

  private mutating func answerProbe(
    _ bytes: Span<UInt8>, from endpoint: Endpoint, at now: Instant
  ) throws(ChannelDrop) -> Outcome {
    let probe = try shaped(bytes, Probe.init(parsing:))
    guard gate.takeProbe(from: endpoint.address, at: now) else { throw .flooding }
    let reply = ProbeReply(
      nonce: probe.nonce, announcement: announcement, key: keys.publicKey.bytes,
      cookie: gate.cookies.cookie(for: endpoint))
    return .reply(reply.datagram)
  }

  /// INIT: code, cookie if there are many, limits, and only then the costly part.
  private mutating func introduce(
    _ bytes: inout MutableSpan<UInt8>, from endpoint: Endpoint, at now: Instant,
    random: inout some RandomNumberGenerator, _ admit: Admit
  ) throws(ChannelDrop) -> Outcome {
    let header = try shaped(bytes.span, IntroductionHeader.init(parsing:))
    try gate.checkCode(bytes.span, IntroductionHeader.firstCode)
    let echo = bytes.span.word(at: IntroductionHeader.firstCode.lowerBound)
    let cookie = try gate.cookie(
      verifying: bytes.span, IntroductionHeader.secondCode, from: endpoint, at: now)
    let isUnderLoad = gate.isUnderLoad(at: now)
    if cookie != nil {
      try gate.takeHandshake(from: endpoint, at: now)
    } else if isUnderLoad || !gate.trusts(endpoint.address, at: now) {
      return try askForCookie(header.index, echo, endpoint, at: now)
    }
    let handshake = try HostHandshake(IntroductionHeader.message, of: &bytes, keys: keys)
    let owner = LinkTable.Owner(
      key: handshake.controller, mode: header.mode, introduction: handshake.introduction,
      isStranger: header.mode == .code || header.mode == .confirm,
      isKnownPlace: gate.places.holds(handshake.controller, at: endpoint.address))
    var admission = admit(owner.key, owner.mode, owner.introduction)
    if case .welcome = admission, !links.hasRoom(for: owner, from: endpoint.address) {
      admission = .refused(.busy)
    }
    switch admission {
    case .unknown: throw .unknownKey
    case .refused(let refusal):
      guard cookie != nil else { throw .refused(refusal) }
      return .reply(Rejection(refusal: refusal, index: header.index, echo: echo).datagram)
    case .welcome(let welcome, let preShared, let waits):
      links.makeRoom(for: owner, from: endpoint.address)
      guard let index = links.freeIndex(random.next()) else { throw .refused(.busy) }
      let fields = WelcomeHeader(waitsForHost: waits, index: index, controllerIndex: header.index)
      return try answer(
        handshake, owner, fields, welcome, preShared, from: endpoint, at: now, random: &random)
    }
  }

  /// RESP, and the keys that wait for the controller's first DATA.
  private mutating func answer(
    _ handshake: HostHandshake, _ owner: LinkTable.Owner, _ fields: WelcomeHeader, _ welcome: Welcome,
    _ preShared: Secret, from endpoint: Endpoint, at now: Instant, random: inout some RandomNumberGenerator
  ) throws(ChannelDrop) -> Outcome {
    var datagram = fields.datagram
    let transport = try handshake.finish(
      welcome: welcome, preShared: preShared, ephemeral: KeyPair(from: &random), datagram: &datagram)
    _ = datagram.append(PacketCode(receiver: handshake.controller))
    let link = Link(
      index: fields.index, peerIndex: fields.controllerIndex, keys: transport, at: now,
      provisionally: LinkTable.halfLife)
    links.insert(LinkTable.Entry(link: link, owner: owner, endpoint: endpoint))
    return .reply(datagram)
  }

  /// COOKIE.
  mutating func askForCookie(
    _ index: UInt32, _ echo: UInt64, _ endpoint: Endpoint, at now: Instant
  ) throws(ChannelDrop) -> Outcome {
    try gate.takeQuestion(at: now)
    let cookie = gate.cookies.cookie(for: endpoint)
    return .reply(CookieReply(index: index, echo: echo, cookie: cookie).datagram)
  }
}
