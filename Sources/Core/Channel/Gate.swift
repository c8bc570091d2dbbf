import Cryptography
import Guards
import Model
import Wire

/// The checks before the expensive part of a handshake: codes, cookies and rate limits.
struct Gate: Sendable {
  private let code: PacketCode
  private(set) var cookies = CookieJar()
  /// The token bucket that runs empty when handshakes arrive faster than 50 a second.
  private var load = TokenBucket(rate: 50, burst: 50)
  /// The end of the period in which handshakes need a cookie.
  private var caution = Instant(nanoseconds: .min)
  /// The rate limit for checking cookies, so that a flood of handshakes leaves time for the players.
  private var examinations = TokenBucket(rate: 40_000, burst: 1_000)
  /// The rate limit for sending cookies, for the same reason.
  private var questions = TokenBucket(rate: 5_000, burst: 500)
  /// The rate limit for handshakes without a cookie; such a handshake's source address may be forged.
  private var trusted = AddressLimit(perAddress: 5, perNetwork: 25, total: 50)
  /// The rate limit for handshakes with a valid cookie.
  private(set) var handshakes = AddressLimit(perAddress: 5, perNetwork: 250, total: 500)
  /// The addresses and ports whose handshakes have an allowance of their own.
  var knownEndpoints = KnownEndpoints()
  /// The rate limit for new sessions that have to be confirmed at the host.
  ///
  /// Nobody can compare their short codes any faster.
  private var strangers = TokenBucket(rate: 1, burst: 4)
  private var probes = AddressLimit(perAddress: 5, perNetwork: 100, total: 200)

  /// Creates the gate of the host with the key `host`.
  init(host: PublicKey) {
    code = PacketCode(receiver: host)
  }

  /// Changes the cookies' secret if it is due; the seeds of the address limits change with it.
  mutating func advance(to now: Instant, random: inout some RandomNumberGenerator) {
    guard cookies.rotate(at: now, random: &random) else { return }
    trusted.seed = cookies.seed
    handshakes.seed = cookies.seed
    probes.seed = cookies.seed
  }

  /// Counts a probe from `address`; returns whether the host answers it.
  mutating func admitProbe(from address: Address, at now: Instant) -> Bool {
    probes.consume(from: address, at: now)
  }

  /// Checks the first code (mac1) of `bytes`, at `range`.
  ///
  /// - Throws: `wrongCode`.
  func checkCode(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Drop) {
    guard code.verifies(bytes, range) else { throw .wrongCode }
  }

  /// Returns the cookie under which the code in `range` of `bytes` (mac2) is valid; nil if the code is zero
  /// or wrong.
  ///
  /// - Throws: `flooding` if too many cookies were checked.
  mutating func cookie(
    verifying bytes: Span<UInt8>, _ range: Range<Int>, from endpoint: Endpoint, at now: Instant
  ) throws(Drop) -> PacketCode.Bytes? {
    var digits: UInt8 = 0
    for index in range { digits |= bytes[index] }
    guard digits != 0 else { return nil }
    guard examinations.consume(at: now) else { throw .flooding }
    return cookies.cookie(verifying: bytes, range, from: endpoint)
  }

  /// Counts one more COOKIE reply.
  ///
  /// - Throws: `flooding` if too many were sent.
  mutating func admitQuestion(at now: Instant) throws(Drop) {
    guard questions.consume(at: now) else { throw .flooding }
  }

  /// Counts a handshake; returns whether handshakes arrive so fast that a cookie is required.
  ///
  /// The requirement lasts for a second after the last handshake over the limit. Otherwise handshakes of a
  /// flood would be accepted without a cookie as fast as the token bucket refills.
  mutating func isUnderLoad(at now: Instant) -> Bool {
    if !load.consume(at: now) { caution = now + .seconds(1) }
    return now < caution
  }

  /// Counts a handshake without a cookie from `address`; returns whether it is accepted without one.
  mutating func trusts(_ address: Address, at now: Instant) -> Bool {
    trusted.consume(from: address, at: now)
  }

  /// Counts a handshake with a valid cookie from `endpoint`.
  ///
  /// - Throws: `flooding` if too many handshakes come from the address, from its network, or altogether.
  mutating func admitHandshake(from endpoint: Endpoint, at now: Instant) throws(Drop) {
    guard
      knownEndpoints.consume(from: endpoint, at: now) || handshakes.consume(from: endpoint.address, at: now)
    else { throw .flooding }
  }

  /// Counts a new session that has to be confirmed at the host; returns whether the session may begin.
  mutating func admitStranger(at now: Instant) -> Bool {
    strangers.consume(at: now)
  }
}
