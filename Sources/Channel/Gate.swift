import Cryptography
import Model
import Session
import Wire

/// What stands before the costly part of a handshake: codes, cookies and limits.
struct Gate: Sendable {
  private let code: PacketCode
  private(set) var cookies = CookieJar()
  /// Runs dry when handshakes come faster than 50 a second.
  private var load = TokenBucket(rate: 50, burst: 50)
  /// Until when cookies are asked for.
  private var caution = Instant(nanoseconds: .min)
  /// How many cookies are looked at and how many are given out: a flood of handshakes must leave time for those who play.
  private var examinations = TokenBucket(rate: 40_000, burst: 1_000)
  private var questions = TokenBucket(rate: 5_000, burst: 500)
  /// Handshakes whose sender may be at another address than the one they name: there is no cookie.
  private var trusted = AddressLimit(perAddress: 5, total: 50)
  private(set) var handshakes = AddressLimit(perAddress: 5, total: 500)
  /// Where handshakes have an allowance of their own.
  var places = KnownPlaces()
  /// Sessions of strangers, who ask to be confirmed: no person compares more numbers than these.
  private var strangers = TokenBucket(rate: 1, burst: 4)
  private var probes = AddressLimit(perAddress: 5, total: 20)

  /// The gate of the host whose key this is.
  init(host: PublicKey) {
    code = PacketCode(receiver: host)
  }

  /// Takes note of the time.
  mutating func advance(to now: Instant, random: inout some RandomNumberGenerator) {
    guard cookies.rotate(at: now, random: &random) else { return }
    trusted.seed = cookies.seed
    handshakes.seed = cookies.seed
    probes.seed = cookies.seed
  }

  /// Whether a probe from `address` is answered.
  mutating func takeProbe(from address: Address, at now: Instant) -> Bool {
    probes.take(from: address, at: now)
  }

  /// Holds that the first code of `bytes` is right.
  func checkCode(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ChannelDrop) {
    guard code.verifies(bytes, range) else { throw .wrongCode }
  }

  /// The cookie that made the second code, `range` of `bytes` from `endpoint`; nil when there is none, or another's.
  mutating func cookie(
    verifying bytes: Span<UInt8>, _ range: Range<Int>, from endpoint: Endpoint, at now: Instant
  ) throws(ChannelDrop) -> PacketCode.Bytes? {
    var digits: UInt8 = 0
    for index in range { digits |= bytes[index] }
    guard digits != 0 else { return nil }
    guard examinations.take(at: now) else { throw .flooding }
    return cookies.cookie(verifying: bytes, range, from: endpoint)
  }

  /// Holds that a cookie may be asked for once more.
  mutating func takeQuestion(at now: Instant) throws(ChannelDrop) {
    guard questions.take(at: now) else { throw .flooding }
  }

  /// Whether more handshakes come than are taken on trust; each that comes is counted.
  ///
  /// It lasts a second after the last one too many: otherwise a flood would go on using up what is kept for those who have
  /// a cookie.
  mutating func isUnderLoad(at now: Instant) -> Bool {
    if !load.take(at: now) { caution = now + .seconds(1) }
    return now < caution
  }

  /// Whether a handshake without a cookie, which names `address`, is looked at all the same.
  mutating func trusts(_ address: Address, at now: Instant) -> Bool {
    trusted.take(from: address, at: now)
  }

  /// Holds that a handshake from `endpoint`, which is proven, is not one too many.
  mutating func takeHandshake(from endpoint: Endpoint, at now: Instant) throws(ChannelDrop) {
    guard places.take(from: endpoint, at: now) || handshakes.take(from: endpoint.address, at: now)
    else { throw .flooding }
  }

  /// Whether a stranger's session may begin.
  mutating func takeStranger(at now: Instant) -> Bool {
    strangers.take(at: now)
  }
}
