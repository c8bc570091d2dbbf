public import Model
import Motion

/// The profiles and the pads that games want.
extension PlayerTable {
  /// Sets the profiles that games want, by slot; nil stands for the player's usual profile.
  ///
  /// Each player gets the wanted profile as soon as the player's pad is at rest.
  public mutating func follow(games: [Tuning.Choice?], at now: Instant) {
    wanted = games
    awaited = []
    for slot in PlayerSlots.all.each where wanted[slot.index] != tuning.games[slot.index] {
      awaited.insert(PlayerSlots(slot))
    }
    followGames(at: now)
  }

  /// Applies the wanted profiles to free slots, and to the waiting players whose pads are at rest at `now`.
  public mutating func followGames(at now: Instant) {
    for slot in awaited.each {
      guard taken.contains(PlayerSlots(slot)) else {
        adoptGame(slot)
        continue
      }
      guard self[slot].input.isAtRest(at: now) else { continue }
      adoptGame(slot)
      self[slot].input.retune(input(of: slot), at: now)
      schedule(slot, at: now)
    }
  }

  /// Puts the profile that the game wants into effect for `slot`.
  ///
  /// The caller makes sure that the slot is empty, has a new player, or has a pad at rest.
  mutating func adoptGame(_ slot: PlayerSlot) {
    awaited.remove(PlayerSlots(slot))
    tuning.games[slot.index] = wanted[slot.index]
  }

  /// Records that the pad of the player in `slot` is to be replaced.
  public mutating func refit(_ slot: PlayerSlot, at now: Instant) {
    change(slot, at: now) { $0.identityRequest.outdate(at: now) }
  }
}
