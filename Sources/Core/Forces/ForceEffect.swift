public import Model

/// A force feedback effect as a game describes it (struct ff_effect), reduced to one axis that turns.
///
/// Linux says little about the meaning of the fields. Where drivers differ, the meaning is that of new-lg4ff, the driver
/// of Logitech's wheels (docs/wheels.md, "Effects").
public struct ForceEffect: Hashable, Sendable {
  /// The force of the effect.
  public var force: Force
  /// The direction from which the force comes, in 65536ths of a turn.
  ///
  /// 0x4000 turns the wheel to the left, 0xC000 to the right, and 0 and 0x8000 not at all. Conditions have no direction.
  public var direction: UInt16
  /// The rise and fall of the force.
  public var envelope: Envelope
  /// The length of each repetition, in ms; 0 and 0xffff if the effect plays until it is stopped.
  public var length: UInt16
  /// The delay before each repetition, in ms.
  public var delay: UInt16

  /// The force of an effect.
  ///
  /// Levels are −32767 to 32767; −32768 counts as −32767.
  public enum Force: Hashable, Sendable {
    /// A constant force.
    case constant(level: Int16)
    /// A force that changes evenly over the length of the effect; without a length it stays at the first
    /// level.
    case ramp(from: Int16, to: Int16)
    /// A wave around `offset`; its period is in ms, and its phase in 65536ths of a turn.
    ///
    /// Without a period, only the offset acts.
    case periodic(Wave, magnitude: Int16, offset: Int16, period: UInt16, phase: UInt16)
    /// A force that depends on the wheel's own state.
    case condition(Condition.Kind, Condition.Numbers)
    /// No force on the wheel, for example an effect for motors that only shake.
    case none
  }

  /// The rise and fall of an effect; times in ms, levels 0 to 32767, with the sign of the effect's own level.
  public struct Envelope: Hashable, Sendable {
    /// The time from the attack level to the effect's own level; 0 if the effect begins with its own level.
    public var attackLength: UInt16
    /// The level at the beginning.
    public var attackLevel: UInt16
    /// The time at the end from the effect's own level to the fade level; 0 for no fade.
    public var fadeLength: UInt16
    /// The level at the end.
    public var fadeLevel: UInt16

    /// Creates an envelope; without arguments, one that changes nothing.
    public init(
      attackLength: UInt16 = 0, attackLevel: UInt16 = 0, fadeLength: UInt16 = 0, fadeLevel: UInt16 = 0
    ) {
      (self.attackLength, self.attackLevel) = (attackLength, attackLevel)
      (self.fadeLength, self.fadeLevel) = (fadeLength, fadeLevel)
    }
  }

  /// Creates an effect of `force`, by default to the right, endless and without delay.
  public init(
    _ force: Force, direction: UInt16 = 0xc000, envelope: Envelope = Envelope(), length: UInt16 = 0,
    delay: UInt16 = 0
  ) {
    (self.force, self.direction, self.envelope) = (force, direction, envelope)
    (self.length, self.delay) = (length, delay)
  }
}

extension ForceEffect {
  /// The greatest level.
  private static let fullLevel = 32_767.0

  /// Returns the playback of the effect, `count` times from `now` on.
  func playback(count: Int, at now: Instant) -> Playback {
    let isEndless = length == 0 || length == 0xffff
    return Playback(
      length: isEndless ? nil : .milliseconds(Int64(length)), delay: .milliseconds(Int64(delay)),
      count: count, at: now)
  }

  /// True if the effect can turn the wheel.
  var isForce: Bool { force != .none }

  /// Returns whether the force changes with time, `elapsed` milliseconds after the repetition began.
  ///
  /// `length` is nil if the effect does not end.
  func isVarying(after elapsed: Double, length: Double?) -> Bool {
    let isShaped =
      elapsed < Double(envelope.attackLength)
      || length.map { $0 - elapsed < Double(envelope.fadeLength) } ?? false
    return switch force {
    case .constant: isShaped
    case .ramp: isShaped || length != nil
    case .periodic(_, _, _, let period, _): period > 0
    case .condition, .none: false
    }
  }

  /// The share of a force in this direction that turns the wheel: 1 to the right, −1 to the left.
  var side: Double { -Sine.ofTurn(Double(direction) / 65_536) }

  /// Returns the force `elapsed` ms after the repetition began, −2 to 2, in units of the full torque to the
  /// right.
  ///
  /// `turns` is the number of turns that a wave has made. `length` is nil if the effect does not end.
  func push(after elapsed: Double, turns: Double, length: Double?) -> Double {
    switch force {
    case .constant(let level):
      return side * shaped(ForceEffect.share(level), after: elapsed, length: length)
    case .ramp(let start, let end):
      let way = length.map { elapsed / $0 } ?? 0
      let level = ForceEffect.share(start) + (ForceEffect.share(end) - ForceEffect.share(start)) * way
      return side * shaped(level, after: elapsed, length: length)
    case .periodic(let wave, let magnitude, let offset, let period, let phase):
      guard period > 0 else { return side * ForceEffect.share(offset) }
      let place = turns + Double(phase) / 65_536
      let height = wave.height(at: place - place.rounded(.down))
      let level = shaped(ForceEffect.share(magnitude), after: elapsed, length: length)
      return side * (ForceEffect.share(offset) + level * height)
    case .condition, .none:
      return 0
    }
  }

  /// Returns `level` as changed by the envelope.
  ///
  /// Where attack and fade overlap, the attack counts.
  private func shaped(_ level: Double, after elapsed: Double, length: Double?) -> Double {
    let sign: Double = level < 0 ? -1 : 1
    let attack = Double(envelope.attackLength)
    if elapsed < attack {
      let start = sign * ForceEffect.share(envelope.attackLevel)
      return start + (level - start) * elapsed / attack
    }
    let fade = Double(envelope.fadeLength)
    guard let length, length - elapsed < fade else { return level }
    let end = sign * ForceEffect.share(envelope.fadeLevel)
    return end + (level - end) * max(0, length - elapsed) / fade
  }

  private static func share(_ level: Int16) -> Double { max(-1, Double(level) / fullLevel) }

  private static func share(_ level: UInt16) -> Double { min(1, Double(level) / fullLevel) }
}
