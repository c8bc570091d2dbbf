import Bridge
import Model
import Motion
import TestHost
import Testing
import Wire

@testable import Engine

/// The profiles that the running games want.
@Suite struct GameProfileTests {
  private let slot = PlayerSlot(index: 0)
  /// A profile in which the tilt moves the stick half as far as in the profile of a wheel.
  private static let wide = Tuning.Choice(
    4, Profile(leftX: .roll, tilt: TiltResponse(fullLock: .pi / 2, deadZone: 0.03)))

  private func follow(_ choice: Tuning.Choice?, in evening: inout HostHarness) {
    let games = PlayerSlots.all.each.map { $0 == slot ? choice : nil }
    evening.engine.apply(.follow(games: games), at: evening.now)
    evening.drain()
  }

  private func look(in evening: inout HostHarness) {
    evening.engine.apply(.followGames, at: evening.now)
    evening.drain()
  }

  /// Sends the packets with these numbers, with a steady tilt of 30°.
  private func steer(_ numbers: Range<UInt16>, _ buttons: Buttons = [], in evening: inout HostHarness) {
    for number in numbers {
      look(in: &evening)
      evening.receive(Packet(number, roll: .pi / 6, buttons: buttons, nextEdge: nil).datagram)
      evening.pass(.milliseconds(10))
    }
  }

  /// Returns whether the left stick is the same in both reports, except for rounding.
  private func isSame(_ one: PadReport, _ other: PadReport) -> Bool {
    abs(Int(one.leftStick.x) - Int(other.leftStick.x)) <= 2
  }

  private func lock(_ evening: HostHarness) -> Int32? {
    evening.engine.values(of: slot)[Int(Knob(key: "full_lock")?.number ?? 1) - 1]
  }

  @Test func `A game's profile takes hold when the pad is at rest, and so does the way back`() {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, Buttons(.a), in: &evening)
    let before = evening.shown()
    follow(GameProfileTests.wide, in: &evening)
    steer(150..<200, Buttons(.a), in: &evening)
    #expect(isSame(evening.shown(), before) && lock(evening) == 450, "a button is down")
    steer(200..<210, in: &evening)
    let after = evening.shown()
    #expect(after.leftStick.x > 5_000 && after.leftStick.x < before.leftStick.x && lock(evening) == 900)
    steer(210..<220, Buttons(.b), in: &evening)
    follow(nil, in: &evening)
    steer(220..<230, Buttons(.b), in: &evening)
    #expect(isSame(evening.shown(), after))
    steer(230..<240, in: &evening)
    #expect(isSame(evening.shown(), before) && lock(evening) == 450)
  }

  @Test func `A pad at rest follows without another packet, and so does one whose controller is silent`() {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, in: &evening)
    let before = evening.shown()
    follow(GameProfileTests.wide, in: &evening)
    #expect(evening.shown().leftStick.x < before.leftStick.x)
    steer(150..<160, Buttons(.a), in: &evening)
    follow(nil, in: &evening)
    #expect(lock(evening) == 900)
    evening.pass(.seconds(2))
    #expect(evening.engine.gameAwaited == PlayerSlots(slot))
    look(in: &evening)
    #expect(lock(evening) == 450 && evening.engine.gameAwaited == [])
  }

  @Test func `A stick or a trigger that is held postpones it too`() {
    var input = ControllerInput(settings: .init(), at: Instant(nanoseconds: 0))
    let held: [(inout ControllerState) -> Void] = [
      { $0.sticks = .init(left: Stick(x: 4_000)) }, { $0.sticks = .init(right: Stick(y: -4_000)) },
      { $0.leftTrigger = 30 }, { $0.rightTrigger = 255 }, { $0.buttons = Buttons(.x) },
    ]
    var time: UInt32 = 0
    for hold in held {
      for isHeld in [true, false] {
        time += 10_000
        var state = ControllerState(sampleTime: time, sticks: .init(left: Stick(x: 3_000, y: -3_000)))
        if isHeld { hold(&state) }
        let now = Instant(nanoseconds: Int64(time) * 1_000)
        _ = input.accept(state, history: History(), edges: nil, arrival: .newest(gap: 0), at: now)
        let shown = now + .milliseconds(100)
        for _ in 1...4 { _ = input.nextReport(at: shown) }
        let isAtRest = input.isAtRest(at: shown)
        #expect(isAtRest != isHeld)
        time += 200_000
      }
    }
  }

  @Test func `A choice by hand wins: a trial, a player's own profile, and one kept for everybody`() throws {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, in: &evening)
    follow(GameProfileTests.wide, in: &evening)
    #expect(lock(evening) == 900)
    let knob = try #require(Knob(key: "profile"))
    for owner in [nil, slot] {
      var layers = Tuning.none
      layers.add(try #require(Setting(knob, of: owner, 2)))
      evening.engine.apply(.attempt(layers), at: evening.now)
      #expect(evening.engine.values(of: slot)[0] == 2)
      evening.engine.apply(.attempt(Tuning.none), at: evening.now)
      #expect(lock(evening) == 900, "after the trial the game's profile returns")
    }
    let common = evening.bridge.settings
    for change in [{ $0.isChosen = true }, { $0.ownProfiles[PlayerSlot(index: 0)] = 2 }]
      as [(inout Tuning) -> Void]
    {
      var settings = common
      change(&settings.tuning)
      evening.engine.apply(.settings(.init(bridge: settings), name: DeviceName("")), at: evening.now)
      #expect(lock(evening) != 900)
      evening.engine.apply(.settings(.init(bridge: common), name: DeviceName("")), at: evening.now)
      #expect(lock(evening) == 900, "a reload keeps the game's profile")
    }
  }

  @Test func `A player who joins during the game has its profile at once`() {
    var evening = HostHarness.plain(profile: .wheel)
    follow(GameProfileTests.wide, in: &evening)
    steer(0..<2, Buttons(.a), in: &evening)
    #expect(lock(evening) == 900)
    follow(nil, in: &evening)
    #expect(lock(evening) == 900, "a button is down")
  }
}
