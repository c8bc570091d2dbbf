import Model
import Motion
import Wire

/// The mode of a player, and the mode that its controller was told.
struct ModeState: Sendable {
  /// The player's mode; the room decides it.
  private(set) var mode = Mode.play
  /// The recipients that the room has answered with.
  private(set) var answer = Recipients.pad
  /// The recipients of the controller's input, remembered for each packet: the room's answer, as far as the role allows.
  private(set) var recipients = Recipients.pad
  /// The role of the controller; the pad of a buzzer rests in every mode.
  private var role = Introduction.Role.gamepad
  /// The mode that the controller was told last; nil when the controller may not know any.
  private var told: Mode? = .play

  /// Puts the player in `mode`.
  mutating func enter(_ mode: Mode, _ answer: Recipients) {
    (self.mode, self.answer) = (mode, answer)
    recipients = role == .buzzer ? answer.subtracting(.pad) : answer
  }

  /// Gives the controller another role; returns false if it has this one already.
  mutating func assume(_ role: Introduction.Role) -> Bool {
    defer { self.role = role }
    return role != self.role
  }

  /// Notes that the controller may have restarted: a controller that has been told no mode assumes ``Mode/play``.
  mutating func forget() {
    if mode != .play || told != .play { told = nil }
  }

  /// Notes that the controller may assume any mode, so that it is told the mode again.
  mutating func doubt() { told = nil }

  /// Tells a controller that reads answers the mode of its player, unless the controller knows the mode.
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

  /// Puts the player in another mode: held buttons go up, and count again only after their release.
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
