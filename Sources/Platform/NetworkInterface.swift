internal import CLinux
public import Model

/// An address of this machine on a network that is up.
public struct NetworkInterface: Hashable, Sendable {
  /// The network: all addresses that can be reached without a router.
  public var network: AddressRange
  /// This machine's own address on the network.
  public var address: Address
  /// The broadcast address of the network; nil if it has none, as with IPv6.
  public var broadcast: Address?
  /// True if the interface is a physical device: not a loopback, tunnel, container or virtual machine.
  public var isLAN = false

  /// Creates an interface to `network`; without `address`, the base address of the network stands in.
  public init(network: AddressRange, address: Address? = nil, broadcast: Address? = nil) {
    self.network = network
    self.address = address ?? network.base
    self.broadcast = broadcast
  }

  /// Returns all interfaces, at most 64 (getifaddrs(3)); none if the kernel does not report them.
  public static func all() -> [NetworkInterface] {
    var found = InlineArray<64, linux_interface>(repeating: linux_interface())
    var span = found.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { found in
      unsafe linux_interfaces(found.baseAddress, Int32(found.count))
    }
    return (0..<max(0, Int(count))).compactMap { NetworkInterface(found[$0]) }
  }

  /// Returns the addresses by which phones find a machine with `interfaces`.
  ///
  /// The result is the address that the machine listens at, if there is only one. Otherwise it has the addresses of interfaces with a
  /// device behind them, only those of private networks if there are any, and all addresses if no interface has a device.
  public static func addresses(of interfaces: [NetworkInterface], listeningAt address: String?) -> [Address] {
    let interfaces = interfaces.filter(\.address.isLasting)
    if let only = address.flatMap({ Address($0) }) { return [only] }
    let lan = interfaces.filter(\.isLAN).map(\.address)
    let home = lan.filter(\.isPrivate)
    return home.isEmpty ? lan.isEmpty ? interfaces.map(\.address) : lan : home
  }

  /// The address at which others on the LAN most likely find this machine: IPv4 before IPv6, and loopback only as a
  /// last resort.
  public static var likelyAddress: Address {
    func rank(_ address: Address) -> Int {
      guard let number = address.v4 else { return address.isLinkLocal || address.high == 0 ? 3 : 1 }
      return address.isLoopback ? 4 : number >> 16 == 0xa9fe ? 2 : 0
    }
    let addresses = all().map(\.address)
    return addresses.min { rank($0) < rank($1) } ?? .loopback
  }

  private init?(_ interface: linux_interface) {
    let address = Address(high: interface.high, low: interface.low)
    guard let network = AddressRange(base: address, length: Int(interface.length)) else { return nil }
    self.init(
      network: network, address: address,
      broadcast: interface.broadcast == 0 ? nil : Address(v4: interface.broadcast))
    isLAN = interface.is_lan != 0
  }
}
