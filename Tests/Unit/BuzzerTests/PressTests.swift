import Buzzer
import Model
import QuizRoom
import Testing

/// The doubts about presses of cheating controllers, and the reading of clocks.
@Suite struct PressTests {
  let clock = ClockOffset(lower: -100, upper: 900, roundTrip: 2_000, isSuspect: false)
  let slot = PlayerSlot(index: 0)

  /// Returns the host's clock at `time`, in µs.
  func stamp(_ time: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: QuizRoom.instant(time).nanoseconds / 1_000)
  }

  func press(
    at time: Double, received: Double, clock: ClockOffset?, notBefore: Double = 0,
    precision: Interval = .zero, inputDelay: Interval = .zero
  ) -> Press {
    Press(
      of: slot, at: stamp(time), clock: clock, received: QuizRoom.instant(received),
      notBefore: QuizRoom.instant(notBefore), precision: precision, inputDelay: inputDelay)
  }

  @Test(arguments: [Int32.min, -5_000_000, 0, 17, Int32.max - 1_000])
  func `A press was between what the bounds of its clock allow, wherever the clock is`(_ offset: Int32) {
    let clock = ClockOffset(lower: offset &- 100, upper: offset &+ 900, roundTrip: 2_000, isSuspect: false)
    let press = Press(
      of: slot, at: stamp(10) &+ UInt32(bitPattern: offset), clock: clock, received: QuizRoom.instant(12),
      notBefore: QuizRoom.armed)
    // The clocks may drift by 50 ns per ms while the press is on the way.
    let drift = Interval(nanoseconds: 2_900_000 / 20_000)
    #expect(press.time.earliest == QuizRoom.instant(9.1) - drift)
    #expect(press.time.latest == QuizRoom.instant(10.101) + drift)
    #expect(press.doubts.isEmpty)
  }

  @Test func `A press that was under way for seconds is known less exactly, by 50 µs each second`() {
    let time = HostTime(of: stamp(10), clock, received: QuizRoom.instant(3_009.1))
    #expect(time.earliest == QuizRoom.instant(9.1) - .microseconds(150))
    #expect(time.latest == QuizRoom.instant(10.101) + .microseconds(150))
  }

  @Test func `A press whose time is known less exactly has a wider interval, within what is certain`() {
    let exact = press(at: 10, received: 12, clock: clock)
    let vague = press(at: 10, received: 12, clock: clock, precision: .microseconds(100))
    #expect(vague.time.earliest == exact.time.earliest - .microseconds(100))
    #expect(vague.time.latest == exact.time.latest + .microseconds(100))
    let clipped = press(at: 10, received: 10.15, clock: clock, notBefore: 9.05, precision: .microseconds(100))
    #expect(clipped.time == HostTime(from: QuizRoom.instant(9.05), to: QuizRoom.instant(10.15)))
  }

  @Test func `A press cannot be claimed from before its button was last seen up`() {
    let honest = press(at: 10, received: 12, clock: clock, notBefore: 9.5)
    #expect(honest.time.earliest == QuizRoom.instant(9.5) && honest.doubts.isEmpty)
    let backdated = press(at: 2, received: 12, clock: clock, notBefore: 9.5)
    #expect(backdated.time == HostTime(from: QuizRoom.instant(12), to: QuizRoom.instant(12)))
    #expect(backdated.doubts == .time)
  }

  @Test(arguments: [(0, true), (1, false)] as [(Int64, Bool)])
  func `A press may be as late as it came, and its button was up no later than that`(
    late: Int64, isTrue: Bool
  ) {
    let received = QuizRoom.instant(12)
    let press = Press(
      of: slot, at: stamp(12), clock: clock, received: received,
      notBefore: received + Interval(nanoseconds: late))
    #expect(press.doubts == (isTrue ? [] : .time))
    #expect(press.time == HostTime(from: received, to: received))
  }

  @Test(
    arguments: [(0, 0, true), (1, 0, false), (1, 999, false), (1, 1_000, true), (2, 1_999, false)]
      as [(UInt32, Int64, Bool)])
  func `A press is earlier than its own clock showed the button up by no more than its precision`(
    early: UInt32, precision: Int64, isTrue: Bool
  ) {
    for shift in [0, stamp(10)] as [UInt32] {
      let bounds = ClockOffset(
        lower: Int32(bitPattern: 0 &- shift), upper: Int32(bitPattern: 0 &- shift), roundTrip: 2_000,
        isSuspect: false)
      let pressed = stamp(10) &- shift
      let press = Press(
        of: slot, at: pressed, clock: bounds, received: QuizRoom.instant(12), notBefore: QuizRoom.armed,
        notBeforeTime: pressed &+ early, precision: Interval(nanoseconds: precision))
      #expect(press.doubts == (isTrue ? [] : .time))
    }
  }

  @Test func `A press is stalled once it took longer than a round trip, 30 ms and the page's delay`() {
    let received = QuizRoom.instant(50)
    let latest = HostTime(of: stamp(10), clock, received: received).latest
    let rest = received.nanoseconds - latest.nanoseconds - 32_000_000
    for (delay, doubts) in [(rest, PressDoubts()), (rest - 1, .stalled)] {
      let press = press(at: 10, received: 50, clock: clock, inputDelay: Interval(nanoseconds: delay))
      #expect(press.doubts == doubts)
    }
  }

  @Test func `A press from before the round, or from the future, counts when it came`() {
    for claimed in [-5.0, 20] {
      #expect(press(at: claimed, received: 12, clock: clock).doubts == .time)
    }
  }

  @Test func `Who holds packets back wins nothing by it`() {
    let stalled = press(at: 10, received: 100, clock: clock)
    #expect(stalled.doubts == .stalled)
    #expect(stalled.time.latest == QuizRoom.instant(68))
    #expect(stalled.time.earliest <= QuizRoom.instant(9.1))
    // A page's browser may report input late by `inputDelay`, so this delay raises no doubt.
    #expect(press(at: 10, received: 60, clock: clock).doubts == .stalled)
    #expect(press(at: 10, received: 60, clock: clock, inputDelay: .milliseconds(30)).doubts.isEmpty)
  }

  @Test func `A clock that is not known or suspect leaves the time of coming`() {
    let suspect = ClockOffset(lower: 0, upper: 0, roundTrip: 0, isSuspect: true)
    for clock in [nil, suspect] {
      let press = press(at: 10, received: 12, clock: clock)
      #expect(
        press.time == HostTime(from: QuizRoom.instant(12), to: QuizRoom.instant(12)) && press.doubts == .clock
      )
    }
  }

  @Test func `No press was after it came, and how long its way took is not assumed`() {
    #expect(press(at: 12, received: 12, clock: clock).time.latest == QuizRoom.instant(12))
  }
}
