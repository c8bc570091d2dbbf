public import Cryptography
public import Model
public import Wire

/// A controller's side of an encrypted session: the handshake and its repetitions, changes of keys, and DATA.
///
/// It holds no handle, reads no clock and draws nothing at random.
public struct ControllerChannel: Sendable {
  /// What a datagram leads to.
  public enum Outcome: Sendable {
    /// Decrypted frames at `frames` of the datagram; `number` never goes back, though keys change.
    case opened(frames: Range<Int>, number: UInt64)
    /// There are new keys: send something at once, for the host waits for it. `waitsForHost`: a person there has to agree.
    case welcomed(Welcome, waitsForHost: Bool)
    /// The host wants to see a cookie; it is in the INIT that is due now.
    case asked
    /// The host refuses, as it seems; the handshake is repeated all the same.
    case rejected(Refusal)
    /// Nothing.
    case dropped(ChannelDrop)
  }

  /// What time leads to.
  public enum Due: Sendable {
    /// Nothing.
    case nothing
    /// An INIT to be sent.
    case send(Datagram<192>)
    /// Nobody has answered for 10 s.
    case gaveUp
  }

  /// The pauses before the second INIT, the third, and so on; the last one stays.
  public static let pauses: [Interval] = [250, 500, 1_000, 2_000].map(Interval.milliseconds)
  /// When a handshake without an answer ends.
  public static let patience = Interval.seconds(10)

  private let keys: KeyPair
  private let host: PublicKey
  private let mode: PairingMode
  private let preShared: Secret
  private let introduction: Introduction
  private let ownCode: PacketCode

  private var attempt: Attempt?
  private var current: Link?
  private var previous: Link?
  /// How often keys have changed.
  private var generation: UInt64 = 0
  private var cookie: InlineArray<16, UInt8>?

  /// The channel of the controller whose `keys` these are to the host of that key.
  ///
  /// `preShared` is what pairing has led to, or ``Secret/zero``; `cookie` is that of the host's answer to a probe.
  public init(
    keys: KeyPair, host: PublicKey, mode: PairingMode = .known, preShared: Secret, introduction: Introduction,
    cookie: InlineArray<16, UInt8>? = nil
  ) {
    (self.keys, self.host, self.mode, self.preShared) = (keys, host, mode, preShared)
    (self.introduction, self.cookie) = (introduction, cookie)
    ownCode = PacketCode(receiver: keys.publicKey)
  }

  /// Whether frames can be sent.
  public var isConnected: Bool { current != nil }

  /// The hash of the handshake that is in use, for the code that a person compares.
  public var hash: Bytes32? { current?.hash }

  /// Begins a handshake, and leaves what there is until it has succeeded; false when the host's key is none.
  public mutating func begin(at now: Instant, random: inout some RandomNumberGenerator) -> Bool {
    attempt = Attempt(
      keys: keys, host: host, mode: mode, introduction: introduction,
      index: UInt32(truncatingIfNeeded: random.next()) & 0xff_ffff, ephemeral: KeyPair(from: &random), at: now
    )
    return attempt != nil
  }

  /// When ``advance(to:random:)`` has something to do next.
  public func nextDeadline(at now: Instant) -> Instant {
    let handshake = attempt?.due ?? current?.rekeyDue(at: now) ?? .distantFuture
    return min(handshake, current?.ends ?? .distantFuture, previous?.ends ?? .distantFuture)
  }

  /// Does what is due: INIT and its repetitions, and the first one when the keys have been used enough.
  public mutating func advance(to now: Instant, random: inout some RandomNumberGenerator) -> Due {
    if let current, current.ends <= now { self.current = nil }
    if let previous, previous.ends <= now { self.previous = nil }
    if attempt == nil, let current, current.rekeyDue(at: now) <= now { _ = begin(at: now, random: &random) }
    guard let attempt, attempt.due <= now else { return .nothing }
    guard now < attempt.begun + ControllerChannel.patience else {
      self.attempt = nil
      return .gaveUp
    }
    return .send(self.attempt?.next(cookie: cookie, at: now) ?? attempt.datagram)
  }

  /// Takes a datagram of the host; DATA is decrypted where it lies.
  public mutating func receive(_ bytes: inout MutableSpan<UInt8>, at now: Instant) -> Outcome {
    do throws(ChannelDrop) {
      switch try shaped(bytes.span, OuterType.init(of:)) {
      case .sealed: return try open(&bytes, at: now)
      case .welcome: return try finish(&bytes, at: now)
      case .cookie: return try take(try shaped(bytes.span, CookieReply.init(parsing:)), at: now)
      case .rejection: return try take(try shaped(bytes.span, Rejection.init(parsing:)))
      default: throw .malformed(.type)
      }
    } catch {
      return .dropped(error)
    }
  }

  /// Encrypts `frames` for the host; whether there is a session.
  ///
  /// - Precondition: `frames` are at most 488 bytes.
  public mutating func seal(
    _ frames: Span<UInt8>, at now: Instant, into datagram: inout Datagram<512>
  ) -> Bool {
    current?.seal(frames, at: now, into: &datagram) ?? false
  }

  private mutating func open(_ bytes: inout MutableSpan<UInt8>, at now: Instant) throws(ChannelDrop)
    -> Outcome
  {
    let header = try shaped(bytes.span, SealedHeader.init(parsing:))
    var generation = generation
    if current?.index == header.index {
      _ = try current?.open(&bytes, header, at: now)
    } else if previous?.index == header.index {
      _ = try previous?.open(&bytes, header, at: now)
      generation -= 1
    } else {
      throw .unknownIndex
    }
    return .opened(
      frames: SealedHeader.size..<bytes.count - Seal.tagSize,
      number: generation << 32 | UInt64(header.counter))
  }

  private mutating func finish(
    _ bytes: inout MutableSpan<UInt8>, at now: Instant
  ) throws(ChannelDrop) -> Outcome {
    let header = try shaped(bytes.span, WelcomeHeader.init(parsing:))
    guard let attempt, header.controllerIndex == attempt.index else { throw .unexpected }
    guard ownCode.verifies(bytes.span, WelcomeHeader.firstCode) else { throw .wrongCode }
    let (transport, welcome) = try attempt.handshake.finish(
      WelcomeHeader.message, of: &bytes, preShared: preShared)
    self.attempt = nil
    if current != nil { generation += 1 }
    previous = current
    previous?.retire(at: now)
    current = Link(index: attempt.index, peerIndex: header.index, keys: transport, at: now)
    return .welcomed(welcome, waitsForHost: header.waitsForHost)
  }

  /// COOKIE: one for each INIT, so that nobody makes the controller send without end.
  private mutating func take(_ reply: CookieReply, at now: Instant) throws(ChannelDrop) -> Outcome {
    guard let attempt, attempt.isAnswered(by: reply.index, reply.echo), attempt.takesCookie
    else { throw .unexpected }
    cookie = reply.cookie
    self.attempt?.hurry(at: now)
    return .asked
  }

  private func take(_ rejection: Rejection) throws(ChannelDrop) -> Outcome {
    guard let attempt, attempt.isAnswered(by: rejection.index, rejection.echo) else { throw .unexpected }
    return .rejected(rejection.refusal)
  }
}
