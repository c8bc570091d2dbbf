import Model
import Motion

/// A small seeded generator (SplitMix64), so that every test can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension TiltSample {
  /// A sample with three different angles, in raw units.
  init(at microseconds: Int64, roll: Int, pitch: Int = 0, yaw: Int = 0) {
    self.init(
      microseconds: microseconds,
      tilt: Tilt(
        roll: Angle(raw: Int32(truncatingIfNeeded: roll)),
        pitch: Angle(raw: Int32(truncatingIfNeeded: pitch)),
        yaw: Angle(raw: Int32(truncatingIfNeeded: yaw))))
  }

  /// A sample whose roll is in radians.
  init(at microseconds: Int64, radians: Double) {
    self.init(microseconds: microseconds, tilt: Tilt(roll: Angle(radians: radians)))
  }
}

extension Smoother {
  /// A smoother without press-hold that has been given `samples` in this order.
  init(_ filter: TiltFilter, fed samples: some Sequence<TiltSample>) {
    self.init(filter: filter, pressHold: nil)
    for sample in samples { add(sample) }
  }

  /// The roll in raw units; 0 when there is no output.
  var roll: Int { Int(output?.roll.raw ?? 0) }
}

/// One filter of each kind, and the extremes.
let someFilters: [TiltFilter] = [
  .none, .movingAverage(count: 1), .defaultMovingAverage, .movingAverage(count: 64),
  .timeAverage(window: .milliseconds(1)), .timeAverage(window: .milliseconds(100)),
  .timeAverage(window: .milliseconds(250)), .default,
  .oneEuro(minimumCutoff: 1, beta: 0, derivativeCutoff: 1), .defaultGatedAverage,
]
