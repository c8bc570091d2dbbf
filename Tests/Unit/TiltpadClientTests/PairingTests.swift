import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

@Suite struct PairingTests {
  private func duet(_ faults: ImpairedLink.Faults = .init(), pin: UInt32, seed: UInt64 = 1) -> Duet {
    var duet = Duet(faults, seed: seed, pairing: { _ in .pin(pin) }, isKnown: false)
    duet.house.channel.openPairing(pin: Duet.pin, at: duet.now)
    return duet
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `The right PIN pairs on a bad network, and the controller plays`(seed: UInt64) {
    var duet = duet(SessionTests.badNetwork(), pin: Duet.pin, seed: seed)
    duet.play()
    #expect(duet.isPlaying, "seed \(seed): \(duet.failures)")
    #expect(duet.paired.map(\.array) == [duet.house.known[duet.keys.publicKey]?.array], "seed \(seed)")
  }

  @Test func `PAIR1 is repeated as an INIT is, and nobody there is an error after ten seconds`() {
    var duet = duet(pin: Duet.pin)
    duet.isDark = true
    duet.connect()
    duet.run(.seconds(11))
    let start = duet.sent[0].at
    #expect(duet.sent.allSatisfy { $0.type == 0xd7 })
    #expect(duet.sent.map { $0.at - start } == [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750])
    #expect(duet.failures == [.unanswered])
  }

  @Test func `Three wrong PINs are told so, and then even the right one is of no use`() {
    var duet = duet(pin: 1)
    var failures: [ConnectionError] = []
    for pin in [1, 2, 3, Duet.pin] {
      duet.session = ControllerSession(
        keys: duet.keys, host: duet.house.keys.publicKey, pairing: .pin(pin),
        introduction: Introduction(
          epoch: 0, capabilities: [], deviceClass: .phone, sampleRate: 60, name: DeviceName("")))
      duet.failures = []
      duet.connect()
      duet.run(.seconds(1))
      failures += duet.failures
    }
    #expect(
      failures == [
        .refused(.wrongPIN), .refused(.wrongPIN), .refused(.exhaustedPIN), .refused(.exhaustedPIN),
      ])
    #expect(duet.house.known.isEmpty && duet.paired.isEmpty)
  }

