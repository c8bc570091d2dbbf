import Model

/// A wheel on the shaft of a motor, between two stops; a hand may hold the wheel.
///
/// Angles are in radians and torques in N·m, both positive to the right. One step takes 1 ms. No step gains
/// energy beyond the work of the game's push and of the hand: neither a delay nor a lost sample makes the
/// wheel oscillate by itself (docs/decisions/0070).
public struct SteeringColumn: Sendable {
  /// The time of one step, in seconds.
  static let step = 0.001
  /// The unit of speed for dampers: two turns a second.
  static let unitSpeed = 4 * Double.pi

  /// The mechanical parts of a wheel.
  ///
  /// The torque and the inertia are those of a light wheel for games.
  public struct Build: Hashable, Sendable {
    /// The full torque of the motor, in N·m.
    public var torque = 2.2
    /// The inertia of motor and wheel, in kg·m².
    public var inertia = 0.03
    /// The loss that grows with the speed, in N·m·s.
    public var viscosity = 0.1
    /// The dry friction, in N·m.
    public var friction = 0.03
    /// The stiffness of the stops at both ends of the range, in N·m for each radian.
    public var stopStiffness = 40.0
    /// The damping of the stops, in N·m·s.
    public var stopDamping = 1.0
    /// Half of the wheel's range, in radians.
    public var halfRange: Double

    /// Creates a wheel that turns by `degrees` from stop to stop.
    public init(degrees: Int) { halfRange = Double(degrees) * .pi / 360 }
  }

  let build: Build
  /// The angle, 0 in the middle.
  var angle = 0.0
  /// The speed, in rad/s.
  var speed = 0.0
  /// The present inertia, including that of effects, in kg·m².
  private(set) var inertia: Double
  /// The torque of the motor in the last step, in units of the full torque.
  private(set) var drive = 0.0
  /// The torque of push, springs, stops and the hand's spring at the beginning of the last step, in N·m.
  ///
  /// It includes neither damping nor friction, and is 0 for a real wheel with a motor.
  private(set) var staticTorque = 0.0

  /// Creates a wheel at rest in the middle.
  init(_ build: Build) {
    self.build = build
    inertia = build.inertia
  }

  /// The sums of all forces on the wheel in one step.
  private struct Sums {
    /// The torque at the present angle, without damping and friction, in N·m.
    var torque = 0.0
    /// The sum of the positive slopes of springs, the stops and the hand, in N·m for each radian.
    var stiffness = 0.0
    /// The torque against the motion, for each rad/s.
    var damping: Double
    /// The torque of the dampers if their present slopes are continued to speed 0, in N·m.
    ///
    /// It is not 0 if a damper begins only beyond a speed, or brakes relative to the moving hand.
    var offset = 0.0
    /// The dry friction of motions to the right and to the left.
    var dry: (right: Double, left: Double)
  }

  /// Advances the wheel by one ``step`` under `load`; `hand` is nil if nobody holds the wheel.
  mutating func advance(_ load: ForceLoad, hand: Hand?) {
    adopt(load.conditions)
    let push = load.push * build.torque
    let before = inertia * speed * speed / 2 + energy(at: angle, load, hand)
    let sums = sums(load, hand, push)
    let h = SteeringColumn.step
    let mass = inertia + h * sums.damping + h * h * sums.stiffness
    var next = (inertia * speed + h * (sums.torque + sums.offset)) / mass
    let brake = h * (next > 0 ? sums.dry.right : sums.dry.left) / mass
    next -= min(max(next, -brake), brake)
    let outside = push + (hand?.drag ?? 0)
    speed = bounded(next, load, hand, by: before, outside)
    angle += h * speed
    staticTorque = sums.torque
    drive = drive(of: load)
  }

  /// Adopts the measured `angle` and `speed` of a real wheel, on which `load` acts.
  mutating func follow(_ angle: Double, _ speed: Double, _ load: ForceLoad) {
    (self.angle, self.speed, staticTorque) = (angle, speed, 0)
    drive = drive(of: load)
  }

