import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct PairingTests {
  var scene = Scene()
  static let pin: UInt32 = 40_213

  @Test mutating func `The right PIN pairs, both sides have the same key, and a lost answer comes again`() {
    let peer = scene.makePeer(isKnown: false)
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    guard var entry = scene.makeEntry(peer), let proof = scene.share(&entry, peer) else {
      Issue.record("no PAIR3")
      return
    }
    guard case .paired(let device, let reply) = scene.receive(proof, from: peer.endpoint).0 else {
      Issue.record("not paired")
      return
    }
    #expect(device.key == peer.keys.publicKey && device.name.text == "Phone")
    #expect(scene.answer(entry.packet.array, from: peer.endpoint) == reply.array)
    guard case .paired(let secret) = entry.receive(reply.array.span) else {
      Issue.record("the controller is not paired")
      return
    }
    #expect(secret.array == device.preShared.array)
    scene.known[device.key] = device.preShared
    var known = peer
    known.preShared = secret
    #expect(scene.connect(&known) != nil)
  }

  @Test mutating func `Three wrong PINs close the window for the right one too`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    for number in 1...4 as ClosedRange<UInt32> {
      let peer = scene.makePeer(at: number, isKnown: false)
      guard var entry = scene.makeEntry(peer, pin: number == 4 ? PairingTests.pin : number) else { return }
      guard number < 4 else {
        let reply = scene.answer(entry.packet.array, from: peer.endpoint)
        #expect(refusal(reply, &entry) == .exhaustedPIN)
        return
      }
      let reply = scene.share(&entry, peer).flatMap { scene.answer($0, from: peer.endpoint) }
      #expect(refusal(reply, &entry) == (number < 3 ? .wrongPIN : .exhaustedPIN))
    }
  }

  @Test
  mutating func `A controller with the right PIN that was there before the third failure has no more chance`()
  {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(at: 9, isKnown: false)
    guard var entry = scene.makeEntry(peer), let proof = scene.share(&entry, peer) else { return }
    for number in 1...3 as ClosedRange<UInt32> {
      let other = scene.makePeer(at: number, isKnown: false)
      guard var wrong = scene.makeEntry(other, pin: number), let proof = scene.share(&wrong, other) else {
        return
      }
      _ = scene.answer(proof, from: other.endpoint)
    }
    #expect(refusal(scene.answer(proof, from: peer.endpoint), &entry) == .exhaustedPIN)
  }

  @Test mutating func `After a minute, and before anything is open, there is silence`() {
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    let share = entry.packet.array
    #expect(scene.drop(share, from: peer.endpoint) == .pairingClosed)
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    #expect(scene.host.nextDeadline == scene.now + .seconds(60))
    guard let proof = scene.share(&entry, peer) else {
      Issue.record("no PAIR3")
      return
    }
    scene.now = scene.now + .seconds(60)
    for packet in [share, proof] { #expect(scene.drop(packet, from: peer.endpoint) == .pairingClosed) }
    #expect(scene.host.advance(to: scene.now) == nil)
    #expect(scene.host.pairing == nil)
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    scene.host.closePairing()
    #expect(scene.drop(share, from: peer.endpoint) == .pairingClosed)
  }

  @Test mutating func `Of two who know the PIN the first one wins`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let (one, two) = (scene.makePeer(at: 1, isKnown: false), scene.makePeer(at: 2, isKnown: false))
    guard var first = scene.makeEntry(one), var second = scene.makeEntry(two),
      let proof = scene.share(&first, one),
      let later = scene.share(&second, two)
    else { return }
    guard case .paired(let device, _) = scene.receive(proof, from: one.endpoint).0 else { return }
    #expect(device.key == one.keys.publicKey)
    #expect(scene.drop(later, from: two.endpoint) == .unexpected)
    #expect(refusal(scene.answer(second.packet.array, from: two.endpoint), &second) == nil)
  }

  @Test mutating func `A PAIR1 without a cookie gets one, and a PAIR3 without one gets nothing`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    let elsewhere = Scene.endpoint(77)
    let reply = scene.answer(entry.packet.array, from: elsewhere)
    #expect(reply?.first == OuterType.cookie.rawValue)
    guard let proof = scene.share(&entry, peer) else { return }
    #expect(scene.drop(proof, from: elsewhere) == .noCookie)
  }

  @Test mutating func `A flipped bit in any byte of PAIR1 or PAIR3 pairs nobody and uses no try`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    let first = entry.packet.array
    for index in first.indices { check(first.flipped(index), peer) }
    scene.now = scene.now + .seconds(2)
    guard let proof = scene.share(&entry, peer) else {
      Issue.record("no PAIR3")
      return
    }
    for index in proof.indices { check(proof.flipped(index), peer) }
    guard case .paired = scene.receive(proof, from: peer.endpoint).0 else {
      Issue.record("not paired")
      return
    }
  }

  @Test mutating func `Somebody in the middle who answers with a share of his own is found out`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    guard var reply = scene.answer(entry.packet.array, from: peer.endpoint) else { return }
    let other = Group.multiply(
      Group.element(fromHash: Bytes64(repeating: 5)), by: Group.scalar(from: &scene.dice))
    reply.replaceSubrange(8..<40, with: other?.array ?? [])
    guard case .send(let proof) = entry.receive(reply.span) else { return }
    let refused = scene.answer(proof.array, from: peer.endpoint)
    #expect(refusal(refused, &entry) == .wrongPIN)
  }

  /// Checks that a changed packet gets at most a COOKIE, as a packet without a cookie does.
  private mutating func check(_ bytes: [UInt8], _ peer: Peer) {
    switch scene.receive(bytes, from: peer.endpoint).0 {
    case .dropped: break
    case .reply(let reply): #expect(reply.array[0] == OuterType.cookie.rawValue)
    case .paired, .opened: Issue.record("a changed packet was taken")
    }
  }

  private func refusal(_ reply: [UInt8]?, _ entry: inout PinEntry) -> Refusal? {
    guard let reply, case .refused(let refusal) = entry.receive(reply.span) else { return nil }
    return refusal
  }
}
