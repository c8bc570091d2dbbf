import Model
import Testing

@testable import Sharing

/// The arithmetic of shared pads, at the bounds of each rule.
@Suite struct MixingTests {
  @Test(arguments: [
    (Stick.centre, false), (Stick(x: 3_277), false), (Stick(x: -3_278), true), (Stick(y: 3_278), true),
    (Stick(x: 2_317, y: -2_317), false), (Stick(x: -2_318, y: 2_318), true), (Stick(x: .min, y: .min), true),
  ])
  func `A stick is moved beyond a tenth of its way in any direction`(stick: Stick, isActive: Bool) {
    #expect(Mixing.isActive(stick) == isActive)
  }

  @Test
  func `The weight of a stick rises from a tenth to three tenths of its way, and that of a trigger alike`() {
    let sticks: [Int16] = [0, 3_277, 3_284, 6_554, 9_829, 9_830, 32_767]
    #expect(sticks.map { Mixing.weight(Stick(x: -$0)) } == [0, 0, 1, 512, 1_023, 1_024, 1_024])
    let triggers: [UInt8] = [0, 12, 13, 14, 76, 77, 255]
    #expect(triggers.map { Mixing.weight($0) } == [0, 0, 15, 31, 1_008, 1_024, 1_024])
  }

  @Test(arguments: [(0, 3, 0), (1, 2, 1), (-1, 2, -1), (4, 3, 1), (5, 3, 2), (-4, 3, -1), (-5, 3, -2)])
  func `A quotient is the nearest number, and a half goes away from zero`(sum: Int, total: Int, rounded: Int)
  {
    #expect(Mixing.quotient(sum, total) == rounded)
  }

  @Test(arguments: [
    (Stick(x: 3_277), 4), (Stick(x: 7_000, y: 2_900), 5), (Stick(x: 7_000, y: 2_901), 8),
    (Stick(x: 2_901, y: 7_000), 8), (Stick(x: 2_900, y: 7_000), 7), (Stick(x: -2_901, y: 7_000), 6),
    (Stick(x: -7_000, y: 2_900), 3), (Stick(x: -7_000, y: -2_901), 0), (Stick(x: -2_900, y: -7_000), 1),
    (Stick(x: 7_000, y: -2_901), 2),
  ])
  func `A direction has 45 degrees, and rest the middle`(stick: Stick, sector: Int) {
    #expect(Mixing.sector(of: stick) == sector)
    #expect(Mixing.sector(of: Mixing.centre(of: sector)) == sector)
  }

  @Test func `The full deflection is as long in each direction`() {
    #expect(Mixing.centre(of: 5) == Stick(x: 32_767) && Mixing.centre(of: 1) == Stick(y: -32_767))
    #expect(Mixing.centre(of: 6) == Stick(x: -23_170, y: 23_170) && Mixing.centre(of: 4) == .centre)
  }

  @Test func `A trigger is released, half pulled or pulled`() {
    let depths: [UInt8] = [0, 63, 64, 191, 192, 255]
    #expect(depths.map { Mixing.step(of: $0) } == [0, 0, 1, 1, 2, 2])
  }

  @Test(
    arguments: [
      ([0, 0, 0], UInt8(0)), ([100, 100, 0], 128), ([255, 200, 100], 255), ([255, 100], 0), ([255, 0], 0),
      ([255, 100, 0], 0), ([100, 0, 100, 0, 255], 0),
    ] as [([UInt8], UInt8)])
  func `A vote on a trigger has one of three results, and a tie releases it`(depths: [UInt8], result: UInt8) {
    var mix = TriggerMix(by: .vote)
    for depth in depths { mix.add(depth) }
    #expect(mix.result == result)
  }

  @Test func `An average weighs each stick and trigger, a mean counts them alike`() {
    var (sticks, triggers) = (StickMix(by: .average), TriggerMix(by: .average))
    for stick in [Stick(x: 32_767), Stick(y: 6_554)] { sticks.add(stick) }
    for depth in [255, 13, 3] as [UInt8] { triggers.add(depth) }
    #expect(sticks.result == Stick(x: 21_845, y: 2_185))
    #expect(triggers.result == 252)
    var (mean, depth) = (StickMix(by: .mean), TriggerMix(by: .mean))
    for stick in [Stick(x: 32_767, y: 1), .centre, Stick(x: 2)] { mean.add(stick) }
    for one in [255, 13, 3] as [UInt8] { depth.add(one) }
    #expect(mean.result == Stick(x: 10_923) && depth.result == 90)
  }

  @Test func `Of hardly moved sticks and triggers the longest and the deepest count`() {
    var (sticks, triggers) = (StickMix(by: .average), TriggerMix(by: .average))
    for stick in [Stick(x: 1_000), Stick(x: -800, y: -800), Stick(y: 1_000)] { sticks.add(stick) }
    for depth in [3, 12, 7] as [UInt8] { triggers.add(depth) }
    #expect(sticks.result == Stick(x: -800, y: -800) && triggers.result == 12)
  }

  @Test(
    arguments: [
      ([5, 2, 1], 0), ([1, 5, 2], 1), ([0, 0, 0, 0, 0, 0, 0, 0, 1], 8), ([0, 3, 3], 4), ([3, 0, 0, 0, 3], 4),
      ([1, 1, 2], 2), ([], 4),
    ] as [([Int], Int)])
  func `The most votes win, and a tie is rest`(votes: [Int], winner: Int) {
    var list = InlineArray<9, Int>(repeating: 0)
    for (number, count) in votes.enumerated() { list[number] = count }
    #expect(Mixing.winner(of: list) == winner)
  }

  @Test func `Opposite directions of the d-pad cancel each other, whoever holds them`() {
    let members: PlayerSlots = [
      PlayerSlots(PlayerSlot(index: 1)), PlayerSlots(PlayerSlot(index: 3)),
    ]
    var reports = [PadReport](repeating: .neutral, count: PlayerSlot.limit)
    func shown(_ rule: GroupRule, _ group: PadGroup = .dpad) -> Buttons {
      Mixing.buttons(group, of: members, reports, by: rule)
    }
    reports[1].buttons = [Buttons(.dpadUp), Buttons(.dpadLeft), Buttons(.a)]
    reports[3].buttons = [Buttons(.dpadDown), Buttons(.dpadLeft), Buttons(.b)]
    reports[5].buttons = Buttons(.dpadRight)
    #expect(shown(.any) == Buttons(.dpadLeft) && shown(.any, .face) == [Buttons(.a), Buttons(.b)])
    #expect(shown(.vote) == Buttons(.dpadLeft) && shown(.mean, .face) == [])
    reports[3].buttons = Buttons(.dpadRight)
    #expect(shown(.any) == Buttons(.dpadUp))
    let alone = Mixing.buttons(.dpad, of: members.lowest, reports, by: .vote)
    #expect(alone == [Buttons(.dpadUp), Buttons(.dpadLeft)], "who is alone needs no majority")
  }

  @Test func `The lowest slot of a set is its first`() {
    let set: PlayerSlots = [PlayerSlots(PlayerSlot(index: 3)), PlayerSlots(PlayerSlot(index: 15))]
    #expect(set.lowest == PlayerSlots(PlayerSlot(index: 3)) && set.first == PlayerSlot(index: 3))
    #expect(PlayerSlots().first == nil && PlayerSlots().lowest == [])
    #expect([0, 3, 4, 15].map { set[$0] } == [false, true, false, true])
  }
}
