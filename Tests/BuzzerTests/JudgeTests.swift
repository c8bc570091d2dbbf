import Buzzer
import Model
import TestDelays
import Testing

@Suite struct JudgeTests {
  static let house: [Delays] = [.quiet, .quiet, .quiet, .busy, .busy, .powerSave, .powerSave, .wired]

  func slot(_ index: Int) -> PlayerSlot { PlayerSlot(index: index) }

  /// Presses of everybody within 100 ms, the first so many ms before all others.
  func presses(of count: Int, lead: Double, _ dice: inout Dice) -> (times: [Double?], first: Int) {
    let first = Int.random(in: 0..<count, using: &dice)
    let start = 50 + 100 * dice.unit()
    return ((0..<count).map { $0 == first ? start : start + lead + 100 * dice.unit() }, first)
  }

  @Test(arguments: [JudgeTests.house] + Delays.allCases.map { Array(repeating: $0, count: 4) })
  func `Who is declared the winner was not later than anybody else`(_ networks: [Delays]) throws {
    var dice = Dice(state: 1)
    var decided = 0
    for seed in UInt64(0)..<300 {
      let (times, _) = presses(of: networks.count, lead: 4 * dice.unit(), &dice)
      var room = Room(networks, seed: seed)
      let played = room.play(times)
      let (decision, _) = try #require(played)
      guard case .winner(let winner) = decision.outcome else { continue }
      decided += 1
      let won = try #require(times[winner.index])
      for (index, time) in times.enumerated() where !decision.unheard.contains(PlayerSlots(slot(index))) {
        #expect(won <= time ?? .infinity, "seed \(seed): player \(index + 1) was before \(winner.number)")
      }
    }
    // Behind a network that is 50 ms slower one way than the other little can be told.
    #expect(decided > (networks.contains(.lopsided) ? 0 : 100), "\(decided) of 300")
  }

  @Test func `Five milliseconds ahead is decided, and half of one is not`() throws {
    for (lead, share) in [(5.0, 0.98...1.0), (0.5, 0.0...0.02)] {
      var dice = Dice(state: 2)
      var decided = 0
      for seed in UInt64(0)..<200 {
        // Somebody is just so far behind.
        var (times, first) = presses(of: 8, lead: lead, &dice)
        times[(first + 1) % 8] = times[first].map { $0 + lead }
        var room = Room(JudgeTests.house, seed: seed)
        let played = room.play(times)
        let (decision, _) = try #require(played)
        if decision.outcome == .winner(slot(first)) { decided += 1 }
      }
      #expect(share.contains(Double(decided) / 200), "\(lead) ms ahead: \(decided) of 200")
    }
  }

  @Test
  func `It is decided within 80 ms of the press in 99 of 100 rounds, and always within 150 of its coming`()
    throws
  {
    var dice = Dice(state: 3)
    var delays: [Double] = []
    for seed in UInt64(0)..<300 {
      let (times, first) = presses(of: 8, lead: 5, &dice)
      var room = Room(JudgeTests.house, seed: seed)
      let played = room.play(times)
      let (_, at) = try #require(played)
      delays.append(at - (times[first] ?? 0))
    }
    delays.sort()
    #expect(delays[296] < 80)
    #expect(try #require(delays.last) < 260)
  }

  @Test func `Who does not press is waited for until their button was seen up`() throws {
    var room = Room([.quiet, .quiet], seed: 4)
    let played = room.play([100, nil])
    let (decision, at) = try #require(played)
    #expect(decision.outcome == .winner(slot(0)) && decision.margin == nil && decision.unheard.isEmpty)
    #expect((101...130).contains(at))
  }

  @Test func `Who is silent is named and not waited for without end`() throws {
    var judge = Judge([PlayerSlots(slot(0)), PlayerSlots(slot(1))], armed: Room.armed)
    let clock = ClockOffset(lower: 0, upper: 0, roundTrip: 2_000, isSuspect: false)
    let now = Room.instant(20)
    let pressed = UInt32(truncatingIfNeeded: Room.instant(19).nanoseconds / 1_000)
    let isTaken = judge.take(
      Press(of: slot(0), at: pressed, clock: clock, received: now, notBefore: Room.armed))
    #expect(isTaken && judge.deadline == now + Judge.patience)
    #expect(judge.decide(at: now) == nil)
    let decision = try #require(judge.decide(at: judge.deadline))
    #expect(decision.outcome == .winner(slot(0)) && decision.unheard == PlayerSlots(slot(1)))
  }

  @Test func `Only the first press of a player of the round counts`() {
    var judge = Judge(PlayerSlots(slot(0)), armed: Room.armed)
    func press(_ index: Int) -> Press {
      Press(of: slot(index), at: 0, clock: nil, received: Room.instant(1), notBefore: Room.armed)
    }
    #expect(judge.deadline == .distantFuture && judge.decide(at: Room.instant(1)) == nil)
    let taken = [judge.take(press(1)), judge.take(press(0)), judge.take(press(0))]
    #expect(taken == [false, true, false])
  }
}
