internal import Model

/// An effect as a game has described it (struct ff_effect), of what two motors can do of it.
public struct RumbleEffect: Hashable, Sendable {
  /// What the motors do while the effect plays.
  public var force: Force
  /// How long it plays each time, in ms; 0: until it is stopped.
  public var length: UInt16
  /// How long it waits each time before it plays, in ms.
  public var delay: UInt16

  /// What the motors do.
  public enum Force: Hashable, Sendable {
    /// Both turn at their own strength, 0 to 65535.
    case rumble(strong: UInt16, weak: UInt16)
    /// Both turn at the strength of a wave, 0 to 32767, as its envelope has it.
    case periodic(magnitude: UInt16, Envelope)
    /// Nothing that motors can do.
    case none
  }

  /// How an effect swells and fades; times in ms, levels 0 to 32767.
  public struct Envelope: Hashable, Sendable {
    /// How long it takes from the attack level to its own strength; 0: it begins with that.
    public var attackLength: UInt16
    /// The strength that it begins with.
    public var attackLevel: UInt16
    /// How long it takes at the end from its own strength to the fade level.
    public var fadeLength: UInt16
    /// The strength that it ends with.
    public var fadeLevel: UInt16

    /// An envelope; none unless given.
    public init(
      attackLength: UInt16 = 0, attackLevel: UInt16 = 0, fadeLength: UInt16 = 0, fadeLevel: UInt16 = 0
    ) {
      self.attackLength = attackLength
      self.attackLevel = attackLevel
      self.fadeLength = fadeLength
      self.fadeLevel = fadeLevel
    }
  }

  /// An effect of `force`, endless and without delay unless given.
  public init(_ force: Force, length: UInt16 = 0, delay: UInt16 = 0) {
    self.force = force
    self.length = length
    self.delay = delay
  }

  /// What plays in place of an effect that nobody knows any more: both motors by half for a second.
  public static let lost = RumbleEffect(.rumble(strong: 0x8000, weak: 0x8000), length: 1_000)
}

extension RumbleEffect {
  /// The strength of a motor, in 65535ths.
  typealias Level = (strong: Int, weak: Int)

  /// The greatest strength of a wave.
  private static let fullWave = 0x7fff

  /// Both motors `elapsed` after the effect began to play, 0 or more, when the gain is `gain` (0 to 65535).
  func level(after elapsed: Interval, gain: Int) -> Level {
    switch force {
    case .rumble(let strong, let weak):
      return (Int(strong) * gain / 0xffff, Int(weak) * gain / 0xffff)
    case .periodic(let magnitude, let envelope):
      let wave = strength(min(Int(magnitude), RumbleEffect.fullWave), envelope, after: elapsed)
      return (wave * gain / RumbleEffect.fullWave, wave * gain / RumbleEffect.fullWave)
    case .none:
      return (0, 0)
    }
  }

  /// How far the envelope lets a wave of `magnitude` go; an attack comes before a fade, where they meet.
  private func strength(_ magnitude: Int, _ envelope: Envelope, after elapsed: Interval) -> Int {
    let time = Int(elapsed.nanoseconds)
    let attack = Int(Interval.milliseconds(Int64(envelope.attackLength)).nanoseconds)
    if time < attack {
      let level = min(Int(envelope.attackLevel), RumbleEffect.fullWave)
      return level + (magnitude - level) * time / attack
    }
    let fade = Int(Interval.milliseconds(Int64(envelope.fadeLength)).nanoseconds)
    let left = Int(Interval.milliseconds(Int64(length)).nanoseconds) - time
    guard length > 0, left < fade else { return magnitude }
    let level = min(Int(envelope.fadeLevel), RumbleEffect.fullWave)
    return level + (magnitude - level) * left / fade
  }

  /// When the strength next changes later than `elapsed` after the effect began to play, where a ramp changes every
  /// `step`; nil when it does not.
  func nextChange(after elapsed: Interval, step: Interval) -> Interval? {
    let end = length > 0 ? Interval.milliseconds(Int64(length)) : nil
    guard case .periodic(_, let envelope) = force else { return end }
    let attack = Interval.milliseconds(Int64(envelope.attackLength))
    if elapsed < attack { return min(elapsed + step, min(attack, end ?? attack)) }
    guard let end, envelope.fadeLength > 0 else { return end }
    let fade = Interval.milliseconds(Int64(length) - Int64(envelope.fadeLength))
    return elapsed < fade ? fade : min(elapsed + step, end)
  }
}
