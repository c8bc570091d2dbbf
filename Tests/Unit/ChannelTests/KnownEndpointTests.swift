import Cryptography
import Model
import Testing
import Wire

@testable import Channel

@Suite struct KnownEndpointTests {
  var scene = Scene()

  @Test mutating func `Where a paired controller has its session is known, and where it moves to`() {
    var peer = scene.makePeer()
    #expect(isKnown(peer) == false)
    #expect(scene.connect(&peer) != nil)
    #expect(isKnown(peer) == true)
    peer.endpoint = Scene.endpoint(77)
    #expect(isKnown(peer) == false)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
    #expect(isKnown(peer) == true)
    peer.endpoint = Scene.endpoint(1)
    #expect(isKnown(peer) == false)
  }

  @Test mutating func `A late packet by the keys before a change makes no place known`() {
    var peer = scene.makePeer()
    #expect(scene.connect(&peer) != nil)
    var former = peer
    #expect(scene.connect(&peer) != nil)
    former.endpoint = Scene.endpoint(77)
    #expect(scene.open(former.send([1], at: scene.now), from: former.endpoint) != nil)
    #expect(isKnown(former) == false)
    #expect(isKnown(peer) == true)
  }

  @Test mutating func `A handshake alone makes no place known`() {
    var peer = scene.makePeer()
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    #expect(scene.answer(introduction, from: peer.endpoint)?.first == OuterType.welcome.rawValue)
    #expect(isKnown(peer) == false)
  }

  @Test mutating func `The place of who asks to be confirmed is known once it is let in`() {
    var peer = scene.makePeer()
    peer.mode = .confirm
    guard let session = scene.connect(&peer)?.session else {
      Issue.record("no session")
      return
    }
    peer.endpoint = Scene.endpoint(2)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
    #expect(isKnown(peer) == false)
    scene.host.settle(session)
    #expect(isKnown(peer) == true)
  }

  @Test mutating func `Who has come in by a code is known like others`() {
    var peer = scene.makePeer()
    peer.mode = .code
    #expect(scene.connect(&peer) != nil)
    #expect(isKnown(peer) == true)
  }

  @Test mutating func `A key has one place, sixty-four have one, and the one unused for longest gives way`() {
    var places = KnownEndpoints()
    let keys = (0..<65).map { _ in KeyPair(from: &scene.dice).publicKey }
    for number in 0..<64 { places.note(keys[number], at: Scene.endpoint(UInt32(number))) }
    places.note(keys[0], at: Scene.endpoint(200))
    #expect(!isAt(places, keys[0], 0))
    places.note(keys[64], at: Scene.endpoint(64))
    #expect(isAt(places, keys[0], 200))
    #expect(!isAt(places, keys[1], 1))
    places.forget(keys[0])
    #expect(!isAt(places, keys[0], 200))
    var taken = 0
    while places.consume(from: Scene.endpoint(200), at: scene.now) { taken += 1 }
    #expect(taken == 0)
  }

  @Test mutating func `A place gives five handshakes a second to its address, and two more to its port`() {
    var places = KnownEndpoints()
    places.note(KeyPair(from: &scene.dice).publicKey, at: Scene.endpoint(1))
    func taken(_ places: inout KnownEndpoints, port: UInt16, at now: Instant) -> Int {
      (0..<50).count { _ in places.consume(from: Scene.endpoint(1, port: port), at: now) }
    }
    #expect(taken(&places, port: 1, at: scene.now) == 5)
    #expect(taken(&places, port: 4_000, at: scene.now) == 4)
    #expect(taken(&places, port: 1, at: scene.now + .seconds(1)) == 5)
    #expect(taken(&places, port: 4_000, at: scene.now + .seconds(1)) == 2)
    let isTaken = places.consume(from: Scene.endpoint(2), at: scene.now)
    #expect(!isTaken)
  }

  private func isAt(_ places: KnownEndpoints, _ key: PublicKey, _ last: UInt32) -> Bool {
    places.nearness(of: Scene.endpoint(last).address, to: key) == .sameAddress
  }

  @Test mutating func `Neighbours of an IPv6 network use up nothing of a place's exact address`() {
    var places = KnownEndpoints()
    func endpoint(_ low: UInt64, _ port: UInt16 = 1) -> Endpoint {
      Endpoint(address: Address(high: 0xfd00 << 48, low: low), port: port)
    }
    let key = KeyPair(from: &scene.dice).publicKey
    places.note(key, at: endpoint(1))
    #expect(places.nearness(of: endpoint(1, 2).address, to: key) == .sameAddress)
    #expect(places.nearness(of: endpoint(2).address, to: key) == .sameNetwork)
    #expect(places.nearness(of: Scene.endpoint(1).address, to: key) == .elsewhere)
    func taken(_ places: inout KnownEndpoints, _ endpoint: Endpoint, at now: Instant) -> Int {
      (0..<50).count { _ in places.consume(from: endpoint, at: now) }
    }
    #expect(taken(&places, endpoint(2), at: scene.now) == 5)
    #expect(taken(&places, endpoint(1, 2), at: scene.now) == 5)
    #expect(taken(&places, endpoint(1), at: scene.now) == 4)
    let isTaken = places.consume(from: Scene.endpoint(1), at: scene.now)
    #expect(!isTaken)
  }

  /// Returns whether the host remembers a session of `peer` at its current address.
  private func isKnown(_ peer: Peer) -> Bool {
    scene.host.gate.knownEndpoints.nearness(of: peer.endpoint.address, to: peer.keys.publicKey)
      == .sameAddress
  }
}
