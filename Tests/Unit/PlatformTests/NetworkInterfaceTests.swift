import Model
import Testing

@testable import Platform

@Suite struct NetworkInterfaceTests {
  @Test func `The loopback network is one of this machine's`() throws {
    let networks = NetworkInterface.all()
    let own = try #require(networks.first { $0.network.base == Address(v4: 0x7f00_0001) })
    #expect(own.network.contains(Address(v4: 0x7f12_3456)))
    #expect(!own.network.contains(Address(v4: 0x8000_0001)))
    #expect(own.broadcast == nil)
  }

  @Test func `A datagram may go to everybody once that is allowed`() throws {
    let socket = try DatagramSocket(bound: Endpoint(address: Address(v4: 0x7f00_0001), port: 0))
    let everybody = Endpoint(address: Address(v4: 0x7fff_ffff), port: try socket.localEndpoint().port)
    let bytes: [UInt8] = [1]
    #expect(socket.send(bytes.span, to: everybody) == .failed(code: 13))
    try socket.allowBroadcast()
    #expect(socket.send(bytes.span, to: everybody) == .done(1))
  }

  @Test func `The machine's name has no domain`() {
    #expect(!Host.name.contains("."))
  }
}
