import Model
import TiltpadClient

/// The line at the bottom of a terminal while a controller is on a host.
struct JoinStatus: Sendable {
  /// What the host is called.
  var name: String
  /// How the controller stands to it.
  var state: ConnectionState
  /// What the player does.
  var mode = Mode.play
  /// How long a packet and its answer take; nil before the first.
  var roundTrip: Interval?
  /// What games want of motors and light.
  var feedback = PadFeedback.rest
  /// What the person does.
  var controls = Controls()
  /// Whether the keys steer.
  var hasKeys = false

  /// The line, in less than `columns` characters, what matters most first.
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