  /// Adopts the inertia of `conditions`.
  ///
  /// When the inertia grows, the momentum stays; when it shrinks, the speed stays. Neither gains energy.
  private mutating func adopt(_ conditions: [Condition]) {
    var sum = build.inertia
    for condition in conditions where condition.kind == .inertia {
      sum += max(condition.right.slope, condition.left.slope, 0) * 2 * build.inertia
    }
    if sum > inertia { speed *= inertia / sum }
    inertia = sum
  }

  private func sums(_ load: ForceLoad, _ hand: Hand?, _ push: Double) -> Sums {
    var sums = Sums(damping: build.viscosity, dry: (build.friction, build.friction))
    sums.torque = push
    for condition in load.conditions { add(condition, to: &sums) }
    if angle.magnitude > build.halfRange {
      let beyond = angle - (angle < 0 ? -build.halfRange : build.halfRange)
      sums.torque -= build.stopStiffness * beyond
      sums.stiffness += build.stopStiffness
      sums.damping += build.stopDamping
    }
    if let hand {
      let (torque, stiffness) = hand.pull(at: angle)
      sums.torque += torque
      sums.stiffness += stiffness
      sums.damping += hand.damping
      sums.offset += hand.drag
    }
    return sums
  }

  private func add(_ condition: Condition, to sums: inout Sums) {
    switch condition.kind {
    case .spring:
      let (torque, stiffness) = condition.pull(at: angle / build.halfRange)
      sums.torque += build.torque * torque
      sums.stiffness += max(0, build.torque * stiffness / build.halfRange)
    case .damper:
      let half = speed < 0 ? condition.left : condition.right
      let brake = half.brake(at: speed.magnitude / SteeringColumn.unitSpeed)
      let damping = build.torque * brake.viscous / SteeringColumn.unitSpeed
      sums.damping += damping
      sums.offset += damping * brake.start * (speed < 0 ? -1 : 1) * SteeringColumn.unitSpeed
      sums.dry.right += build.torque * brake.dry
      sums.dry.left += build.torque * brake.dry
    case .friction:
      sums.dry.right += build.torque * condition.right.friction
      sums.dry.left += build.torque * condition.left.friction
    case .inertia: break
    }
  }

  /// Returns the speed `wanted`, reduced until the energy exceeds `before` by at most the work of torque
  /// `outside`.
  private func bounded(
    _ wanted: Double, _ load: ForceLoad, _ hand: Hand?, by before: Double, _ outside: Double
  ) -> Double {
    let h = SteeringColumn.step
    var speed = wanted
    for _ in 0..<64 {
      let after = inertia * speed * speed / 2 + energy(at: angle + h * speed, load, hand)
      if after <= before + h * speed * outside { return speed }
      speed *= 0.8
    }
    return 0
  }

  /// Returns the energy of all springs, of the stops and of the hand with the wheel at `angle`, in joules.
  func energy(at angle: Double, _ load: ForceLoad, _ hand: Hand?) -> Double {
    var sum = hand?.energy(at: angle) ?? 0
    for condition in load.conditions where condition.kind == .spring {
      sum += build.torque * build.halfRange * condition.energy(at: angle / build.halfRange)
    }
    let beyond = max(0, angle.magnitude - build.halfRange)
    return sum + build.stopStiffness * beyond * beyond / 2
  }

  /// Returns the torque that a real motor would produce now, in units of the full torque.
  ///
  /// It does not include inertia, the wheel's own losses, the stops or the hand.
  private func drive(of load: ForceLoad) -> Double {
    var torque = load.push * build.torque
    for condition in load.conditions {
      switch condition.kind {
      case .spring:
        torque += build.torque * condition.pull(at: angle / build.halfRange).torque
      case .damper, .friction:
        guard speed != 0 else { continue }
        let half = speed < 0 ? condition.left : condition.right
        let brake = half.brake(at: speed.magnitude / SteeringColumn.unitSpeed)
        let v = speed.magnitude / SteeringColumn.unitSpeed
        let size =
          condition.kind == .friction ? half.friction : brake.viscous * (v - brake.start) + brake.dry
        torque -= build.torque * size * (speed < 0 ? -1 : 1)
      case .inertia: break
      }
    }
    return torque / build.torque
  }
}
