package import Model

/// The mean of the measurements since the last packet.
///
/// It makes the rotations of all packets add up to the whole turn.
package struct MotionMean: Sendable {
  private var sums = [Int](repeating: 0, count: 6)
  private var count = 0
  private var last: MotionSample?

  /// Creates a mean without measurements.
  package init() {}

  /// Adds a measurement.
  package mutating func add(_ sample: MotionSample) {
    let (acceleration, rotation) = (sample.acceleration, sample.rotation)
    let values = [
      acceleration.x, acceleration.y, acceleration.z, rotation.x, rotation.y, rotation.z,
    ]
    for (index, value) in values.enumerated() { sums[index] += Int(value) }
    count += 1
    last = sample
  }

  /// Returns the mean of the measurements since the last call.
  ///
  /// Without any, it returns the latest measurement, or nil before the first.
  package mutating func drain() -> MotionSample? {
    guard count > 0 else { return last }
    let count = count
    func mean(_ first: Int) -> MotionVector {
      MotionVector(
        x: Int16(sums[first] / count), y: Int16(sums[first + 1] / count), z: Int16(sums[first + 2] / count))
    }
    defer { (sums, self.count) = ([Int](repeating: 0, count: 6), 0) }
    return MotionSample(acceleration: mean(0), rotation: mean(3))
  }
}
