import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct SessionTests {
  var scene = Scene()

  @Test mutating func `Host and controller talk both ways, each at the other's address`() {
    var peer = scene.makePeer()
    let opened = scene.connect(&peer)
    #expect(opened?.arrival == .began(replacing: nil))
    #expect(opened?.number == 0)
    guard let session = opened?.session else { return }
    var datagram = Datagram<512>()
    #expect(scene.host.seal([1, 2, 3].span, for: session, at: scene.now, into: &datagram) == peer.endpoint)
    #expect(datagram.count == 27)
    #expect(read(datagram.array, &peer) == [1, 2, 3])
    #expect(scene.open(peer.send([4, 5], at: scene.now), from: peer.endpoint)?.frames == [4, 5])
  }

  @Test mutating func `A wrong host key, a wrong pre-shared key and an unknown key lead nowhere`() {
    var peer = scene.makePeer()
    let other = KeyPair(from: &scene.dice).publicKey
    #expect(scene.drop(peer.introduce(&scene.dice, host: other), from: peer.endpoint) == .wrongCode)

    let wrong = Secret(from: &scene.dice)
    let right = peer.preShared
    peer.preShared = wrong
    let answer = scene.answer(
      peer.introduce(&scene.dice, host: scene.hostKeys.publicKey), from: peer.endpoint)
    #expect(answer.map { peer.finish($0, at: scene.now) } == false)
    peer.preShared = right

    var stranger = scene.makePeer(at: 9, isKnown: false)
    let introduction = stranger.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    #expect(scene.drop(introduction, from: stranger.endpoint) == .unknownKey)
    #expect(scene.connect(&peer) != nil)
  }

  @Test
  mutating func `A controller without the pre-shared key cannot confirm, though it has the host's answer`() {
    var peer = scene.makePeer()
    guard
      let answer = scene.answer(
        peer.introduce(&scene.dice, host: scene.hostKeys.publicKey), from: peer.endpoint),
      let header = try? WelcomeHeader(parsing: answer.span)
    else {
      Issue.record("no RESP")
      return
    }
    let keys = TransportKeys(
      receiving: Secret(from: &scene.dice), sending: Secret(from: &scene.dice), hash: Bytes32(repeating: 0))
    peer.link = Link(index: peer.index, peerIndex: header.index, keys: keys, at: scene.now)
    #expect(scene.drop(peer.send([1], at: scene.now), from: peer.endpoint) == .forged)
  }

  @Test mutating func `A recording is dropped on the same day and after a restart, and moves nobody`() {
    var peer = scene.makePeer()
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    guard let answer = scene.answer(introduction, from: peer.endpoint), peer.finish(answer, at: scene.now)
    else {
      Issue.record("no RESP")
      return
    }
    let recording = (0..<100).map { peer.send([UInt8($0)], at: scene.now) }
    var session: HostChannel.SessionID?
    for packet in recording { session = scene.open(packet, from: peer.endpoint)?.0.session }
    let thief = Scene.endpoint(66)
    for packet in recording { #expect(scene.drop(packet, from: thief) == .duplicate) }
    // The recorded INIT is answered, but its recorded DATA does not fit the new keys.
    #expect(scene.answer(introduction, from: thief) != nil)
    for packet in recording { #expect(scene.drop(packet, from: thief) == .duplicate) }
    #expect(session.flatMap { scene.host.controller(of: $0) }?.endpoint == peer.endpoint)
    scene.now = scene.now + .seconds(6)
    #expect(scene.host.advance(to: scene.now) == nil)
    #expect(scene.open(peer.send([7], at: scene.now), from: peer.endpoint)?.frames == [7])

    scene.host = HostChannel(keys: scene.hostKeys, announcement: scene.host.announcement)
    #expect(scene.answer(introduction, from: thief) != nil)
    for packet in recording { #expect(scene.drop(packet, from: thief) == .unknownIndex) }
  }

  @Test mutating func `The newest genuine packet moves the controller, a late or repeated one does not`() {
    var peer = scene.makePeer()
    guard let session = scene.connect(&peer)?.session else { return }
    let late = peer.send([1], at: scene.now)
    let newest = peer.send([2], at: scene.now)
    let (home, away) = (peer.endpoint, Scene.endpoint(1, port: 5_000))
    #expect(scene.open(newest, from: away) != nil)
    #expect(scene.host.controller(of: session)?.endpoint == away)
    #expect(scene.open(late, from: home) != nil)
    #expect(scene.drop(newest, from: home) == .duplicate)
    #expect(scene.host.controller(of: session)?.endpoint == away)
    #expect(scene.open(peer.send([3], at: scene.now), from: home) != nil)
    #expect(scene.host.controller(of: session)?.endpoint == home)
  }

  @Test(arguments: [1, 10, 959, 960, 1_023, 1_024, 5_000] as [UInt64])
  mutating func `After a gap what the window still covers comes once, and nothing older`(gap: UInt64) {
    var peer = scene.makePeer()
    #expect(scene.connect(&peer) != nil)
    let newest = 10_000 + gap
    #expect(scene.open(peer.send([0], at: scene.now, counter: 10_000), from: peer.endpoint) != nil)
    #expect(scene.open(peer.send([0], at: scene.now, counter: newest), from: peer.endpoint) != nil)
    for number in [newest - 1, newest - 959, newest - 960, 9_999, 10_000] {
      let packet = peer.send([0], at: scene.now, counter: number)
      let drop = scene.drop(packet, from: peer.endpoint)
      let expected: Drop? =
        newest - number >= 960 ? .tooOld : number == 10_000 ? .duplicate : nil
      #expect(drop == expected, "\(number) after \(newest)")
      #expect(scene.drop(packet, from: peer.endpoint) == (expected ?? .duplicate))
    }
  }

  @Test mutating func `A forged packet does not use up its number`() {
    var peer = scene.makePeer()
    #expect(scene.connect(&peer) != nil)
    let packet = peer.send([1], at: scene.now, counter: 4_000)
    #expect(scene.drop(packet.flipped(20), from: peer.endpoint) == .forged)
    #expect(scene.drop(peer.send([1], at: scene.now, counter: 3), from: peer.endpoint) == nil)
    #expect(scene.open(packet, from: peer.endpoint) != nil)
  }

  @Test mutating func `A handshake of the same run changes keys, and the old ones are good for ten seconds`()
  {
    var peer = scene.makePeer()
    guard let first = scene.connect(&peer)?.session else { return }
    var old = peer
    let second = scene.connect(&peer)
    guard let session = second?.session else { return }
    #expect(second?.arrival == .rekeyed(from: first))
    #expect(second?.number == 1 << 32)
    let late = scene.open(old.send([8], at: scene.now), from: old.endpoint)
    #expect(late?.0.session == session)
    #expect(late?.0.number == 1)
    #expect(late?.0.arrival == .running)
    scene.now = scene.now + .milliseconds(9_999)
    #expect(scene.open(old.send([8], at: scene.now), from: old.endpoint) != nil)
    scene.now = scene.now + .milliseconds(1)
    #expect(scene.drop(late.map { _ in old.send([8], at: scene.now) } ?? [], from: old.endpoint) == .expired)
    #expect(scene.host.advance(to: scene.now) == nil)
    #expect(scene.host.controller(of: first) == nil)
    #expect(scene.open(peer.send([9], at: scene.now), from: peer.endpoint)?.0.session == session)
  }

  @Test mutating func `A new run ends the session before, and what was under way of that is dropped`() {
    var peer = scene.makePeer()
    guard let first = scene.connect(&peer)?.session else { return }
    var old = peer
    peer.epoch = 2
    #expect(scene.connect(&peer)?.arrival == .began(replacing: first))
    #expect(scene.drop(old.send([8], at: scene.now), from: old.endpoint) == .unknownIndex)
  }

  @Test mutating func `A handshake changes nothing until its first DATA`() {
    var peer = scene.makePeer()
    guard let first = scene.connect(&peer)?.session else { return }
    var new = peer
    new.epoch = 2
    let answer = scene.answer(new.introduce(&scene.dice, host: scene.hostKeys.publicKey), from: new.endpoint)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint)?.0.session == first)
    var datagram = Datagram<512>()
    #expect(scene.host.seal([1].span, for: first, at: scene.now, into: &datagram) != nil)
    #expect(read(datagram.array, &peer) == [1])
    #expect(answer.map { new.finish($0, at: scene.now) } == true)
    #expect(
      scene.open(new.send([2], at: scene.now), from: new.endpoint)?.0.arrival == .began(replacing: first))
    #expect(scene.host.seal([1].span, for: first, at: scene.now, into: &datagram) == nil)
  }

  @Test mutating func `A handshake that is not confirmed within five seconds is over`() {
    var peer = scene.makePeer()
    let answer = scene.answer(
      peer.introduce(&scene.dice, host: scene.hostKeys.publicKey), from: peer.endpoint)
    #expect(answer.map { peer.finish($0, at: scene.now) } == true)
    #expect(scene.host.nextDeadline == scene.now + .seconds(5))
    scene.now = scene.now + .seconds(5)
    #expect(scene.drop(peer.send([1], at: scene.now), from: peer.endpoint) == .expired)
    #expect(scene.host.advance(to: scene.now) == nil)
    #expect(scene.drop(peer.send([1], at: scene.now), from: peer.endpoint) == .unknownIndex)
    #expect(scene.host.nextDeadline == .distantFuture)
  }

  @Test(arguments: [(-2, false, false), (-1, true, false), (0, true, true), (1, true, true)])
  mutating func `Keys change at 2³¹ packets, and after one more they expire in ten seconds`(
    _ number: Int, _ isDue: Bool, _ expires: Bool
  ) throws {
    var peer = scene.makePeer()
    #expect(scene.connect(&peer) != nil)
    let counter = UInt64((1 << 31) + number)
    #expect(scene.open(peer.send([1], at: scene.now, counter: counter), from: peer.endpoint) != nil)
    let link = try #require(peer.link)
    let rekey = scene.now + .seconds(3_600)
    #expect(link.rekeyDue(at: scene.now) == (isDue ? scene.now : rekey))
    #expect(link.ends == (expires ? scene.now : rekey) + .seconds(10))
  }

  @Test mutating func `A session whose key is closed is over at once`() {
    var peer = scene.makePeer()
    guard let session = scene.connect(&peer)?.session else { return }
    scene.host.close(session)
    #expect(scene.drop(peer.send([1], at: scene.now), from: peer.endpoint) == .unknownIndex)
  }

  /// Returns the frames of a DATA of the host, or nil if it is not genuine.
  private func read(_ bytes: [UInt8], _ peer: inout Peer) -> [UInt8]? {
    var bytes = bytes
    guard let header = try? SealedHeader(parsing: bytes.span), header.index == peer.index else { return nil }
    var span = bytes.mutableSpan
    guard (try? peer.link?.open(&span, header, at: scene.now)) == true else { return nil }
    return Array(bytes[8..<bytes.count - 16])
  }
}
