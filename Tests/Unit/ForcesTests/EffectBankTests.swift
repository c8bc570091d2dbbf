import Model
import Testing

@testable import Forces

@Suite struct EffectBankTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)
  private var bank = EffectBank()

  private static func at(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  private func push(at milliseconds: Int64) -> Double {
    var load = ForceLoad()
    bank.update(&load, at: Self.at(milliseconds))
    return (load.push * 1_000).rounded() / 1_000
  }

  private mutating func play(_ effect: ForceEffect, as number: Int = 0, count: Int = 1, at time: Int64 = 0) {
    bank.apply(.upload(number, effect), at: Self.at(time))
    bank.apply(.play(number, count: count), at: Self.at(time))
  }

  @Test mutating func `An effect waits its delay before each repetition, and ends after the last`() {
    play(ForceEffect(.constant(level: 32_767), length: 30, delay: 10), count: 2)
    let times: [Int64] = [0, 9, 10, 39, 40, 49, 50, 79, 80]
    #expect(times.map(push) == [0, 0, 1, 1, 0, 0, 1, 1, 0])
    let changes: [Int64] = [0, 10, 40, 50]
    #expect(changes.map { bank.nextChange(after: Self.at($0)) } == [10, 40, 50, 80].map(Self.at))
    #expect(bank.nextChange(after: Self.at(80)) == .distantFuture)
  }

  @Test(arguments: [UInt16(0), 0xffff])
  mutating func `An effect without a length plays until it is stopped, and so does the longest one`(
    length: UInt16
  ) {
    play(ForceEffect(.constant(level: 32_767), length: length), count: 0x7fff_ffff)
    #expect(push(at: 1_000_000) == 1)
    #expect(bank.nextChange(after: Self.start) == .distantFuture)
    bank.apply(.play(0, count: 0), at: Self.at(1_000_000))
    #expect(push(at: 1_000_000) == 0)
  }

  @Test
  mutating func `An effect that is described anew while it plays starts its time again, but not its wave`() {
    play(ForceEffect(.constant(level: 32_767), length: 30), count: 3)
    bank.apply(.upload(0, ForceEffect(.constant(level: -16_384), length: 20)), at: Self.at(40))
    #expect([40, 79, 80].map(push) == [-0.5, -0.5, 0])
    let wave = ForceEffect.Force.periodic(.sawUp, magnitude: 32_767, offset: 0, period: 100, phase: 0)
    play(ForceEffect(wave), at: 100)
    let slower = ForceEffect.Force.periodic(.sawUp, magnitude: 32_767, offset: 0, period: 200, phase: 0)
    bank.apply(.upload(0, ForceEffect(slower)), at: Self.at(150))
    #expect([150, 249, 250].map(push) == [0, 0.99, -1])
    bank.apply(.play(0, count: 1), at: Self.at(250))
    #expect(push(at: 250) == -1)
  }

  @Test mutating func `An effect that does not play stays silent when it is described anew`() {
    bank.apply(.upload(0, ForceEffect(.constant(level: 32_767))), at: Self.start)
    #expect(push(at: 5) == 0)
    play(ForceEffect(.constant(level: 32_767), length: 10))
    bank.apply(.upload(0, ForceEffect(.constant(level: 32_767))), at: Self.at(10))
    #expect(push(at: 11) == 0)
  }

  @Test mutating func `Pushes add up to the full torque at most, and the gain scales their sum`() {
    for number in 0..<15 { play(ForceEffect(.constant(level: 16_384)), as: number) }
    #expect(push(at: 1) == 1)
    bank.apply(.gain(0x8000), at: Self.at(1))
    #expect(push(at: 1) == 0.5)
    for number in 1..<15 { bank.apply(.erase(number), at: Self.at(2)) }
    #expect(push(at: 2) == 0.25)
    bank.apply(.gain(-1), at: Self.at(2))
    #expect(push(at: 2) == 0)
    bank.apply(.gain(.max), at: Self.at(2))
    #expect(push(at: 2) == 0.5)
  }

  @Test(arguments: [-1, 15, 16, 96, .max, .min])
  mutating func `A number that no effect can have is ignored`(number: Int) {
    play(ForceEffect(.constant(level: 32_767)), as: number)
    #expect(push(at: 0) == 0 && bank.nextChange(after: Self.start) == .distantFuture)
    bank.apply(.erase(number), at: Self.start)
    #expect(push(at: 0) == 0)
  }

  @Test mutating func `An unknown effect never turns the wheel`() {
    for number in 0..<15 { bank.apply(.play(number, count: 1), at: Self.start) }
    #expect(push(at: 0) == 0 && bank.nextChange(after: Self.start) == .distantFuture)
  }

  @Test mutating func `Conditions come and go with their effects, and the gain does not change autocenter`() {
    let numbers = Condition.Numbers(rightCoefficient: 32_767, leftCoefficient: 32_767)
    play(ForceEffect(.condition(.spring, numbers), length: 20, delay: 10))
    var load = ForceLoad()
    bank.apply(.gain(0x7fff), at: Self.start)
    bank.apply(.autocenter(0x10000), at: Self.start)
    let counts = [0, 9, 10, 29, 30].map { (time: Int64) in
      bank.update(&load, at: Self.at(time))
      return load.conditions.count
    }
    #expect(counts == [1, 1, 2, 2, 1])
    #expect(load.conditions[0].pull(at: 1).torque == -1)
    bank.apply(.autocenter(0), at: Self.at(31))
    load.nextCollection = Instant(nanoseconds: .min)
    bank.update(&load, at: Self.at(31))
    #expect(load.isNothing)
  }

  @Test mutating func `An effect of the shaking motors pushes nothing`() {
    play(ForceEffect(.none, length: 100))
    #expect(push(at: 1) == 0 && bank.nextChange(after: Self.start) == .distantFuture)
  }

  @Test(arguments: [(-1, 0), (0, 0), (1, 1), (0xfffe, 0xfffe), (0xffff, 0xffff), (0x10000, 0xffff)])
  mutating func `Gain and autocenter are 0 to 65535, and the weakest autocenter is a spring, too`(
    value: Int, expected: Int
  ) {
    #expect(bank.gain == 0xffff && bank.autocenter == 0)
    bank.apply(.gain(value), at: Self.start)
    bank.apply(.autocenter(value), at: Self.start)
    #expect(bank.gain == expected && bank.autocenter == expected)
    var load = ForceLoad()
    bank.update(&load, at: Self.start)
    #expect(load.conditions.count == min(expected, 1))
  }
}
