import Model
import Testing

@testable import Motion

/// The estimate of the direction downwards.
@Suite struct GravityTests {
  /// Returns whether the estimate points along `direction`, to the precision of the arithmetic.
  private func points(_ gravity: Gravity, _ direction: SIMD3<Double>) -> Bool {
    let difference = gravity.direction - direction / (direction * direction).sum().squareRoot()
    return (difference * difference).sum() < 1e-24
  }

  private func motion(
    _ acceleration: MotionVector, _ rotation: MotionVector = .zero, at time: Int64
  ) -> PadMotion {
    PadMotion(acceleration: acceleration, rotation: rotation, time: time)
  }

  /// Returns the estimate of a pad on a table, at time 1 s.
  private func table() -> Gravity {
    var gravity = Gravity()
    gravity.follow(motion(MotionVector(y: 8_192), at: 1_000_000))
    return gravity
  }

  @Test(
    arguments: [(4_096, false), (4_097, true), (8_192, true), (12_287, true), (12_288, false)]
      as [(Int16, Bool)])
  func `The first sample counts within half a g of 1 g`(z: Int16, counts: Bool) {
    var gravity = Gravity()
    #expect(points(gravity, SIMD3(0, -1, 0)))
    gravity.follow(motion(MotionVector(z: z), at: 0))
    #expect(points(gravity, counts ? SIMD3(0, 0, -1) : SIMD3(0, -1, 0)))
    gravity.follow(motion(MotionVector(x: 8_192), at: 1_000_000))
    #expect(points(gravity, counts ? SIMD3(-0.2, 0, -0.8) : SIMD3(-1, 0, 0)))
  }

  @Test(
    arguments: [
      (50_000, 8_192, 0.1), (100_000, 8_192, 0.2), (101_000, 8_192, 0.2), (5_000_000, 8_192, 0.2),
      (50_000, 10_240, 0.05), (50_000, 6_144, 0.05), (50_000, 12_288, 0), (0, 8_192, 0), (-50_000, 8_192, 0),
    ] as [(Int64, Int16, Double)])
  func `The accelerometer corrects in proportion to the time, 100 ms at most, and to how little it shakes`(
    passed: Int64, strength: Int16, part: Double
  ) {
    var gravity = table()
    gravity.follow(motion(MotionVector(z: strength), at: 1_000_000 + passed))
    #expect(points(gravity, SIMD3(0, part - 1, -part)))
    // The next sample has the time of this one, so its rotation takes no time and changes nothing.
    gravity.follow(motion(.zero, MotionVector(z: 16), at: 1_000_000 + passed))
    #expect(points(gravity, SIMD3(0, part - 1, -part)))
  }

  @Test func `The gyroscope turns the direction against the pad's rotation, about each axis`() {
    // The pad turns at 90 °/s for 0.1 s, an angle of π/20. Cayley's rotation turns by twice the angle whose
    // tangent is half of it.
    let half = Double.pi / 40
    let (cosine, sine) = (1 - half * half, 2 * half)
    for (rotation, direction) in [
      (MotionVector(x: 1_440), SIMD3(0, -cosine, sine)), (MotionVector(y: 1_440), SIMD3(0, -1, 0)),
      (MotionVector(z: 1_440), SIMD3(-sine, -cosine, 0)), (MotionVector(z: -1_440), SIMD3(sine, -cosine, 0)),
    ] as [(MotionVector, SIMD3<Double>)] {
      var gravity = table()
      gravity.follow(motion(.zero, rotation, at: 1_100_000))
      #expect(points(gravity, direction), "\(gravity.direction)")
    }
  }
}
