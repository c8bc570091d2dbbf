import Glibc
import Model
import Platform
import Testing

/// The address from which an answer is sent, on a machine with several addresses.
@Suite struct AnswerAddressTests {
  /// Returns 127.0.0.`last`, an address of every Linux machine.
  private func loopback(_ last: UInt32) -> Address { Address(v4: 0x7f00_0000 | last) }

  /// Sends from `client` to `server` at `address`; returns the endpoint of the client that the server sees.
  private func ask(
    _ server: inout DatagramSocket, at address: Address, from client: borrowing DatagramSocket
  ) throws -> Endpoint {
    let port = try server.localEndpoint().port
    #expect(client.send([1].span, to: Endpoint(address: address, port: port)) == .done(1))
    #expect(eventually { server.receive() == .done(1) })
    return server.withDatagram(0) { _, sender in sender }
  }

  /// Returns the address from which the next datagram for `client` was sent.
  private func origin(_ client: inout DatagramSocket) -> Address? {
    guard eventually({ client.receive() == .done(1) }) else { return nil }
    return client.withDatagram(0) { _, sender in sender.address }
  }

  @Test func `An answer comes from the address that was asked, and from another when another is asked`()
    throws
  {
    var server = try DatagramSocket()
    var client = try DatagramSocket()
    for last: UInt32 in [2, 3, 1, 2] {
      let sender = try ask(&server, at: loopback(last), from: client)
      for _ in 0..<3 {
        server.send([2].span, to: sender)
        #expect(origin(&client) == loopback(last))
      }
    }
  }

  @Test func `Each client is answered from the address that it has asked`() throws {
    var server = try DatagramSocket()
    var senders: [Endpoint] = []
    // There are enough clients that some would collide in a set of four entries.
    var clients = try InlineArray<16, DatagramSocket> { number throws(SystemError) in
      try DatagramSocket(bound: Endpoint(address: loopback(1 + UInt32(number)), port: 0))
    }
    for number in clients.indices {
      senders.append(try ask(&server, at: loopback(250 - UInt32(number)), from: clients[number]))
    }
    for number in clients.indices {
      server.send([2].span, to: senders[number])
      #expect(origin(&clients[number]) == loopback(250 - UInt32(number)))
    }
  }

  @Test func `A flood of askers costs an answer its address at most until its client asks again`() throws {
    var server = try DatagramSocket()
    var client = try DatagramSocket()
    for number in 0..<20_000 as Range<UInt32> {
      let stranger = try DatagramSocket(bound: Endpoint(address: loopback(300 + number), port: 0))
      _ = try ask(&server, at: loopback(9), from: stranger)
      guard number % 1_000 == 0 else { continue }
      let sender = try ask(&server, at: loopback(2), from: client)
      server.send([2].span, to: sender)
      #expect(origin(&client) == loopback(2))
    }
  }

  @Test func `A socket that a service manager passes on answers from the address that was asked`() throws {
    let descriptor = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
    var off: Int32 = 0
    unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
    var any = sockaddr_in6()
    any.sin6_family = sa_family_t(AF_INET6)
    let result = unsafe withUnsafePointer(to: &any) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    try #require(result == 0)
    var server = try DatagramSocket(adopting: Descriptor(owning: descriptor))
    var client = try DatagramSocket()
    let sender = try ask(&server, at: loopback(2), from: client)
    server.send([2].span, to: sender)
    #expect(origin(&client) == loopback(2))
  }

  @Test func `Who has asked nothing, or by IPv6, is told something all the same`() throws {
    var server = try DatagramSocket()
    var client = try DatagramSocket()
    let port = try client.localEndpoint().port
    server.send([2].span, to: Endpoint(address: loopback(1), port: port))
    #expect(origin(&client) == loopback(1))
    let local = try #require(Address("::1"))
    let sender = try ask(&server, at: local, from: client)
    server.send([2].span, to: sender)
    #expect(origin(&client) == local)
  }
}
