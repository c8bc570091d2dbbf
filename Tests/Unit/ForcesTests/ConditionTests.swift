import Impairment
import Model
import Testing

@testable import Forces

@Suite struct ConditionTests {
  private static func spring(
    _ right: Int16, _ left: Int16, saturation: UInt16 = 0xffff, band: UInt16 = 0, center: Int16 = 0
  ) -> Condition {
    Condition(
      .spring,
      Condition.Numbers(
        rightSaturation: saturation, leftSaturation: saturation, rightCoefficient: right,
        leftCoefficient: left, deadBand: band, center: center), gain: 1)
  }

  @Test(arguments: [
    (spring(32_767, 32_767), 0.1, -0.4), (spring(32_767, 32_767), -0.1, 0.4),
    (spring(32_767, 32_767), 0.9, -1), (spring(32_767, 32_767, saturation: 0x7fff), 0.9, -0.5),
    (spring(32_767, 0), -0.5, 0), (spring(-32_767, 0), 0.1, 0.4),
    (spring(32_767, 32_767, band: 0xffff), 0.99, 0), (spring(32_767, 32_767, band: 13_107), 0.3, -0.4),
    (spring(32_767, 32_767, center: 16_384), 0.4, 0.4), (spring(32_767, 32_767, saturation: 0), 0.5, 0),
  ])
  func `A spring pulls towards its centre`(spring: Condition, place: Double, torque: Double) {
    #expect((spring.pull(at: place).torque - torque).magnitude < 1e-3)
  }

  @Test func `The energy of springs and hands is the integral of their torque`() {
    var random = Random(seed: 36)
    for _ in 0..<200 {
      let spring = Condition(.spring, Script.numbers(&random), gain: 0.1 + random.unit())
      var hand = Hand(.allCases[Int(random.next() % 3)], on: SteeringColumn.Build(degrees: 270))
      hand.move(to: 2 * random.unit() - 1, at: .init(nanoseconds: 0))
      for _ in 0..<50 {
        let (place, way) = (2.4 * random.unit() - 1.2, 1e-6)
        let slope = (spring.energy(at: place + way) - spring.energy(at: place - way)) / (2 * way)
        #expect((slope + spring.pull(at: place).torque).magnitude < 1e-4)
        let rise = (hand.energy(at: place + way) - hand.energy(at: place - way)) / (2 * way)
        #expect((rise + hand.pull(at: place).torque).magnitude < 1e-3)
      }
    }
  }

  @Test func `A damper only brakes, whatever its numbers are`() {
    var random = Random(seed: 37)
    for _ in 0..<1_000 {
      let damper = Condition(.damper, Script.numbers(&random), gain: 1)
      for half in [damper.left, damper.right] {
        let speed = random.unit()
        let brake = half.brake(at: speed)
        #expect(brake.viscous >= 0 && brake.dry >= 0 && brake.viscous * (speed - brake.start) >= 0)
        #expect(half.friction >= 0)
      }
    }
  }

  @Test func `A spring neither pulls nor holds energy up to its start on either side`() {
    let spring = Condition(
      .spring, right: Condition.Half(start: 0.25, slope: 2, limit: 0.5),
      left: Condition.Half(start: 0.125, slope: -1, limit: 0.5))
    for place in [-0.125, 0, 0.25] {
      #expect(spring.pull(at: place) == (0, 0) && spring.energy(at: place) == 0)
    }
    #expect(spring.pull(at: 0.375) == (-0.25, 2) && spring.energy(at: 0.375) == 1.0 / 64)
    #expect(Condition.Half(start: 0, slope: 0, limit: 0.5).energy(beyond: 1) == 0)
    #expect(spring.pull(at: -0.25) == (-0.125, -1) && spring.energy(at: -0.25) == -1.0 / 128)
  }

  @Test(
    arguments: [
      (2, 0.5, 0.125, 0.25, 2), (2, 0.5, 0.25, 0.5, 0), (2, 0.5, 0.5, 0.5, 0), (-2, 0.5, 0.125, -0.25, -2),
      (-2, 0.5, 0.25, -0.5, 0), (0, 0.5, 0.5, 0, 0), (2, 0, 0.5, 0, 0),
    ] as [(Double, Double, Double, Double, Double)])
  func `The slope of a force ends at its limit`(
    slope: Double, limit: Double, distance: Double, force: Double, rest: Double
  ) {
    let half = Condition.Half(start: 0.25, slope: slope, limit: limit)
    #expect(half.force(beyond: distance) == (force, rest))
  }

  @Test(
    arguments: [
      (0, 1, 0.5, 0, (1, 0, 0)), (0, 1, 0.5, 0.25, (1, 0, 0)), (0, 1, 0.5, 0.5, (0, 0, 0.5)),
      (0, 1, 0.5, 0.75, (0, 0, 0.5)), (0.25, 1, 0.5, 0.125, (0, 0, 0)), (0.25, 1, 0.5, 0.25, (1, 0.25, 0)),
      (0.25, 1, 0.5, 0.625, (1, 0.25, 0)), (0.25, 1, 0.5, 0.75, (0, 0, 0.5)), (-0.5, 1, 0.5, 0.25, (1, 0, 0)),
      (0.25, 0, 0.5, 0.5, (0, 0, 0)), (0, -1, 0.5, 0.5, (0, 0, 0)), (0, 1, 0, 0, (0, 0, 0)),
      (0, 1, 0, 0.5, (0, 0, 0)),
    ] as [(Double, Double, Double, Double, (Double, Double, Double))])
  func `A damper brakes from its start on, and like dry friction from its limit on`(
    start: Double, slope: Double, limit: Double, speed: Double, brake: (Double, Double, Double)
  ) {
    let half = Condition.Half(start: start, slope: slope, limit: limit)
    #expect(half.brake(at: speed) == brake)
  }

  @Test(arguments: [(0.25, 0.25), (-0.25, 0.25), (0.5, 0.5), (0.75, 0.5), (-0.75, 0.5), (0, 0)])
  func `Dry friction is as large as its coefficient, up to its limit`(slope: Double, friction: Double) {
    #expect(Condition.Half(start: 0.9, slope: slope, limit: 0.5).friction == friction)
  }

  @Test(arguments: [(0.0625, -0.125), (-0.0625, 0.125), (0.25, -0.5), (0.9, -0.5), (-0.9, 0.5), (0, 0)])
  func `Autocenter reaches its strength at a quarter of the way to the end`(place: Double, torque: Double) {
    #expect(Condition(autocenter: 0.5).pull(at: place).torque == torque)
  }
}
