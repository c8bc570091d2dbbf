import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct GateTests {
  var scene = Scene()

  @Test mutating func `The third handshake of a key takes the place of the first`() {
    var peers = Array(repeating: scene.makePeer(), count: 3)
    var packets: [[UInt8]] = []
    for index in peers.indices {
      scene.now = scene.now + .milliseconds(100)
      let introduction = peers[index].introduce(&scene.dice, host: scene.hostKeys.publicKey)
      guard let welcome = scene.answer(introduction, from: peers[index].endpoint) else { continue }
      let isFinished = peers[index].finish(welcome, at: scene.now)
      #expect(isFinished)
      packets.append(peers[index].send([1], at: scene.now))
    }
    #expect(packets.count == 3)
    #expect(scene.drop(packets[0], from: peers[0].endpoint) == .unknownIndex)
    #expect(scene.open(packets[2], from: peers[2].endpoint) != nil)
  }

  @Test mutating func `An address has five PAIR1 a second`() {
    scene.host.openPairing(pin: PairingTests.pin, at: scene.now)
    let peer = scene.makePeer(isKnown: false)
    for number in 0..<8 {
      guard let entry = scene.makeEntry(peer) else { return }
      #expect(scene.drop(entry.packet.array, from: peer.endpoint) == (number < 5 ? nil : .flooding))
    }
  }

  @Test mutating func `The fifth who asks to be confirmed hears that the host is busy`() {
    for number in 0..<5 as Range<UInt32> {
      var peer = scene.makePeer(at: number)
      peer.mode = .confirm
      guard number == 4 else {
        #expect(scene.connect(&peer) != nil)
        continue
      }
      let cookie = scene.host.gate.cookies.cookie(for: peer.endpoint)
      let asking = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey, cookie: cookie)
      let answer = scene.answer(asking, from: peer.endpoint)
      #expect(answer?.first == OuterType.rejection.rawValue && answer?[2] == Refusal.busy.rawValue)
    }
  }

  @Test mutating func `After too many handshakes cookies are asked for, for a second`() {
    for number in 0..<51 as Range<UInt32> { _ = answer(from: number) }
    scene.now = scene.now + .milliseconds(900)
    #expect(answer(from: 100) == .cookie)
    scene.now = scene.now + .milliseconds(200)
    #expect(answer(from: 101) == .welcome)
  }

  @Test mutating func `Two hundred probes in a second are answered, from however many addresses they come`() {
    var gate = Gate(host: scene.hostKeys.publicKey)
    var answered = 0
    for last in 0..<300 as Range<UInt32>
    where gate.admitProbe(from: Scene.endpoint(last).address, at: scene.now) { answered += 1 }
    #expect(answered == 200)
  }

  /// Returns the type of the host's answer to an INIT without a cookie from 10.0.0.`last`.
  private mutating func answer(from last: UInt32) -> OuterType? {
    var peer = scene.makePeer(at: last)
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    return scene.answer(introduction, from: peer.endpoint)?.first.flatMap(OuterType.init(rawValue:))
  }
}
