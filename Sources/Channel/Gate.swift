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
  private var handshakes = AddressLimit(perAddress: 5, total: 50)
  private var probes = AddressLimit(perAddress: 5, total: 20)

  /// The gate of the host whose key this is.
  init(host: PublicKey) {
    code = PacketCode(receiver: host)
  }

  /// Takes note of the time.
  mutating func advance(to now: Instant, random: inout some RandomNumberGenerator) {
    cookies.rotate(at: now, random: &random)
  }

  /// Whether a probe from `address` is answered.
  mutating func takeProbe(from address: Address, at now: Instant) -> Bool {
    probes.take(from: address, at: now)
  }

  /// Holds that the first code of `bytes` is right.
  func checkCode(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ChannelDrop) {
    guard code.verifies(bytes, range) else { throw .wrongCode }
  }

  /// Whether more handshakes come than are taken on trust; each that comes is counted.
  ///
  /// It lasts a second after the last one too many: otherwise a flood would go on using up what is kept for those who have
  /// a cookie.
  mutating func isUnderLoad(at now: Instant) -> Bool {
    if !load.take(at: now) { caution = now + .seconds(1) }
    return now < caution
  }

  /// Holds that a handshake from `address` is not one too many.
  mutating func takeHandshake(from address: Address, at now: Instant) throws(ChannelDrop) {
    guard handshakes.take(from: address, at: now) else { throw .flooding }
  }
}

/// So many per second from one address, and from all together.
struct AddressLimit: Sendable {
  private struct Row: Sendable {
    var address: Address
    var bucket: TokenBucket
    var last: Instant
  }

  /// More than can be taken in the second after which a row is free again.
  private static let size = 128

  private let perAddress: Int64
  private var total: TokenBucket
  private var rows: [Row] = []

  /// A limit with as many at once as per second.
  init(perAddress: Int64, total: Int64) {
    self.perAddress = perAddress
    self.total = TokenBucket(rate: total, burst: total)
    rows.reserveCapacity(AddressLimit.size)
  }

  /// Takes one for `address`, an IPv4 address or the network of an IPv6 one, if there is one.
  mutating func take(from address: Address, at now: Instant) -> Bool {
    guard let row = row(for: address.network, at: now), rows[row].bucket.take(at: now) else { return false }
    rows[row].last = now
    return total.take(at: now)
  }

  private mutating func row(for address: Address, at now: Instant) -> Int? {
    if let known = rows.firstIndex(where: { $0.address == address }) { return known }
    let new = Row(address: address, bucket: TokenBucket(rate: perAddress, burst: perAddress), last: now)
    if rows.count < AddressLimit.size {
      rows.append(new)
      return rows.count - 1
    }
    guard let old = rows.firstIndex(where: { now >= $0.last + .seconds(1) }) else { return nil }
    rows[old] = new
    return old
  }
}

extension Address {
  /// What one household has: the whole IPv4 address, or the upper half of an IPv6 one (/64).
  var network: Address { v4 == nil ? Address(high: high, low: 0) : self }
}
