import Model
import Motion
import Wire

/// The mode of a player, and the mode last reported to its controller.
struct ModeState: Sendable {
  /// The player's mode; the room decides it.
  private(set) var mode = Mode.play
  /// The recipients that the room has chosen for the input.
  private(set) var answer = Recipients.pad
  /// The recipients of the controller's input: the room's choice, limited by the role.
  ///
  /// The result is stored, because each packet needs it.
  private(set) var recipients = Recipients.pad
  /// The role of the controller; a buzzer's pad is at rest in every mode.
  private var role = Introduction.Role.gamepad
  /// The mode that was last queued for the controller, at first ``Mode/play``; nil if it must be sent again.
  private var told: Mode? = .play

  /// Puts the player in `mode`.
  mutating func enter(_ mode: Mode, _ answer: Recipients) {
    (self.mode, self.answer) = (mode, answer)
    recipients = role == .buzzer ? answer.subtracting(.pad) : answer
  }

  /// Gives the controller another role; returns false if the controller already has it.
  mutating func assume(_ role: Introduction.Role) -> Bool {
    defer { self.role = role }
    return role != self.role
  }

  /// True unless the controller is only a buzzer.
  var isGamepad: Bool { role == .gamepad }

  /// Records that the controller may have restarted.
  ///
  /// A controller assumes ``Mode/play`` until the host sends it a mode.
  mutating func forget() {
    if mode != .play || told != .play { told = nil }
  }

  /// Records that the controller may assume any mode, so that the host sends it the mode again.
  mutating func doubt() { told = nil }

  /// Queues the player's mode for a controller that reads answers, unless the controller already has it.
  mutating func tell(by outbox: inout Outbox, at now: Instant) {
    guard mode != told else { return }
    outbox.post(mode: mode, at: now)
    told = mode
  }
}

extension Player {
  /// Puts a new player in `mode`.
  mutating func begin(in mode: Mode, for recipients: Recipients, at now: Instant) {
    modeState.enter(mode, recipients)
    if !modeState.recipients.contains(.pad) { input.mute(at: now) }
  }

  /// Puts the player in another mode.
  ///
  /// Buttons that are down are released on the pad, and count again only after the player has released them.
  mutating func enter(_ mode: Mode, for recipients: Recipients, at now: Instant) {
    modeState.enter(mode, recipients)
    input.mute(at: now)
    if modeState.recipients.contains(.pad) { input.unmute(at: now) }
    if feedback.isListening { modeState.tell(by: &outbox, at: now) }
  }

  /// Gives the controller the rights of `role` from now on.
  mutating func assume(_ role: Introduction.Role, at now: Instant) {
    if modeState.assume(role) { enter(modeState.mode, for: modeState.answer, at: now) }
  }
}
