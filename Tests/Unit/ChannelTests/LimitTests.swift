import Cryptography
import Guards
import Impairment
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct LimitTests {
  var scene = Scene()

  @Test mutating func `An hour ends the keys ten seconds later`() {
    var peer = scene.makePeer()
    guard let session = scene.connect(&peer)?.session else { return }
    let start = scene.now
    scene.now = start + .seconds(3_609)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
    let late = peer.send([1], at: scene.now)
    scene.now = start + .seconds(3_610)
    #expect(peer.send([1], at: scene.now) == [])
    #expect(scene.drop(late, from: peer.endpoint) == .expired)
    #expect(scene.host.advance(to: scene.now) == session)
    #expect(scene.host.advance(to: scene.now) == nil)
  }

  @Test mutating func `Two thousand million packets end the keys ten seconds later`() {
    var peer = scene.makePeer()
    guard let session = scene.connect(&peer)?.session else { return }
    let last = peer.send([1], at: scene.now, counter: (1 << 31) - 1)
    #expect(peer.link?.rekeyDue(at: scene.now) == scene.now)
    #expect(scene.open(last, from: peer.endpoint) != nil)
    #expect(scene.host.nextDeadline == scene.now + .seconds(3_610))
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
    #expect(scene.host.nextDeadline == scene.now + .seconds(10))
    scene.now = scene.now + .seconds(9)
    #expect(scene.open(peer.send([1], at: scene.now), from: peer.endpoint) != nil)
    scene.now = scene.now + .seconds(1)
    #expect(peer.send([1], at: scene.now) == [])
    #expect(scene.host.advance(to: scene.now) == session)
  }

  @Test mutating func `A counter never wraps`() {
    var peer = scene.makePeer()
    #expect(scene.connect(&peer) != nil)
    #expect(
      scene.open(peer.send([1], at: scene.now, counter: UInt64(UInt32.max)), from: peer.endpoint) != nil)
    #expect(peer.send([1], at: scene.now) == [])
  }

  @Test mutating func `Cookies are asked for from the fifty-first handshake of a second on`() {
    var askers = 0
    for number in 0..<80 as Range<UInt32> {
      var peer = scene.makePeer(at: number)
      let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
      if scene.answer(introduction, from: peer.endpoint)?.first == OuterType.cookie.rawValue { askers += 1 }
    }
    #expect(askers == 30)
    scene.now = scene.now + .seconds(2)
    var peer = scene.makePeer(at: 99)
    #expect(scene.connect(&peer) != nil)
  }

  @Test
  mutating func `With the cookie a controller comes in though there are many, and only from its address`() {
    for number in 0..<60 as Range<UInt32> {
      // Only the first codes of these packets are valid, so they take no space in the host's tables.
      _ = scene.receive(strange(), from: Scene.endpoint(number))
    }
    scene.now = scene.now + .milliseconds(200)
    for number in 0..<10 as Range<UInt32> { _ = scene.receive(strange(), from: Scene.endpoint(200 + number)) }
    var peer = scene.makePeer(at: 100)
    let introduction = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    guard let reply = scene.answer(introduction, from: peer.endpoint),
      let asked = try? CookieReply(parsing: reply.span)
    else {
      Issue.record("no COOKIE")
      return
    }
    #expect(asked.index == peer.index)
    #expect(reply.count < introduction.count)
    scene.now = scene.now + .milliseconds(40)
    for _ in 0..<4 { _ = scene.receive(strange(), from: Scene.endpoint(201)) }
    let again = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey, cookie: asked.cookie)
    #expect(scene.answer(again, from: Scene.endpoint(101))?.first == OuterType.cookie.rawValue)
    #expect(scene.answer(again, from: peer.endpoint)?.first == OuterType.welcome.rawValue)
  }

  @Test mutating func `Five hundred handshakes at once are asked for a cookie, five thousand in a second`() {
    let datagram = strange()
    func asked(_ scene: inout Scene) -> Int {
      (0..<700 as Range<UInt32>).count { scene.answer(datagram, from: Scene.endpoint($0))?.count == 32 }
    }
    #expect(asked(&scene) == 500)
    #expect(asked(&scene) == 0)
    scene.now = scene.now + .milliseconds(20)
    #expect(asked(&scene) == 100)
  }

  @Test mutating func `A thousand cookies at once are looked at, forty thousand in a second`() throws {
    var gate = Gate(host: scene.hostKeys.publicKey)
    gate.advance(to: scene.now, random: &scene.dice)
    let range = IntroductionHeader.secondCode
    let bare = strange()
    for _ in 0..<2_000 {
      #expect(try gate.cookie(verifying: bare.span, range, from: Scene.endpoint(1), at: scene.now) == nil)
    }
    let cookie = gate.cookies.cookie(for: Scene.endpoint(1))
    let coded =
      bare[..<range.lowerBound]
      + PacketCode.code(of: Array(bare[..<range.lowerBound]).span, key: cookie.span).array
    func known(_ gate: inout Gate, at now: Instant) -> Int {
      (0..<1_100).count { _ in
        let found = try? gate.cookie(verifying: Array(coded).span, range, from: Scene.endpoint(1), at: now)
        return found != nil
      }
    }
    #expect(known(&gate, at: scene.now) == 1_000)
    #expect(known(&gate, at: scene.now + .milliseconds(10)) == 400)
  }

  @Test mutating func `A cookie is good for two minutes at least and four at most`() {
    var jar = CookieJar()
    jar.rotate(at: scene.now, random: &scene.dice)
    let bytes: [UInt8] = [1, 2, 3]
    let endpoint = Scene.endpoint(1)
    let coded = bytes + PacketCode.code(of: bytes.span, key: jar.cookie(for: endpoint).span).array
    var idle = jar
    for (seconds, isGood) in [(0, true), (119, true), (120, true), (239, true), (240, false)]
      as [(Int64, Bool)]
    {
      let isNew = jar.rotate(at: scene.now + .seconds(seconds), random: &scene.dice)
      #expect(isNew == (seconds == 120 || seconds == 240), "\(seconds) s")
      #expect((jar.cookie(verifying: coded.span, 3..<19, from: endpoint) != nil) == isGood, "\(seconds) s")
      #expect(jar.cookie(verifying: coded.span, 3..<19, from: Scene.endpoint(2)) == nil)
      for port in [1, 4_001, 4_256] as [UInt16] {
        #expect(jar.cookie(verifying: coded.span, 3..<19, from: Scene.endpoint(1, port: port)) == nil)
      }
    }
    idle.rotate(at: scene.now + .seconds(240), random: &scene.dice)
    #expect(idle.cookie(verifying: coded.span, 3..<19, from: endpoint) == nil, "nobody came meanwhile")
  }

  @Test mutating func `An exact address has five handshakes a second, and an IPv6 network 250`() {
    let own = (0..<8).map { _ in isLookedAt(1) }
    #expect(own == (0..<8).map { $0 < 5 })
    let others = (0..<600 as Range<UInt64>).count { isLookedAt(2 + $0) }
    #expect(others == 245)
    scene.now = scene.now + .milliseconds(200)
    let isLookedAtAgain = isLookedAt(1)
    #expect(isLookedAtAgain)
  }

  /// Returns whether a handshake with a valid cookie from the address `low` in an IPv6 network is examined.
  private mutating func isLookedAt(_ low: UInt64) -> Bool {
    let endpoint = Endpoint(address: Address(high: 0x2001_0db8_0000_0001, low: low), port: 1)
    let datagram = strange(provenAt: endpoint)
    return scene.drop(datagram, from: endpoint) == .forged
  }

  @Test mutating func `Who has not proven an address is asked to from its sixth handshake of a second on`() {
    for number in 0..<8 {
      let answer = scene.answer(strange(), from: Scene.endpoint(1))
      #expect((answer?.first == OuterType.cookie.rawValue) == (number >= 5))
    }
    let endpoint = Scene.endpoint(1)
    #expect(scene.drop(strange(provenAt: endpoint), from: endpoint) == .forged)
  }

  @Test mutating func `Five hundred handshakes a second are looked at, wherever they come from`() {
    var looked = 0
    for number in 0..<1_000 as Range<UInt32> {
      let endpoint = Scene.endpoint(number << 8)
      if scene.drop(strange(provenAt: endpoint), from: endpoint) == .forged { looked += 1 }
    }
    #expect(looked == 500)
  }

  @Test mutating func `Which addresses share a limit changes with the secret of the cookies`() {
    var gate = Gate(host: scene.hostKeys.publicKey)
    gate.advance(to: scene.now, random: &scene.dice)
    let first = gate.handshakes.seed
    gate.advance(to: scene.now + .seconds(119), random: &scene.dice)
    #expect(first != 0 && gate.handshakes.seed == first)
    gate.advance(to: scene.now + .seconds(120), random: &scene.dice)
    #expect(gate.handshakes.seed != first)
  }

  @Test mutating func `Strangers cannot fill the table of handshakes`() {
    for number in 0..<200 as Range<UInt32> {
      var stranger = scene.makePeer(at: number, isKnown: false)
      scene.now = scene.now + .milliseconds(25)
      _ = scene.receive(
        stranger.introduce(&scene.dice, host: scene.hostKeys.publicKey), from: stranger.endpoint)
    }
    #expect(scene.host.nextDeadline == .distantFuture)
    var peer = scene.makePeer(at: 250)
    #expect(scene.connect(&peer) != nil)
  }

  @Test mutating func `Controllers that choose the same index do not disturb each other`() {
    var (one, two) = (scene.makePeer(at: 1), scene.makePeer(at: 2))
    let sessions = [scene.connect(&one)?.session, scene.connect(&two)?.session]
    #expect(one.index == two.index && sessions[0] != sessions[1])
    #expect(scene.open(one.send([1], at: scene.now), from: one.endpoint)?.0.session == sessions[0])
    #expect(scene.open(two.send([2], at: scene.now), from: two.endpoint)?.0.session == sessions[1])
  }

  @Test mutating func `A refusal is told only to who has shown a cookie`() {
    var peer = scene.makePeer()
    scene.refusal = .locked
    let silent = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey)
    #expect(scene.drop(silent, from: peer.endpoint) == .refused)
    let cookie = scene.host.gate.cookies.cookie(for: peer.endpoint)
    let asking = peer.introduce(&scene.dice, host: scene.hostKeys.publicKey, cookie: cookie)
    let answer = scene.answer(asking, from: peer.endpoint)
    let echo = asking.span.word(at: 160)
    #expect(
      (try? answer.map { try Rejection(parsing: $0.span) })
        == Rejection(refusal: .locked, index: 5, echo: echo))
  }

  @Test mutating func `A probe is answered with less than it has, five times a second`() {
    let probe = Probe(nonce: 0x0102).datagram.array
    for number in 0..<6 {
      guard number < 5 else {
        #expect(scene.drop(probe, from: Scene.endpoint(1)) == .flooding)
        continue
      }
      guard let answer = scene.answer(probe, from: Scene.endpoint(1)),
        let reply = try? ProbeReply(parsing: answer.span)
      else {
        Issue.record("no answer")
        return
      }
      #expect(answer.count < probe.count && reply.nonce == 0x0102)
      #expect(reply.announcement == scene.host.announcement)
      #expect(reply.key.array == scene.hostKeys.publicKey.bytes.array)
      #expect(reply.cookie.array == scene.host.gate.cookies.cookie(for: Scene.endpoint(1)).array)
    }
  }

  @Test mutating func `No datagram is answered with more than it has`() throws {
    for vector in try Vectors("outer").all {
      let answer = scene.answer(vector.bytes, from: Scene.endpoint(3))
      #expect(answer?.count ?? 0 <= vector.bytes.count, "\(vector.name)")
    }
  }

  /// Returns an INIT in which only the first code is valid.
  ///
  /// With `provenAt`, the second code is also valid, for that endpoint.
  private mutating func strange(provenAt endpoint: Endpoint? = nil) -> [UInt8] {
    scene.host.gate.advance(to: scene.now, random: &scene.dice)
    var datagram = IntroductionHeader(mode: .known, index: 1).datagram
    for _ in 0..<19 { datagram.append(scene.dice.next()) }
    _ = datagram.append(PacketCode(receiver: scene.hostKeys.publicKey))
    datagram.append(cookie: endpoint.map(scene.host.gate.cookies.cookie))
    return datagram.array
  }
}
