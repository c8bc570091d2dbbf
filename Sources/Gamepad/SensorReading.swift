internal import Model

/// What a pad's sensors say from report to report.
///
/// The clock stands still while the same sample is shown again: who multiplies rotation by time gets the angle that was
/// measured, however often it is shown. Without samples the pad lies at rest and its clock is the host's.
///
/// A real accelerometer is never quite still. SDL takes one for 0 until it moves, so one that stands still trembles by
/// as much as the kernel takes for noise.
struct SensorReading: Sendable {
  /// Acceleration in 1/8192 g.
  private(set) var acceleration = atRest
  /// Rotation in 1/16 °/s.
  private(set) var rotation = MotionVector.zero
  /// The clock in µs; SDL sets no light before 3.4 s, as long as a real pad shows that it has been found.
  private(set) var time: Int64 = 4_000_000

  private var measured = atRest
  private var sampled: Int64?
  private var taken: Instant?
  private var tremor: Int16 = 0

  /// Gravity alone.
  private static let atRest = MotionVector(y: 8192)
  /// Half of the 16 by which the kernel's driver has two values differ (fuzz).
  private static let amplitude: Int16 = 8

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
    show(motion?.acceleration ?? SensorReading.atRest)
  }

  private mutating func show(_ sample: MotionVector) {
    let isStill = sample == measured
    tremor = isStill ? (tremor > 0 ? -SensorReading.amplitude : SensorReading.amplitude) : 0
    measured = sample
    acceleration = MotionVector(
      x: sample.x.moved(by: tremor), y: sample.y.moved(by: tremor), z: sample.z.moved(by: tremor))
  }
}

extension Int16 {
  /// The sum, or the end of the range that it is beyond.
  fileprivate func moved(by step: Int16) -> Int16 {
    Int16(clamping: Int32(self) + Int32(step))
  }
}
