import Buzzer
import Model
import Testing

/// What the cheats of controllers lead to, and how clocks are read.
@Suite struct PressTests {
  let clock = ClockOffset(lower: -100, upper: 900, roundTrip: 2_000, isSuspect: false)
  let slot = PlayerSlot(index: 0)

  /// The µs of the host's clock at `time`.
  func stamp(_ time: Double) -> UInt32 { UInt32(truncatingIfNeeded: Room.instant(time).nanoseconds / 1_000) }

  func press(at time: Double, received: Double, clock: ClockOffset?, notBefore: Double = 0) -> Press {
    Press(
      of: slot, at: stamp(time), clock: clock, received: Room.instant(received),
      notBefore: Room.instant(notBefore))
  }

  @Test(arguments: [Int32.min, -5_000_000, 0, 17, Int32.max - 1_000])
  func `A press was between what the bounds of its clock allow, wherever the clock is`(_ offset: Int32) {
    let clock = ClockOffset(lower: offset &- 100, upper: offset &+ 900, roundTrip: 2_000, isSuspect: false)
    let press = Press(
      of: slot, at: stamp(10) &+ UInt32(bitPattern: offset), clock: clock, received: Room.instant(12),
      notBefore: Room.armed)
    #expect(press.time.earliest == Room.instant(9.1) && press.time.latest == Room.instant(10.101))
    #expect(press.doubts.isEmpty)
  }

  @Test func `A press cannot be claimed from before its button was last seen up`() {
    let honest = press(at: 10, received: 12, clock: clock, notBefore: 9.5)
    #expect(honest.time.earliest == Room.instant(9.5) && honest.doubts.isEmpty)
    let backdated = press(at: 2, received: 12, clock: clock, notBefore: 9.5)
    #expect(backdated.time == HostTime(from: Room.instant(12), to: Room.instant(12)))
    #expect(backdated.doubts == .time)
  }

  @Test func `A press from before the round, or from the future, counts when it came`() {
    for claimed in [-5.0, 20] {
      #expect(press(at: claimed, received: 12, clock: clock).doubts == .time)
    }
  }

  @Test func `Who holds packets back wins nothing by it`() {
    let stalled = press(at: 10, received: 100, clock: clock)
    #expect(stalled.doubts == .stalled)
    #expect(stalled.time.latest == Room.instant(68) && stalled.time.earliest == Room.instant(9.1))
  }

  @Test func `A clock that is not known or suspect leaves the time of coming`() {
    let suspect = ClockOffset(lower: 0, upper: 0, roundTrip: 0, isSuspect: true)
    for clock in [nil, suspect] {
      let press = press(at: 10, received: 12, clock: clock)
      #expect(press.time == HostTime(from: Room.instant(12), to: Room.instant(12)) && press.doubts == .clock)
    }
  }

  @Test func `No press was closer than a packet's way`() {
    #expect(press(at: 12, received: 12, clock: clock).time.latest == Room.instant(11.9))
  }
}
