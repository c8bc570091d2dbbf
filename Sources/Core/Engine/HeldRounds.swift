import Model
import Wire

/// The states of rounds that may not be announced yet, the newest for each player.
struct HeldRounds: Sendable {
  private var slots: PlayerSlots = []
  private var rounds = [Round?](repeating: nil, count: PlayerSlot.limit)

  /// Adds the state `round` for the player in `slot`, which replaces an earlier one; `round` is nil if there is no
  /// round.
  mutating func add(_ round: Round?, for slot: PlayerSlot) {
    slots.insert(PlayerSlots(slot))
    rounds[slot.index] = round
  }

  /// Removes and returns the state for a player; nil when none is left.
  mutating func next() -> (slot: PlayerSlot, round: Round?)? {
    guard !slots.isEmpty, let slot = slots.each.first else { return nil }
    slots.remove(PlayerSlots(slot))
    return (slot, rounds[slot.index])
  }
}
