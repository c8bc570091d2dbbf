import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

/// Floods of handshakes from many addresses, or from the address or the network of a controller, which gets
/// its session all the same.
///
/// The senders have cookies, except in one test.
@Suite struct CrowdTests {
  var scene = Scene()

  @Test mutating func `Two hundred addresses with cookies keep no paired controller out, ten times of ten`() {
    let crowd = makeCrowd(200)
    for number in 0..<10 as Range<UInt32> {
      let peer = scene.makePeer(at: 0x20_0000 + number)
      #expect(wait(of: peer, among: crowd, perSecond: 400) != nil, "round \(number)")
    }
  }

  @Test
  mutating func `However many addresses there are, who had a session comes back to where it was`() {
    var peer = scene.makePeer(at: 0x20_0000)
    #expect(scene.connect(&peer) != nil)
    let crowd = makeCrowd(2_000)
    for number in 0..<10 as Range<UInt16> {
      // Odd rounds use the port of the previous session. Even ones after the first use a new port, as if the
      // program had been restarted.
      peer.endpoint.port = 4_000 + number / 2
      #expect(wait(of: peer, among: crowd, perSecond: 10_000) != nil, "round \(number)")
    }
  }

  @Test mutating func `Others at the same address do not keep a controller off the port that it had`() {
    var peer = scene.makePeer(at: 0x20_0000)
    #expect(scene.connect(&peer) != nil)
    let crowd = makeCrowd(2_000, ports: 1_000, at: 0x20_0000)
    for number in 0..<10 {
      #expect(wait(of: peer, among: crowd, perSecond: 2_000) != nil, "round \(number)")
    }
  }

  @Test mutating func `Handshakes in the name of an address use up nothing of what it proves to have`() {
    let peer = scene.makePeer(at: 0x20_0000)
    let crowd = makeCrowd(40, ports: 40, at: 0x20_0000, haveCookies: false)
    #expect(wait(of: peer, among: crowd, perSecond: 40) != nil)
  }

  /// The network of a household in which one neighbour floods the host, from one address or from many.
  private static let household: UInt64 = 0xfd00_0000_0000_0001

  @Test(arguments: [(1, 60), (1, 2_000), (1_000, 60), (1_000, 200), (5_000, 60)] as [(UInt32, Int)])
  mutating func `A neighbour's handshakes keep nobody out of the same IPv6 network, ten times of ten`(
    addresses: UInt32, rate: Int
  ) {
    let crowd = makeCrowd(addresses) { number in
      Endpoint(address: Address(high: CrowdTests.household, low: 0x10_0000 + UInt64(number)), port: 4_000)
    }
    for number in 0..<10 as Range<UInt64> {
      var peer = scene.makePeer()
      peer.endpoint = Endpoint(address: Address(high: CrowdTests.household, low: number), port: 5_000)
      #expect(wait(of: peer, among: crowd, perSecond: rate) != nil, "round \(number), new")
      peer.endpoint.port = 6_000
      peer.epoch += 1
      #expect(wait(of: peer, among: crowd, perSecond: rate) != nil, "round \(number), again")
    }
  }

  @Test(arguments: [1, 5_000] as [UInt32])
  mutating func `Who had a session comes back whatever its IPv6 network sends`(addresses: UInt32) {
    var peer = scene.makePeer()
    peer.endpoint = Endpoint(address: Address(high: CrowdTests.household, low: 7), port: 5_000)
    #expect(scene.connect(&peer) != nil)
    let crowd = makeCrowd(addresses) { number in
      Endpoint(address: Address(high: CrowdTests.household, low: 0x10_0000 + UInt64(number)), port: 4_000)
    }
    for number in 0..<10 as Range<UInt16> {
      peer.endpoint.port = 5_000 + number
      #expect(wait(of: peer, among: crowd, perSecond: 2_000) != nil, "round \(number)")
    }
  }

  @Test mutating func `Recordings of a key's INIT, from its own IPv6 network, do not displace its handshake`()
  {
    var peer = scene.makePeer()
    peer.endpoint = Endpoint(address: Address(high: CrowdTests.household, low: 7), port: 5_000)
    #expect(scene.connect(&peer) != nil)
    let recorded = (0..<4).map { _ in peer.introduce(&scene.dice, host: scene.hostKeys.publicKey) }
    scene.now = scene.now + .seconds(2)
    let welcome = scene.answer(
      peer.introduce(&scene.dice, host: scene.hostKeys.publicKey), from: peer.endpoint)
    for number in 0..<100 as Range<UInt64> {
      let endpoint = Endpoint(address: Address(high: CrowdTests.household, low: 100 + number), port: 1)
      _ = scene.receive(cookied(recorded[Int(number % 4)], endpoint), from: endpoint)
    }
    let isFinished = welcome.map { peer.finish($0, at: scene.now) }
    #expect(isFinished == true)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
  }

