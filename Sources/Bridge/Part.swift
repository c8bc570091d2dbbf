import Model
import Modes
import Motion

/// What a player does, and what its controller knows of it.
struct Part: Sendable {
  /// The player's mode; ``Stage`` decides it.
  private(set) var mode = Mode.play
  /// Who gets what the controller does: the answer of the tree of modes, remembered for the packets.
  private(set) var recipients = Mode.play.recipients
  /// The mode that the controller was told last; nil when it may never have heard of it.
  private var told: Mode? = .play

  /// The player is in `mode` from now on.
  mutating func enter(_ mode: Mode) {
    (self.mode, recipients) = (mode, mode.recipients)
  }

  /// The controller may have started anew: who has heard of no mode is in ``Mode/play``.
  mutating func forget() {
    if mode != .play || told != .play { told = nil }
  }

  /// The controller may believe anything: it is told the next time.
  mutating func doubt() { told = nil }

  /// Tells a controller that takes answers in which mode its player is, unless it knows.
  mutating func tell(by outbox: inout Outbox, at now: Instant) {
    guard mode != told else { return }
    outbox.post(mode: mode, at: now)
    told = mode
  }
}

extension Player {
  /// Puts the player, who has just come, in `mode`.
  mutating func begin(in mode: Mode, at now: Instant) {
    part.enter(mode)
    if !part.recipients.contains(.pad) { input.mute(at: now) }
  }

  /// Puts the player in another mode: what it holds goes up, and counts again only once it was let go.
  mutating func enter(_ mode: Mode, at now: Instant) {
    part.enter(mode)
    input.mute(at: now)
    if part.recipients.contains(.pad) { input.unmute(at: now) }
    if feedback.isListening { part.tell(by: &outbox, at: now) }
  }
}
