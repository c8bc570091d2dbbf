public import Model
import Motion
public import Wire

/// The slots: their owners and their pads.
extension Bridge {
  /// Reserves `slot` for the controller of `key`, which has asked for identity `wish`; its pad has been there, at rest, since
  /// before the host started.
  ///
  /// Returns false when the controller may not play or has another slot, or when the slot is taken.
  public mutating func resume(
    _ slot: PlayerSlot, of key: Roster.Key, wish: UInt8 = 0, at now: Instant
  ) -> Bool {
    guard roster.resume(slot, of: key, from: key.formerPeer, at: now) else { return false }
    begin(slot, of: key, at: now)
    players[slot.index].input.skipSettling(at: now)
    players[slot.index].wish.note(wish)
    players[slot.index].wish.begin(at: now)
    schedule(slot, at: now)
    return true
  }

  /// Returns whether the controller of `key` has a slot.
  func hasSlot(_ key: Roster.Key) -> Bool { roster.slot(of: key) != nil }

  /// Returns the key of the controller in `slot`; nil when the slot is free.
  public func owner(of slot: PlayerSlot) -> Roster.Key? { roster[slot]?.key }

  /// Removes the player at once, as when the pad has failed; the outcome asks to destroy the pad.
  public mutating func leave(
    _ slot: PlayerSlot, _ reason: Refusal = .none, at now: Instant
  ) -> Outcome {
    guard let seat = roster[slot] else { return .nothing }
    endSession(of: slot)
    tell(seat.peer, reason)
    roster.leave(slot, at: now)
    events.append(.left(slot, at: now))
    schedule(slot, at: .distantFuture)
    return .detach(slot)
  }

  /// Makes the player's present tilt the centre.
  public mutating func recentre(_ slot: PlayerSlot, at now: Instant) {
    guard roster[slot] != nil else { return }
    players[slot.index].input.recentre(at: now)
    schedule(slot, at: now)
  }

  /// Returns the number of the identity that the controller of `slot` asks for, 0 for the host's choice.
  public func wish(of slot: PlayerSlot) -> UInt8 { players[slot.index].wish.number }

  /// Notes that the player got another pad at `now`, which is at rest like every new pad.
  public mutating func replug(_ slot: PlayerSlot, at now: Instant) {
    guard roster[slot] != nil else { return }
    players[slot.index].feedback.want(.rest, at: now)
    players[slot.index].input.replug(at: now)
    schedule(slot, at: now)
  }

  /// Sets the feedback that games request of the player's controller from `now` on.
  public mutating func setFeedback(_ feedback: PadFeedback, of slot: PlayerSlot, at now: Instant) {
    guard roster[slot] != nil else { return }
    players[slot.index].feedback.want(feedback, at: now)
    schedule(slot, at: now)
  }
}
