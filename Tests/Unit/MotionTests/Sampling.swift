import Model
import Motion

extension TiltSample {
  /// Creates a sample with an angle for each axis, in raw units.
  init(at microseconds: Int64, roll: Int, pitch: Int = 0, yaw: Int = 0) {
    self.init(
      microseconds: microseconds,
      tilt: Tilt(
        roll: Angle(raw: Int32(truncatingIfNeeded: roll)),
        pitch: Angle(raw: Int32(truncatingIfNeeded: pitch)),
        yaw: Angle(raw: Int32(truncatingIfNeeded: yaw))))
  }

  /// Creates a sample with a roll in radians.
  init(at microseconds: Int64, radians: Double) {
    self.init(microseconds: microseconds, tilt: Tilt(roll: Angle(radians: radians)))
  }
}

extension Smoother {
  /// Creates a smoother without press-hold that has received `samples` in this order.
  init(_ filter: TiltFilter, fed samples: some Sequence<TiltSample>) {
    self.init(filter: filter, pressHold: nil)
    for sample in samples { add(sample) }
  }

  /// The roll in raw units; 0 without an output.
  var roll: Int { Int(output?.roll.raw ?? 0) }
}

/// One filter of each kind, and the extreme settings.
let someFilters: [TiltFilter] = [
  .none, .movingAverage(count: 1), .defaultMovingAverage, .movingAverage(count: 64),
  .timeAverage(window: .milliseconds(1)), .timeAverage(window: .milliseconds(100)),
  .timeAverage(window: .milliseconds(250)), .default,
  .oneEuro(minimumCutoff: 1, beta: 0, derivativeCutoff: 1), .defaultGatedAverage,
]
