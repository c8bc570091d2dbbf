import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct PairingOrderTests {
  var scene = Scene()

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `PAIR packets in any order pair the right device once, and use no try`(seed: UInt64) {
    var scene = Scene(seed: seed)
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    scene.host.gate.advance(to: scene.now, random: &scene.dice)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    let share = entry.packet.array
    // The host stores the attempt and the share of its answer, so it answers a later PAIR1 in the same way.
    guard let reply = scene.answer(share, from: peer.endpoint),
      case .send(let proof) = entry.receive(reply.span)
    else {
      Issue.record("no PAIR3, seed \(seed)")
      return
    }
    let packets = [share, proof.array, share, proof.array, reply].shuffled(using: &scene.dice)
    var paired = 0
    for packet in packets {
      scene.now = scene.now + .milliseconds(300)
      if case .paired(let device, _) = scene.receive(packet, from: peer.endpoint).0 {
        paired += 1
        #expect(device.key == peer.keys.publicKey)
      }
    }
    #expect(paired == 1, "seed \(seed)")
    guard let last = scene.answer(proof.array, from: peer.endpoint),
      case .paired = entry.receive(last.span)
    else {
      Issue.record("not paired, seed \(seed)")
      return
    }
  }

  @Test
  mutating func `A PAIR3 without its PAIR1 is none, and a PAIR1 anew takes the proof of the one before away`()
  {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer), let proof = scene.share(&entry, peer) else { return }
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    #expect(scene.drop(proof, from: peer.endpoint) == .unexpected)
    guard var again = scene.makeEntry(peer), var mixed = scene.share(&again, peer) else { return }
    // The proof of the first run with the index of the second is invalid and counts as a try.
    mixed = scene.coded(Array(mixed[..<8]) + Array(proof[8..<40]), from: peer.endpoint)
    #expect(refusal(scene.answer(mixed, from: peer.endpoint), &again) == .wrongPIN)
  }

  @Test
  mutating func `A controller takes PAIR2 and PAIR4 once each, in this order, and of its own run alone`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer),
      let second = scene.answer(entry.packet.array, from: peer.endpoint)
    else { return }
    var early = second
    early[0] = OuterType.pairProofReply.rawValue
    #expect(drop(early, &entry) == .unexpected)
    #expect(drop(second.flipped(4), &entry) == .unexpected)
    guard case .send(let proof) = entry.receive(second.span),
      case .paired(_, let last) = scene.receive(proof.array, from: peer.endpoint).0
    else {
      Issue.record("not paired")
      return
    }
    #expect(drop(second, &entry) == .unexpected)
    guard case .paired = entry.receive(last.array.span) else {
      Issue.record("not paired")
      return
    }
  }

  @Test mutating func `A PAIR1 anew under the same index begins a run of its own`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    scene.host.gate.advance(to: scene.now, random: &scene.dice)
    var dice = scene.dice
    guard var first = scene.makeEntry(peer), scene.share(&first, peer) != nil else { return }
    var again = Again(first: dice.next(), rest: Random(seed: 99))
    let cookie = scene.host.gate.cookies.cookie(for: peer.endpoint)
    let entry = PinEntry(
      keys: peer.keys, host: scene.hostKeys.publicKey, name: DeviceName("Phone"), pin: PairingTests.pin,
      cookie: cookie, random: &again)
    guard var entry, let proof = scene.share(&entry, peer) else {
      Issue.record("no PAIR3")
      return
    }
    #expect(entry.packet.array[4..<8] == first.packet.array[4..<8])
    guard case .paired = scene.receive(proof, from: peer.endpoint).0 else {
      Issue.record("not paired")
      return
    }
  }

  @Test
  mutating func `Who does not know the host's key gets no COOKIE for PAIR1, and a PAIR3 is none of his`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    let wrong = entry.packet.array.flipped(PairShare.firstCode.lowerBound)
    #expect(
      scene.drop(Array(wrong[..<136]) + Array(repeating: 0, count: 16), from: peer.endpoint) == .wrongCode)
    guard let proof = scene.share(&entry, peer) else { return }
    var uncoded = scene.coded(Array(proof[..<40]), from: peer.endpoint).flipped(40)
    let cookie = scene.host.gate.cookies.cookie(for: peer.endpoint)
    uncoded.replaceSubrange(
      56..<72, with: PacketCode.code(of: Array(uncoded[..<56]).span, key: cookie.span).array)
    #expect(scene.drop(uncoded, from: peer.endpoint) == .wrongCode)
  }

  @Test mutating func `A PAIR3 that somebody has heard is none from another address`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer), let proof = scene.share(&entry, peer) else { return }
    let stolen = scene.coded(Array(proof[..<40]), from: Scene.endpoint(66))
    #expect(scene.drop(stolen, from: Scene.endpoint(66)) == .unexpected)
    guard case .paired = scene.receive(proof, from: peer.endpoint).0 else {
      Issue.record("not paired")
      return
    }
  }

  /// Returns an attempt by `peer` whose packets have the index of `first`.
  private mutating func makeTwin(of first: UInt64, _ peer: Peer) -> PinEntry? {
    var again = Again(first: first, rest: Random(seed: 98))
    scene.host.gate.advance(to: scene.now, random: &scene.dice)
    return PinEntry(
      keys: peer.keys, host: scene.hostKeys.publicKey, name: DeviceName("Phone"), pin: PairingTests.pin,
      cookie: scene.host.gate.cookies.cookie(for: peer.endpoint), random: &again)
  }

  @Test(arguments: [0, 1])
  func `Two with the same index at different addresses do not disturb each other`(_ first: Int) {
    var test = PairingOrderTests()
    test.scene.host.openPairing(pin: PairingTests.pin, at: test.scene.now)
    let peers = [test.scene.makePeer(at: 1, isKnown: false), test.scene.makePeer(at: 2, isKnown: false)]
    var proofs: [[UInt8]] = []
    for peer in peers {
      guard var entry = test.makeTwin(of: 0x1234_5678, peer), let proof = test.scene.share(&entry, peer)
      else {
        Issue.record("no PAIR3")
        return
      }
      proofs.append(proof)
    }
    #expect(proofs[0][4..<8] == proofs[1][4..<8])
    guard case .paired(let device, _) = test.scene.receive(proofs[first], from: peers[first].endpoint).0
    else {
      Issue.record("not paired")
      return
    }
    #expect(device.key == peers[first].keys.publicKey)
  }

  @Test mutating func `Two attempts from one address do not disturb each other`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var first = scene.makeEntry(peer), let proof = scene.share(&first, peer),
      var second = scene.makeEntry(peer),
      scene.share(&second, peer) != nil
    else {
      Issue.record("no PAIR3")
      return
    }
    guard case .paired = scene.receive(proof, from: peer.endpoint).0 else {
      Issue.record("not paired")
      return
    }
  }

  @Test
  mutating func `A wrong proof from the device that is paired is dropped, and the right one answered again`()
  {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer), let proof = scene.share(&entry, peer) else { return }
    guard case .paired(_, let reply) = scene.receive(proof, from: peer.endpoint).0 else {
      Issue.record("not paired")
      return
    }
    let wrong = scene.coded(Array(proof[..<40]).flipped(20), from: peer.endpoint)
    #expect(scene.drop(wrong, from: peer.endpoint) == .forged)
    #expect(scene.answer(proof, from: peer.endpoint) == reply.array)
  }

  @Test mutating func `A share that is no element is dropped, and uses no try`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    guard var entry = scene.makeEntry(peer) else { return }
    var wrong = Array(entry.packet.array[..<PairShare.firstCode.lowerBound])
    wrong.replaceSubrange(16..<48, with: [UInt8](repeating: 0, count: 32))
    #expect(scene.drop(scene.coded(wrong, from: peer.endpoint), from: peer.endpoint) == .forged)
    guard let proof = scene.share(&entry, peer), case .paired = scene.receive(proof, from: peer.endpoint).0
    else {
      Issue.record("not paired")
      return
    }
  }

  @Test mutating func `A PIN pairs one device, whoever asks after it`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let (one, two) = (scene.makePeer(at: 1, isKnown: false), scene.makePeer(at: 2, isKnown: false))
    guard var first = scene.makeEntry(one), let proof = scene.share(&first, one) else { return }
    guard case .paired = scene.receive(proof, from: one.endpoint).0 else {
      Issue.record("not paired")
      return
    }
    guard var second = scene.makeEntry(two) else { return }
    #expect(refusal(scene.answer(second.packet.array, from: two.endpoint), &second) == .pairingClosed)
  }

  @Test mutating func `Of five who begin at once the first gives way`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    var proofs: [([UInt8], Endpoint)] = []
    for number in 1...5 as ClosedRange<UInt32> {
      let peer = scene.makePeer(at: number, isKnown: false)
      guard var entry = scene.makeEntry(peer), let proof = scene.share(&entry, peer) else { return }
      proofs.append((proof, peer.endpoint))
    }
    #expect(scene.drop(proofs[0].0, from: proofs[0].1) == .unexpected)
    guard case .paired = scene.receive(proofs[1].0, from: proofs[1].1).0 else {
      Issue.record("not paired")
      return
    }
  }

  private func drop(_ bytes: [UInt8], _ entry: inout PinEntry) -> Drop? {
    guard case .dropped(let reason) = entry.receive(bytes.span) else { return nil }
    return reason
  }

  private func refusal(_ reply: [UInt8]?, _ entry: inout PinEntry) -> Refusal? {
    guard let reply, case .refused(let refusal) = entry.receive(reply.span) else { return nil }
    return refusal
  }
}

/// A generator that repeats one number and then draws new ones.
private struct Again: RandomNumberGenerator {
  var first: UInt64?
  var rest: Random

  mutating func next() -> UInt64 {
    defer { first = nil }
    return first ?? rest.next()
  }
}
