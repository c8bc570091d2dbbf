import Glibc
import Model

/// The accelerometer and the gyroscope of a controller that tilts as it is told and goes nowhere.
///
/// The rotation is the mean since the sample before, so that all of them add up to the turn.
struct SimulatedSensors: Sendable {
  private var last: (tilt: Tilt, at: Instant, sample: MotionSample)?

  /// What they measure at `now`, when the controller is held at `tilt`.
  mutating func measure(_ tilt: Tilt, at now: Instant) -> MotionSample {
    if let last, last.at >= now { return last.sample }
    let rate = last.map { rates(from: $0.tilt, to: tilt, in: (now - $0.at).seconds) } ?? (0, 0, 0)
    let sample = MotionSample(
      acceleration: SimulatedSensors.vector(SimulatedSensors.turned((0, 1, 0), into: tilt), unit: 4_096),
      rotation: SimulatedSensors.vector(rotation(by: rate, at: tilt), unit: 16))
    last = (tilt, now, sample)
    return sample
  }

  private typealias Triple = (Double, Double, Double)

  /// How fast roll, pitch and yaw change, in °/s.
  private func rates(from origin: Tilt, to tilt: Tilt, in seconds: Double) -> Triple {
    let turn = tilt - origin
    let scale = 180 / .pi / seconds
    return (turn.roll.radians * scale, turn.pitch.radians * scale, turn.yaw.radians * scale)
  }

  /// The rotation about the screen's axes: yaw is about the vertical, then pitch about x, then roll about the normal, and
  /// of yaw and roll the clockwise one is positive.
  private func rotation(by rate: Triple, at tilt: Tilt) -> Triple {
    let yaw = SimulatedSensors.turned((0, -rate.2, 0), into: tilt)
    let pitch = SimulatedSensors.rolled((rate.1, 0, 0), by: tilt.roll)
    return (yaw.0 + pitch.0, yaw.1 + pitch.1, yaw.2 + pitch.2 - rate.0)
  }

  /// What is `vector` when the controller is upright, in the frame of its screen at `tilt`.
  private static func turned(_ vector: Triple, into tilt: Tilt) -> Triple {
    let (sine, cosine) = (sin(tilt.pitch.radians), cos(tilt.pitch.radians))
    let pitched = (vector.0, vector.1 * cosine + vector.2 * sine, vector.2 * cosine - vector.1 * sine)
    return rolled(pitched, by: tilt.roll)
  }

  private static func rolled(_ vector: Triple, by roll: Angle) -> Triple {
    let (sine, cosine) = (sin(roll.radians), cos(roll.radians))
    return (vector.0 * cosine - vector.1 * sine, vector.0 * sine + vector.1 * cosine, vector.2)
  }

  /// `triple` in steps of which `unit` make 1.
  private static func vector(_ triple: Triple, unit: Double) -> MotionVector {
    func steps(_ value: Double) -> Int16 { Int16(min(max(value * unit, -32767), 32767).rounded()) }
    return MotionVector(x: steps(triple.0), y: steps(triple.1), z: steps(triple.2))
  }
}
