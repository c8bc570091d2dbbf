import Model
import Motion
import Testing
import Wire

@testable import Bridge

/// The dials, which read and write each setting of a dashboard in the settings of an input.
@Suite struct DialTests {
  private typealias Settings = ControllerInput.Settings

  /// Writes `value` with the dial `key`; returns the settings, in which the dial has to read the same value.
  private func settings(_ key: String, _ value: Int32) throws -> Settings {
    let dial = try #require(Dial.all[key])
    var settings = Settings()
    dial.write(&settings, value)
    #expect(dial.read(settings) == value, "\(key)")
    return settings
  }

  @Test func `A number is in the unit of its place`() throws {
    let numbers: [(key: String, value: Int32, path: KeyPath<Settings, Double>, number: Double)] = [
      ("full_lock", 1_800, \.profile.tilt.fullLock, .pi),
      ("full_lock", 450, \.profile.tilt.fullLock, .pi / 4),
      ("dead_zone", 250, \.profile.tilt.deadZone, 0.25), ("curve", 50, \.profile.tilt.curve, 0.5),
      ("stick_dead_zone", 250, \.profile.stick.deadZone, 0.25),
      ("stick_anti_dead_zone", 500, \.profile.stick.antiDeadZone, 0.5),
      ("stick_curve", 75, \.profile.stick.curve, 0.75), ("gyro_rate", 25, \.profile.aim.rate, 2.5),
      ("gyro_tighten", 5, \.profile.aim.tightening, 0.5), ("turn_rate", 720, \.profile.aim.turnRate, 720),
      ("turn_power", 15, \.profile.aim.power, 1.5), ("turn_inner", 125, \.profile.aim.innerZone, 0.125),
      ("turn_outer", 375, \.profile.aim.outerZone, 0.375),
    ]
    for (key, value, path, number) in numbers {
      let written = try settings(key, value)[keyPath: path]
      #expect(abs(written - number) < 1e-12, "\(key)")
    }
  }

  @Test func `A choice is one of its values, in their order`() throws {
    let flags: [(String, KeyPath<Settings, Bool>)] = [
      ("invert", \.profile.tilt.isInverted), ("gyro", \.profile.aim.usesGyro),
      ("flick", \.profile.aim.usesFlick),
    ]
    for (key, path) in flags {
      #expect(try [0, 1].map { try settings(key, $0)[keyPath: path] } == [false, true], "\(key)")
    }
    #expect(try [0, 1].map { try settings("press_hold", $0).pressHold } == [nil, .default])
    let spaces = try [0, 1, 2].map { try settings("gyro_space", $0).profile.aim.space }
    #expect(spaces == [.player, .world, .local])
    #expect(try [0, 1, 2].map { try settings("flick_snap", $0).profile.aim.snap } == [0, 4, 8])
    #expect(try settings("minimum_press", 35).minimumPress == .milliseconds(35))
  }

  @Test func `The smoothing is in hundredths of a hertz, and 0 is none`() throws {
    #expect(try settings("smoothing", 0).profile.filter == .none)
    for (value, cutoff) in [(1, 0.01), (50, 0.5), (1_000, 10)] as [(Int32, Double)] {
      let filter = try settings("smoothing", value).profile.filter
      #expect(filter == .oneEuro(minimumCutoff: cutoff, beta: 5, derivativeCutoff: 5), "\(value)")
    }
    #expect(TiltFilter(smoothing: -1) == .none)
  }

  @Test func `A configured value that no setting has is none`() throws {
    var settings = Settings()
    settings.profile.aim.snap = 5
    settings.pressHold = PressHold(hold: .milliseconds(61))
    #expect(try #require(Dial.all["flick_snap"]).read(settings) == nil)
    #expect(try #require(Dial.all["press_hold"]).read(settings) == nil)
    let smoothing = try #require(Dial.all["smoothing"])
    for filter in [
      .oneEuro(minimumCutoff: 0.5, beta: 4, derivativeCutoff: 5),
      .oneEuro(minimumCutoff: 0.5, beta: 5, derivativeCutoff: 4),
      .oneEuro(minimumCutoff: 0.505, beta: 5, derivativeCutoff: 5), .defaultMovingAverage,
    ] as [TiltFilter] {
      settings.profile.filter = filter
      #expect(smoothing.read(settings) == nil, "\(filter)")
    }
  }

  @Test func `Each setting of the feel but the profile has a dial`() {
    let keys = Knob.all.filter { $0.scope == .feel }.map(\.key)
    #expect(Set(Dial.all.keys) == Set(keys).subtracting(["profile"]))
  }
}
