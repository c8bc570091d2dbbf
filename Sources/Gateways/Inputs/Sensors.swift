import Dialects
import Model

extension MotionSample {
  /// Standard gravity, in m/s².
  private static let gravity: Float = 9.806_65

  /// Creates the sample of a phone that measures in Android's units: `acceleration` in m/s², `rotation` in rad/s.
  init(android acceleration: Vector, rotation: Vector) {
    self.init(
      gravities: acceleration.scaled(by: 1 / MotionSample.gravity), degrees: rotation.scaled(by: 180 / .pi))
  }

  /// Creates the sample of `gravities` in g and `degrees` in °/s; values beyond a sample's range are clamped.
  init(gravities: Vector, degrees: Vector) {
    self.init(
      acceleration: MotionVector(gravities, steps: 4_096), rotation: MotionVector(degrees, steps: 16))
  }
}

extension Vector {
  fileprivate func scaled(by factor: Float) -> Vector { Vector(x: x * factor, y: y * factor, z: z * factor) }
}

extension MotionVector {
  /// Converts `vector` to whole steps, `steps` of them per unit; clamps values beyond the range.
  fileprivate init(_ vector: Vector, steps: Float) {
    func whole(_ value: Float) -> Int16 { Int16(min(max(value * steps, -32_767), 32_767).rounded()) }
    self.init(x: whole(vector.x), y: whole(vector.y), z: whole(vector.z))
  }
}
