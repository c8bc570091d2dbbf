import Forces
import Model
import Testing

@testable import Gamepad

@Suite struct EffectTableTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)
  private static let full = RumbleEffect(.rumble(strong: 0xffff, weak: 0x4000))

  private static func at(_ milliseconds: Int) -> Instant { start + .milliseconds(Int64(milliseconds)) }

  /// Returns a table with `effect` as number 3, which plays `count` times from ``start`` onwards.
  private static func playing(_ effect: RumbleEffect, count: Int = 1) -> EffectTable {
    var table = EffectTable()
    table.apply(.upload(3, effect), at: start)
    table.apply(.play(3, count: count), at: start)
    return table
  }

  /// An effect that plays `count` times, with the strengths of the strong motor at several times, in ms after the
  /// start.
  struct Play: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let effect: RumbleEffect
    let count: Int
    let levels: KeyValuePairs<Int, Int>

    init(
      _ name: String, _ force: RumbleEffect.Force, length: UInt16 = 0, delay: UInt16 = 0, count: Int = 1,
      _ levels: KeyValuePairs<Int, Int>
    ) {
      testDescription = name
      effect = RumbleEffect(force, length: length, delay: delay)
      self.count = count
      self.levels = levels
    }
  }

  private static func wave(
    _ magnitude: UInt16, attack: (UInt16, UInt16) = (0, 0), fade: (UInt16, UInt16) = (0, 0)
  ) -> RumbleEffect.Force {
    let envelope = RumbleEffect.Envelope(
      attackLength: attack.0, attackLevel: attack.1, fadeLength: fade.0, fadeLevel: fade.1)
    return .periodic(magnitude: magnitude, envelope)
  }

  private static let plays = [
    Play("endless", full.force, [0: 0xffff, 3_600_000: 0xffff]),
    Play("endless after a delay", full.force, delay: 300, [0: 0, 299: 0, 300: 0xffff, 90_000: 0xffff]),
    Play("once", full.force, length: 100, [0: 0xffff, 99: 0xffff, 100: 0, 9_000: 0]),
    Play(
      "three times", full.force, length: 100, delay: 50, count: 3,
      [
        49: 0, 50: 0xffff, 149: 0xffff, 150: 0, 200: 0xffff, 300: 0, 350: 0xffff, 449: 0xffff, 450: 0,
      ]),
    Play("a wave", wave(0x7fff), [0: 0xffff, 100: 0xffff]),
    Play("a wave that is too large", wave(0x8000), [0: 0xffff]),
    Play(
      "a wave that swells and fades", wave(0x4000, attack: (100, 0), fade: (200, 0x2000)), length: 1_000,
      [0: 0, 50: 0x4000, 100: 0x8001, 800: 0x8001, 900: 0x6000, 999: 0x4052, 1_000: 0]),
    Play(
      "an attack over a fade", wave(0x7fff, attack: (100, 0xffff), fade: (100, 0)), length: 100,
      [0: 0xffff, 99: 0xffff, 100: 0]),
    Play(
      "a fade that had begun before", wave(0x7fff, fade: (200, 0)), length: 100, [0: 0x7fff, 50: 0x3ffe]),
    Play("nothing for motors", .none, length: 100, [0: 0, 50: 0]),
  ]

  @Test(arguments: plays) func `An effect plays in its time and at its strength`(play: Play) {
    let table = Self.playing(play.effect, count: play.count)
    for (milliseconds, strong) in play.levels {
      let level = Int(table.level(at: Self.at(milliseconds)).strong)
      #expect(abs(level - strong) <= 2, "\(milliseconds) ms")
    }
  }

  @Test func `A rumble turns both motors on their own, a wave both alike`() {
    #expect(Self.playing(Self.full).level(at: Self.start) == (0xffff, 0x4000))
    let wave = Self.playing(RumbleEffect(.periodic(magnitude: 0x2000, .init()))).level(at: Self.start)
    #expect(wave == (0x4000, 0x4000))
  }

  @Test(arguments: [(0, 0, 0), (0x8000, 0x8000, 0x2000), (-5, 0, 0), (.max, 0xffff, 0x4000)])
  func `Gain scales everything, from nothing to full`(gain: Int, strong: UInt16, weak: UInt16) {
    var table = Self.playing(Self.full)
    table.apply(.gain(gain), at: Self.start)
    #expect(table.level(at: Self.start) == (strong, weak))
  }

  @Test func `Effects add up, and no motor turns faster than it can`() {
    var table = Self.playing(RumbleEffect(.rumble(strong: 0x9000, weak: 0x1000)))
    table.apply(.upload(0, RumbleEffect(.rumble(strong: 0x9000, weak: 0x1000))), at: Self.start)
    table.apply(.play(0, count: 1), at: Self.start)
    #expect(table.level(at: Self.start) == (0xffff, 0x2000))
    table.apply(.play(3, count: 0), at: Self.start)
    #expect(table.level(at: Self.start) == (0x9000, 0x1000))
  }

  @Test func `An effect that is changed while it plays goes on, and its time is counted anew`() {
    var table = Self.playing(RumbleEffect(Self.full.force, length: 100), count: 2)
    let weaker = RumbleEffect(.rumble(strong: 0x1000, weak: 0), length: 100)
    table.apply(.upload(3, weaker), at: Self.at(150))
    #expect(table.level(at: Self.at(150)) == (0x1000, 0))
    #expect(table.level(at: Self.at(249)) == (0x1000, 0))
    #expect(table.level(at: Self.at(250)) == (0, 0))
    table.apply(.upload(3, Self.full), at: Self.at(260))
    #expect(table.level(at: Self.at(260)) == (0, 0))
  }

  @Test func `An effect that nobody knows any more rumbles by half for a second`() {
    var table = EffectTable()
    table.apply(.play(5, count: 1_000), at: Self.start)
    #expect(table.level(at: Self.at(999)) == (0x8000, 0x8000))
    #expect(table.nextChange(after: Self.start) == Self.at(1_000))
    #expect(table.level(at: Self.at(1_000)) == (0, 0))
  }

  @Test func `What an erased effect played is over`() {
    var table = Self.playing(Self.full)
    table.apply(.erase(3), at: Self.start)
    #expect(table.level(at: Self.start) == (0, 0))
    #expect(table.nextChange(after: Self.start) == .distantFuture)
  }

  @Test func `Numbers that no effect can have are ignored`() {
    var table = EffectTable()
    for number in [-1, 16, .max, .min] {
      for request in [EffectRequest.upload(number, Self.full), .play(number, count: 1), .erase(number)] {
        table.apply(request, at: Self.start)
      }
    }
    #expect(table.level(at: Self.start) == (0, 0))
  }

  @Test func `Only true changes are announced, and a ramp thirty times a second`() {
    let effect = RumbleEffect(
      .periodic(magnitude: 0x7fff, .init(attackLength: 100, fadeLength: 50)), length: 1_000, delay: 20)
    let table = Self.playing(effect, count: 2)
    var times: [Int64] = []
    var now = Self.start
    while table.nextChange(after: now) != .distantFuture, times.count < 100 {
      now = table.nextChange(after: now)
      times.append((now - Self.start).microseconds / 1_000)
    }
    let once: [Int64] = [20, 53, 86, 120, 970, 1_003, 1_020]
    #expect(times == once + [1_040, 1_073, 1_106, 1_140, 1_990, 2_023, 2_040])
    #expect(Self.playing(Self.full).nextChange(after: Self.start) == .distantFuture)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `Whatever games ask for, nothing moves once everything is erased, and every wait ends`(seed: UInt64) {
    var dice = Dice(seed: seed)
    var table = EffectTable()
    var now = Self.start
    for _ in 0..<300 {
      now = now + .microseconds(Int64(dice.roll(200_000)) - 1_000)
      table.apply(dice.request(), at: now)
      _ = table.level(at: now)
      #expect(table.nextChange(after: now) > now)
    }
    for number in 0..<EffectTable.capacity { table.apply(.erase(number), at: now) }
    #expect(table.level(at: now) == (0, 0))
    #expect(table.nextChange(after: now) == .distantFuture)
  }
}

/// A source of random requests, in which the limits of each range are more frequent than other values.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  /// Returns a number below `sides` (a linear congruential generator).
  mutating func roll(_ sides: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % sides
  }

  /// Returns a random 16-bit number, often the smallest or the largest.
  mutating func word() -> UInt16 {
    switch roll(4) {
    case 0: 0
    case 1: .max
    default: UInt16(truncatingIfNeeded: roll(0x10000))
    }
  }

  mutating func request() -> EffectRequest {
    let number = Int(roll(18)) - 1
    switch roll(5) {
    case 0, 1: return .upload(number, effect())
    case 2: return .play(number, count: roll(2) == 0 ? Int(Int32.max) : Int(roll(4)))
    case 3: return .erase(number)
    default: return .gain(Int(word()) - 10)
    }
  }

  private mutating func effect() -> RumbleEffect {
    RumbleEffect(force(), length: word(), delay: word())
  }

  private mutating func force() -> RumbleEffect.Force {
    switch roll(3) {
    case 0: .rumble(strong: word(), weak: word())
    case 1:
      .periodic(
        magnitude: word(),
        .init(attackLength: word(), attackLevel: word(), fadeLength: word(), fadeLevel: word()))
    default: .none
    }
  }
}
