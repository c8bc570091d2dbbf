import Cryptography
import Model
import TestSupport
import Wire

@testable import Channel

/// The steps of a controller that pairs with a PIN.
extension Scene {
  /// Returns a pairing attempt by `peer` with `pin`, and with a valid cookie.
  mutating func makeEntry(_ peer: Peer, pin: UInt32 = PairingTests.pin) -> PinEntry? {
    host.gate.advance(to: now, random: &dice)
    return PinEntry(
      keys: peer.keys, host: hostKeys.publicKey, name: DeviceName("Phone"), pin: pin,
      cookie: host.gate.cookies.cookie(for: peer.endpoint), random: &dice)
  }

  /// Sends PAIR1 and processes PAIR2; returns PAIR3.
  mutating func share(_ entry: inout PinEntry, _ peer: Peer) -> [UInt8]? {
    guard let reply = answer(entry.packet.array, from: peer.endpoint),
      case .send(let proof) = entry.receive(reply.span)
    else { return nil }
    return proof.array
  }

  /// Returns `head` with both codes, as written by a sender that has the host's key and a cookie.
  func coded(_ head: [UInt8], from endpoint: Endpoint) -> [UInt8] {
    let coded = head + PacketCode(receiver: hostKeys.publicKey).code(of: head.span).array
    let cookie = host.gate.cookies.cookie(for: endpoint)
    return coded + PacketCode.code(of: coded.span, key: cookie.span).array
  }
}
