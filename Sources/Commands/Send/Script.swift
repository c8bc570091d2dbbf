import Glibc
import Model

/// A hand that follows a script: the tilt swings, buttons are pressed in turn, sticks and triggers are held.
struct Script: Sendable {
  /// About which axis the tilt swings.
  enum Axis: String, CaseIterable, Sendable {
    case roll, pitch, yaw

    /// The tilt of `angle` about this axis.
    func tilt(_ angle: Angle) -> Tilt {
      switch self {
      case .roll: Tilt(roll: angle)
      case .pitch: Tilt(pitch: angle)
      case .yaw: Tilt(yaw: angle)
      }
    }
  }

  /// When the script begins.
  var start: Instant
  /// About which axis the tilt swings.
  var axis = Axis.roll
  /// How far it swings to each side, in radians.
  var amplitude = 0.0
  /// How often it swings, in hertz.
  var frequency = 0.5
  /// How far it turns instead, to and fro at a steady rate, in radians; nil when it swings.
  var turn: Double?
  /// The buttons that are pressed.
  var presses = PressSequence(buttons: [])
  /// The buttons that are down all along.
  var held: Buttons = []
  /// Where the sticks are held; nil for a controller without sticks.
  var sticks: ControllerState.Sticks?
  /// How far the triggers are held, 0 (released) to 255.
  var triggers: (left: UInt8, right: UInt8) = (0, 0)

  /// What the script does at `now`.
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

  /// How much of a turn is done: a second at rest, one to turn, one at rest, one to turn back.
  private static func share(at elapsed: Interval) -> Double {
    let second = elapsed.seconds - 4 * (elapsed.seconds / 4).rounded(.down)
    return min(max(second - 1, 0), 1) - max(second - 3, 0)
  }

  /// When the next button moves after `now`.
  func nextChange(after now: Instant) -> Instant {
    presses.nextChange(after: now - start).map { start + $0 } ?? .distantFuture
  }
}
