import Glibc
import Model

/// A script that moves a controller: the tilt swings, buttons are pressed in turn, and sticks and triggers are held.
struct Script: Sendable {
  /// An axis about which the tilt swings.
  enum Axis: String, CaseIterable, Sendable {
    case roll, pitch, yaw

    /// Returns the tilt by `angle` about this axis.
    func tilt(_ angle: Angle) -> Tilt {
      switch self {
      case .roll: Tilt(roll: angle)
      case .pitch: Tilt(pitch: angle)
      case .yaw: Tilt(yaw: angle)
      }
    }
  }

  /// The time at which the script begins.
  var start: Instant
  /// The axis about which the tilt swings or turns.
  var axis = Axis.roll
  /// The greatest angle of the swing to each side, in radians.
  var amplitude = 0.0
  /// The frequency of the swing, in hertz.
  var frequency = 0.5
  /// The angle of a turn to and fro at a steady rate, in radians; nil for a swing.
  var turn: Double?
  /// The buttons that are pressed in turn.
  var presses = PressSequence(buttons: [])
  /// The buttons that are held down throughout.
  var held: Buttons = []
  /// The positions at which the sticks are held; nil for a controller without sticks.
  var sticks: ControllerState.Sticks?
  /// The positions at which the triggers are held, 0 (released) to 255.
  var triggers: (left: UInt8, right: UInt8) = (0, 0)

  /// Returns the controls at `now`.
  func controls(at now: Instant) -> Controls {
    let elapsed = now - start
    let angle = turn.map { $0 * Script.share(at: elapsed) } ?? swing(at: elapsed)
    return Controls(
      tilt: axis.tilt(Angle(radians: angle)), sticks: sticks, leftTrigger: triggers.left,
      rightTrigger: triggers.right,
      buttons: held.union(presses.levels(at: elapsed)))
  }

  private func swing(at elapsed: Interval) -> Double {
    let turns = elapsed.seconds * frequency
    return amplitude * sin(2 * .pi * (turns - turns.rounded(.down)))
  }

  /// Returns the share of the turn that is done, 0 to 1: a second at rest, one to turn, one at rest, one to turn back.
  private static func share(at elapsed: Interval) -> Double {
    let second = elapsed.seconds - 4 * (elapsed.seconds / 4).rounded(.down)
    return min(max(second - 1, 0), 1) - max(second - 3, 0)
  }

  /// Returns the time of the next press or release after `now`; the distant future when there is none.
  func nextChange(after now: Instant) -> Instant {
    presses.nextChange(after: now - start).map { start + $0 } ?? .distantFuture
  }
}
