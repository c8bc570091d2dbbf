import Model
import Testing

/// Times, angles and the offset of a clock.
@Suite struct InstantTests {
  @Test func `Units of time are multiples of a nanosecond, and fractions are cut towards zero`() {
    #expect(Interval.microseconds(3).nanoseconds == 3_000)
    #expect(Interval.milliseconds(3).nanoseconds == 3_000_000)
    #expect(Interval.seconds(3).nanoseconds == 3_000_000_000 && Interval.zero.nanoseconds == 0)
    for (nanoseconds, microseconds) in [(1_999, 1), (2_000, 2), (-1_999, -1), (-2_000, -2)]
      as [(Int64, Int64)]
    {
      #expect(Interval(nanoseconds: nanoseconds).microseconds == microseconds)
    }
    #expect(Interval(nanoseconds: 1_500_000_000).seconds == 1.5)
  }

  @Test func `Times add up, and wrap instead of ending the program`() {
    let (early, late) = (Instant(nanoseconds: 100), Instant(nanoseconds: 130))
    let (short, long) = (Interval(nanoseconds: 7), Interval(nanoseconds: 23))
    #expect(early + short == Instant(nanoseconds: 107) && early - short == Instant(nanoseconds: 93))
    #expect(late - early == Interval(nanoseconds: 30) && early - late == Interval(nanoseconds: -30))
    #expect(short + long == Interval(nanoseconds: 30))
    #expect(early < late && !(late < early) && !(early < early))
    #expect(short < long && !(long < short) && !(short < short))
    #expect(Instant.distantFuture.nanoseconds == .max)
    #expect(Instant.distantFuture + short == Instant(nanoseconds: .min + 6))
  }

  @Test(
    arguments: [
      (0x7fff, 0), (0x8000, 1), (-0x8000, 0), (-0x8001, -1), (0x17fff, 1), (0x18000, 2),
      (0x7fff_7fff, .max), (0x7fff_8000, .min), (.min, .min),
    ] as [(Int32, Int16)])
  func `An angle's sixteen bits are the nearest ones`(raw: Int32, bits: Int16) {
    #expect(Angle(raw: raw).bam16 == bits)
  }

  @Test func `Angles are turned on past ±π, each axis by itself`() {
    #expect(Angle(bam16: 1).raw == 65_536 && Angle(bam16: .min).raw == .min && Angle.zero.raw == 0)
    #expect(Angle(raw: .max) + Angle(raw: 2) == Angle(raw: .min + 1))
    #expect(Angle(raw: .min) - Angle(raw: 2) == Angle(raw: .max - 1))
    #expect(Angle(radians: .pi / 2).raw == 1 << 30 && Angle(radians: 5 * .pi / 2).raw == 1 << 30)
    let tilts = ([1, 10] as [Int32]).map {
      Tilt(roll: Angle(raw: $0), pitch: Angle(raw: 3 * $0), yaw: Angle(raw: 7 * $0))
    }
    #expect(
      tilts[1] - tilts[0] == Tilt(roll: Angle(raw: 9), pitch: Angle(raw: 27), yaw: Angle(raw: 63)))
  }

  @Test(
    arguments: [
      (0, 0, 0), (0, 1, 0), (1, 0, 0.5), (0, -1, 1), (-1, 0, -0.5), (1, 1, 0.25), (-1, 1, -0.25),
      (1, -1, 0.75), (-1, -1, -0.75), (-1e-12, -1, -1), (1, 1.7320508075688772, 1.0 / 6),
      (1.7320508075688772, 1, 1.0 / 3), (1.7320508075688772, -1, 2.0 / 3),
      (-1, -1.7320508075688772, -5.0 / 6),
      (0.4142135623730950, 1, 0.125), (-3, 7.242640687119285, -0.125), (1e-300, 1e-300, 0.25),
    ] as [(Double, Double, Double)])
  func `The direction to a point is within 2 · 10⁻⁸ rad`(y: Double, x: Double, share: Double) {
    let error = Angle(y: y, x: x) - Angle(radians: share * .pi)
    #expect(abs(error.radians) < 2e-8, "\(error.radians)")
  }

  @Test func `An offset lies within its bounds, the bounds included, although clocks wrap`() {
    let near = ClockOffset(lower: -3, upper: 4, roundTrip: 0, isSuspect: false)
    #expect((-5...6).filter { near.contains($0) } == Array(-3...4))
    #expect(near.halfWidth == Interval(nanoseconds: 3_500))
    let wrapped = ClockOffset(lower: .max - 1, upper: .min + 1, roundTrip: 0, isSuspect: false)
    for offset in [.max - 1, .max, .min, .min + 1] as [Int32] { #expect(wrapped.contains(offset)) }
    for offset in [.max - 2, .min + 2, 0] as [Int32] { #expect(!wrapped.contains(offset)) }
    #expect(wrapped.halfWidth == Interval(nanoseconds: 1_500))
  }

  @Test func `Phases of silence are ordered by its length`() {
    let phases = SilencePhase.allCases
    #expect(phases.map(\.label) == ["live", "holding", "releasing", "released"])
    for (index, phase) in phases.enumerated() {
      #expect(phases.filter { $0 < phase } == Array(phases[..<index]))
    }
  }
}
