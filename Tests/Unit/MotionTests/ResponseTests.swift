import Model
import Testing

@testable import Motion

/// The exact values of responses, profiles, filters and axes.
@Suite struct ResponseTests {
  @Test(
    arguments: [
      (0, 0), (1, 0), (1.5, 0.3125), (2, 1), (3, 1), (-1, 0), (-1.5, -0.3125), (-2, -1), (-3, -1),
    ] as [(Double, Double)])
  func `A tilt moves the axis from the edge of the dead zone on, by a blend of a line and a cube`(
    radians: Double, axis: Double
  ) {
    // At half of the way, the response is 0.5 · (0.5 + 0.5 · 0.5²).
    var response = TiltResponse(fullLock: 2, deadZone: 0.5, curve: 0.5)
    #expect(response(radians) == axis)
    response.isInverted = true
    #expect(response(radians) == -axis)
  }

  @Test func `A stick moves from the edge of its dead zone on, and starts at that of the game's`() {
    let response = StickResponse(deadZone: 0.5, antiDeadZone: 0.25, curve: 0.5)
    // At half of the way, the response is 0.25 + 0.75 · 0.3125.
    for (x, wanted) in [(0.5, 0), (0.75, 0.484375), (1, 1), (-0.75, -0.484375), (-1, -1)]
      as [(Double, Double)]
    {
      #expect(response(x, 0) == (x: wanted, y: 0))
      #expect(response(0, x) == (x: 0, y: wanted))
    }
    #expect(response(0.3, 0.4) == (x: 0, y: 0), "the dead zone is round")
    #expect(response(3, 4) == (x: 0.6, y: 0.8), "beyond the end it is the end")
    #expect(StickResponse.direct(0, 0) == (x: 0, y: 0))
    #expect(StickResponse.direct(0.6, -0.8) == (x: 0.6, y: -0.8))
  }

  @Test func `An axis is rounded to the nearest step, and never beyond its ends`() {
    let values = [-2, -1, -0.5, 0, 0.5, 0.99999, 1, 2].map(Stick.axis)
    #expect(values == [-32_767, -32_767, -16_384, 0, 16_384, 32_767, 32_767, 32_767])
  }

  @Test func `The profiles are those of the documents`() {
    let wheel = Profile(leftX: .roll, tilt: TiltResponse(fullLock: .pi / 4, deadZone: 0.03))
    let flight = Profile(
      leftX: .roll, leftY: .pitch, tilt: TiltResponse(fullLock: .pi / 6, deadZone: 0.03, curve: 0.3))
    let raw = Profile(
      leftX: .roll, leftY: .pitch, rightX: .yaw, tilt: TiltResponse(fullLock: .pi), filter: .none)
    #expect(Profile.wheel == wheel && Profile.flight == flight && Profile.raw == raw)
    #expect(Profile.pad == Profile(tilt: TiltResponse(fullLock: .pi / 4)))
    #expect(Profile.named.map(\.name) == ["wheel", "pad", "flight", "raw"])
    #expect(Profile.named.map(\.profile) == [.wheel, .pad, .flight, .raw])
    let aim = Aim()
    #expect(!aim.usesGyro && !aim.usesFlick && aim.snap == 0 && !aim.isOn)
    for (usesGyro, usesFlick) in [(true, false), (false, true), (true, true)] {
      var aim = Aim()
      (aim.usesGyro, aim.usesFlick) = (usesGyro, usesFlick)
      #expect(aim.isOn)
    }
  }

  @Test func `The filters have the defaults of the documents`() {
    #expect(TiltFilter.default == .oneEuro(minimumCutoff: 0.5, beta: 5, derivativeCutoff: 5))
    #expect(TiltFilter.defaultMovingAverage == .movingAverage(count: 5))
    let gate = TiltFilter.GateSettings(
      longWindow: .milliseconds(200), shortWindow: .milliseconds(20), closedSpeed: 0.1, openSpeed: 0.5)
    #expect(TiltFilter.defaultGatedAverage == .gatedAverage(gate))
  }

  @Test(
    arguments: [
      (.oneEuro(minimumCutoff: 1, beta: 1, derivativeCutoff: 0), false),
      (.oneEuro(minimumCutoff: 1_001, beta: 1, derivativeCutoff: 1), false),
      (.oneEuro(minimumCutoff: 1, beta: 1_001, derivativeCutoff: 1), false),
      (.gatedAverage(.init(longWindow: .milliseconds(250))), true),
      (.gatedAverage(.init(longWindow: .milliseconds(251))), false),
      (.gatedAverage(.init(shortWindow: .milliseconds(1))), true),
      (.gatedAverage(.init(shortWindow: Interval(nanoseconds: 999_999))), false),
      (.gatedAverage(.init(closedSpeed: 0)), true), (.gatedAverage(.init(closedSpeed: -0.1)), false),
      (.gatedAverage(.init(openSpeed: 1_000)), true), (.gatedAverage(.init(openSpeed: 1_000.5)), false),
    ] as [(TiltFilter, Bool)])
  func `Each number of a filter has its limits`(filter: TiltFilter, isValid: Bool) {
    #expect(filter.isValid == isValid)
  }

