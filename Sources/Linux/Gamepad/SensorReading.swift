internal import Model

/// The readings of a pad's own sensors from report to report.
///
/// The clock stands still while the same sample is shown again. A program that multiplies rotation by time
/// therefore gets the measured angle, no matter how often the sample is shown. Without samples, the reading
/// is that of a pad at rest, and the clock follows the host's.
struct SensorReading: Sendable {
  /// The acceleration in 1/8192 g, dithered so that it is never quite still.
  private(set) var acceleration = MotionVector.zero
  /// The rotation in 1/16 °/s.
  private(set) var rotation = MotionVector.zero
  /// The sensors' clock in µs.
  ///
  /// It starts at 4 s, because SDL does not set the light while the clock shows less than 3.4 s: a real pad
  /// uses its light until then to signal that it has been connected.
  private(set) var time: Int64 = 4_000_000

  private var dither = AccelerationDither()
  private var sampled: Int64?
  private var taken: Instant?

  /// Applies the sample of the controller's sensors, nil if the controller has none, for the report made at `now`.
  mutating func apply(_ motion: PadMotion?, at now: Instant) {
    let elapsed = taken.map { (now - $0).microseconds } ?? 0
    if let sample = motion?.time, let sampled {
      time += max(0, sample - sampled)
    } else {
      time += max(0, elapsed)
    }
    sampled = motion?.time
    taken = now
    rotation = motion?.rotation ?? .zero
    acceleration = dither.next(motion?.acceleration ?? PadMotion.rest.acceleration)
  }
}

extension PadMotion {
  /// The reading of a pad that lies on a table: gravity alone.
  static let rest = PadMotion(acceleration: MotionVector(y: 8192), rotation: .zero, time: 0)
}
