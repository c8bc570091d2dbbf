public import Cryptography
public import Model
public import Wire

/// The controller's side of an encrypted session: the handshake with its repetitions, changes of keys, and DATA.
///
/// The channel is a plain value: it has no descriptor, and the caller supplies time and randomness.
public struct ControllerChannel: Sendable {
  /// The possible results of a datagram from the host.
  public enum Response: Sendable {
    /// A DATA packet, whose decrypted frames are at `frames` in the datagram.
    ///
    /// `number` gives the order in which the host sent the packets, even across changes of keys.
    case opened(frames: Range<Int>, number: UInt64)
    /// New keys are in use, and the host waits for a packet, which has to be sent immediately.
    ///
    /// With `waitsForHost`, the controller still has to be admitted at the host.
    case welcomed(Welcome, waitsForHost: Bool)
    /// The host asked for a cookie; the INIT that is now due contains it.
    case asked
    /// The host refuses, or appears to; the handshake is repeated nevertheless.
    case rejected(Refusal)
    /// The datagram has no effect.
    case dropped(Drop)
  }

  /// An action that is due.
  public enum Due: Sendable {
    /// No action.
    case nothing
    /// An INIT to be sent.
    case send(Datagram<192>)
    /// The attempt has failed, because the host has not accepted it within 10 s.
    case gaveUp
  }

  /// The pauses before the second INIT, the third, and so on; the last pause repeats.
  public static let pauses: [Interval] = [250, 500, 1_000, 2_000].map(Interval.milliseconds)
  /// The time after which a handshake that the host has not accepted ends.
  public static let patience = Interval.seconds(10)

  private let keys: KeyPair
  private let host: PublicKey
  private var mode: PairingMode
  private var preShared: Secret
  private let introduction: Introduction
  private let ownCode: PacketCode

  private var attempt: Attempt?
  private var current: Link?
  private var previous: Link?
  /// The number of key changes.
  private var generation: UInt64 = 0
  private var cookie: InlineArray<16, UInt8>?

  /// Creates the channel of the controller with `keys` to the host with the key `host`.
  ///
  /// `preShared` is the result of pairing, or ``Secret/zero``; `cookie` comes from the host's answer to a probe.
  public init(
    keys: KeyPair, host: PublicKey, mode: PairingMode = .known, preShared: Secret, introduction: Introduction,
    cookie: InlineArray<16, UInt8>? = nil
  ) {
    (self.keys, self.host, self.mode, self.preShared) = (keys, host, mode, preShared)
    (self.introduction, self.cookie) = (introduction, cookie)
    ownCode = PacketCode(receiver: keys.publicKey)
  }

  /// Records that the host knows the controller by `secret`; later changes of keys need no pairing.
  public mutating func settle(_ secret: Secret) { (mode, preShared) = (.known, secret) }

  /// True if the channel can send frames.
  public var isConnected: Bool { current != nil }

  /// The handshake hash of the current session, for the short code; nil if there is no session.
  public var hash: Bytes32? { current?.hash }

  /// Begins a handshake; returns false if the host's key is invalid.
  ///
  /// The present session continues until the handshake succeeds.
  public mutating func begin(at now: Instant, random: inout some RandomNumberGenerator) -> Bool {
    attempt = Attempt(
      keys: keys, host: host, mode: mode, introduction: introduction,
      index: UInt32(truncatingIfNeeded: random.next()) & 0xff_ffff, ephemeral: KeyPair(from: &random), at: now
    )
    return attempt != nil
  }

  /// Returns the time of the next action of ``advance(to:random:)``.
  public func nextDeadline(at now: Instant) -> Instant {
    let handshake = attempt?.due ?? current?.rekeyDue(at: now) ?? .distantFuture
    return min(handshake, current?.ends ?? .distantFuture, previous?.ends ?? .distantFuture)
  }

  /// Performs the action that is due at `now`.
  ///
  /// It is the first INIT, a repetition, a new handshake when the keys have reached their limit, or the end
  /// of an attempt or of keys.
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

  /// Handles a datagram from the host; a DATA packet is decrypted in place.
  public mutating func receive(_ bytes: inout MutableSpan<UInt8>, at now: Instant) -> Response {
    do throws(Drop) {
      switch try OuterType(of: bytes.span) {
      case .sealed: return try open(&bytes, at: now)
      case .welcome: return try finish(&bytes, at: now)
      case .cookie: return try apply(try CookieReply(parsing: bytes.span), at: now)
      case .rejection: return try apply(try Rejection(parsing: bytes.span))
      default: throw .sessionType
      }
    } catch {
      return .dropped(error)
    }
  }

  /// Encrypts `frames` for the host; returns false if there is no session.
  ///
  /// - Precondition: `frames` has at most 488 bytes.
  public mutating func seal(
    _ frames: Span<UInt8>, at now: Instant, into datagram: inout Datagram<512>
  ) -> Bool {
    current?.seal(frames, at: now, into: &datagram) ?? false
  }

  private mutating func open(_ bytes: inout MutableSpan<UInt8>, at now: Instant) throws(Drop)
    -> Response
  {
    let header = try SealedHeader(parsing: bytes.span)
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
  ) throws(Drop) -> Response {
    let header = try WelcomeHeader(parsing: bytes.span)
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

  /// Handles COOKIE.
  ///
  /// Only one COOKIE counts for each INIT, so that nobody can make the controller send endlessly.
  private mutating func apply(_ reply: CookieReply, at now: Instant) throws(Drop) -> Response {
    guard let attempt, attempt.isAnswered(by: reply.index, reply.echo), attempt.takesCookie
    else { throw .unexpected }
    cookie = reply.cookie
    self.attempt?.hurry(at: now)
    return .asked
  }

  private func apply(_ rejection: Rejection) throws(Drop) -> Response {
    guard let attempt, attempt.isAnswered(by: rejection.index, rejection.echo) else { throw .unexpected }
    return .rejected(rejection.refusal)
  }
}
