public import Forces
internal import Model

/// A force feedback effect as a game describes it (struct ff_effect), reduced to the abilities of two motors.
public struct RumbleEffect: Hashable, Sendable {
  /// The strength of the motors while the effect plays.
  public var force: Force
  /// The length of each repetition, in ms; 0 if the effect plays until it is stopped.
  public var length: UInt16
  /// The delay before each repetition, in ms.
  public var delay: UInt16

  /// The strength of the motors.
  public enum Force: Hashable, Sendable {
    /// Both motors turn, each at its own strength, 0 to 65535.
    case rumble(strong: UInt16, weak: UInt16)
    /// Both motors turn at the strength of a wave, 0 to 32767, shaped by its envelope.
    case periodic(magnitude: UInt16, Envelope)
    /// An effect that motors cannot play.
    case none
  }

  /// The rise and fall of an effect.
  public typealias Envelope = ForceEffect.Envelope

  /// Creates an effect of `force`, by default endless and without delay.
  public init(_ force: Force, length: UInt16 = 0, delay: UInt16 = 0) {
    self.force = force
    self.length = length
    self.delay = delay
  }

  /// The effect that plays in place of one that no game has described: both motors at half strength for a
  /// second.
  public static let lost = RumbleEffect(.rumble(strong: 0x8000, weak: 0x8000), length: 1_000)
}

extension RumbleEffect {
  /// Returns the effect as it plays from `now` on, `count` times.
  func playback(count: Int, at now: Instant) -> Playback {
    Playback(
      length: length > 0 ? .milliseconds(Int64(length)) : nil, delay: .milliseconds(Int64(delay)),
      count: count, at: now)
  }

  /// The strength of each motor, in units of 1/65535.
  typealias Level = (strong: Int, weak: Int)

  /// The full strength of a wave.
  private static let fullWave = 0x7fff

  /// Returns the strength of both motors with a gain of 0 to 65535.
  ///
  /// `elapsed`, 0 or more, is the time since the effect began to play.
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

  /// Returns the strength of a wave of `magnitude` under the envelope.
  ///
  /// Where attack and fade overlap, the attack counts.
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

  /// Returns the next time after `elapsed` at which the strength changes, or nil if it does not change.
  ///
  /// Both times count from the beginning of the effect. A ramp changes every `step`.
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
