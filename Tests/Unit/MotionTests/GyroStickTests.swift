import Impairment
import Model
import Motion
import Testing

@Suite struct GyroStickTests {
  private static func close(_ stick: Int16, _ share: Double, within tolerance: Double = 0.01) -> Bool {
    abs(Double(stick) / 32_767 - share) <= tolerance * max(abs(share), 0.01)
  }

  /// Returns the stick after a single sample of a rotation, given in °/s about the screen's axes, of a phone
  /// with the acceleration `held`.
  private static func stick(
    turning rotation: SIMD3<Double>, held: MotionVector = Aimer.flat, x: Double = 0, y: Double = 0,
    _ change: (inout Aim) -> Void = { _ in }
  ) -> Stick {
    var aimer = Aimer {
      $0.usesGyro = true
      change(&$0)
    }
    // The clock does not advance, so the pose stays as it is.
    aimer.send(x: x, y: y, turning: rotation, held: held)
    return aimer.stick
  }

  @Test(arguments: [(0, 0), (0.2, 0), (0, 0.1), (0.25, 0.15)])
  func `A quarter of the game's greatest speed is a quarter of the way between its zones`(
    inner: Double, outer: Double
  ) {
    let stick = Self.stick(turning: SIMD3(0, 0, -90)) { ($0.innerZone, $0.outerZone) = (inner, outer) }
    #expect(Self.close(stick.x, inner + 0.25 * (1 - outer - inner)), "\(stick)")
    #expect(stick.y == 0)
  }

  @Test(arguments: [(1.0, 0.25), (2.0, 0.5), (4.0, 0.7071), (3.0, 0.62996), (1.5, 0.39685)])
  func `The deflection undoes the power of the game's curve`(power: Double, share: Double) {
    let stick = Self.stick(turning: SIMD3(0, 0, -90)) { $0.power = power }
    #expect(Self.close(stick.x, share, within: 0.001), "\(stick)")
  }

  @Test func `The rate multiplies the turn, and the game's speed divides it`() {
    #expect(Self.close(Self.stick(turning: SIMD3(0, 0, -30)) { $0.rate = 3 }.x, 0.25))
    #expect(Self.close(Self.stick(turning: SIMD3(0, 0, -30)) { $0.turnRate = 120 }.x, 0.25))
    #expect(Self.stick(turning: SIMD3(0, 0, -2_000)) { $0.rate = 20 }.x == 32_767, "it ends at the edge")
  }

  @Test(arguments: [
    ("clockwise seen from above looks right", Aimer.flat, SIMD3(0, 0, -90), 1, 0),
    ("anticlockwise looks left", Aimer.flat, SIMD3(0, 0, 90), -1, 0),
    ("the top edge up looks up", Aimer.flat, SIMD3(90, 0, 0), 0, -1),
    ("the top edge down looks down", Aimer.flat, SIMD3(-90, 0, 0), 0, 1),
    ("upright, clockwise seen from above looks right", Aimer.upright, SIMD3(0, -90, 0), 1, 0),
    ("upright, the top edge towards the player looks up", Aimer.upright, SIMD3(90, 0, 0), 0, -1),
    ("upright, turned like a wheel does not look", Aimer.upright, SIMD3(0, 0, 90), 0, 0),
    ("upside down, the vertical is still the vertical", MotionVector(z: -4_096), SIMD3(0, 0, 90), 1, 0),
  ])
  func `Player space has the signs of JoyShockMapper`(
    what: String, held: MotionVector, rotation: SIMD3<Double>, x: Double, y: Double
  ) {
    let stick = Self.stick(turning: rotation, held: held)
    #expect(Self.close(stick.x, x / 4) && Self.close(stick.y, y / 4), "\(what): \(stick)")
  }

  @Test func `Player space counts a turn about a nearly vertical axis fully, and one about a level axis not`()
  {
    // The phone is held at 30° from flat, so the screen's normal is 30° from the vertical, and its y axis
    // 60°.
    let held = MotionVector(y: 2_048, z: 3_547)
    #expect(Self.close(Self.stick(turning: SIMD3(0, 0, -90), held: held).x, 0.25))
    let bent = Self.stick(turning: SIMD3(0, -90, 0), held: held).x
    #expect(Self.close(bent, 0.25 * 1.41 * 0.5), "\(bent)")
    // This is a turn about the line to the horizon, which does not change the vertical.
    let rolled = Self.stick(turning: SIMD3(0, -77.94, 45), held: held)
    #expect(rolled.x.magnitude < 400, "\(rolled)")
  }

  @Test(arguments: [
    ("flat", Aimer.flat, SIMD3(0, 0, -90), 0.25, 0), ("upright", Aimer.upright, SIMD3(0, -90, 0), 0.25, 0),
    // This is a turn about the vertical of a phone at 30°. Each axis of the phone has its share of it.
    ("at 30°", MotionVector(y: 2_048, z: 3_547), SIMD3(0, 0, -90), 0.25 * 0.866, 0),
    ("flat, up", Aimer.flat, SIMD3(90, 0, 0), 0, -0.25),
    // If the phone is on its side, the axis from left to right points to the ground, so a turn about it is a
    // turn about the vertical.
    ("on its side", MotionVector(x: 4_096), SIMD3(-90, 0, 0), 0.25, 0),
    ("on its side, up", MotionVector(x: 4_096), SIMD3(0, 90, 0), 0, 0),
  ])
  func `World space counts what turns about the vertical and the horizon`(
    how: String, held: MotionVector, rotation: SIMD3<Double>, x: Double, y: Double
  ) {
    let stick = Self.stick(turning: rotation, held: held) { $0.space = .world }
    #expect(Self.close(stick.x, x) && Self.close(stick.y, y), "\(how): \(stick)")
  }

