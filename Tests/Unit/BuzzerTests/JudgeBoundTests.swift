import Model
import Testing

@testable import Buzzer

/// The judge at the bounds of its times, with presses whose intervals are given.
@Suite struct JudgeBoundTests {
  private let armed = Instant(nanoseconds: 1_000_000_000_000)
  private let clock = ClockOffset(lower: -100, upper: 100, roundTrip: 2_000, isSuspect: false)
  private let nanosecond = Interval(nanoseconds: 1)
  private let three = PlayerSlots(rawValue: 7)

  private func slot(_ index: Int) -> PlayerSlot { PlayerSlot(index: index) }

  /// Returns the time `milliseconds` after the beginning of the round.
  private func time(_ milliseconds: Int64) -> Instant { armed + .milliseconds(milliseconds) }

  /// Returns the reading of the host's clock `milliseconds` after the beginning of the round, in µs.
  private func stamp(_ milliseconds: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: time(milliseconds).nanoseconds / 1_000)
  }

  /// Returns a press within `range`, in ms.
  private func press(_ index: Int, _ range: ClosedRange<Int64>, received: Int64 = 60) -> Press {
    let time = HostTime(from: time(range.lowerBound), to: time(range.upperBound))
    return Press(of: slot(index), time: time, received: self.time(received), doubts: [])
  }

  @Test(arguments: [nil, 100] as [Int64?])
  func `Who is silent is awaited for 150 ms after the last packet, or else after the beginning`(
    _ heard: Int64?
  ) throws {
    var judge = Judge([PlayerSlots(slot(0)), PlayerSlots(slot(1))], armed: armed)
    // A packet that arrived after a newer one does not shorten the wait.
    for received in [heard, heard.map { $0 / 2 }] {
      if let received { judge.noteUp(slot(1), at: 0, nil, received: time(received)) }
    }
    #expect(judge.notBefore(slot(1)) == time(heard ?? 0))
    let last = heard ?? 0
    _ = judge.apply(press(0, last + 80...last + 90, received: last + 140))
    #expect(judge.decide(at: time(last + 150)) == nil)
    let decision = try #require(judge.decide(at: time(last + 150) + nanosecond))
    #expect(decision.outcome == .winner(slot(0)) && decision.unheard == PlayerSlots(slot(1)))
  }

  @Test func `A round is decided 150 ms after the first arrival, though a player is still awaited`() throws {
    var judge = Judge(three, armed: armed)
    for (index, received) in [(0, 30), (1, 25)] as [(Int, Int64)] {
      _ = judge.apply(press(index, 10...20, received: received))
    }
    judge.noteUp(slot(2), at: stamp(10), clock, received: time(100))
    #expect(judge.deadline == time(175))
    #expect(judge.decide(at: time(175) - nanosecond) == nil)
    #expect(try #require(judge.decide(at: time(175))).unheard == PlayerSlots(slot(2)))
    judge.remove(slot(1))
    #expect(judge.deadline == time(180))
    let isTaken = judge.apply(press(1, 10...20))
    judge.remove(slot(0))
    #expect(!isTaken && judge.deadline == .distantFuture && judge.decide(at: time(500)) == nil)
  }

  @Test(arguments: [(0, false), (1, true)] as [(Int64, Bool)])
  func `A button that was up until the end of the first press may have been first, and not one later`(
    _ late: Int64, _ isHeard: Bool
  ) {
    var judge = Judge([PlayerSlots(slot(0)), PlayerSlots(slot(1))], armed: armed)
    _ = judge.apply(press(0, 10...20, received: 20))
    judge.noteUp(slot(1), at: 0, nil, received: time(20) + Interval(nanoseconds: late))
    #expect((judge.decide(at: time(21)) != nil) == isHeard)
    var rivals = Judge([PlayerSlots(slot(0)), PlayerSlots(slot(1))], armed: armed)
    let rival = HostTime(from: time(20) + Interval(nanoseconds: late), to: time(30))
    _ = rivals.apply(press(0, 10...20))
    _ = rivals.apply(Press(of: slot(1), time: rival, received: time(60), doubts: []))
    let ruling: Decision.Ruling = isHeard ? .winner(slot(0)) : .tooClose(PlayerSlots(rawValue: 3))
    #expect(rivals.decide(at: time(60))?.outcome == ruling)
  }

  struct Scene: Sendable {
    /// The presses of the players in the order of their slots, in ms.
    var presses: [ClosedRange<Int64>]
    var ruling: Decision.Ruling
    var lead, uncertainty: Int64
    /// The players in the order of the middles of their presses.
    var order: [Int]
  }

  @Test(arguments: [
    Scene(
      presses: [10...12, 50...54, 30...36], ruling: .winner(PlayerSlot(index: 0)), lead: 22, uncertainty: 4,
      order: [0, 2, 1]),
    Scene(
      presses: [50...54, 30...36, 10...12], ruling: .winner(PlayerSlot(index: 2)), lead: 22, uncertainty: 4,
      order: [2, 1, 0]),
    Scene(
      presses: [22...24, 10...30, 40...44], ruling: .tooClose(PlayerSlots(rawValue: 3)), lead: -3,
      uncertainty: 11, order: [1, 0, 2]),
    Scene(
      presses: [10...20, 14...20], ruling: .tooClose(PlayerSlots(rawValue: 3)), lead: 2, uncertainty: 8,
      order: [0, 1]),
  ])
  func `The press that ends first is compared with the others, and leads the one of the next middle`(
    _ scene: Scene
  ) throws {
    var judge = Judge(three, armed: armed)
    for (index, range) in scene.presses.enumerated() { _ = judge.apply(press(index, range)) }
    let decision = try #require(judge.decide(at: time(210)))
    #expect(decision.outcome == scene.ruling && decision.presses.map(\.slot.index) == scene.order)
    let margin = Decision.Margin(
      lead: .milliseconds(scene.lead), uncertainty: .milliseconds(scene.uncertainty))
    #expect(decision.margin == margin)
  }

  @Test func `The latest reading of a controller's clock counts, across its wrap and until the press`() {
    var judge = Judge(three, armed: armed)
    #expect(judge.notBeforeTime(slot(0)) == nil)
    for (shown, expected) in [(0xffff_fff0, 0xffff_fff0), (0x10, 0x10), (0x0f, 0x10)] as [(UInt32, UInt32)] {
      judge.noteUp(slot(0), at: shown, nil, received: time(1))
      #expect(judge.notBeforeTime(slot(0)) == expected)
    }
    judge.noteUp(slot(0), at: 2_000, nil, received: time(1), inputDelay: .milliseconds(1))
    _ = judge.apply(press(0, 10...20))
    judge.noteUp(slot(0), at: 5_000, nil, received: time(99))
    #expect(judge.notBeforeTime(slot(0)) == 1_000 && judge.notBefore(slot(0)) == time(1))
  }

  @Test func `A page's button was up until the earliest time of the state, less the page's delay`() {
    var judge = Judge(three, armed: armed)
    judge.noteUp(
      slot(0), at: stamp(125), clock, received: time(126), inputDelay: .milliseconds(30))
    // This is 124.9 ms less the input delay of 30 ms, less 55 ns of drift in 1.1 ms.
    #expect(judge.notBefore(slot(0)) == time(94) + .microseconds(900) - Interval(nanoseconds: 55))
    #expect(judge.notBeforeTime(slot(0)) == stamp(95))
  }
}
