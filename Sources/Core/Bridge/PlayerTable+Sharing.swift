public import Model
import Motion

/// The players who move another player's pad.
extension PlayerTable {
  /// Sets whether the player moves another player's pad.
  ///
  /// Inputs that the player holds are released, and count again only after the player has released them.
  public mutating func setHelping(_ isHelping: Bool, _ slot: PlayerSlot, at now: Instant) {
    if isHelping { helping.insert(PlayerSlots(slot)) } else { helping.remove(PlayerSlots(slot)) }
    let settings = input(of: slot)
    change(slot, at: now) {
      $0.input.retune(settings, at: now)
      $0.enter($0.modeState.mode, for: $0.modeState.answer, at: now)
    }
  }

  /// Returns whether, at `now`, the player's controller has been silent for the time that releases a helper's
  /// inputs.
  ///
  /// The method is mutating, like all reads of a player on the packet path (docs/decisions/0005).
  public mutating func isSilent(_ slot: PlayerSlot, at now: Instant) -> Bool {
    self[slot].isSilent(for: DeadMan.prompt.release, at: now)
  }

  /// Returns what the controller in `slot` can do with the forces of a wheel.
  public func abilities(of slot: PlayerSlot) -> ForceAbilities { self[slot].force.abilities }
}
