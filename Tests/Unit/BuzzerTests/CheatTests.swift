import Buzzer
import Guards
import Model
import QuizRoom
import TestSupport
import Testing

/// The ways to cheat listed in docs/buzzer.md, each tried by player 2 against the honest player 1.
@Suite struct CheatTests {
  /// A clock, distorted by the cheat, that a host queries over a network with a delay of 2 ms each way.
  struct Clock {
    var bounds = ClockBounds()
    /// Returns the reading of the clock at a time of the host's clock, both in ms.
    var shown: (Milliseconds) -> Milliseconds

    func stamp(_ time: Milliseconds) -> UInt32 {
      UInt32(truncatingIfNeeded: 77_000_000_000 + Int64((shown(time) * 1_000).rounded(.down)))
    }

    /// Queries the clock from `start` to `end`, every `step` ms.
    mutating func ask(from start: Milliseconds, to end: Milliseconds, every step: Milliseconds = 100) {
      for asked in stride(from: start, to: end, by: step) {
        let answered = stamp(asked + 2)
        let sent = UInt32(truncatingIfNeeded: QuizRoom.instant(asked).nanoseconds / 1_000)
        bounds.add(hostSent: sent, received: answered, sent: answered, at: QuizRoom.instant(asked + 4))
      }
    }

    func offset(_ time: Milliseconds) -> ClockOffset? { bounds.offset(at: QuizRoom.instant(time)) }
  }

  let slots = [PlayerSlot(index: 0), PlayerSlot(index: 1)]
  let honest: Clock

  init() {
    var clock = Clock { $0 }
    clock.ask(from: -10_000, to: 0)
    honest = clock
  }

  /// Returns the decision of a round in which player 1 presses at 100 ms.
  ///
  /// Player 2 claims a press at the time `claimed`, which arrives at `received`. Its earlier states show the button up at
  /// `ups`.
  private func judge(
    _ cheat: Clock, claims claimed: Milliseconds, received: Milliseconds, ups: [Milliseconds]
  ) throws -> Decision {
    var judge = Judge(PlayerSlots(rawValue: 3), armed: QuizRoom.armed)
    for up in ups {
      judge.noteUp(slots[1], at: cheat.stamp(up), cheat.offset(up + 2), received: QuizRoom.instant(up + 2))
    }
    _ = judge.apply(
      Press(
        of: slots[0], at: honest.stamp(100), clock: honest.offset(102), received: QuizRoom.instant(102),
        notBefore: judge.notBefore(slots[0])))
    _ = judge.apply(
      Press(
        of: slots[1], at: cheat.stamp(claimed), clock: cheat.offset(received),
        received: QuizRoom.instant(received), notBefore: judge.notBefore(slots[1]),
        notBeforeTime: judge.notBeforeTime(slots[1])))
    return try #require(judge.decide(at: QuizRoom.instant(received)))
  }

  @Test func `An honest press that is first wins, so that cheats could`() throws {
    let decision = try judge(honest, claims: 90, received: 92, ups: [75])
    #expect(decision.outcome == .winner(slots[1]))
  }

  @Test(arguments: [-50.0, 50, 89.9, 95])
  func `A press from before the button was seen up counts when it came`(_ claimed: Milliseconds) throws {
    let decision = try judge(honest, claims: claimed, received: 112, ups: [70, 98])
    #expect(decision.outcome == .winner(slots[0]))
    #expect(decision.presses[1].doubts == .time)
  }

  @Test func `Who claims the earliest that is left has still won nothing`() throws {
    let decision = try judge(honest, claims: 106, received: 112, ups: [90, 105])
    #expect(decision.outcome == .winner(slots[0]))
  }

  @Test(arguments: [140.0, 170, 220])
  func `Who holds packets back does not win by it, and is found out`(_ received: Milliseconds) throws {
    let decision = try judge(honest, claims: 90, received: received, ups: [75])
    #expect(decision.outcome == .tooClose(PlayerSlots(rawValue: 3)))
    #expect(decision.presses.first { $0.slot == slots[1] }?.doubts == .stalled)
  }

  @Test(arguments: [300, 500, 1_000, 5_000, -300, -500, -1_000, -5_000] as [Double])
  func `A clock that runs wrong wins nothing at any time`(_ partsPerMillion: Double) throws {
    var cheat = Clock { $0 * (1 + partsPerMillion * 1e-6) }
    cheat.ask(from: -20_000, to: 0)
    var suspect = 0
    for second in 0..<60 {
      let start = Double(second) * 1_000
      cheat.ask(from: start, to: start + 1_000, every: 50)
      let now = start + 1_002
      let press = Press(
        of: slots[1], at: cheat.stamp(now - 2), clock: cheat.offset(now), received: QuizRoom.instant(now),
        notBefore: QuizRoom.armed)
      suspect += press.doubts == .clock ? 1 : 0
      // The rival pressed 5 ms earlier, so the rival's interval must end before that of this press begins.
      let rival = HostTime(from: QuizRoom.instant(now - 9), to: QuizRoom.instant(now - 5))
      #expect(press.time.earliest > rival.latest, "second \(second)")
    }
    #expect(suspect > 0, "\(suspect) of 60 presses")
  }

  /// Returns a clock that steps when the round begins, and that the host queries twice before the press.
  private func stepping(by step: Milliseconds) -> Clock {
    var clock = Clock { $0 > 0 ? $0 + step : $0 }
    clock.ask(from: -10_000, to: 0)
    clock.ask(from: 1, to: 90, every: 50)
    return clock
  }

  @Test(arguments: [4.5, 10, 500, -4.5, -10, -500])
  func `A clock that steps by more than a round trip is found out, and its presses count when they come`(
    _ step: Milliseconds
  ) throws {
    let decision = try judge(stepping(by: step), claims: 105, received: 107, ups: [80])
    #expect(decision.outcome == .winner(slots[0]))
    #expect(decision.presses.first { $0.slot == slots[1] }?.doubts == .clock)
  }

  @Test(arguments: [-3.9, -3, -2, 2, 3, 3.9])
  func `A clock that steps by less wins nothing beyond its bounds`(_ step: Milliseconds) throws {
    let decision = try judge(stepping(by: step), claims: 105, received: 107, ups: [80])
    #expect(decision.outcome != .winner(slots[1]))
  }

  @Test(arguments: [-1e6, -50, -20, 20, 50, 1e6])
  func `A clock that is wrong by the same for everything is a clock like others`(_ shift: Milliseconds) throws
  {
    var cheat = Clock { $0 + shift }
    cheat.ask(from: -10_000, to: 0)
    let decision = try judge(cheat, claims: 105, received: 107, ups: [90])
    #expect(decision.outcome == .winner(slots[0]) && decision.presses.allSatisfy { $0.doubts.isEmpty })
  }

  @Test(arguments: [40.0, 60, 500])
  func `Answers that disagree with the presses count as packets held back`(_ lie: Milliseconds) throws {
    var answers = Clock { $0 + lie }
    answers.ask(from: -10_000, to: 0)
    var cheat = honest
    cheat.bounds = answers.bounds
    // The press is at 140 ms, but the false clock makes it look earlier.
    let decision = try judge(cheat, claims: 140, received: 142, ups: [125])
    #expect(decision.outcome != .winner(slots[1]))
    let doubts = decision.presses.first { $0.slot == slots[1] }?.doubts
    #expect(doubts == (lie < 100 ? .stalled : .time))
  }
}
