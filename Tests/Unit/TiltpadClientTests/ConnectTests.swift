import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

/// The beginning and the end of a controller's session.
@Suite struct ConnectTests {
  private static let second = PlayerSlot(index: 1)

  @Test func `A session that is under way is not begun again`() {
    var duet = Duet()
    duet.play()
    duet.connect()
    duet.run(.milliseconds(500))
    #expect(duet.states == [.connecting, .connected(Self.second)])
    #expect(duet.sent.count { $0.type == 0xd2 } == 1 && duet.house.arrivals.count == 1)
  }

  @Test func `Who leaves before the host has answered is gone at once, and leaves only once`() {
    var duet = Duet()
    duet.isDark = true
    duet.connect()
    duet.run(.milliseconds(100))
    let count = duet.sent.count
    for _ in 0..<2 {
      duet.session.leave(at: duet.now)
      #expect(duet.session.isOver)
    }
    duet.run(.seconds(1))
    #expect(duet.states == [.connecting, .disconnected(.none)])
    #expect(duet.sent.count == count && duet.failures.isEmpty)
  }

  @Test func `A host's refusal to answer counts if no answer follows, for this attempt only`() {
    var duet = Duet()
    duet.isDark = true
    duet.connect()
    duet.run(.milliseconds(5))
    let asked = duet.last
    func number(from start: Int, _ count: Int) -> UInt64 {
      (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(asked[start + $1]) }
    }
    let refusals: [(Refusal, UInt64)] = [(.full, 0), (.role, 1)]
    for (refusal, damage) in refusals {
      let rejection = Rejection(
        refusal: refusal, index: UInt32(number(from: 4, 4)),
        echo: number(from: IntroductionHeader.firstCode.lowerBound, 8) ^ damage)
      duet.deliver(rejection.datagram.array)
    }
    duet.run(.seconds(11))
    #expect(duet.failures == [.refused(.full)])
    #expect(duet.states == [.connecting, .disconnected(.full)])
    duet.connect()
    duet.run(.seconds(11))
    #expect(duet.failures == [.refused(.full), .unanswered])
    #expect(duet.states.suffix(2) == [.connecting, .disconnected(.none)])
  }

  @Test func `Presses before the first connection count, and a later connection starts over`() {
    var duet = Duet()
    let moves = [Buttons(.a), Buttons(.a)].map { duet.session.hold($0, at: duet.now) }
    #expect(moves == [true, false] && !duet.session.isSettled)
    duet.play()
    duet.run(.milliseconds(100))
    #expect((duet.session.noted, duet.session.acknowledged, duet.house.presses) == (1, 1, 1))
    #expect(duet.session.isSettled)
    duet.session.recentre()
    #expect(!duet.session.isSettled, "a message waits")
    duet.run(.milliseconds(200))
    #expect(duet.session.isSettled)
    duet.session.leave(at: duet.now)
    duet.run(.seconds(1))
    #expect(duet.session.isOver && duet.session.noted == 1 && duet.session.levels == Buttons(.a))
    duet.connect()
    #expect(duet.session.noted == 0 && duet.session.acknowledged == 0 && duet.session.levels == [])
    #expect(!duet.session.isSettled, "the host has acknowledged nothing yet")
  }

  @Test func `A mode is told when it changes, and a number without a mode is none`() {
    var duet = Duet()
    duet.play()
    #expect(duet.session.mode == .play && duet.modes.isEmpty)
    for number: UInt8 in [2, 1, 1, 77, 3, 255] { duet.house.say(.mode, number) }
    duet.run(.seconds(1))
    #expect(duet.modes == [.lobby, .buzzer] && duet.session.mode == .buzzer)
    duet.house.say(.welcome, 2)
    duet.run(.milliseconds(200))
    #expect(duet.modes == [.lobby, .buzzer, .play] && duet.states.count == 2, "a slot begins with play")
  }

  @Test func `A host that has lost the controller is searched for, and one with an unknown reason is not`() {
    var duet = Duet()
    duet.play()
    duet.house.say(.bye, Refusal.timeout.rawValue)
    duet.run(.seconds(3))
    #expect(
      duet.states == [
        .connecting, .connected(Self.second), .disconnected(.timeout), .connecting, .connected(Self.second),
      ])
    duet.house.say(.bye, 200)
    duet.run(.seconds(3))
    #expect(duet.states.last == .disconnected(.protocolError) && duet.session.isOver)
  }

  @Test func `A measurement and a jump are told in one packet, and a state as long as it lasts`() {
    var duet = Duet()
    duet.play()
    duet.run(.milliseconds(100))
    let motion = MotionSample(acceleration: MotionVector(x: 5), rotation: .zero)
    let state = ControllerState(
      sampleTime: 0, sticks: .init(left: Stick(x: 9)), leftTrigger: 3, isDiscontinuous: true)
    duet.session.update(state, motion: motion, at: duet.now)
    _ = duet.run(atMost: .milliseconds(100)) { $0.house.motion != nil }
    #expect(duet.house.motion == motion && duet.house.newest?.isDiscontinuous == true)
    duet.run(.milliseconds(1_100))
    #expect(duet.house.motion == nil && duet.house.newest?.isDiscontinuous == false)
    #expect(duet.house.newest?.sticks?.left.x == 9 && duet.house.newest?.leftTrigger == 3)
  }
}
