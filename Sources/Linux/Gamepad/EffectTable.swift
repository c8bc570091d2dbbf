internal import Forces
public import Model

/// A request from a game to a pad's motors.
public enum EffectRequest: Hashable, Sendable {
  /// Describes the effect with this number; an effect that is playing changes immediately.
  case upload(Int, RumbleEffect)
  /// Deletes the effect with this number.
  case erase(Int)
  /// Plays the effect with this number `count` times; a count of 0 stops it.
  case play(Int, count: Int)
  /// Scales all effects by this gain, in units of 1/65535.
  case gain(Int)
}

/// The effects that games have stored in a pad, and the start times of those that play.
///
/// The table is a plain value without a clock. It adds and scales effects as the kernel does for a real pad with two
/// motors (drivers/input/ff-memless.c).
public struct EffectTable: Sendable {
  /// The maximum number of effects in the table.
  public static let capacity = 16
  /// The sampling interval of a rising or falling effect: 30 times a second, as often as a controller is sent feedback.
  public static let step = Interval.microseconds(33_334)

  private struct Place {
    var effect: RumbleEffect?
    /// The effect that plays; it is ``RumbleEffect/lost`` if a game plays this number without having
    /// described an effect.
    var playing: Playing?
  }

  fileprivate struct Playing {
    let effect: RumbleEffect
    let playback: Playback

    init(_ effect: RumbleEffect, count: Int, at now: Instant) {
      (self.effect, playback) = (effect, effect.playback(count: count, at: now))
    }
  }

  private var places = [Place](repeating: Place(), count: capacity)
  private var gain = 0xffff

  /// Creates a table without effects, at full gain.
  public init() {}

  /// Carries out `request` at `now`; a number that no effect can have is ignored.
  public mutating func apply(_ request: EffectRequest, at now: Instant) {
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

  /// Stores `effect` under `number`.
  ///
  /// If the former effect of that number is playing, the new one takes its place and starts at `now`.
  private mutating func upload(_ effect: RumbleEffect, to number: Int, at now: Instant) {
    places[number].effect = effect
    guard let left = places[number].playing?.playback.position(at: now)?.left else { return }
    places[number].playing = Playing(effect, count: left, at: now)
  }

  private mutating func play(_ number: Int, _ count: Int, at now: Instant) {
    guard count > 0 else {
      places[number].playing = nil
      return
    }
    let effect = places[number].effect
    places[number].playing = Playing(effect ?? .lost, count: effect == nil ? 1 : count, at: now)
  }

  /// Returns the strength of both motors at `now`, 0 to 65535.
  public func level(at now: Instant) -> (strong: UInt16, weak: UInt16) {
    var sum: RumbleEffect.Level = (0, 0)
    for place in places {
      guard let level = place.playing?.level(at: now, gain: gain) else { continue }
      sum.strong += level.strong
      sum.weak += level.weak
    }
    return (UInt16(clamping: sum.strong), UInt16(clamping: sum.weak))
  }

  /// Returns the next time after `now` at which ``level(at:)`` may change without a request, or `.distantFuture`.
  public func nextChange(after now: Instant) -> Instant {
    var next = Instant.distantFuture
    for place in places {
      if let change = place.playing?.nextChange(after: now) { next = min(next, change) }
    }
    return next
  }
}

extension EffectTable.Playing {
  /// Returns the strength of both motors at `now`, or nil if the effect is over or in its delay.
  func level(at now: Instant, gain: Int) -> RumbleEffect.Level? {
    guard let position = playback.position(at: now), position.elapsed >= .zero else { return nil }
    return effect.level(after: position.elapsed, gain: gain)
  }

  /// Returns the next time after `now` at which the strength changes, or nil if it does not change.
  func nextChange(after now: Instant) -> Instant? {
    guard let position = playback.position(at: now) else { return nil }
    guard position.elapsed >= .zero else { return position.begin }
    return effect.nextChange(after: position.elapsed, step: EffectTable.step).map { position.begin + $0 }
  }
}
