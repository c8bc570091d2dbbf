public import Model

/// A rate limit per second: for each exact address, for each network (``Address/network``), and in total.
///
/// Addresses and networks are hashed into a fixed number of buckets, so memory and time do not depend on
/// their number. All addresses or networks in a bucket share its tokens. A request takes a token at every
/// level or at none. An address that has used up its own tokens therefore takes none from its network or from
/// the total, and a network that has used up its own takes none from the total or from addresses' buckets.
public struct AddressLimit: Sendable {
  private static let size = 1_024

  /// The seed of the hash from addresses to buckets; senders should not know it.
  public var seed: UInt64 = 0
  private var total: TokenBucket
  private var addresses: [TokenBucket]
  private var networks: [TokenBucket]

  /// Creates a limit in tokens per second; a burst may use the tokens of one second.
  public init(perAddress: Int64, perNetwork: Int64, total: Int64) {
    func buckets(_ rate: Int64) -> [TokenBucket] {
      Array(repeating: TokenBucket(rate: rate, burst: rate), count: AddressLimit.size)
    }
    self.total = TokenBucket(rate: total, burst: total)
    (addresses, networks) = (buckets(perAddress), buckets(perNetwork))
  }

  /// Consumes a token for `address`, for its network and in total; returns false when any of the three has none left.
  public mutating func consume(from address: Address, at now: Instant) -> Bool {
    let own = bucket(of: address)
    let shared = bucket(of: address.network)
    guard addresses[own].hasToken(at: now), networks[shared].hasToken(at: now), total.consume(at: now) else {
      return false
    }
    return addresses[own].consume(at: now) && networks[shared].consume(at: now)
  }

  private func bucket(of address: Address) -> Int {
    Int(address.mixed(with: seed) % UInt64(AddressLimit.size))
  }
}

extension Address {
  /// The network of one household: the whole IPv4 address, the upper half of an IPv6 one (/64), or all of loopback.
  public var network: Address {
    isLoopback ? .loopback : v4 == nil ? Address(high: high, low: 0) : self
  }

  /// Returns a number that looks random to anyone who does not know `seed`.
  fileprivate func mixed(with seed: UInt64) -> UInt64 {
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
