import Glibc
import Local
import Model
import Platform
import Testing
import Wire

@Suite struct LocalClientTests {
  private let path = "/tmp/tiltpad-local-\(getpid())-\(UInt32.random(in: .min ... .max)).sock"

  @Test func `Nobody there is an error, and the client stays closed`() throws {
    let poller = try Poller()
    var client = LocalClient(of: path)
    let isRefused = (try? client.open(in: poller, token: 7)) == nil
    let isOpen = client.isOpen
    #expect(isRefused && !isOpen)
    var buffer = LocalBuffer(repeating: 0)
    let count = client.receive(into: &buffer)
    #expect(count == nil)
    client.send(.alive)
  }

  @Test func `What is sent arrives as one message, and an answer wakes the poller`() throws {
    let listener = try LocalListener(at: path)
    var poller = try Poller()
    var client = LocalClient(of: path)
    try client.open(in: poller, token: 7)
    client.watch(.peers)
    guard let daemon = try listener.accept() else { throw SystemError(code: EAGAIN, call: .accept) }
    var buffer = LocalBuffer(repeating: 0)
    let asked = daemon.receiveMessage(into: &buffer)
    #expect(asked == 8)
    if case .watch(let watch) = try LocalPacket(parsing: buffer.span.extracting(first: 8)) {
      #expect(watch == Watch(topics: .peers, period: 1_000))
    } else {
      Issue.record("it asked for something else")
    }
    daemon.send([1, 2, 3].span)
    let woken = poller.wait(atMost: .seconds(5))
    let token = woken == 1 ? poller[0].token : nil
    #expect(token == 7)
    let answered = client.receive(into: &buffer)
    let none = client.receive(into: &buffer)
    #expect(answered == 3 && none == nil)
  }

  @Test func `A loss is told once, and the client opens again`() throws {
    let listener = try LocalListener(at: path)
    var poller = try Poller()
    var client = LocalClient(of: path)
    for _ in 0..<3 {
      try client.open(in: poller, token: 7)
      let wasOpen = client.isOpen
      close(try listener.accept())
      #expect(poller.wait(atMost: .seconds(60)) == 1)
      var buffer = LocalBuffer(repeating: 0)
      let lost = client.receive(into: &buffer)
      let (isOpen, none) = (client.isOpen, client.receive(into: &buffer))
      #expect(wasOpen && lost == 0 && !isOpen && none == nil)
    }
  }

  private func close(_ connection: consuming LocalConnection?) {}
}
