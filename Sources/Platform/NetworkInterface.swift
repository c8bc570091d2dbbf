internal import CLinux
public import Model

/// An address that this machine has on a network which is up.
public struct NetworkInterface: Hashable, Sendable {
  /// The network: all who can be reached without a router.
  public var network: AddressRange
  /// This machine's own address there.
  public var address: Address
  /// The address that reaches everybody on the network at once; nil where there is none, as with IPv6.
  public var broadcast: Address?
  /// Whether a device of this machine is behind it: it is no loopback, tunnel, container or machine inside.
  public var isLAN = false

  /// An interface to `network`, with `address` there, unless that does not matter.
  public init(network: AddressRange, address: Address? = nil, broadcast: Address? = nil) {
    self.network = network
    self.address = address ?? network.base
    self.broadcast = broadcast
  }

  /// All there are now, at most 64 (getifaddrs(3)); none where the kernel does not tell.
  public static func all() -> [NetworkInterface] {
    var found = InlineArray<64, linux_interface>(repeating: linux_interface())
    var span = found.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { found in
      unsafe linux_interfaces(found.baseAddress, Int32(found.count))
    }
    return (0..<max(0, Int(count))).compactMap { NetworkInterface(found[$0]) }
  }

  /// The address that others on the LAN find this machine at, most likely: IPv4 before IPv6, and loopback only when there is
  /// nothing else.
  public static var likelyAddress: Address {
    func rank(_ address: Address) -> Int {
      guard let number = address.v4 else {
        return address.high >> 54 == 0xfe80 >> 6 || address.high == 0 ? 3 : 1
      }
      return number >> 24 == 127 ? 4 : number >> 16 == 0xa9fe ? 2 : 0
    }
    let addresses = all().map(\.address)
    return addresses.min { rank($0) < rank($1) } ?? Address(v4: 0x7f00_0001)
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
