import Glibc
import Model
import Platform
import Testing

@Suite struct EventLoopTests {
  @Test func `What is ready comes before the time, one by one, and again until it is dealt with`() throws {
    var loop = try EventLoop()
    var one = try DatagramSocket()
    var two = try DatagramSocket()
    try loop.poller.add(one.descriptor, token: 7)
    try loop.poller.add(two.descriptor, token: 8)
    for port in [try one.localEndpoint().port, try two.localEndpoint().port] {
      one.send([1].span, to: Endpoint(address: Address(v4: 0x7f00_0001), port: port))
    }
    for descriptor in [one.descriptor.number, two.descriptor.number] {
      var arrival = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&arrival, 1, 20_000) == 1)
    }
    let both = [loop.next(until: .distantFuture), loop.next(until: .distantFuture)]
    #expect(Set(both) == [.ready(7), .ready(8)])
    _ = one.receive()
    let rest = [loop.next(until: .distantFuture), loop.next(until: .distantFuture)]
    #expect(rest == [.ready(8), .ready(8)])
    _ = two.receive()
    let end = loop.next(until: Clock.now())
    #expect(end == .time)
  }

  @Test func `What is ready comes before a deadline that has passed since`() async {
    // The test has its own process, since the loop keeps the signals of its thread blocked.
    await #expect(processExitsWith: .success) {
      var milliseconds: Int64 = 2
      while try !EventLoopTests.passes(dueAfter: milliseconds), milliseconds < 60_000 { milliseconds *= 2 }
      #expect(milliseconds < 60_000)
    }
  }

  /// Waits for a bell, lets a deadline pass, and rings another bell.
  ///
  /// Returns false if the deadline passed before the first bell was handled.
  private static func passes(dueAfter milliseconds: Int64) throws -> Bool {
    var loop = try EventLoop()
    let early = try Bell()
    let late = try Bell()
    try loop.poller.add(early.descriptor, token: 1)
    try loop.poller.add(late.descriptor, token: 2)
    let due = Clock.now() + .milliseconds(milliseconds)
    early.ring()
    #expect(loop.next(until: due) == .ready(1))
    guard Clock.now() < due else { return false }
    early.silence()
    while Clock.now() < due + .milliseconds(1) {}
    late.ring()
    #expect(loop.next(until: due) == .ready(2))
    late.silence()
    #expect(loop.next(until: due) == .time)
    return true
  }
}
