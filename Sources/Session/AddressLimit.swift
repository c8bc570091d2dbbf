public import Model

/// So many per second from one address, and from all together.
///
/// Addresses are spread over a fixed number of buckets, so any number of them takes the same memory and the same time;
/// addresses in one bucket share it.
public struct AddressLimit: Sendable {
  private static let size = 1_024

  /// Which address has which bucket follows from this number, which those who ask should not know.
  public var seed: UInt64 = 0
  private var total: TokenBucket
  private var buckets: [TokenBucket]

  /// A limit with as many at once as per second.
  public init(perAddress: Int64, total: Int64) {
    self.total = TokenBucket(rate: total, burst: total)
    buckets = Array(
      repeating: TokenBucket(rate: perAddress, burst: perAddress), count: AddressLimit.size)
  }

  /// Takes one for `address`, an IPv4 address or the network of an IPv6 one, if there is one.
  public mutating func take(from address: Address, at now: Instant) -> Bool {
    let bucket = Int(address.network.mixed(with: seed) % UInt64(AddressLimit.size))
    return buckets[bucket].take(at: now) && total.take(at: now)
  }
}

extension Address {
  /// What one household has: the whole IPv4 address, or the upper half of an IPv6 one (/64).
  public var network: Address { v4 == nil ? Address(high: high, low: 0) : self }

  /// A number that looks random to whoever does not know `seed`.
  fileprivate func mixed(with seed: UInt64) -> UInt64 {
    ((seed ^ high).mixed ^ low).mixed
  }
}

extension UInt64 {
  /// SplitMix64's step and finalizer (Steele, Lea, Flood 2014).
  fileprivate var mixed: UInt64 {
    var mixed = self &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
