import Glibc
import Model

/// Where a tank is, and where it looks.
struct TankPose: Hashable {
  /// To the right, units.
  var x: Double
  /// Down, units.
  var y: Double
  /// Clockwise from up, −π to π.
  var heading: Double

  /// How a tank moves for a moment.
  private struct Motion {
    /// Units per second, forward.
    var speed: Double
    /// Radians per second, clockwise.
    var turn: Double
  }

  /// Where the tank of `slot` begins: rows of four from the bottom, looking up.
  static func start(_ slot: PlayerSlot) -> TankPose {
    TankPose(x: 160 + 320 * Double(slot.index % 4), y: 600 - 160 * Double(slot.index / 4), heading: 0)
  }

  /// The pose after a step in which the sticks of `report` are held.
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

  /// Turns towards where the lever points, and drives the faster the less is left to turn; both as far as the lever is out.
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

/// A stick as shares of its way, −1…1; right and down are positive.
private struct Lever {
  var x: Double
  var y: Double

  init(_ stick: Stick) {
    (x, y) = (max(-1, stick.x.share), max(-1, stick.y.share))
  }
}

extension Double {
  /// An angle as −π…π.
  fileprivate var wrapped: Double { remainder(dividingBy: 2 * .pi) }

  /// A place that is inside the walls of a field so wide.
  fileprivate func clamped(to size: Double) -> Double {
    Swift.min(size - TankTable.margin, Swift.max(TankTable.margin, self))
  }
}
