import Bridge
import Buzzer
import Cryptography
import Engine
import Model
import Room
import TestHost
import Testing
import TiltpadClient
import Wire

@Suite struct ModeTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  private let a = Buttons(.a)

  /// Returns a host with two players, each of whom holds a button and a lever.
  private func duel(_ mode: Mode = .play) -> HostHarness {
    var evening = HostHarness.plain(mode: mode)
    for number in 1...2 as ClosedRange<UInt16> { evening.hold(number, at: 0) }
    return evening
  }

  @Test(arguments: [Mode.attract, .lobby, .buzzer, .tank])
  func `A change of the mode lets go of what everybody holds, at once`(_ mode: Mode) {
    var evening = duel()
    #expect(evening.shown(1).buttons == a && evening.shown(2).leftStick.x == 20_000)
    let before = evening.reports.count
    evening.set(mode)
    #expect(evening.reports.count == before + 2, "one report each")
    #expect(evening.shown(1) == .neutral && evening.shown(2) == .neutral)
    evening.hold(1, at: 1)
    let isPad = mode == .tank
    #expect(evening.shown(1).leftStick.x == (isPad ? 20_000 : 0), "the lever is not at rest, if it may move")
    #expect(evening.shown(1).buttons == [], "but the button was not let go")
    evening.hold(1, at: 2, Buttons())
    evening.hold(1, at: 3)
    #expect(evening.shown(1).buttons == (isPad ? a : []))
  }

  @Test(arguments: [Mode.lobby, .buzzer])
  func `Back in play a button counts once it was let go and pressed anew`(_ mode: Mode) {
    var evening = duel()
    evening.set(mode)
    evening.hold(1, at: 1)
    evening.set(.play)
    #expect(evening.shown(1) == .neutral)
    evening.hold(1, at: 2)
    #expect(evening.shown(1).buttons == [] && evening.shown(1).leftStick.x == 20_000)
    evening.hold(1, at: 3, Buttons())
    evening.hold(1, at: 4)
    #expect(evening.shown(1).buttons == a)
  }

  @Test func `A player's own mode touches nobody else, and the room's takes it away`() {
    var evening = duel()
    evening.set(.lobby, for: first)
    #expect(evening.shown(1) == .neutral && evening.shown(2).buttons == a)
    #expect(evening.room.mode == .play)
    #expect(evening.room.mode(of: first) == .lobby && evening.room.mode(of: second) == .play)
    evening.set(.tank)
    #expect(evening.room.mode(of: first) == .tank && evening.room.mode(of: second) == .tank)
  }

  @Test func `Nobody who is not there can be put in a mode, and a slot's next player has none of its own`() {
    var evening = duel()
    #expect(evening.room.setMode(.lobby, for: PlayerSlot(index: 7), at: evening.now) == false)
    #expect(evening.room.mode(of: PlayerSlot(index: 7)) == nil)
    evening.set(.lobby, for: second)
    evening.bridge.leave(second, at: evening.now)
    evening.drain()
    #expect(evening.room.mode(of: second) == nil)
    evening.hold(3, at: 0)
    #expect(evening.room.mode(of: second) == .play && evening.shown(2).buttons == a)
  }

  @Test func `Who joins while there is something else than play moves nothing`() {
    var evening = HostHarness.plain(mode: .buzzer)
    evening.hold(1, at: 0)
    evening.hold(1, at: 1)
    #expect(evening.shown(1) == .neutral && evening.room.mode(of: first) == .buzzer)
    evening.set(.play)
    evening.hold(1, at: 2)
    #expect(evening.shown(1).buttons == [] && evening.shown(1).leftStick.x == 20_000)
  }

  @Test func `The first who comes makes the lobby, and the last who goes ends it`() {
    var evening = HostHarness.plain(mode: .attract)
    evening.hold(1, at: 0)
    #expect(evening.room.mode == .lobby && evening.room.mode(of: first) == .lobby)
    evening.hold(2, at: 0)
    evening.bridge.leave(first, at: evening.now)
    evening.drain()
    #expect(evening.room.mode == .lobby)
    evening.pass(.seconds(70))
    #expect(evening.bridge.players.count == 0 && evening.room.mode == .attract)
  }

  @Test func `Only attract and lobby follow who is there`() {
    for mode in [Mode.play, .buzzer, .tank] {
      var evening = duel(mode)
      evening.pass(.seconds(70))
      #expect(evening.room.mode == mode)
    }
  }

  @Test func `Those who watch the stage hear of every change`() {
    var evening = HostHarness.plain()
    #expect(evening.stages == 0)
    evening.hold(1, at: 0)
    #expect(evening.stages == 1)
    evening.set(.tank)
    #expect(evening.stages == 2)
    evening.bridge.leave(first, at: evening.now)
    evening.drain()
    #expect(evening.stages == 3)
  }

  @Test func `A restart of the daemon keeps the slot, whose player is in the room's mode`() {
    var evening = HostHarness.plain(mode: .lobby)
    let key = Roster.Key.plain(HostHarness.home, token: 1)
    #expect(evening.engine.resume(first, of: key, request: 0, at: evening.now) == 0)
    evening.drain()
    #expect(evening.room.mode(of: first) == .lobby)
    evening.hold(1, at: 0)
    #expect(evening.shown(1) == .neutral)
  }

  @Test func `A swipe in the lobby leads to another team, and nowhere else`() {
    var evening = duel(.lobby)
    evening.swipe(1, from: 10_000, to: 40_000, at: 1)
    evening.swipe(2, from: 40_000, to: 10_000, at: 1)
    let teams = { [first, second].map { evening.room.quiz.scores.team(of: $0) } }
    #expect(teams() == [1, 8])
    evening.set(.play)
    evening.swipe(1, from: 10_000, to: 40_000, at: 3)
    #expect(teams() == [1, 8])
  }
}

extension HostHarness {
  mutating func set(_ mode: Mode, for slot: PlayerSlot? = nil) {
    #expect(room.setMode(mode, for: slot, at: now) == true)
    pass(.zero)
  }

  /// Makes player `number` push a lever aside and hold `buttons`, in its packet `sequence`.
  mutating func hold(_ number: UInt16, at sequence: UInt16, _ buttons: Buttons = Buttons(.a)) {
    pass(.milliseconds(30))
    var packet = Packet(sequence)
    packet.token = UInt32(number)
    packet.frames.state = ControllerState(
      sampleTime: UInt32(sequence) &* 10_000, sticks: .init(left: Stick(x: 20_000)), buttons: buttons,
      nextEdge: 0)
    receive(packet.datagram, from: HostHarness.origin(number))
    pass(.milliseconds(30))
  }

  /// Moves a finger of player `number` from `start` to `end` in 60 ms.
  mutating func swipe(_ number: UInt16, from start: UInt16, to end: UInt16, at sequence: UInt16) {
    let touches: [(Touch.Phase, UInt16)] = [(.began, start), (.ended, end)]
    for (step, (phase, x)) in touches.enumerated() {
      var packet = Packet(sequence + UInt16(step), nextEdge: 0)
      packet.token = UInt32(number)
      packet.frames.touches = Touches()
      packet.frames.touches?.append(Touch(id: 0, phase: phase, x: x, y: 30_000))
      receive(packet.datagram, from: HostHarness.origin(number))
      pass(.milliseconds(60))
    }
  }
}
