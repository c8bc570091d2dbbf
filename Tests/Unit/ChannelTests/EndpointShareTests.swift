import Cryptography
import Model
import Testing

@testable import Channel

@Suite struct EndpointShareTests {
  private static let network: UInt64 = 0x2001_0db8 << 32
  private var scene = Scene()
  private var endpoints = KnownEndpoints()

  /// Returns how many of twenty handshakes from the address with the lower half `end` are admitted.
  private mutating func admitted(_ end: UInt64, port: UInt16, at now: Instant) -> Int {
    let endpoint = Endpoint(address: Address(high: Self.network, low: end), port: port)
    var count = 0
    for _ in 0..<20 where endpoints.consume(from: endpoint, at: now) { count += 1 }
    return count
  }

  @Test mutating func `The network, the address and the port of a known place have shares of their own`() {
    let home = Endpoint(address: Address(high: Self.network, low: 1), port: 7)
    endpoints.note(KeyPair(from: &scene.dice).publicKey, at: home)
    let start = scene.now
    #expect(admitted(2, port: 7, at: start) == 5)
    #expect(admitted(1, port: 8, at: start) == 5)
    #expect(admitted(1, port: 7, at: start) == 4)
    #expect(admitted(2, port: 7, at: start + .milliseconds(199)) == 0)
    #expect(admitted(2, port: 7, at: start + .milliseconds(200)) == 1)
    let later = start + .seconds(1)
    #expect(
      admitted(1, port: 7, at: later) == 11, "two of the port, five of the address, four of the network")
    #expect(admitted(1, port: 8, at: later) == 0 && admitted(3, port: 1, at: later) == 0)
  }
}
