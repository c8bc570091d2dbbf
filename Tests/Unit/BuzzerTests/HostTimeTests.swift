import Model
import Testing

@testable import Buzzer

/// The intervals in which events have happened, to the nanosecond.
@Suite struct HostTimeTests {
  private let start = Instant(nanoseconds: 5_000_000_000_000)
  private let clock = ClockOffset(lower: -100, upper: 900, roundTrip: 2_000, isSuspect: false)

  /// Returns the time `microseconds` after the start.
  private func time(_ microseconds: Int64) -> Instant { start + .microseconds(microseconds) }

  /// Returns the reading of the host's clock `microseconds` after the start, in µs.
  private func stamp(_ microseconds: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: time(microseconds).nanoseconds / 1_000)
  }

  @Test func `The middle and the half-width of an interval are whole nanoseconds`() {
    let time = HostTime(from: Instant(nanoseconds: 3), to: Instant(nanoseconds: 8))
    #expect(time.middle == Instant(nanoseconds: 5) && time.halfWidth == Interval(nanoseconds: 2))
  }

  @Test func `An event that claims to be later than its packet is not widened by a drift`() {
    let event = HostTime(of: stamp(20_000), clock, received: time(12_000))
    #expect(event == HostTime(from: time(19_100), to: time(20_101)))
  }

  @Test func `A claim spans its bounds, its drift and its precision, and ends when it has come`() {
    let claim = PressClaim(
      PlayerSlot(index: 0), at: stamp(10_000), precision: .microseconds(100), clock: clock)
    // By the arrival at 12,000 µs, the clocks may have drifted by 145 ns in 2.9 ms. By the arrival at 10,150
    // µs, by 52 ns in 1.05 ms.
    let drift = Interval(nanoseconds: 145)
    #expect(
      claim.span(received: time(12_000))
        == HostTime(from: time(9_000) - drift, to: time(10_201) + drift))
    #expect(
      claim.span(received: time(10_150))
        == HostTime(from: time(9_000) - Interval(nanoseconds: 52), to: time(10_150)))
  }

  @Test(arguments: [nil, ClockOffset(lower: 0, upper: 0, roundTrip: 0, isSuspect: true)])
  func `A claim whose clock cannot be read spans only its arrival`(_ clock: ClockOffset?) {
    let claim = PressClaim(
      PlayerSlot(index: 0), at: stamp(10_000), precision: .microseconds(100), clock: clock)
    #expect(claim.span(received: time(12_000)) == HostTime(from: time(12_000), to: time(12_000)))
  }
}
