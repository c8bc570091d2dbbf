public import Model

/// A rate limit per second, for each address and for all addresses together.
///
/// Addresses are hashed into a fixed number of buckets, so any number of addresses takes the same memory and the same time;
/// addresses in the same bucket share its tokens.
public struct AddressLimit: Sendable {
  private static let size = 1_024

  /// The seed of the hash from addresses to buckets, which senders should not know.
  public var seed: UInt64 = 0
  private var total: TokenBucket
  private var buckets: [TokenBucket]

  /// Creates a limit in tokens per second, with bursts as large as the rate of one second.
  public init(perAddress: Int64, total: Int64) {
    self.total = TokenBucket(rate: total, burst: total)
    buckets = Array(
      repeating: TokenBucket(rate: perAddress, burst: perAddress), count: AddressLimit.size)
  }

  /// Consumes a token of `address`, an IPv4 address or the network of an IPv6 one; returns false when no token is left.
  public mutating func consume(from address: Address, at now: Instant) -> Bool {
    let bucket = Int(address.network.mixed(with: seed) % UInt64(AddressLimit.size))
    return buckets[bucket].consume(at: now) && total.consume(at: now)
  }
}

extension Address {
  /// The network of one household: the whole IPv4 address, or the upper half of an IPv6 one (/64).
  public var network: Address { v4 == nil ? Address(high: high, low: 0) : self }

  /// Returns a number that looks random to anyone who does not know `seed`.
  func mixed(with seed: UInt64) -> UInt64 {
    ((seed ^ high).mixed ^ low).mixed
  }
}

extension UInt64 {
  /// The output of SplitMix64's step and finalizer (Steele, Lea, Flood 2014) for this number.
  fileprivate var mixed: UInt64 {
    var mixed = self &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