  @Test func `A cookie counts if it answers the attempt under way, and the fifth one does not`() {
    var duet = duet(pin: Duet.pin)
    duet.isDark = true
    duet.connect()
    duet.run(.milliseconds(5))
    var attempts: [Int] = []
    let damages: [(index: UInt32, echo: UInt64)] = [
      (1, 0), (0, 1), (0, 1 << 63), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    for damage in damages {
      let asked = duet.last
      func number(from start: Int, _ count: Int) -> UInt64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(asked[start + $1]) }
      }
      let cookie = CookieReply(
        index: UInt32(number(from: 4, 4)) ^ damage.index,
        echo: number(from: PairShare.firstCode.lowerBound, 8) ^ damage.echo, cookie: InlineArray(repeating: 3)
      )
      let before = duet.sent.count
      duet.deliver(cookie.datagram.array)
      duet.run(.milliseconds(5))
      attempts.append(duet.sent.count - before)
    }
    #expect(attempts == [0, 0, 0, 1, 1, 1, 1, 0])
  }

  @Test func `PAIR3 follows the host's share at once, and is repeated for ten seconds of its own`() {
    var duet = duet(pin: Duet.pin)
    duet.connect()
    // The first PAIR1 has no cookie, and the host asks for one.
    _ = duet.run(atMost: .seconds(1)) { $0.sent.count { $0.type == 0xd7 } == 2 }
    let (count, start) = (duet.sent.count, duet.now.nanoseconds / 1_000_000)
    duet.isDark = true
    duet.run(.seconds(11))
    let proofs = duet.sent.dropFirst(count)
    #expect(proofs.allSatisfy { $0.type == 0xd9 })
    #expect(proofs.map { $0.at - start - 1 } == [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750])
    #expect(duet.failures == [.unanswered] && duet.paired.isEmpty)
  }

  @Test func `A host that shows no PIN does not answer`() {
    var duet = duet(pin: Duet.pin)
    duet.house.channel.closePairing()
    duet.connect()
    duet.run(.seconds(11))
    #expect(duet.failures == [.unanswered])
  }

  @Test func `A QR code pairs, once the host has answered under it`() {
    var duet = Duet(pairing: { .code($0) }, isKnown: false)
    duet.house.code = duet.secret
    duet.play()
    #expect(duet.isPlaying && duet.paired.map(\.array) == [duet.secret.array])
  }

  @Test func `A QR code that the host has taken though its answers were lost is good for coming back`() {
    var duet = Duet(pairing: { .code($0) }, isKnown: false)
    (duet.house.code, duet.house.isMute) = (duet.secret, true)
    duet.connect()
    _ = duet.run(atMost: .seconds(1)) { !$0.house.arrivals.isEmpty }
    duet.isDark = true
    #expect(duet.paired.isEmpty)
    duet.house.restart()
    (duet.house.code, duet.house.known[duet.keys.publicKey]) = (nil, duet.secret)
    duet.run(.seconds(3))
    (duet.isDark, duet.house.isMute) = (false, false)
    _ = duet.run(atMost: .seconds(5)) { $0.isPlaying }
    #expect(duet.isPlaying && duet.paired.count == 1)
  }

  @Test(arguments: [true, false])
  func `Both sides of a comparison show the same digits, and a person decides`(isAccepted: Bool) {
    var duet = Duet(pairing: { _ in .confirm }, isKnown: false)
    duet.house.greeting = (.welcome, 0)
    duet.connect()
    duet.run(.milliseconds(200))
    #expect(duet.house.controls.map(\.code) == [67])
    let nonce = (0..<16).map { UInt8($0 * 3) }
    duet.house.say(.shortCodeNonce, 0, nonce)
    duet.run(.milliseconds(300))
    #expect(duet.house.controls.map(\.code) == [67, 69])
    guard let session = duet.house.session, duet.house.controls.count == 2,
      let hash = duet.house.channel.controller(of: session)?.hash
    else { return }
    let (commitment, reveal) = (duet.house.controls[0].text, duet.house.controls[1].text)
    let digits = ShortCode(handshake: hash).code(
      revealed: .init { reveal[$0] }, host: .init { nonce[$0] }, commitment: .init { commitment[$0] })
    #expect(digits != nil && duet.digits == digits.map { [$0] })
    #expect(duet.paired.isEmpty)
    duet.house.say(isAccepted ? .welcome : .deny, isAccepted ? 2 : Refusal.deniedByHost.rawValue)
    duet.run(.milliseconds(200))
    #expect(duet.isPlaying == isAccepted && duet.paired.count == (isAccepted ? 1 : 0))
  }

  @Test func `Only the first nonce of sixteen bytes is compared`() {
    var duet = Duet(pairing: { _ in .confirm }, isKnown: false)
    duet.house.greeting = (.welcome, 0)
    duet.connect()
    duet.run(.milliseconds(200))
    for (count, isCompared) in [(15, false), (17, false), (16, true), (16, true)] {
      duet.house.say(.shortCodeNonce, 0, (0..<count).map { UInt8($0 * 5) })
      duet.run(.milliseconds(300))
      #expect(duet.digits.count == (isCompared ? 1 : 0), "\(count) bytes")
      #expect(duet.house.controls.map(\.code) == (isCompared ? [67, 69] : [67]))
    }
  }

  @Test func `A probe is repeated, and knows the answer to itself from others`() {
    var duet = Duet()
    var probe = HostProbe(nonce: 5, at: duet.now)
    let start = duet.now
    var times: [Int64] = []
    while !probe.isOver(at: duet.now) {
      if let datagram = probe.datagram(at: duet.now) {
        times.append((duet.now - start).nanoseconds / 1_000_000)
        let answers = duet.house.receive(datagram.array, from: duet.endpoint, at: duet.now)
        #expect(answers.count == 1)
        let reply = answers.first.flatMap { probe.answer(in: $0.array.span) }
        #expect(reply.map { PublicKey($0.key) } == duet.house.keys.publicKey)
        let other = HostProbe(nonce: 6, at: duet.now)
        #expect(answers.first.flatMap { other.answer(in: $0.array.span) } == nil)
      }
      duet.now = max(duet.now + .milliseconds(1), probe.nextDeadline)
    }
    #expect(times == [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750])
  }
}
