import Model
import Testing

@testable import Platform

/// The rule for choosing the address at which others can reach this machine.
@Suite struct LikelyAddressTests {
  private enum Kind { case lan, inner, other }

  private func interface(_ address: String, _ kind: Kind, metric: UInt32? = nil) throws -> NetworkInterface {
    let address = try #require(Address(address))
    let network = try #require(AddressRange(base: address, length: address.v4 == nil ? 128 : 32))
    var interface = NetworkInterface(network: network, address: address)
    (interface.isLAN, interface.isInner, interface.metric) = (kind == .lan, kind == .inner, metric)
    return interface
  }

  private func addresses(_ interfaces: [NetworkInterface], listeningAt address: String? = nil) -> [String] {
    NetworkInterface.addresses(of: interfaces, listeningAt: address).map(\.description)
  }

  @Test func `Containers, tunnels and loopback come behind the LAN, in whatever order`() throws {
    let all = try [
      interface("127.0.0.1", .other), interface("::1", .other), interface("172.17.0.1", .inner),
      interface("10.8.0.2", .inner, metric: 1), interface("fe80::1", .lan),
      interface("192.168.1.5", .lan, metric: 100),
      interface("2001:db8::5", .lan),
    ]
    for start in all.indices {
      let turned = Array(all[start...] + all[..<start])
      #expect(addresses(turned) == ["192.168.1.5"])
    }
  }

  @Test func `The interface of the default route comes first, then the others as the kernel lists them`()
    throws
  {
    let two = try [interface("192.168.7.5", .lan, metric: 600), interface("192.168.1.5", .lan, metric: 100)]
    #expect(addresses(two) == ["192.168.1.5", "192.168.7.5"])
    let none = try [interface("192.168.7.5", .lan), interface("192.168.1.5", .lan)]
    #expect(addresses(none) == ["192.168.7.5", "192.168.1.5"])
  }

  @Test func `Without a device, bridges and tunnels come last`() throws {
    let container = try [
      interface("172.17.0.1", .inner), interface("10.8.0.1", .inner), interface("fd00::5", .other, metric: 1),
      interface("10.1.2.3", .other),
    ]
    #expect(addresses(container) == ["10.1.2.3", "fd00::5", "172.17.0.1", "10.8.0.1"])
  }

  @Test func `A server that listens at one address is found there, and one that listens at all is not`()
    throws
  {
    let all = try [interface("192.168.1.5", .lan), interface("192.168.2.5", .lan)]
    #expect(addresses(all, listeningAt: "192.168.2.5") == ["192.168.2.5"])
    for any in ["0.0.0.0", "::", nil] { #expect(addresses(all, listeningAt: any).first == "192.168.1.5") }
  }

  @Test func `An address that the machine has given itself counts only without another`() throws {
    let all = try [interface("169.254.3.4", .lan), interface("fd00::5", .lan)]
    #expect(addresses(all) == ["fd00::5"])
    #expect(addresses(Array(all.prefix(1))) == ["169.254.3.4"])
    #expect(addresses(try [interface("::1", .other), interface("fe80::1", .lan)]) == [])
  }

  @Test func `The kernel says where a server listens, and no more is read than that`() throws {
    let listener = try StreamListener(at: Endpoint(address: .loopback, port: 0))
    #expect(Routes.rows(of: "/proc/self/net/tcp", until: { _ in true }).count <= 1 + 4096 / 100)
    let port = try listener.localEndpoint().port
    #expect(Routes.listener(at: port) == .loopback)
    #expect(NetworkInterface.likelyAddress(ofServerAt: port) == .loopback)
    #expect(Routes.address("0100007F") == .loopback)
    #expect(Routes.address("00000000000000000000000001000000") == Address("::1"))
    #expect(Routes.address("B80D0120000000000000000005000000") == Address("2001:db8::5"))
  }
}
