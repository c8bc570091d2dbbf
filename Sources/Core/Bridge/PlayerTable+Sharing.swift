public import Model
import Motion

/// The players who move another player's pad.
extension PlayerTable {
  /// Sets whether the player moves another player's pad.
  ///
  /// Everything that the player holds is released, and counts again only after the player has let go of it.
  public mutating func setHelping(_ isHelping: Bool, _ slot: PlayerSlot, at now: Instant) {
    if isHelping { helping.insert(PlayerSlots(slot)) } else { helping.remove(PlayerSlots(slot)) }
    let settings = input(of: slot)
    change(slot, at: now) {
      $0.input.retune(settings, at: now)
      $0.enter($0.modeState.mode, for: $0.modeState.answer, at: now)
    }
  }

  /// Returns whether the player's controller has been silent at `now` for longer than a helper's may be.
  ///
  /// The method is mutating, like all reads of a player on the packet path (docs/decisions/0005).
  public mutating func isSilent(_ slot: PlayerSlot, at now: Instant) -> Bool {
    self[slot].isSilent(for: DeadMan.prompt.release, at: now)
  }
}
