public import Model

/// Something that a game asks of a pad's motors.
public enum EffectRequest: Hashable, Sendable {
  /// The effect of this number is to be as described, also while it plays.
  case upload(Int, RumbleEffect)
  /// The effect of this number is to be forgotten.
  case erase(Int)
  /// The effect of this number is to play so many times; 0 stops it.
  case play(Int, count: Int)
  /// Everything is to be scaled by so many 65535ths.
  case gain(Int)
}

/// The effects that games have put into a pad, and what plays since when; a plain value without a clock.
///
/// Effects are added up and scaled as the kernel does for a real pad with two motors (drivers/input/ff-memless.c).
public struct EffectTable: Sendable {
  /// How many effects there is room for.
  public static let capacity = 16
  /// The most often that a rising or falling effect is looked at: 30 times a second, as often as a controller is told.
  public static let step = Interval.microseconds(33_334)

  private struct Place {
    var effect: RumbleEffect?
    /// What plays: the effect, or one in place of it.
    var playing: Playing?
  }

  fileprivate struct Playing {
    var effect: RumbleEffect
    /// When the first delay began.
    var since: Instant
    /// How many times it plays from then on.
    var count: Int
  }

  private var places = [Place](repeating: Place(), count: capacity)
  private var gain = 0xffff

  /// A table without effects, at full gain.
  public init() {}

  /// Does what a game asks for at `now`; numbers that no effect can have are ignored.
  public mutating func take(_ request: EffectRequest, at now: Instant) {
    switch request {
    case .gain(let value):
      gain = min(max(value, 0), 0xffff)
    case .upload(let number, let effect) where places.indices.contains(number):
      upload(effect, to: number, at: now)
    case .erase(let number) where places.indices.contains(number):
      places[number] = Place()
    case .play(let number, let count) where places.indices.contains(number):
      play(number, count, at: now)
    case .upload, .erase, .play:
      break
    }
  }

  /// An effect that plays goes on as it is now, and its time is counted anew.
  private mutating func upload(_ effect: RumbleEffect, to number: Int, at now: Instant) {
    places[number].effect = effect
    guard let left = places[number].playing?.countLeft(at: now) else { return }
    places[number].playing = Playing(effect: effect, since: now, count: left)
  }

  private mutating func play(_ number: Int, _ count: Int, at now: Instant) {
    guard count > 0 else {
      places[number].playing = nil
      return
    }
    let effect = places[number].effect
    places[number].playing = Playing(
      effect: effect ?? .lost, since: now, count: effect == nil ? 1 : count)
  }

  /// Both motors at `now`, 0 to 65535.
  public func level(at now: Instant) -> (strong: UInt16, weak: UInt16) {
    var sum: RumbleEffect.Level = (0, 0)
    for place in places {
      guard let level = place.playing?.level(at: now, gain: gain) else { continue }
      sum.strong += level.strong
      sum.weak += level.weak
    }
    return (UInt16(clamping: sum.strong), UInt16(clamping: sum.weak))
  }

  /// When ``level(at:)`` may differ without a request, later than `now`; never when nothing plays that changes.
  public func nextChange(after now: Instant) -> Instant {
    var next = Instant.distantFuture
    for place in places {
      if let change = place.playing?.nextChange(after: now) { next = min(next, change) }
    }
    return next
  }
}

extension EffectTable.Playing {
  /// Where in its times an effect is.
  private struct Position {
    /// When this time's delay began.
    var start: Instant
    /// How long it plays already; negative during the delay.
    var elapsed: Interval
    /// How many times are left, this one included.
    var left: Int
  }

  private func position(at now: Instant) -> Position? {
    let delay = Interval.milliseconds(Int64(effect.delay))
    guard effect.length > 0 else {
      return Position(start: since, elapsed: now - (since + delay), left: count)
    }
    let period = (delay + .milliseconds(Int64(effect.length))).nanoseconds
    let over = max(0, (now - since).nanoseconds / period)
    guard over < count else { return nil }
    let start = since + Interval(nanoseconds: over * period)
    return Position(start: start, elapsed: now - (start + delay), left: count - Int(over))
  }

  /// How many times it plays yet; nil when it is over.
  func countLeft(at now: Instant) -> Int? { position(at: now)?.left }

  /// Both motors at `now`; nil when it is over or waits.
  func level(at now: Instant, gain: Int) -> RumbleEffect.Level? {
    guard let position = position(at: now), position.elapsed >= .zero else { return nil }
    return effect.level(after: position.elapsed, gain: gain)
  }

  /// When it changes after `now`; nil when it does not.
  func nextChange(after now: Instant) -> Instant? {
    guard let position = position(at: now) else { return nil }
    let begin = position.start + .milliseconds(Int64(effect.delay))
    guard position.elapsed >= .zero else { return begin }
    return effect.nextChange(after: position.elapsed, step: EffectTable.step).map { begin + $0 }
  }
}
