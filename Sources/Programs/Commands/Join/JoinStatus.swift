import Handset
import Model
import TiltpadClient

/// The status line in the last row of a terminal while a controller plays on a host.
struct JoinStatus: Sendable {
  /// The name of the host.
  var name: String
  /// The state of the connection to the host.
  var state: ConnectionState
  /// The mode of the player.
  var mode = Mode.play
  /// The time of a round trip between controller and host; nil before the first.
  var roundTrip: Interval?
  /// The force feedback and light that games ask for now.
  var feedback = PadFeedback.rest
  /// The user's tilt, sticks, triggers and buttons.
  var controls = Controls()
  /// True if the terminal's keys steer.
  var hasKeys = false

  /// Returns the line in fewer than `columns` characters, with the most important facts first.
  func text(columns: Int) -> String {
    let trip = roundTrip.map { $0.short }
    let motors = [feedback.strong, feedback.weak].map { (Double($0) / 655.35).fixed(0) }
    let rumble =
      feedback.strong == 0 && feedback.weak == 0 ? nil : "rumble \(motors.joined(separator: "/")) %"
    let mode = mode == .play ? nil : "mode \(mode.label)"
    let parts = [
      "\(name): \(state.text)", mode, trip, rumble, controls.text, hasKeys ? Key.summary : "esc=quit",
    ]
    return parts.compactMap { $0 }.joined(separator: "  ").clipped(to: columns - 1)
  }
}
