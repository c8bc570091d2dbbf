import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct CodePairingTests {
  /// The secret is 10 11 … 1f; the expected key was computed with Python's hmac and hashlib according to RFC 5869.
  @Test func `Both sides make the same key of the link's secret`() {
    let link = PairingLink(
      address: Address(v4: 0x7f00_0001), port: 28_460, key: InlineArray(repeating: 1),
      secret: InlineArray { UInt8(0x10 + $0) }, expiry: 0, name: DeviceName("Den"))
    let expected = Vectors.bytes("1089f80baf940776a887be06e8f297c2e76ee7cc6ea5078fae322171ac5309ea")
    #expect(link.preShared.array == expected)
  }

  @Test func `A controller that has read the link gets in, one that has not does not`() throws {
    var scene = Scene()
    let link = PairingLink(
      address: Address(v4: 0x0a00_0001), port: 28_460, key: scene.hostKeys.publicKey.bytes,
      secret: InlineArray { _ in 7 }, expiry: 0, name: DeviceName("Den"))
    let read = try PairingLink(parsing: link.text)
    var peer = scene.makePeer(isKnown: false)
    scene.known[peer.keys.publicKey] = link.preShared
    peer.preShared = read.preShared
    #expect(scene.connect(&peer) != nil)
    var other = scene.makePeer(at: 2, isKnown: false)
    scene.known[other.keys.publicKey] = link.preShared
    #expect(scene.connect(&other) == nil)
  }
}
