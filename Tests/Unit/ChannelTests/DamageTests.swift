import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

/// Tests that a packet in which a bit is changed has no effect, and nor has DATA that is cut or made longer.
@Suite struct DamageTests {
  @Test func `A flipped bit in any byte of INIT is dropped, and the INIT itself is answered after all`() {
    var scene = Scene()
    var peer = scene.makePeer()
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    for index in introduction.indices {
      // The last 16 bytes are the second code, which is checked only while the host is under load.
      let isFree = IntroductionHeader.secondCode.contains(index)
      for bit in isFree ? [] : Array(0..<8) {
        scene.now = scene.now + .milliseconds(300)
        #expect(
          scene.drop(introduction.flipped(index, bit: bit), from: peer.endpoint) != nil, "byte \(index)")
      }
      #expect(scene.host.nextDeadline == .distantFuture, "byte \(index)")
    }
    scene.now = scene.now + .seconds(1)
    guard let welcome = scene.answer(introduction, from: peer.endpoint) else {
      Issue.record("no RESP")
      return
    }
    #expect(peer.finish(welcome, at: scene.now) == true)
    #expect(scene.open(peer.send([9], at: scene.now), from: peer.endpoint)?.frames == [9])
  }

  @Test func `A flipped bit in any byte of an INIT whose first code is right is dropped too`() {
    var scene = Scene()
    var peer = scene.makePeer()
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    let code = PacketCode(receiver: scene.hostKeys.publicKey)
    for index in IntroductionHeader.message {
      scene.now = scene.now + .milliseconds(300)
      var changed = introduction.flipped(index)
      let right = code.code(of: changed.span.extracting(first: 160)).array
      changed.replaceSubrange(IntroductionHeader.firstCode, with: right)
      #expect(scene.drop(changed, from: peer.endpoint) == .forged, "byte \(index)")
      #expect(scene.host.nextDeadline == .distantFuture, "byte \(index)")
    }
  }

  @Test func `A flipped bit in any byte of RESP is dropped, and the RESP itself is taken after all`() {
    var scene = Scene()
    let peer = scene.makePeer()
    var controller = ControllerChannel(
      keys: peer.keys, host: scene.hostKeys.publicKey, preShared: peer.preShared,
      introduction: peer.introduction)
    _ = controller.begin(at: scene.now, random: &scene.dice)
    guard case .send(let introduction) = controller.advance(to: scene.now, random: &scene.dice),
      let welcome = scene.answer(introduction.array, from: peer.endpoint)
    else {
      Issue.record("no RESP")
      return
    }
    let code = PacketCode(receiver: peer.keys.publicKey)
    for index in welcome.indices {
      #expect(accepts(welcome.flipped(index), &controller, scene.now) == false, "byte \(index)")
      guard index < 92, !(2..<8).contains(index) else { continue }
      var changed = welcome.flipped(index)
      changed.replaceSubrange(92..<108, with: code.code(of: changed.span.extracting(first: 92)).array)
      #expect(accepts(changed, &controller, scene.now) == false, "byte \(index) with the right code")
    }
    #expect(!controller.isConnected)
    #expect(accepts(welcome, &controller, scene.now) == true)
    var sealed = Datagram<512>()
    #expect(controller.seal([9].span, at: scene.now, into: &sealed) == true)
    #expect(scene.open(sealed.array, from: peer.endpoint)?.frames == [9])
  }

  @Test
  func `A flipped bit in any byte of DATA is dropped, moves nobody, and the DATA itself is opened after all`()
  {
    var scene = Scene()
    var peer = scene.makePeer()
    guard let session = scene.connect(&peer)?.session else {
      Issue.record("no session")
      return
    }
    let sealed = peer.send(Array(0..<61), at: scene.now)
    for index in sealed.indices {
      for bit in 0..<8 {
        #expect(scene.drop(sealed.flipped(index, bit: bit), from: Scene.endpoint(66)) != nil, "byte \(index)")
      }
    }
    #expect(scene.host.controller(of: session)?.endpoint == peer.endpoint)
    #expect(scene.open(sealed, from: peer.endpoint)?.frames == Array(0..<61))
  }

  @Test func `DATA that is cut or made longer is dropped`() {
    var scene = Scene()
    var peer = scene.makePeer()
    #expect(scene.connect(&peer) != nil)
    let sealed = peer.send(Array(0..<61), at: scene.now)
    for count in sealed.indices { #expect(scene.drop(Array(sealed[..<count]), from: peer.endpoint) != nil) }
    #expect(scene.drop(sealed + [0], from: peer.endpoint) == .forged)
    #expect(scene.open(sealed, from: peer.endpoint) != nil)
  }

  /// Returns whether the controller accepts `welcome`.
  private func accepts(_ welcome: [UInt8], _ controller: inout ControllerChannel, _ now: Instant) -> Bool {
    if case .welcomed = welcome.withCopy({ controller.receive(&$0, at: now) }) { return true }
    return false
  }
}
