import Channel
import Cryptography
import Model
import Testing
import TiltpadClient
import Wire

@Suite struct AwayTests {
  static let second = PlayerSlot(index: 1)

  /// Plays, loses the network for `darkness`, and returns the time until the controller plays again.
  private func returning(_ duet: inout Duet, after darkness: Interval = .seconds(10), restarts: Bool = false)
    -> Interval
  {
    duet.play()
    duet.run(.seconds(1))
    duet.isDark = true
    duet.run(.milliseconds(100))
    if restarts { duet.house.restart() }
    if let session = duet.house.session, darkness > .seconds(5) { duet.house.channel.close(session) }
    duet.run(darkness)
    duet.isDark = false
    return duet.run(atMost: .seconds(20)) { $0.isPlaying }
  }

  @Test(arguments: 1...20 as ClosedRange<Int64>)
  func
    `After ten seconds of darkness it plays again within two, whether the host has kept the session or not`(
      step: Int64
    )
  {
    var duet = Duet(seed: UInt64(step))
    let time = returning(
      &duet, after: .seconds(10) + .milliseconds(step * 97), restarts: step.isMultiple(of: 2))
    #expect(time < .seconds(2), "\(step): \(time)")
    #expect(
      duet.states == [.connecting, .connected(Self.second), .connecting, .connected(Self.second)], "\(step)")
    #expect(duet.house.arrivals.count >= 2)
  }

  @Test func `A host that keeps the session is back with its first packet, and under the same keys`() {
    var duet = Duet()
    let time = returning(&duet, after: .seconds(4))
    #expect(time < .milliseconds(100))
    duet.run(.seconds(5))
    #expect(duet.states.last == .connected(Self.second))
    #expect(duet.house.arrivals.count == 1)
  }

  @Test func `A host that has lost the session is noticed after two seconds`() {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1))
    duet.house.restart()
    let time = duet.run(atMost: .seconds(10)) { $0.states.count == 4 }
    #expect(time > .milliseconds(1_900) && time < .milliseconds(2_100))
    #expect(duet.isPlaying)
  }

  @Test func `A press finds a host that has lost the session while the press still counts`() {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1))
    duet.house.restart()
    duet.session.hold(Buttons(.a), at: duet.now)
    let time = duet.run(atMost: .seconds(2)) { $0.house.presses == 1 }
    #expect(time >= .milliseconds(400) && time < .milliseconds(500), "\(time)")
    #expect(duet.states == [.connecting, .connected(Self.second)] && duet.house.arrivals.count == 2)
  }

  @Test(arguments: stride(from: 380, through: 1_180, by: 10).map(Int64.init))
  func `A press in the dark is shown once, and for a host that kept the session nothing begins anew`(
    darkness: Int64
  ) {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1))
    duet.isDark = true
    duet.run(.milliseconds(200))
    duet.session.hold(Buttons(.a), at: duet.now)
    duet.run(.milliseconds(darkness))
    duet.isDark = false
    duet.run(.seconds(5))
    #expect(duet.house.presses <= 1 && duet.house.newest?.buttons == Buttons(.a))
    #expect(duet.house.presses == 1 || darkness > 900)
    #expect(duet.states == [.connecting, .connected(Self.second)])
    #expect(duet.session.acknowledged == duet.house.presses)
  }

  @Test func `While a press waits, a host that kept the session but sends nothing is asked for other keys`() {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1))
    duet.house.isMute = true
    duet.session.hold(Buttons(.a), at: duet.now)
    duet.run(.milliseconds(600))
    guard duet.house.arrivals.count == 2, case .rekeyed = duet.house.arrivals[1] else {
      Issue.record("\(duet.house.arrivals)")
      return
    }
    duet.house.isMute = false
    duet.run(.seconds(1))
    #expect(duet.isPlaying && duet.house.presses == 1 && duet.states.count == 2)
  }

  @Test func `A press in the dark changes nothing about the two seconds after which the host counts as lost`()
  {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1))
    duet.isDark = true
    let time = duet.run(atMost: .seconds(5), until: { $0.states.last == .connecting }) {
      $0.session.hold($0.now.nanoseconds / 100_000_000 % 2 == 0 ? Buttons(.a) : [], at: $0.now)
    }
    #expect(time > .milliseconds(1_900) && time < .milliseconds(2_100), "\(time)")
    duet.house.restart()
    duet.isDark = false
    #expect(duet.run(atMost: .seconds(5)) { $0.isPlaying } < .seconds(2))
  }

  @Test func `Who wants one session only plays in that, and not in the next one of the host`() {
    var stranger = Duet(session: 8)
    stranger.connect()
    stranger.run(.seconds(2))
    #expect(stranger.failures == [.refused(.sessionMismatch)] && !stranger.isPlaying)

    var duet = Duet(session: 7)
    duet.play()
    duet.run(.seconds(1))
    #expect(duet.isPlaying)
    duet.house.restart()
    duet.run(.seconds(5))
    #expect(duet.failures == [.refused(.sessionMismatch)])
    #expect(duet.states.last == .disconnected(.sessionMismatch) && duet.session.isOver)
  }

  @Test func `It goes on looking for a host that is away for an hour, less often as the seat is lost`() {
    var duet = Duet()
    duet.play()
    duet.isDark = true
    duet.run(.seconds(100))
    let count = duet.sent.count { $0.type == 0xd2 && $0.at > duet.now.nanoseconds / 1_000_000 - 20_000 }
    #expect((14...18).contains(count), "\(count)")
    duet.house.restart()
    duet.isDark = false
    #expect(duet.run(atMost: .seconds(5)) { $0.isPlaying } < .milliseconds(2_100))
  }

  @Test func `While the seat is kept a handshake begins every 1.75 s, and takes the place of the one before`()
  {
    var duet = Duet()
    duet.play()
    duet.isDark = true
    let count = duet.sent.count
    duet.run(.seconds(8))
    let times = duet.sent.dropFirst(count).filter { $0.type == 0xd2 }.map(\.at)
    #expect(
      times.prefix(9).map { $0 - times[0] } == [0, 250, 750, 1_750, 2_000, 2_500, 3_500, 3_750, 4_250])
  }

  @Test func `Buttons that moved in the dark are as they are now`() {
    var duet = Duet()
    duet.play()
    duet.session.update(.init(sampleTime: 0, buttons: Buttons(.a)), at: duet.now)
    duet.run(.milliseconds(100))
    duet.isDark = true
    duet.run(.seconds(3))
    duet.session.update(.init(sampleTime: 0, buttons: Buttons(.b)), at: duet.now)
    duet.run(.seconds(3))
    duet.house.restart()
    duet.isDark = false
    duet.run(.seconds(3))
    #expect(duet.isPlaying && duet.house.newest?.buttons == Buttons(.b))
  }

  @Test func `After an hour the keys change, and nothing else`() {
    var duet = Duet()
    duet.play()
    duet.run(.seconds(1))
    duet.session.recentre()
    duet.run(.milliseconds(200))
    duet.doze(.seconds(3_600))
    guard duet.house.arrivals.count == 2, case .rekeyed = duet.house.arrivals[1] else {
      Issue.record("\(duet.house.arrivals)")
      return
    }
    duet.session.recentre()
    duet.run(.milliseconds(200))
    #expect(duet.house.controls.map(\.code) == [71, 71])
    #expect(duet.isPlaying)
  }

  @Test(arguments: [true, false])
  func `After an hour the keys change, also after pairing by a code that has ended`(_ isByCode: Bool) {
    var duet = Duet(pairing: { isByCode ? .code($0) : .confirm }, isKnown: false)
    if isByCode { duet.house.code = duet.secret }
    duet.play()
    duet.run(.seconds(1))
    duet.house.known[duet.keys.publicKey] = isByCode ? duet.secret : .zero
    (duet.house.code, duet.house.isOpen) = (nil, false)
    duet.doze(.seconds(3_600))
    duet.run(.seconds(30))
    #expect(duet.isPlaying && duet.failures.isEmpty)
  }

  @Test func `From another address it goes on where it was`() {
    var duet = Duet()
    duet.play()
    duet.endpoint = Endpoint(address: Address(v4: 0x0a00_0009), port: 9)
    duet.run(.seconds(5))
    #expect(duet.states == [.connecting, .connected(Self.second)])
    #expect(duet.house.arrivals.count == 1)
  }

  @Test func `A host that is away for longer than the keys last is still searched for`() {
    var duet = Duet()
    let time = returning(&duet, after: .seconds(3_700), restarts: true)
    #expect(time < .seconds(10), "\(time)")
    #expect(duet.isPlaying && duet.failures.isEmpty)
  }

  @Test func `A goodbye for which no keys are left sends nothing, and ends all the same`() {
    var duet = Duet()
    duet.play()
    duet.now = duet.now + .seconds(3_700)
    duet.session.leave(at: duet.now)
    let before = duet.sent.count
    duet.run(.seconds(2))
    #expect(duet.sent.count == before && duet.session.isOver)
  }
}
