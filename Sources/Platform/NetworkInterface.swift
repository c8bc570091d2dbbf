internal import CLinux
public import Model

/// An address that this machine has on a network which is up.
public struct NetworkInterface: Hashable, Sendable {
  /// The network: all who can be reached without a router.
  public var network: AddressRange
  /// The address that reaches everybody on the network at once; nil where there is none, as with IPv6.
  public var broadcast: Address?

  /// An interface to `network`.
  public init(network: AddressRange, broadcast: Address? = nil) {
    self.network = network
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

  private init?(_ interface: linux_interface) {
    let address = Address(high: interface.high, low: interface.low)
    guard let network = AddressRange(base: address, length: Int(interface.length)) else { return nil }
    self.init(
      network: network, broadcast: interface.broadcast == 0 ? nil : Address(v4: interface.broadcast))
  }
}
