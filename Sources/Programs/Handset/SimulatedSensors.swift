import Glibc
package import Model

/// A simulation of the accelerometer and gyroscope of a controller that turns in place.
///
/// The rotation is the mean rate since the previous sample, so that all samples' rates add up to the whole turn.
package struct SimulatedSensors: Sendable {
  private var last: (tilt: Tilt, at: Instant, sample: MotionSample)?

  /// Creates sensors without a measurement.
  package init() {}

  /// Returns the measurements at `now` for a controller held at `tilt`.
  package mutating func measure(_ tilt: Tilt, at now: Instant) -> MotionSample {
    if let last, last.at >= now { return last.sample }
    let rate = last.map { rates(from: $0.tilt, to: tilt, in: (now - $0.at).seconds) } ?? (0, 0, 0)
    let sample = MotionSample(
      acceleration: SimulatedSensors.vector(SimulatedSensors.turned((0, 1, 0), into: tilt), unit: 4_096),
      rotation: SimulatedSensors.vector(rotation(by: rate, at: tilt), unit: 16))
    last = (tilt, now, sample)
    return sample
  }

  private typealias Triple = (Double, Double, Double)

  /// Returns the rates of roll, pitch and yaw, in °/s.
  private func rates(from origin: Tilt, to tilt: Tilt, in seconds: Double) -> Triple {
    let turn = tilt - origin
    let scale = 180 / .pi / seconds
    return (turn.roll.radians * scale, turn.pitch.radians * scale, turn.yaw.radians * scale)
  }

  /// Returns the rotation about the screen's axes, in °/s.
  ///
  /// Yaw is about the vertical, then pitch about x, and then roll about the screen's normal; yaw and roll are positive
  /// clockwise.
  private func rotation(by rate: Triple, at tilt: Tilt) -> Triple {
    let yaw = SimulatedSensors.turned((0, -rate.2, 0), into: tilt)
    let pitch = SimulatedSensors.rolled((rate.1, 0, 0), by: tilt.roll)
    return (yaw.0 + pitch.0, yaw.1 + pitch.1, yaw.2 + pitch.2 - rate.0)
  }

  /// Returns `vector`, given for an upright controller, in the frame of the screen at `tilt`.
  private static func turned(_ vector: Triple, into tilt: Tilt) -> Triple {
    let (sine, cosine) = (sin(tilt.pitch.radians), cos(tilt.pitch.radians))
    let pitched = (vector.0, vector.1 * cosine + vector.2 * sine, vector.2 * cosine - vector.1 * sine)
    return rolled(pitched, by: tilt.roll)
  }

  private static func rolled(_ vector: Triple, by roll: Angle) -> Triple {
    let (sine, cosine) = (sin(roll.radians), cos(roll.radians))
    return (vector.0 * cosine - vector.1 * sine, vector.0 * sine + vector.1 * cosine, vector.2)
  }

  /// Returns `triple` as numbers of steps of 1/`unit`, rounded and limited to 16 bits.
  private static func vector(_ triple: Triple, unit: Double) -> MotionVector {
    func steps(_ value: Double) -> Int16 { Int16(min(max(value * unit, -32767), 32767).rounded()) }
    return MotionVector(x: steps(triple.0), y: steps(triple.1), z: steps(triple.2))
  }
}
