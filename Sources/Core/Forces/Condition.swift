public import Model

/// A spring, a damper, friction or inertia: a force that depends on the wheel's own position or motion.
///
/// Games describe it in struct ff_condition_effect. Positions are shares of half of the wheel's range, −1 to
/// 1; speeds are shares of two turns a second. Torques are shares of the full torque, positive to the right.
public struct Condition: Hashable, Sendable {
  /// The kind of a condition: a spring, a damper, friction or inertia.
  public typealias Kind = ForceCondition.Kind
  /// The fields of struct ff_condition_effect.
  public typealias Numbers = ForceCondition.Numbers

  /// The part of a condition for positions or speeds to the right, or to the left.
  ///
  /// The force begins at `start`, counted in that direction from the middle of the wheel or from speed 0. It
  /// grows by `slope` for each unit beyond `start`, up to `limit`.
  struct Half: Hashable, Sendable {
    var start, slope, limit: Double
  }

  /// The force of a spring at one end of the axis, divided by the spring's coefficient; OpenFFBoard has this
  /// default.
  static let springSlope = 4.0

  let kind: Kind
  let right, left: Half

  /// Creates the condition with these halves.
  init(_ kind: Kind, right: Half, left: Half) { (self.kind, self.right, self.left) = (kind, right, left) }

  /// Creates the condition with `numbers`, scaled by `gain`, 0 to 1.
  init(_ kind: Kind, _ numbers: Numbers, gain: Double) {
    let (center, band) = (Double(numbers.center) / 32_767, Double(numbers.deadBand) / 65_535)
    self.kind = kind
    let scale = kind == .spring ? Condition.springSlope * gain : gain
    right = Half(
      start: band + center, slope: scale * Double(numbers.rightCoefficient) / 32_767,
      limit: gain * Double(numbers.rightSaturation) / 65_535)
    left = Half(
      start: band - center, slope: scale * Double(numbers.leftCoefficient) / 32_767,
      limit: gain * Double(numbers.leftSaturation) / 65_535)
  }

  /// Creates the spring of FF_AUTOCENTER, whose strength is 0 to 1; the gain does not change it.
  init(autocenter strength: Double) {
    kind = .spring
    right = Half(start: 0, slope: Condition.springSlope * strength, limit: strength)
    left = right
  }
}

/// A spring: its torque, its slope and its energy.
extension Condition {
  /// Returns the torque of a spring at `position`, and its stiffness.
  ///
  /// The stiffness is the amount by which the torque falls for each unit further to the right.
  func pull(at position: Double) -> (torque: Double, stiffness: Double) {
    if position > right.start {
      let (force, slope) = right.force(beyond: position - right.start)
      return (-force, slope)
    }
    if -position > left.start {
      let (force, slope) = left.force(beyond: -position - left.start)
      return (force, slope)
    }
    return (0, 0)
  }

  /// Returns the energy of a spring at `position`, in units of the full torque times half of the range.
  func energy(at position: Double) -> Double {
    if position > right.start { return right.energy(beyond: position - right.start) }
    if -position > left.start { return left.energy(beyond: -position - left.start) }
    return 0
  }
}

extension Condition.Half {
  /// Returns the force towards the start at `distance` beyond it, and the slope of the force.
  ///
  /// The distance is above 0. The slope is 0 where the force is at its limit.
  func force(beyond distance: Double) -> (force: Double, slope: Double) {
    let wanted = slope * distance
    return wanted.magnitude < limit
      ? (wanted, slope) : (wanted < 0 ? -limit : limit, 0)
  }

  /// Returns the integral of the force from the start to `distance`.
  func energy(beyond distance: Double) -> Double {
    guard slope != 0 else { return 0 }
    let bend = min(distance, limit / slope.magnitude)
    let size = slope.magnitude * bend * bend / 2 + limit * (distance - bend)
    return slope < 0 ? -size : size
  }

  /// Returns how a damper brakes a motion outwards with `speed`, 0 or more.
  ///
  /// `viscous` is the force for each unit of speed beyond `start`. `dry` is a force that does not depend on
  /// the speed, because a damper at its limit brakes like dry friction. A damper only ever brakes: negative
  /// slopes, and starts below 0, count as 0.
  func brake(at speed: Double) -> (viscous: Double, start: Double, dry: Double) {
    let begin = max(0, start)
    guard slope > 0, speed >= begin else { return (0, 0, 0) }
    return slope * (speed - begin) < limit ? (slope, begin, 0) : (0, 0, limit)
  }

  /// The dry friction, 0 or more; it does not depend on where the half starts.
  var friction: Double { min(slope.magnitude, limit) }
}