  @Test(arguments: [Aimer.flat, Aimer.upright, MotionVector(x: 4_096), .zero])
  func `Local space knows only the phone's own axes`(held: MotionVector) {
    let stick = Self.stick(turning: SIMD3(45, 30, -90), held: held) { $0.space = .local }
    #expect(Self.close(stick.x, 0.25) && Self.close(stick.y, -0.125), "\(stick)")
  }

  @Test func `Slow rotation is tightened in proportion, and fast rotation is not`() {
    func stick(_ speed: Double, _ tightening: Double) -> Double {
      Double(Self.stick(turning: SIMD3(0, 0, -speed)) { ($0.tightening, $0.turnRate) = (tightening, 50) }.x)
        / 32_767 * 50
    }
    #expect(abs(stick(20, 20) - 20) < 0.2 && abs(stick(10, 20) - 5) < 0.1 && abs(stick(5, 20) - 1.25) < 0.1)
    #expect(abs(stick(10, 0) - 10) < 0.1)
  }

  @Test
  func `Stillness, and what is less than a hundredth of the game's speed, leaves the stick at its centre`() {
    #expect(Self.stick(turning: .zero) { $0.innerZone = 0.3 } == .centre)
    #expect(Self.stick(turning: SIMD3(0, 0, 3.5)) { ($0.innerZone, $0.tightening) = (0.3, 0) } == .centre)
    #expect(Self.stick(turning: SIMD3(0, 0, 3.7)) { ($0.innerZone, $0.tightening) = (0.3, 0) } != .centre)
  }

  @Test func `Rotation adds to the player's own stick`() {
    let stick = Self.stick(turning: SIMD3(0, 0, -90), x: 0.5, y: -0.25)
    #expect(Self.close(stick.x, 0.75) && Self.close(stick.y, -0.25), "\(stick)")
    let back = Self.stick(turning: SIMD3(0, 0, 90), x: 0.25)
    #expect(back.x.magnitude <= 1, "a turn against the stick holds the view")
  }

  @Test func `The vertical turns with the phone, although its accelerometer shakes`() {
    var aimer = Aimer { $0.usesGyro = true }
    // The phone turns from flat to upright in half a second. Its accelerometer shows far more than gravity.
    aimer.send(turning: .zero, held: Aimer.flat)
    for _ in 0..<60 {
      aimer.pass(.microseconds(8_333))
      aimer.send(turning: SIMD3(180, 0, 0), held: MotionVector(x: 8_000, z: 8_000))
    }
    aimer.pass(.milliseconds(8))
    aimer.send(turning: SIMD3(0, -90, 0), held: MotionVector(x: 8_000, z: 8_000))
    #expect(Self.close(aimer.stick.x, 0.25, within: 0.02), "\(aimer.stick)")
  }

  @Test func `A still hand's accelerometer corrects the vertical within two seconds`() {
    var aimer = Aimer {
      ($0.usesGyro, $0.space) = (true, .world)
    }
    aimer.send(turning: .zero, held: Aimer.flat)
    for _ in 0..<120 {
      aimer.pass(.microseconds(16_667))
      aimer.send(turning: .zero, held: Aimer.upright)
    }
    aimer.send(turning: SIMD3(0, -90, 0), held: Aimer.upright)
    #expect(Self.close(aimer.stick.x, 0.25, within: 0.02), "\(aimer.stick)")
  }

  @Test func `A profile without it passes the right stick on, whatever the phone does`() {
    var aimer = Aimer { _ in }
    aimer.send(x: 0.5, turning: SIMD3(100, 200, 300))
    #expect(aimer.stick == Stick(x: 16_384))
  }

  @Test func `Any sample of any sensor leaves the stick in its range, and at rest a second after the last`() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = Random(seed: seed)
      let spaces = [Aim.Space.player, .world, .local]
      var aimer = Aimer {
        ($0.usesGyro, $0.usesFlick) = (seed % 4 != 0, seed % 2 == 0)
        $0.space = spaces[Int(seed % 3)]
        ($0.rate, $0.power) = (.random(in: 0.1...20, using: &random), .random(in: 1...4, using: &random))
        $0.turnRate = .random(in: 30...3_600, using: &random)
        $0.innerZone = .random(in: 0...0.4, using: &random)
        ($0.outerZone, $0.snap) = (.random(in: 0...0.4, using: &random), [0, 4, 8][Int(seed % 3)])
      }
      for _ in 0..<300 {
        aimer.pass(.microseconds(.random(in: 0...40_000, using: &random)))
        aimer.send(Self.stick(using: &random), Self.sample(using: &random))
      }
      #expect(aimer.reports.count > 100, "seed \(seed)")
      #expect(aimer.reports.allSatisfy { max($0.stick.x, $0.stick.y) <= 32_767 }, "seed \(seed)")
      #expect(aimer.reports.allSatisfy { min($0.stick.x, $0.stick.y) >= -32_767 }, "seed \(seed)")
      aimer.pass(.seconds(1))
      #expect(aimer.stick == .centre && aimer.input.deadline == .distantFuture, "seed \(seed)")
    }
  }

  private static func component(using random: inout Random) -> Int16 {
    let kind = Int.random(in: 0..<4, using: &random)
    return [0, .min, .max, .random(in: .min ... .max, using: &random)][kind]
  }

  private static func stick(using random: inout Random) -> Stick {
    Stick(x: component(using: &random), y: component(using: &random))
  }

  private static func sample(using random: inout Random) -> MotionSample? {
    guard Int.random(in: 0..<8, using: &random) > 0 else { return nil }
    func vector() -> MotionVector {
      MotionVector(
        x: component(using: &random), y: component(using: &random), z: component(using: &random))
    }
    return MotionSample(acceleration: vector(), rotation: vector())
  }
}
