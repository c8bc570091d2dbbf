internal import CLinux
public import Model

/// An address of this machine on a network that is up.
public struct NetworkInterface: Hashable, Sendable {
  /// The network: all addresses that can be reached without a router.
  public var network: AddressRange
  /// This machine's own address on the network.
  public var address: Address
  /// The broadcast address of the network; nil if it has none, for example with IPv6.
  public var broadcast: Address?
  /// True if the interface is a physical device, or a bridge or bond of one, and not a loopback or tunnel.
  public var isLAN = false
  /// True if the interface is a tunnel, or a bridge to containers or virtual machines.
  public var isInner = false
  /// The metric of the default route through this interface, where lower is preferred; nil if there is no such route.
  public var metric: UInt32?

  /// Creates an interface to `network`; without `address`, the network's base address is used.
  public init(network: AddressRange, address: Address? = nil, broadcast: Address? = nil) {
    self.network = network
    self.address = address ?? network.base
    self.broadcast = broadcast
  }

  /// Returns all interfaces, at most 64 (getifaddrs(3)); none if the kernel does not report them.
  public static func all() -> [NetworkInterface] {
    let metrics = Routes.defaultMetrics
    var found = InlineArray<64, linux_interface>(repeating: linux_interface())
    var span = found.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { found in
      unsafe linux_interfaces(found.baseAddress, Int32(found.count))
    }
    return (0..<max(0, Int(count))).compactMap { NetworkInterface(found[$0], metrics) }
  }

  /// Returns the addresses by which others find a machine with `interfaces`, the likeliest first.
  ///
  /// Links, codes and certificates all use this rule. If the machine listens on only one address, the result
  /// is that address. Otherwise it contains the addresses of interfaces with a physical device: only those on
  /// private networks, if there are any. If no interface has a device, it contains all addresses except
  /// loopback and fe80::/10. Three rules order the addresses, the strongest first: tunnels and bridges come
  /// last, IPv6 comes after IPv4, and the interface of the preferred default route comes first. Addresses
  /// that a machine gives itself (169.254.0.0/16, RFC 3927) count only if there are no others.
  public static func addresses(of interfaces: [NetworkInterface], listeningAt address: String?) -> [Address] {
    if let only = address.flatMap({ Address($0) }), !only.isUnspecified { return [only] }
    let lasting = interfaces.filter(\.address.isLasting)
    let given = lasting.filter { !$0.address.isSelfAssigned }
    let usable = given.isEmpty ? lasting : given
    let lan = usable.filter(\.isLAN)
    let home = lan.filter(\.address.isPrivate)
    let chosen = home.isEmpty ? lan.isEmpty ? usable : lan : home
    return chosen.enumerated().sorted { $0.element.rank(at: $0.offset) < $1.element.rank(at: $1.offset) }
      .map(\.element.address)
  }

  /// Returns the rank of this interface, which is at `index` of those chosen; the lowest is the likeliest.
  private func rank(at index: Int) -> (Int, Int, UInt32, Int) {
    (isInner ? 1 : 0, address.v4 == nil ? 1 : 0, metric ?? .max, index)
  }

  /// Returns the address at which others most likely find this machine; loopback if it has no other.
  ///
  /// If the server listens only on `address`, the result is `address`.
  public static func likelyAddress(listeningAt address: String? = nil) -> Address {
    addresses(of: all(), listeningAt: address).first ?? .loopback
  }

  /// Returns the address at which others most likely find the server on TCP port `port` of this machine.
  public static func likelyAddress(ofServerAt port: UInt16) -> Address {
    likelyAddress(listeningAt: Routes.listener(at: port).map(\.description))
  }

  private init?(_ interface: linux_interface, _ metrics: [Routes.Key: UInt32]) {
    let address = Address(high: interface.high, low: interface.low)
    guard let network = AddressRange(base: address, length: Int(interface.length)) else { return nil }
    self.init(
      network: network, address: address,
      broadcast: interface.broadcast == 0 ? nil : Address(v4: interface.broadcast))
    (isLAN, isInner) = (interface.is_lan != 0, interface.is_inner != 0)
    let name = unsafe withUnsafeBytes(of: interface.name) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    metric = metrics[Routes.Key(interface: name, isV4: address.v4 != nil)]
  }
}
