internal import Model

/// What a pad's own sensors say from report to report.
///
/// The clock stands still while the same sample is shown again: who multiplies rotation by time gets the angle that was
/// measured, however often it is shown. Without samples the pad lies at rest and its clock is the host's.
struct SensorReading: Sendable {
  /// Acceleration in 1/8192 g, which is never quite still.
  private(set) var acceleration = MotionVector.zero
  /// Rotation in 1/16 °/s.
  private(set) var rotation = MotionVector.zero
  /// The clock in µs; SDL sets no light before 3.4 s, as long as a real pad shows that it has been found.
  private(set) var time: Int64 = 4_000_000

  private var dither = AccelerationDither()
  private var sampled: Int64?
  private var taken: Instant?

  /// Takes what the controller's sensors showed, nil when it has none, for the report made at `now`.
  mutating func take(_ motion: PadMotion?, at now: Instant) {
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
  /// What the sensors show of a pad that lies on a table: gravity alone.
  static let rest = PadMotion(acceleration: MotionVector(y: 8192), rotation: .zero, time: 0)
}
