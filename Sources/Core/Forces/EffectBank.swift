public import Model

/// A request from a game to a wheel.
public enum ForceRequest: Hashable, Sendable {
  /// Describes the effect with this number; an effect that is playing changes immediately.
  case upload(Int, ForceEffect)
  /// Deletes the effect with this number.
  case erase(Int)
  /// Plays the effect with this number `count` times from its beginning; a count of 0 stops it.
  case play(Int, count: Int)
  /// Scales all effects by this gain, in units of 1/65535.
  case gain(Int)
  /// Sets the spring that centres the wheel without any effect, in units of 1/65535.
  case autocenter(Int)
}

/// The effects that games have stored in a wheel, and the playbacks of those that are playing.
///
/// The bank has no clock: callers pass the time. Gain and autocenter stay after a game has gone, as on real
/// wheels.
public struct EffectBank: Sendable {
  /// The number of effects; with 16, the row of stops that SDL and Wine send would overflow uinput's ring of
  /// 15 events.
  public static let capacity = 15

  fileprivate struct Place: Sendable {
    var effect: ForceEffect?
    var playback: Playback?
    /// The turns that the wave of this playback had made at the last upload; 0 before the first.
    var turns = 0.0
  }

  private var places = [Place](repeating: Place(), count: capacity)
  /// The strength of all effects, 0 to 65535.
  public private(set) var gain = 0xffff
  /// The strength of the spring that centres the wheel, 0 to 65535.
  public private(set) var autocenter = 0

  /// Creates a bank without effects, at full gain and without autocenter.
  public init() {}

  /// Carries out `request` at `now`; a request with a number that no effect can have is ignored.
  public mutating func apply(_ request: ForceRequest, at now: Instant) {
    switch request {
    case .gain(let value):
      gain = min(max(value, 0), 0xffff)
    case .autocenter(let value):
      autocenter = min(max(value, 0), 0xffff)
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

  /// Stores `effect`.
  ///
  /// An effect that is playing takes its new values at `now`: its time starts again, but its wave continues.
  private mutating func upload(_ effect: ForceEffect, to number: Int, at now: Instant) {
    let former = places[number]
    places[number].effect = effect
    guard let position = former.playback?.position(at: now) else { return }
    places[number].turns = former.turns(after: position.elapsed)
    places[number].playback = effect.playback(count: position.left, at: now)
  }

  private mutating func play(_ number: Int, _ count: Int, at now: Instant) {
    places[number].turns = 0
    places[number].playback = nil
    guard count > 0, let effect = places[number].effect else { return }
    places[number].playback = effect.playback(count: count, at: now)
  }

  /// Brings `load` to its state at `now`; the conditions are collected again only when they may have changed.
  func update(_ load: inout ForceLoad, at now: Instant) {
    load.push = 0
    load.isVarying = false
    for place in places { place.add(to: &load, at: now) }
    load.push = min(max(load.push, -1), 1) * Double(gain) / 65_535
    if load.nextCollection <= now { collect(into: &load, at: now) }
  }

  private func collect(into load: inout ForceLoad, at now: Instant) {
    load.conditions.removeAll(keepingCapacity: true)
    for place in places {
      guard let condition = place.condition(at: now, gain: Double(gain) / 65_535) else { continue }
      load.conditions.append(condition)
    }
    if autocenter > 0 { load.conditions.append(Condition(autocenter: Double(autocenter) / 65_535)) }
    load.nextCollection = nextChange(after: now)
  }

  /// Returns the next time after `now` at which a force begins or ends without a request, or
  /// `.distantFuture`.
  public func nextChange(after now: Instant) -> Instant {
    var next = Instant.distantFuture
    for place in places where place.effect?.isForce == true {
      if let change = place.playback?.nextChange(after: now) { next = min(next, change) }
    }
    return next
  }
}

/// The forces of a bank at one moment.
struct ForceLoad: Sendable {
  /// The sum of the forces that do not depend on the wheel, −1 to 1, in units of the full torque to the right.
  var push = 0.0
  /// The forces that depend on the wheel.
  var conditions: [Condition] = []
  /// True if the push changes with time.
  var isVarying = false
  /// The time from which the conditions have to be collected again.
  var nextCollection = Instant(nanoseconds: .min)

  /// Creates an empty load, with room for every condition that a bank can have.
  init() { conditions.reserveCapacity(EffectBank.capacity + 1) }

  /// True if nothing acts on the wheel.
  var isNothing: Bool { push == 0 && !isVarying && conditions.isEmpty }
}

extension EffectBank.Place {
  /// Returns the turns of the wave at `elapsed` after the present repetition began.
  func turns(after elapsed: Interval) -> Double {
    guard case .periodic(_, _, _, let period, _)? = effect?.force, period > 0, elapsed > .zero else {
      return turns
    }
    let sum = turns + Double(elapsed.nanoseconds) / (Double(period) * 1e6)
    return sum - sum.rounded(.down)
  }

  func add(to load: inout ForceLoad, at now: Instant) {
    guard let playback, let effect, let position = playback.position(at: now) else { return }
    guard position.elapsed >= .zero else { return }
    let elapsed = Double(position.elapsed.nanoseconds) / 1e6
    let length = playback.length.map { Double($0.nanoseconds) / 1e6 }
    if effect.isVarying(after: elapsed, length: length) { load.isVarying = true }
    load.push += effect.push(after: elapsed, turns: turns(after: position.elapsed), length: length)
  }

  func condition(at now: Instant, gain: Double) -> Condition? {
    guard case .condition(let kind, let numbers)? = effect?.force,
      let position = playback?.position(at: now), position.elapsed >= .zero
    else { return nil }
    return Condition(kind, numbers, gain: gain)
  }
}
