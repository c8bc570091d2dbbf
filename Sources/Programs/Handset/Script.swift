import Glibc
package import Model

/// A script that moves a controller: it swings the tilt, presses buttons in turn, and holds sticks and triggers.
package struct Script: Sendable {
  /// An axis about which the tilt swings.
  package enum Axis: String, CaseIterable, Sendable {
    case roll, pitch, yaw

    /// Returns the tilt by `angle` about this axis.
    package func tilt(_ angle: Angle) -> Tilt {
      switch self {
      case .roll: Tilt(roll: angle)
      case .pitch: Tilt(pitch: angle)
      case .yaw: Tilt(yaw: angle)
      }
    }
  }

  /// The time at which the script begins.
  package var start: Instant
  /// The axis about which the tilt swings or turns.
  package var axis: Axis
  /// The maximum angle of the swing to each side, in radians.
  package var amplitude: Double
  /// The frequency of the swing, in hertz.
  package var frequency: Double
  /// The angle of a steady turn back and forth, in radians; nil for a swing.
  package var turn: Double?
  /// The buttons to press in turn.
  package var presses: PressSequence
  /// The buttons to hold throughout.
  package var held: Buttons = []
  /// The positions to hold the sticks in; nil for a controller without sticks.
  package var sticks: ControllerState.Sticks?
  /// The positions to hold the triggers in, 0 (released) to 255.
  package var triggers: (left: UInt8, right: UInt8) = (0, 0)

  /// Creates a script that begins at `start`, and holds nothing.
  package init(
    start: Instant, axis: Axis = .roll, amplitude: Double = 0, frequency: Double = 0.5, turn: Double? = nil,
    presses: PressSequence = PressSequence(buttons: [])
  ) {
    (self.start, self.axis, self.turn, self.presses) = (start, axis, turn, presses)
    (self.amplitude, self.frequency) = (amplitude, frequency)
  }

  /// Returns the controls at `now`.
  package func controls(at now: Instant) -> Controls {
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

  /// Returns the completed share of the turn, 0 to 1.
  ///
  /// A turn takes 4 s: one second each at rest, turning, at rest again, and turning back.
  private static func share(at elapsed: Interval) -> Double {
    let second = elapsed.seconds - 4 * (elapsed.seconds / 4).rounded(.down)
    return min(max(second - 1, 0), 1) - max(second - 3, 0)
  }

  /// Returns the time of the next press or release after `now`; the distant future if there is none.
  package func nextChange(after now: Instant) -> Instant {
    presses.nextChange(after: now - start).map { start + $0 } ?? .distantFuture
  }
}