  @Test(
    arguments: [(0.1, 0), (0.2, 0.15625), (0.3, 0.5), (0.4, 0.84375), (0.5, 1), (0.9, 1), (-0.3, 0.5)]
      as [(Double, Double)])
  func `Between its speeds the gate opens by a smooth step`(speed: Double, share: Double) {
    // The centres of the two windows are 0.1 s apart.
    let turn = speed * 0.1 * Angle.unitsPerRadian
    let long = TimeWindow.Mean(lead: SIMD3(1_000, 0, 7), microseconds: 110_000)
    let short = TimeWindow.Mean(lead: SIMD3(1_000 + Int64(turn.rounded()), 0, 7), microseconds: 10_000)
    let lead = TiltFilter.GateSettings().lead(long: long, short: short)
    #expect(abs(Double(lead.x) - 1_000 - turn * share) < 2 && lead.y == 0 && lead.z == 7)
    let same = TiltFilter.GateSettings().lead(
      long: long, short: TimeWindow.Mean(lead: .zero, microseconds: 110_000))
    #expect(same == long.lead, "windows of the same age are the same")
  }

  private func report(_ mapping: inout AxisMapping, _ tilt: Tilt, _ stick: Stick = .centre) -> PadReport {
    let state = ControllerState(sampleTime: 0, tilt: tilt, sticks: .init(left: stick, right: stick))
    return mapping.report(for: state, tilt: tilt)
  }

  private func roll(_ radians: Double) -> Tilt { Tilt(roll: Angle(radians: radians)) }

  @Test func `Each axis remembers by itself to which side it was turned`() {
    var profile = Profile.wheel
    (profile.leftX, profile.leftY, profile.rightX, profile.rightY) = (.roll, .pitch, .yaw, .pitch)
    var mapping = AxisMapping(profile: profile)
    for angle in [2.0, -3] {
      let (one, other) = (Angle(radians: angle), Angle(radians: -angle))
      let shown = report(&mapping, Tilt(roll: one, pitch: other, yaw: one))
      #expect(shown.leftStick == Stick(x: 32_767, y: -32_767), "at \(angle)")
      #expect(shown.rightStick == Stick(x: 32_767, y: -32_767), "at \(angle)")
    }
  }

  @Test func `A wheel leaves its lock only on the side on which it came`() {
    var mapping = AxisMapping(profile: .wheel)
    for (angle, x) in [
      (0.1, true), (-0.1, false), (0.1, true), (3, true), (-3, true), (-2.4, true), (-2.3, false), (3, false),
    ] as [(Double, Bool)] {
      #expect((report(&mapping, roll(angle)).leftStick.x > 0) == x, "at \(angle)")
    }
    mapping.recentre(at: .zero)
    #expect(mapping.centre == .zero)
    #expect(report(&mapping, roll(3)).leftStick.x == 32_767)
    mapping.recentre(at: .zero)
    #expect(report(&mapping, roll(-3)).leftStick.x == -32_767)
  }

  @Test(arguments: [(0.75, -32_767), (0.7499, 32_767), (1, -31_290)] as [(Double, Int16)])
  func `An axis with a lock of 135° or more jumps from one end to the other`(lock: Double, x: Int16) {
    var profile = Profile.wheel
    profile.tilt = TiltResponse(fullLock: lock * .pi)
    var mapping = AxisMapping(profile: profile)
    _ = report(&mapping, roll(3))
    #expect(report(&mapping, roll(-3)).leftStick.x == x)
  }

  @Test func `A profile's own response bends both sticks`() {
    var profile = Profile.pad
    profile.stick = StickResponse(deadZone: 0.5)
    var mapping = AxisMapping(profile: profile)
    for (stick, shown) in [(Stick(x: 16_000), Stick.centre), (Stick(y: -32_767), Stick(y: -32_767))] {
      let report = report(&mapping, .zero, stick)
      #expect(report.leftStick == shown && report.rightStick == shown)
    }
    #expect(report(&mapping, .zero, Stick(x: 24_575)).leftStick == Stick(x: 16_383))
  }
}
