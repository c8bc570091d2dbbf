public import Model

/// A budget for the work that a program does for addresses that have proven nothing, such as handshakes or answers to pings.
///
/// The budget has three levels: an exact address, its network (``Address/network``), and all of them together. Whatever one network
/// asks for, the rest of the budget is for others. Addresses are hashed into a fixed number of token buckets, so any number of
/// addresses takes the same memory and the same time; a piece of work that is refused uses up nothing.
public struct StrangerBudget: Sendable {
  /// The pieces of work per second at each level; a burst is as large as the rate of one second.
  public struct Rates: Sendable {
    /// The rates of an address, of a network, and of all.
    public var (address, network, total): (Int64, Int64, Int64)

    /// Creates rates, each 1 to a thousand million.
    public init(address: Int64, network: Int64, total: Int64) {
      (self.address, self.network, self.total) = (address, network, total)
    }
  }

  private static let size: UInt64 = 1_024

  /// The number of pieces of work that were refused.
  public private(set) var refusals: UInt64 = 0
  private let seed: UInt64
  private var addresses: [TokenBucket]
  private var networks: [TokenBucket]
  private var total: TokenBucket

  /// Creates a full budget; `seed` decides which addresses share a bucket, and senders should not know it.
  public init(_ rates: Rates, seed: UInt64) {
    func bucket(_ rate: Int64) -> TokenBucket { TokenBucket(rate: rate, burst: rate) }
    self.seed = seed
    addresses = Array(repeating: bucket(rates.address), count: Int(StrangerBudget.size))
    networks = Array(repeating: bucket(rates.network), count: Int(StrangerBudget.size))
    total = bucket(rates.total)
  }

  /// Takes a piece of work for `address` out of the budget; returns false, and counts it, if the budget of a level is used up.
  public mutating func spend(for address: Address, at now: Instant) -> Bool {
    let own = Int(address.mixed(with: seed) % StrangerBudget.size)
    let network = Int(address.network.mixed(with: ~seed) % StrangerBudget.size)
    guard addresses[own].hasToken(at: now), networks[network].hasToken(at: now), total.consume(at: now) else {
      refusals &+= 1
      return false
    }
    return addresses[own].consume(at: now) && networks[network].consume(at: now)
  }
}
