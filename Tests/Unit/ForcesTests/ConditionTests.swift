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
}
