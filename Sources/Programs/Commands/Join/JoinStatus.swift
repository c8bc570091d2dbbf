import Handset
import Model
import TiltpadClient

/// The status line in a terminal's last row while a controller plays on a host.
struct JoinStatus: Sendable {
  /// The name of the host.
  var name: String
  /// The state of the connection to the host.
  var state: ConnectionState
  /// The mode of the player.
  var mode = Mode.play
  /// The round-trip time between controller and host; nil before the first measurement.
  var roundTrip: Interval?
  /// The force feedback and light that games currently request.
  var feedback = PadFeedback.rest
  /// The user's tilt, sticks, triggers and buttons.
  var controls = Controls()
  /// The name of the stick whose device the host has copied; nil for a pad or keys.
  var stick: String?
  /// True if the user steers with the terminal's keys.
  var hasKeys = false

  /// Returns the line in fewer than `columns` characters, most important facts first.
  func text(columns: Int) -> String {
    let trip = roundTrip.map { $0.short }
    let motors = [feedback.strong, feedback.weak].map { (Double($0) / 655.35).fixed(0) }
    let rumble =
      feedback.strong == 0 && feedback.weak == 0 ? nil : "rumble \(motors.joined(separator: "/")) %"
    let mode = mode == .play ? nil : "mode \(mode.label)"
    let parts = [
      "\(name): \(state.text)", mode, trip, rumble, stick ?? controls.text,
      hasKeys && stick == nil ? Key.summary : "esc=quit",
    ]
    return parts.compactMap { $0 }.joined(separator: "  ").clipped(to: columns - 1)
  }
}
