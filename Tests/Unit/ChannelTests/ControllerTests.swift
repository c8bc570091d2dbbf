import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct ControllerTests {
  var scene = Scene()

  private mutating func makeController(_ peer: Peer) -> ControllerChannel {
    var controller = ControllerChannel(
      keys: peer.keys, host: scene.hostKeys.publicKey, preShared: peer.preShared,
      introduction: peer.introduction)
    _ = controller.begin(at: scene.now, random: &scene.dice)
    return controller
  }

  @Test
  mutating func
    `INIT is repeated after 250, 500, 1000 and then every 2000 ms, the same each time, for ten seconds`()
  {
    var controller = makeController(scene.makePeer())
    let start = scene.now
    var times: [Int64] = []
    var packets: Set<[UInt8]> = []
    var isOver = false
    while !isOver {
      scene.now = controller.nextDeadline(at: scene.now)
      switch controller.advance(to: scene.now, random: &scene.dice) {
      case .send(let datagram):
        times.append((scene.now - start).nanoseconds / 1_000_000)
        packets.insert(datagram.array)
      case .gaveUp: isOver = true
      case .nothing: break
      }
    }
    #expect(times == [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750])
    #expect(packets.count == 1)
    #expect((scene.now - start) == .seconds(10))
    #expect(controller.nextDeadline(at: scene.now) == .distantFuture)
  }

  @Test mutating func `A session comes about, and frames go both ways`() {
    let peer = scene.makePeer()
    var controller = makeController(peer)
    let session = connect(&controller, peer)
    #expect(session != nil)
    guard let session else { return }
    var datagram = Datagram<512>()
    #expect(scene.host.seal([1, 2].span, for: session, at: scene.now, into: &datagram) == peer.endpoint)
    #expect(read(datagram.array, &controller) == [1, 2])
    #expect(read(datagram.array, &controller) == nil)
  }

  @Test mutating func `A COOKIE brings the next INIT at once, with the cookie, but once for each INIT`() {
    let peer = scene.makePeer()
    var controller = makeController(peer)
    guard case .send(let first) = controller.advance(to: scene.now, random: &scene.dice) else { return }
    let echo = first.array.span.word(at: 160)
    let index = first.array.span.word(at: 4) & 0xffff_ffff
    let cookie = CookieReply(index: UInt32(index), echo: echo, cookie: InlineArray(repeating: 3)).datagram
      .array
    let wrong = CookieReply(index: UInt32(index), echo: echo ^ 1, cookie: InlineArray(repeating: 4)).datagram
      .array
    #expect(drop(wrong, &controller) == .unexpected)
    #expect(drop(cookie, &controller) == nil)
    #expect(drop(cookie, &controller) == .unexpected)
    #expect(controller.nextDeadline(at: scene.now) == scene.now)
    guard case .send(let second) = controller.advance(to: scene.now, random: &scene.dice) else { return }
    #expect(Array(second.array[..<176]) == Array(first.array[..<176]))
    let key = [UInt8](repeating: 3, count: 16)
    #expect(
      second.array[176...].elementsEqual(
        PacketCode.code(of: second.array.span.extracting(first: 176), key: key.span).array))
    #expect(controller.nextDeadline(at: scene.now) == scene.now + .milliseconds(250))
  }

  @Test mutating func `A REJECT is a hint: INIT goes on`() {
    let peer = scene.makePeer()
    var controller = makeController(peer)
    guard case .send(let first) = controller.advance(to: scene.now, random: &scene.dice) else { return }
    let index = UInt32(first.array.span.word(at: 4) & 0xffff_ffff)
    let rejection = Rejection(refusal: .full, index: index, echo: first.array.span.word(at: 160)).datagram
      .array
    #expect(drop(rejection, &controller) == nil)
    #expect(controller.nextDeadline(at: scene.now) == scene.now + .milliseconds(250))
    #expect(connect(&controller, peer, after: .milliseconds(250)) != nil)
    #expect(drop(rejection, &controller) == .unexpected)
  }

  @Test mutating func `A REJECT or COOKIE for another INIT is none, by its index or its echo alone`() {
    var controller = makeController(scene.makePeer())
    guard case .send(let first) = controller.advance(to: scene.now, random: &scene.dice) else { return }
    let index = UInt32(first.array.span.word(at: 4) & 0xffff_ffff)
    let echo = first.array.span.word(at: 160)
    for (index, echo) in [(index ^ 1, echo), (index, echo ^ 1)] {
      let rejection = Rejection(refusal: .full, index: index, echo: echo).datagram.array
      let cookie = CookieReply(index: index, echo: echo, cookie: InlineArray(repeating: 3)).datagram.array
      #expect(drop(rejection, &controller) == .unexpected && drop(cookie, &controller) == .unexpected)
    }
    #expect(controller.nextDeadline(at: scene.now) == scene.now + .milliseconds(250))
  }

  @Test(arguments: Refusal.allCases)
  func `A forged REJECT of any reason ends no pairing`(reason: Refusal) {
    var test = ControllerTests()
    let peer = test.scene.makePeer()
    var controller = test.makeController(peer)
    guard case .send(let first) = controller.advance(to: test.scene.now, random: &test.scene.dice) else {
      return
    }
    let index = UInt32(first.array.span.word(at: 4) & 0xffff_ffff)
    let forged = Rejection(refusal: reason, index: index, echo: first.array.span.word(at: 160)).datagram.array
    for _ in 0..<20 { _ = test.drop(forged, &controller) }
    #expect(test.connect(&controller, peer, after: .milliseconds(250)) != nil)
    for _ in 0..<20 { #expect(test.drop(forged, &controller) != nil) }
    var datagram = Datagram<512>()
    let isSealed = controller.seal([2].span, at: test.scene.now, into: &datagram)
    #expect(isSealed)
  }

  @Test mutating func `After an hour the keys change by themselves, and what is under way still comes`() {
    let peer = scene.makePeer()
    var controller = makeController(peer)
    guard let first = connect(&controller, peer) else { return }
    scene.now = scene.now + .seconds(3_599)
    var late = Datagram<512>()
    #expect(scene.host.seal([5].span, for: first, at: scene.now, into: &late) != nil)
    #expect(controller.nextDeadline(at: scene.now) == scene.now + .seconds(1))
    scene.now = scene.now + .seconds(1)
    let second = connect(&controller, peer)
    #expect(second != nil && second != first)
    #expect(scene.host.controller(of: first) == nil)
    #expect(read(late.array, &controller) == [5])
    var datagram = Datagram<512>()
    if let second { _ = scene.host.seal([6].span, for: second, at: scene.now, into: &datagram) }
    #expect(read(datagram.array, &controller) == [6])
    scene.now = scene.now + .seconds(10)
    #expect(drop(late.array, &controller) == .expired)
  }

  @Test mutating func `Datagrams that only a controller sends are none for it`() throws {
    let peer = scene.makePeer()
    var controller = makeController(peer)
    for vector in try Vectors("outer").all where [0xd0, 0xd1, 0xd2, 0xd7, 0xd8].contains(vector.bytes.first) {
      #expect(drop(vector.bytes, &controller) != nil, "\(vector.name)")
    }
  }

  @Test func `A host's key that shares the same with everyone begins no handshake`() {
    var dice = Random(seed: 3)
    let keys = KeyPair(from: &dice)
    var controller = ControllerChannel(
      keys: keys, host: PublicKey(Bytes32(repeating: 0)), preShared: .zero,
      introduction: Introduction(
        epoch: 1, capabilities: [], deviceClass: .computer, sampleRate: 1, name: DeviceName("")))
    let isBegun = controller.begin(at: Instant(nanoseconds: 0), random: &dice)
    #expect(!isBegun)
  }

  /// Delivers INIT, RESP and the first DATA; returns the session as the host identifies it, or nil.
  private mutating func connect(
    _ controller: inout ControllerChannel, _ peer: Peer, after pause: Interval = .zero
  ) -> HostChannel.SessionID? {
    scene.now = scene.now + pause
    guard case .send(let introduction) = controller.advance(to: scene.now, random: &scene.dice),
      let welcome = scene.answer(introduction.array, from: peer.endpoint),
      case .welcomed = welcome.withCopy({ controller.receive(&$0, at: scene.now) })
    else { return nil }
    var datagram = Datagram<512>()
    guard controller.seal([1].span, at: scene.now, into: &datagram) else { return nil }
    return scene.open(datagram.array, from: peer.endpoint)?.0.session
  }

  private func drop(_ bytes: [UInt8], _ controller: inout ControllerChannel) -> Drop? {
    guard case .dropped(let reason) = bytes.withCopy({ controller.receive(&$0, at: scene.now) }) else {
      return nil
    }
    return reason
  }

  private func read(_ bytes: [UInt8], _ controller: inout ControllerChannel) -> [UInt8]? {
    var bytes = bytes
    let outcome = bytes.withMutableBytes { controller.receive(&$0, at: scene.now) }
    guard case .opened(let frames, _) = outcome else { return nil }
    return Array(bytes[frames])
  }
}
