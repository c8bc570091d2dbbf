public import Model

/// So many per second from one address, and from all together.
public struct AddressLimit: Sendable {
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
  public init(perAddress: Int64, total: Int64) {
    self.perAddress = perAddress
    self.total = TokenBucket(rate: total, burst: total)
    rows.reserveCapacity(AddressLimit.size)
  }

  /// Takes one for `address`, an IPv4 address or the network of an IPv6 one, if there is one.
  public mutating func take(from address: Address, at now: Instant) -> Bool {
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
  public var network: Address { v4 == nil ? Address(high: high, low: 0) : self }
}
