import Bridge
import Model
import Motion
import TestHost
import Testing
import Wire

@testable import Engine

/// Settings that change while players play.
@Suite struct TuningTests {
  private let slot = PlayerSlot(index: 0)

  private func setting(_ key: String, _ text: String, of slot: PlayerSlot? = nil) throws -> Setting {
    let knob = try #require(Knob(key: key))
    return try #require(knob.value(of: text).flatMap { Setting(knob, of: slot, $0) })
  }

  private func trying(_ settings: [Setting]) -> Tuning.Layers {
    var layers = Tuning.none
    for setting in settings { layers.add(setting) }
    return layers
  }

  private func attempt(_ settings: [Setting], in evening: inout HostHarness) {
    evening.engine.apply(.attempt(trying(settings)), at: evening.now)
    evening.drain()
  }

  /// Sends the packets with these numbers, one every 10 ms, with a steady tilt of 30°.
  private func steer(_ numbers: Range<UInt16>, _ buttons: Buttons = [], in evening: inout HostHarness) {
    for number in numbers {
      evening.receive(Packet(number, roll: .pi / 6, buttons: buttons, nextEdge: nil).datagram)
      evening.pass(.milliseconds(10))
    }
  }

  @Test func `Each setting of the feel has a place, and takes and gives each of its values`() throws {
    var evening = HostHarness.plain(profile: .wheel)
    for knob in Knob.all where knob.scope == .feel {
      let ends: [Int32] =
        switch knob.form {
        case .words(let words): words.indices.map { Int32($0) }
        case .number(let range, _, _, _):
          [range.lowerBound, range.upperBound, (range.lowerBound + range.upperBound) / 2]
        }
      for value in ends {
        let setting = try #require(Setting(knob, of: slot, value))
        attempt([setting], in: &evening)
        #expect(evening.engine.values(of: slot)[Int(knob.number) - 1] == value, "\(knob.key)")
        #expect(evening.engine.values(of: PlayerSlot(index: 1)) == evening.engine.values(of: nil))
      }
    }
    for knob in Knob.all where knob.scope != .feel {
      #expect(evening.engine.values(of: slot)[Int(knob.number) - 1] == nil)
    }
  }

  @Test func `A trial is in the next report, goes straight there, and ends with the former bytes`() throws {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, in: &evening)
    let before = evening.shown()
    #expect(before.leftStick.x > 10_000)
    let count = evening.reports.count
    attempt([try setting("full_lock", "90", of: slot)], in: &evening)
    #expect(evening.reports.count == count + 1, "the report comes without another packet")
    let tried = evening.shown()
    #expect(tried.leftStick.x < before.leftStick.x && tried.leftStick.x > 5_000)
    steer(150..<160, in: &evening)
    #expect(
      evening.reports[(count + 1)...].allSatisfy {
        abs(Int($0.report.leftStick.x) - Int(tried.leftStick.x)) <= 1
      })
    attempt([], in: &evening)
    #expect(evening.shown() == before)
  }

  @Test func `No press is lost or doubled while settings change at every packet`() throws {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, in: &evening)
    let texts = ["0", "40", "20"]
    for step in 0..<200 as Range<UInt16> {
      let isDown = step / 5 % 2 == 0
      let trial = [
        try setting("minimum_press", texts[Int(step) % 3]), try setting("smoothing", "\(1 + step % 9)"),
        try setting("profile", ["wheel", "flight", "raw"][Int(step) % 3], of: slot),
      ]
      attempt(trial, in: &evening)
      steer(150 + step..<151 + step, isDown ? Buttons(.a) : [], in: &evening)
      #expect(evening.shown().leftStick.x > 1_000, "the axis never falls back to rest")
    }
    attempt([], in: &evening)
    evening.pass(.milliseconds(250))
    let history = ButtonHistory(of: .a, in: evening.reports)
    #expect(history.presses == 20 && history.releases == 20)
  }

  @Test func `A pad at rest stays at rest when a setting changes`() throws {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, in: &evening)
    evening.pass(.seconds(2))
    #expect(evening.shown().leftStick == .centre, "its controller is silent")
    attempt([try setting("full_lock", "10")], in: &evening)
    evening.pass(.milliseconds(100))
    #expect(evening.shown().leftStick == .centre)
    steer(150..<160, in: &evening)
    evening.bridge.players.enter(.lobby, for: [], slot, at: evening.now)
    attempt([try setting("full_lock", "20")], in: &evening)
    #expect(evening.shown().leftStick == .centre, "the mode keeps pads at rest")
  }

  @Test func `A player's own setting comes before everybody's, and before what is tried for everybody`()
    throws
  {
    var evening = HostHarness.plain(profile: .wheel)
    var settings = evening.bridge.settings
    settings.tuning.add(try setting("dead_zone", "0.2"))
    settings.tuning.add(try setting("dead_zone", "0.5", of: slot))
    evening.engine.apply(.settings(.init(bridge: settings), name: DeviceName("")), at: evening.now)
    let index = Int(try #require(Knob(key: "dead_zone")).number) - 1
    let values = { (evening: HostHarness) in
      [nil, slot, PlayerSlot(index: 1)].map { evening.engine.values(of: $0)[index] }
    }
    #expect(values(evening) == [200, 500, 200])
    attempt([try setting("dead_zone", "0.3")], in: &evening)
    #expect(values(evening) == [300, 500, 300])
    attempt([try setting("dead_zone", "0.7", of: slot)], in: &evening)
    #expect(values(evening) == [200, 700, 200])
  }

  @Test func `New settings of the configuration reach those who play`() throws {
    var evening = HostHarness.plain(profile: .wheel)
    steer(0..<150, in: &evening)
    let before = evening.shown().leftStick.x
    var settings = evening.bridge.settings
    settings.tuning.add(try setting("full_lock", "90"))
    evening.engine.apply(.settings(.init(bridge: settings), name: DeviceName("")), at: evening.now)
    evening.drain()
    #expect(evening.shown().leftStick.x < before)
  }
}
