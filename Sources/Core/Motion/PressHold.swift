public import Model

/// A hold of the tilt around a press or release, which hides the jolt of the finger.
public struct PressHold: Hashable, Sendable {
  /// The time for which the output stands still after an edge, 0 to 250 ms.
  public var hold: Interval
  /// The time in which the output then returns to the smoothed tilt, 0 to 250 ms.
  public var blend: Interval
  /// The speed in rad/s from which on a movement counts as intended, so that the output is not held.
  public var speedLimit: Double

  /// Creates a hold; the defaults outlast a jolt of 18 Hz that fades in 35 ms (docs/filters.md).
  public init(
    hold: Interval = .milliseconds(60), blend: Interval = .milliseconds(60), speedLimit: Double = 0.3
  ) {
    self.hold = hold
    self.blend = blend
    self.speedLimit = speedLimit
  }

  /// The default hold: 60 ms of hold, 60 ms of blend, 0.3 rad/s.
  public static let `default` = PressHold()

  /// Returns the output at `time`, from the tilt `held` at `edge` and the present tilt `smoothed`; both times
  /// are in µs.
  func output(holding held: Tilt, since edge: Int64, smoothed: Tilt, at time: Int64) -> Tilt {
    let elapsed = time &- edge &- hold.microseconds
    if elapsed <= 0 { return held }
    if elapsed >= blend.microseconds { return smoothed }
    let turn = (smoothed.position &- held.position).shortestTurn &* elapsed
    return Tilt(held.position &+ turn.divided(by: blend.microseconds))
  }
}

extension SampleRing {
  /// Returns the speed of the fastest axis in rad/s over the 100 ms up to sample `ordinal`.
  ///
  /// The speed is the slope of the best straight line, in which noise and the swing of an earlier jolt mostly cancel
  /// out.
  mutating func speed(at ordinal: Int) -> Double {
    var fit = LineFit()
    var sample = ordinal
    while time(ordinal) &- time(sample) <= 100_000 {
      let turn = position(sample) &- position(ordinal)
      fit.add(
        Double(time(sample) &- time(ordinal)) * 1e-6,
        SIMD3(Double(turn.x), Double(turn.y), Double(turn.z)))
      if isStart(sample) { break }
      sample -= 1
    }
    let slope = fit.slope
    return max(slope.x.magnitude, slope.y.magnitude, slope.z.magnitude) / Angle.unitsPerRadian
  }
}

/// A least-squares fit of a line through points.
private struct LineFit {
  private var count = 0.0
  private var sum = 0.0
  private var squares = 0.0
  private var values = SIMD3<Double>.zero
  private var products = SIMD3<Double>.zero

  /// Adds the point (`position`, `value`).
  mutating func add(_ position: Double, _ value: SIMD3<Double>) {
    count += 1
    sum += position
    squares += position * position
    values += value
    products += value * position
  }

  /// The slope of the line; 0 through fewer than two points.
  var slope: SIMD3<Double> {
    guard count > 1 else { return .zero }
    return (products * count - values * sum) / (count * squares - sum * sum)
  }
}
