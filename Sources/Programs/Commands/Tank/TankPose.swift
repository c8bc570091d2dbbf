import Glibc
import Model

/// The position and heading of a tank.
struct TankPose: Hashable {
  /// The distance from the left edge of the field, in units.
  var x: Double
  /// The distance from the top edge of the field, in units.
  var y: Double
  /// The heading in radians, clockwise from up, −π to π.
  var heading: Double

  /// The motion of a tank during one step.
  private struct Motion {
    /// The speed in units per second, positive forward.
    var speed: Double
    /// The turn rate in radians per second, positive clockwise.
    var turn: Double
  }

  /// Returns the starting pose of the tank at `slot`: in rows of four from the bottom, facing up.
  static func start(_ slot: PlayerSlot) -> TankPose {
    TankPose(x: 160 + 320 * Double(slot.index % 4), y: 600 - 160 * Double(slot.index / 4), heading: 0)
  }

  /// Returns the pose after one step with the stick positions in `report`.
  func driven(_ scheme: TankScheme, _ report: PadReport) -> TankPose {
    let time = TankTable.step.seconds
    let motion = motion(scheme, Lever(report.leftStick), Lever(report.rightStick), for: time)
    let along = heading + motion.turn * time / 2
    return TankPose(
      x: (x + motion.speed * time * sin(along)).clamped(to: TankTable.width),
      y: (y - motion.speed * time * cos(along)).clamped(to: TankTable.height),
      heading: (heading + motion.turn * time).wrapped)
  }

  private func motion(_ scheme: TankScheme, _ left: Lever, _ right: Lever, for time: Double) -> Motion {
    switch scheme {
    case .single: single(left, for: time)
    case .mix: TankPose.mixed(throttle: -left.y, spin: right.x)
    case .tracks: TankPose.tracked(left: -left.y, right: -right.y)
    }
  }

  /// Returns the motion that turns the tank towards the lever's direction, faster forward as the turn nears its end.
  ///
  /// The maximum turn rate and the speed are proportional to the lever's distance from its centre.
  private func single(_ lever: Lever, for time: Double) -> Motion {
    let length = min(1, hypot(lever.x, lever.y))
    guard length > 0 else { return Motion(speed: 0, turn: 0) }
    let left = (atan2(lever.x, -lever.y) - heading).wrapped
    let rate = min(left.magnitude / time, TankTable.turnRate * length)
    let turn = left < 0 ? -rate : rate
    return Motion(speed: TankTable.topSpeed * length * max(0, cos(left - turn * time / 2)), turn: turn)
  }

  private static func mixed(throttle: Double, spin: Double) -> Motion {
    let most = max(1, throttle.magnitude + spin.magnitude)
    return tracked(left: (throttle + spin) / most, right: (throttle - spin) / most)
  }

  private static func tracked(left: Double, right: Double) -> Motion {
    Motion(
      speed: TankTable.topSpeed * (left + right) / 2,
      turn: TankTable.topSpeed * (left - right) / TankTable.gauge)
  }
}

/// A stick's position, as shares of its travel, −1…1; right and down are positive.
private struct Lever {
  var x: Double
  var y: Double

  init(_ stick: Stick) {
    (x, y) = (max(-1, stick.x.share), max(-1, stick.y.share))
  }
}

extension Double {
  /// The angle wrapped to −π…π.
  fileprivate var wrapped: Double { remainder(dividingBy: 2 * .pi) }

  /// Returns the coordinate, limited to the inside of a field that is `size` units long.
  fileprivate func clamped(to size: Double) -> Double {
    Swift.min(size - TankTable.margin, Swift.max(TankTable.margin, self))
  }
}