  @Test mutating func `Recordings of a key's INIT, from many addresses, do not displace its handshake`() {
    var peer = scene.makePeer(at: 0x20_0000)
    #expect(scene.connect(&peer) != nil)
    let recorded = (0..<4).map { _ in peer.introduce(&scene.dice, host: scene.hostKeys.publicKey) }
    scene.now = scene.now + .seconds(2)
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    guard let welcome = scene.answer(introduction, from: peer.endpoint) else {
      Issue.record("no RESP")
      return
    }
    for number in 0..<100 as Range<UInt32> {
      let endpoint = Scene.endpoint(1_000 + number)
      _ = scene.receive(cookied(recorded[Int(number % 4)], endpoint), from: endpoint)
    }
    let isFinished = peer.finish(welcome, at: scene.now)
    #expect(isFinished)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
  }

  @Test mutating func `Who had sixty-four sessions renews each of them`() {
    var peers = (0..<64 as Range<UInt32>).map { scene.makePeer(at: $0) }
    for index in peers.indices {
      scene.now = scene.now + .milliseconds(100)
      #expect(scene.connect(&peers[index]) != nil)
    }
    peers[7].epoch = 2
    scene.now = scene.now + .seconds(1)
    #expect(scene.connect(&peers[7]) != nil)
    var another = scene.makePeer(at: 99)
    #expect(scene.connect(&another) == nil)
  }

  /// A datagram and the endpoint of its sender.
  private typealias Stranger = (bytes: [UInt8], endpoint: Endpoint)

  /// Returns the INITs of `count` unknown controllers, each from its own address, or from `ports` ports per
  /// address.
  private mutating func makeCrowd(
    _ count: UInt32, ports: UInt32 = 1, at first: UInt32 = 0x10_0000, haveCookies: Bool = true
  ) -> [Stranger] {
    makeCrowd(count, haveCookies: haveCookies) { number in
      Scene.endpoint(first + number / ports, port: UInt16(10_000 + number % ports))
    }
  }

  /// Returns the INITs of `count` unknown controllers, at the endpoints of their numbers.
  private mutating func makeCrowd(
    _ count: UInt32, haveCookies: Bool = true, at endpoint: (UInt32) -> Endpoint
  ) -> [Stranger] {
    scene.host.gate.advance(to: scene.now, random: &scene.dice)
    var stranger = scene.makePeer(isKnown: false)
    let bare = stranger.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    return (0..<count).map { number in
      let endpoint = endpoint(number)
      return (haveCookies ? cookied(bare, endpoint) : bare, endpoint)
    }
  }

  /// Returns the INIT with its cookie replaced by that of `endpoint`.
  private func cookied(_ bytes: [UInt8], _ endpoint: Endpoint) -> [UInt8] {
    let cookie = scene.host.gate.cookies.cookie(for: endpoint)
    let head = Array(bytes[..<IntroductionHeader.secondCode.lowerBound])
    return head + PacketCode.code(of: head.span, key: cookie.span).array
  }

  /// Returns the time until `peer` has a session, while `crowd` floods the host.
  ///
  /// The flood has begun a second earlier. Returns nil after three seconds.
  private mutating func wait(of peer: Peer, among crowd: [Stranger], perSecond rate: Int) -> Interval? {
    var controller = ControllerChannel(
      keys: peer.keys, host: scene.hostKeys.publicKey, preShared: peer.preShared,
      introduction: peer.introduction)
    let (first, start) = (scene.now, scene.now + .seconds(1))
    var sent = 0
    while scene.now < start + .seconds(3) {
      scene.now = scene.now + .milliseconds(5)
      while sent < Int((scene.now - first).microseconds) * rate / 1_000_000 {
        let stranger = crowd[sent % crowd.count]
        _ = scene.receive(stranger.bytes, from: stranger.endpoint)
        sent += 1
      }
      if scene.now == start { _ = controller.begin(at: scene.now, random: &scene.dice) }
      if scene.now >= start, advance(&controller, peer) { return scene.now - start }
    }
    return nil
  }

  /// Sends the packets that `controller` has to send now, and delivers the answers.
  ///
  /// Returns whether the controller then has a session.
  private mutating func advance(_ controller: inout ControllerChannel, _ peer: Peer) -> Bool {
    while case .send(let datagram) = controller.advance(to: scene.now, random: &scene.dice) {
      guard let answer = scene.answer(datagram.array, from: peer.endpoint) else { return false }
      guard case .welcomed = answer.withCopy({ controller.receive(&$0, at: scene.now) }) else { continue }
      var data = Datagram<512>()
      return controller.seal([1].span, at: scene.now, into: &data)
        && scene.open(data.array, from: peer.endpoint) != nil
    }
    return false
  }
}
