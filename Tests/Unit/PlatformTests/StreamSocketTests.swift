import Glibc
import Model
import Platform
import Testing

@Suite struct StreamSocketTests {
  private static let loopback = Endpoint(address: Address(v4: 0x7f00_0001), port: 0)

  @Test func `A connection is open when the poller tells so, and each end knows the other`() throws {
    for local in [Self.loopback, .anywhere] {
      let listener = try StreamListener(at: local)
      let port = try listener.localEndpoint().port
      let client = try StreamConnection(connectingTo: Endpoint(address: Self.loopback.address, port: port))
      var poller = try Poller()
      try poller.add(connecting: client.descriptor, token: 7)
      #expect(poller.wait(atMost: .seconds(60)) == 1)
      let event = poller[0]
      #expect(event == Poller.Event(token: 7, isWritable: true))
      let server = try accept(listener)
      #expect(try client.remoteEndpoint() == Endpoint(address: Self.loopback.address, port: port))
      #expect(try server.remoteEndpoint().address == Self.loopback.address)
      try server.keep(forAtMost: 5)
      #expect(client.send([1, 2].span) == .done(2))
      var buffer = InlineArray<8, UInt8>(repeating: 0)
      #expect(eventually { server.receive(into: &buffer) == .done(2) })
    }
  }

  @Test func `A connection to nobody fails, and the poller tells so`() throws {
    let port = try StreamListener(at: Self.loopback).localEndpoint().port
    // A process that another test starts may have a copy of the listener for a moment.
    let hasFailed = try eventually {
      let client = try StreamConnection(connectingTo: Endpoint(address: Self.loopback.address, port: port))
      var poller = try Poller()
      try poller.add(connecting: client.descriptor, token: 7)
      guard poller.wait(atMost: .seconds(60)) == 1, poller[0].isHangUp else { return false }
      #expect(throws: SystemError.self) { try client.remoteEndpoint() }
      return true
    }
    #expect(hasFailed)
  }

  private func accept(_ listener: borrowing StreamListener) throws -> StreamConnection {
    while true {
      if let connection = try listener.accept() { return connection }
      sched_yield()
    }
  }
}
