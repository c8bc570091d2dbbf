import Channel
import Cryptography
import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

@Suite struct SessionTests {
  static let second = PlayerSlot(index: 1)

  /// Returns the faults of a bad network: packets are lost for a fifth of the time, in bursts of 30 ms on average.
  static func badNetwork() -> ImpairedLink.Faults {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst) = (0.2, .milliseconds(30))
    (faults.delay, faults.jitter) = (.milliseconds(5), .milliseconds(5))
    (faults.duplication, faults.reordering) = (0.1, 0.05)
    return faults
  }

  @Test func `A controller that the host knows becomes a player`() {
    var duet = Duet()
    duet.play()
    #expect(duet.states == [.connecting, .connected(Self.second)])
    #expect(duet.sent.prefix(2).map(\.type) == [0xd2, 0xd5])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `It becomes one on a bad network too`(seed: UInt64) {
    var duet = Duet(Self.badNetwork(), seed: seed)
    duet.play()
    #expect(duet.states == [.connecting, .connected(Self.second)], "seed \(seed)")
  }

  @Test func `Nobody there is an error after ten seconds, and then there is nothing to do`() {
    var duet = Duet()
    duet.isDark = true
    duet.connect()
    duet.run(.seconds(11))
    #expect(duet.failures == [.unanswered])
    #expect(duet.states == [.connecting, .disconnected(.none)])
    let start = duet.sent[0].at
    #expect(duet.sent.map { $0.at - start } == [0, 250, 750, 1_750, 3_750, 5_750, 7_750, 9_750])
    #expect(duet.session.nextDeadline(at: duet.now) == .distantFuture && duet.session.isOver)
    duet.isDark = false
    duet.play()
    #expect(duet.isPlaying)
  }

  @Test func `Who has to wait says so at most 20 times a second, and is let in`() {
    var duet = Duet()
    (duet.house.greeting, duet.house.waits) = ((.welcome, 0), true)
    duet.connect()
    duet.run(.seconds(1))
    #expect(duet.states == [.connecting, .waiting])
    let before = duet.sent.count
    duet.run(.seconds(5)) { duet in
      let isDown = duet.now.nanoseconds / 1_000_000 % 200 < 100
      duet.session.update(.init(sampleTime: 0, buttons: isDown ? Buttons(.a) : []), at: duet.now)
    }
    #expect((90...100).contains(duet.sent.count - before))
    #expect(duet.house.arrivals.count == 1)
    duet.house.say(.welcome, 2)
    duet.run(.milliseconds(200))
    #expect(duet.states == [.connecting, .waiting, .connected(Self.second)])
  }

  @Test(arguments: [true, false])
  func `What a controller wishes is said again to a host that has let it wait`(waits: Bool) {
    var duet = Duet()
    if waits { (duet.house.greeting, duet.house.waits) = ((.welcome, 0), true) }
    duet.session.ask(forIdentity: 10)
    duet.connect()
    duet.run(.seconds(1))
    let before = duet.house.controls.map(\.code)
    #expect(before.filter { $0 == 73 }.count == 1)
    duet.house.say(.welcome, 2)
    duet.run(.milliseconds(200))
    let since = duet.house.controls.dropFirst(before.count)
    #expect(since.filter { $0.code == 73 }.map(\.argument) == (waits ? [10] : []))
  }

  @Test func `What a controller wishes is said again when it comes back`() {
    var duet = Duet()
    duet.session.ask(forIdentity: 10)
    for times in 1...2 {
      duet.connect()
      duet.run(.seconds(1))
      #expect(duet.house.controls.filter { $0.code == 73 }.map(\.argument).count == times)
      duet.session.leave(at: duet.now)
      duet.run(.seconds(2))
    }
  }

  @Test func `A host that has nothing to say while it makes up its mind is not told of a new start`() {
    var duet = Duet()
    (duet.house.greeting, duet.house.waits) = ((.welcome, 0), true)
    duet.connect()
    duet.run(.seconds(1))
    duet.house.isMute = true
    duet.run(.milliseconds(10))
    let heard = duet.session.heard ?? duet.now
    _ = duet.run(atMost: .seconds(12)) { $0.house.arrivals.count == 2 }
    #expect(duet.now - heard >= .seconds(10) && duet.now - heard < .milliseconds(10_100))
    duet.run(.seconds(1))
    #expect(duet.house.arrivals.count == 2)
    guard case .rekeyed = duet.house.arrivals.last else {
      Issue.record("it began anew")
      return
    }
    #expect(duet.states == [.connecting, .waiting])
  }

  @Test(arguments: [Refusal.full, .locked, .deniedByHost, .role])
  func `A denial has its reason, gets a receipt, and is the last word`(refusal: Refusal) {
    var duet = Duet()
    duet.house.greeting = (.deny, refusal.rawValue)
    duet.connect()
    duet.run(.seconds(3))
    #expect(duet.states == [.connecting, .denied(refusal)])
    #expect(duet.session.isOver && duet.house.frames().control == nil)
  }

  @Test(arguments: [Refusal.deniedByHost, .revoked, .rate, .takeover])
  func `The host's goodbye ends it`(refusal: Refusal) {
    var duet = Duet()
    duet.play()
    duet.house.say(.bye, refusal.rawValue)
    duet.run(.seconds(3))
    #expect(duet.states.last == .disconnected(refusal))
    #expect(duet.session.isOver && duet.house.frames().control == nil)
  }

  @Test func `A host that shuts down is found again when it is back`() {
    var duet = Duet()
    duet.play()
    duet.house.say(.bye, Refusal.shutdown.rawValue)
    _ = duet.run(atMost: .seconds(1)) { $0.states.count == 4 }
    duet.isDark = true
    duet.house.restart()
    duet.run(.seconds(5))
    duet.isDark = false
    let time = duet.run(atMost: .seconds(5)) { $0.isPlaying }
    #expect(time < .seconds(2))
    #expect(
      duet.states == [
        .connecting, .connected(Self.second), .disconnected(.shutdown), .connecting, .connected(Self.second),
      ])
  }

  @Test func `The time there and back is measured, without what the host lets pass`() {
    var faults = ImpairedLink.Faults()
    faults.delay = .milliseconds(20)
    var duet = Duet(faults)
    duet.play()
    duet.run(.seconds(2))
    #expect((40...42).contains(duet.session.roundTrip.map { $0.microseconds / 1_000 } ?? 0))
  }

  @Test func `Leaving is five goodbyes, and no ear for the host any more`() {
    var duet = Duet()
    duet.play()
    duet.run(.milliseconds(300))
    let (count, start) = (duet.sent.count, duet.now.nanoseconds / 1_000_000)
    duet.session.leave(at: duet.now)
    duet.house.say(.message, 9, [1])
    duet.run(.milliseconds(50))
    duet.session.leave(at: duet.now)
    duet.run(.seconds(1))
    #expect(duet.messages.isEmpty)
    #expect(duet.sent.dropFirst(count).map { $0.at - start } == [1, 20, 40, 80, 160])
    #expect(duet.house.controls.map(\.code) == [ControlMessage.Code.bye.rawValue])
    #expect(duet.states.last == .disconnected(.none) && duet.session.isOver)
  }

  @Test func `Buttons leave at once, again 4 and 12 ms later, and all else as often as the host wants it`() {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1)) { $0.session.update(.init(sampleTime: 0), at: $0.now) }
    let count = duet.sent.count
    duet.run(.seconds(1)) { $0.session.update(.init(sampleTime: 0), at: $0.now) }
    #expect((124...126).contains(duet.sent.count - count))
    duet.run(.milliseconds(120))
    let (before, start) = (duet.sent.count, duet.now.nanoseconds / 1_000_000)
    duet.session.update(.init(sampleTime: 0, buttons: Buttons(.a)), at: duet.now)
    #expect(!duet.session.isSettled)
    duet.run(.milliseconds(13))
    #expect(duet.sent.dropFirst(before).map { $0.at - start } == [1, 4, 12])
    #expect(duet.house.presses == 1)
    duet.run(.milliseconds(100))
    #expect(duet.session.isSettled && duet.session.noted == 1 && duet.session.acknowledged == 1)
  }

  @Test func `What is not of the host, or damaged, changes nothing`() {
    var duet = Duet()
    duet.play()
    let state = duet.session.state
    guard let session = duet.house.session else { return }
    for index in 0..<60 {
      guard let datagram = duet.house.seal(duet.house.frames(), at: duet.now, for: session) else { return }
      var bytes = datagram.array
      bytes[index % bytes.count] ^= 1 << UInt8(index % 8)
      duet.deliver(bytes)
    }
    for count in [0, 1, 7, 16, 24, 108, 512, 513] {
      duet.deliver((0..<count).map { _ in UInt8(truncatingIfNeeded: duet.random.next()) })
    }
    #expect(duet.session.state == state && duet.session.nextEvent() == nil)
    duet.run(.seconds(3))
    #expect(duet.isPlaying && duet.house.arrivals.count == 1)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Whatever frames a genuine host sends, the session goes on or ends, and nothing else`(seed: UInt64) {
    var duet = Duet(seed: seed)
    for _ in 0..<2_000 {
      if duet.session.isOver {
        duet.house.greeting = (.welcome, 2)
        duet.play()
      }
      guard let session = duet.house.session else { return }
      var inside = Datagram<512>()
      while inside.count < 200, duet.random.next() % 4 > 0 {
        let count = Int(duet.random.next() % 24)
        inside.append(UInt8(0x10 + duet.random.next() % 7))
        inside.append(UInt8(count))
        for _ in 0..<count { inside.append(UInt8(truncatingIfNeeded: duet.random.next() & 0x4f)) }
      }
      var datagram = Datagram<512>()
      let place = inside.withBytes {
        duet.house.channel.seal($0, for: session, at: duet.now, into: &datagram)
      }
      if place != nil { duet.deliver(datagram.array) }
      duet.run(.milliseconds(3))
    }
    #expect(duet.sent.allSatisfy { $0.count <= 512 }, "seed \(seed)")
  }
}
