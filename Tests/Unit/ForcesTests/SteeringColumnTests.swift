import Model
import Testing

@testable import Forces

/// Single steps of a column, and its energy.
@Suite struct SteeringColumnTests {
  private var column = SteeringColumn(SteeringColumn.Build(degrees: 360))
  private var load = ForceLoad()

  private static func condition(_ kind: Condition.Kind, right: Double, left: Double) -> Condition {
    Condition(
      kind, right: Condition.Half(start: 0, slope: right, limit: 1),
      left: Condition.Half(start: 0, slope: left, limit: 1))
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (-1, 0), (1.5, 40 * 0.5 * 0.5 / 2), (-1.5, 40 * 0.5 * 0.5 / 2),
    ] as [(Double, Double)])
  mutating func `A wheel that nobody holds has energy only beyond its stops and in springs`(
    place: Double, energy: Double
  ) {
    let angle = place * .pi
    let stops = energy * .pi * .pi
    #expect((column.energy(at: angle, load, nil) - stops).magnitude < 1e-9)
    load.conditions = [
      Self.condition(.damper, right: 1, left: 1), Self.condition(.spring, right: 1, left: 1),
    ]
    let distance = place.magnitude
    let bend = min(distance, 1)
    let spring = 2.2 * .pi * (bend * bend / 2 + distance - bend)
    #expect((column.energy(at: angle, load, nil) - stops - spring).magnitude < 1e-9)
    let hand = Hand(.normal, on: column.build)
    #expect((column.energy(at: angle, load, hand) - stops - spring - hand.energy(at: angle)).magnitude < 1e-9)
  }

  @Test(arguments: [-1.0, 1]) mutating func `A stop acts only beyond the end of the range`(side: Double) {
    (column.angle, column.speed) = (side * column.build.halfRange, -side)
    column.advance(load, hand: nil)
    let mass = 0.03 + 0.001 * 0.1
    #expect((column.speed + side * (0.03 - 0.001 * 0.03) / mass).magnitude < 1e-9)
    #expect(column.staticTorque == 0)
    (column.angle, column.speed) = (side * (column.build.halfRange + 0.01), 0)
    column.advance(load, hand: nil)
    let stopped = 0.03 + 0.001 * 1.1 + 0.000_001 * 40
    #expect((column.speed + side * 0.001 * (0.4 - 0.03) / stopped).magnitude < 1e-9)
    #expect((column.staticTorque + side * 0.4).magnitude < 1e-9 && column.drive == 0)
  }

  @Test mutating func `A damper of motions to the left does not brake a wheel that starts to the right`() {
    load.push = 1
    load.conditions = [Self.condition(.damper, right: 0, left: 1)]
    column.advance(load, hand: nil)
    #expect((column.speed - 0.001 * (2.2 - 0.03) / (0.03 + 0.001 * 0.1)).magnitude < 1e-9)
  }

  @Test(arguments: [(0.013, 0), (-0.013, 0), (0.02, 0.014), (-0.02, -0.014)] as [(Double, Double)])
  mutating func `Friction holds a wheel against a push that is smaller`(push: Double, torque: Double) {
    load.push = push
    column.advance(load, hand: nil)
    #expect((column.speed - 0.001 * torque / (0.03 + 0.001 * 0.1)).magnitude < 1e-9)
    #expect((column.staticTorque - 2.2 * push).magnitude < 1e-12)
  }

  @Test(
    arguments: [
      (.damper, 1, -0.125), (.damper, -1, 0.25), (.damper, 0, 0), (.friction, 1, -0.25),
      (.friction, -1, 0.5), (.friction, 0, 0), (.inertia, 1, 0), (.spring, 1, -0.125), (.spring, -1, -0.125),
    ] as [(Condition.Kind, Double, Double)])
  mutating func `The motor of a measured wheel brakes it, but not while it stands still`(
    kind: Condition.Kind, side: Double, drive: Double
  ) {
    load.conditions = [Self.condition(kind, right: 0.25, left: 0.5)]
    column.follow(column.build.halfRange / 2, side * 2 * .pi, load)
    #expect((column.drive - drive).magnitude < 1e-12)
    #expect(column.staticTorque == 0 && column.speed == side * 2 * .pi)
  }

  @Test(
    arguments: [(1, 0, 0.09), (0, 1, 0.09), (0.5, 0.25, 0.06), (-1, -0.5, 0.03)] as [(Double, Double, Double)]
  )
  mutating func `Inertia keeps the momentum when it comes, and the speed when it goes`(
    right: Double, left: Double, inertia: Double
  ) {
    column.speed = 2
    load.conditions = [Self.condition(.inertia, right: right, left: left)]
    column.advance(load, hand: nil)
    #expect((column.inertia - inertia).magnitude < 1e-12)
    let heavy = (0.03 * 2 - 0.001 * 0.03) / (inertia + 0.001 * 0.1)
    #expect((column.speed - heavy).magnitude < 1e-9)
    load.conditions = []
    column.advance(load, hand: nil)
    #expect(column.inertia == 0.03)
    #expect((column.speed - (0.03 * heavy - 0.001 * 0.03) / (0.03 + 0.001 * 0.1)).magnitude < 1e-9)
  }

  @Test(arguments: [-2.0, 2]) func `A wheel without losses keeps its speed`(speed: Double) {
    var build = SteeringColumn.Build(degrees: 360)
    (build.viscosity, build.friction) = (0, 0)
    var wheel = SteeringColumn(build)
    wheel.speed = speed
    for _ in 0..<10 { wheel.advance(load, hand: nil) }
    #expect((wheel.speed - speed).magnitude < 1e-12)
    #expect((wheel.angle - 0.01 * speed).magnitude < 1e-12)
  }
}
