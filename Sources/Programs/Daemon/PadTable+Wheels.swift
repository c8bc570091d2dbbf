import Gamepad
import Model

/// The pads that games can push.
extension PadTable {
  /// Applies the controller's `abilities` to the wheel at `slot`, and to any wheel that replaces it.
  mutating func follow(_ abilities: ForceAbilities, at slot: PlayerSlot, now: Instant) {
    self.abilities[slot.index] = abilities
    guard let wheel = places[slot.index].pad?.pushed else { return }
    wheel.follow(abilities)
    wake(slot, at: now)
  }

  /// Returns the state of the wheel at `slot`; nil if games cannot push the pad at `slot`.
  func force(of slot: PlayerSlot) -> PadForce? {
    guard places[slot.index].hasForces else { return nil }
    return places[slot.index].pad?.pushed?.force
  }

  /// Moves the deadline of `slot` to the next step of its wheel, if that step is earlier.
  ///
  /// A report may have set the wheel in motion.
  @inline(never)
  mutating func wakeWheel(_ slot: PlayerSlot) {
    guard let wheel = places[slot.index].pad?.pushed else { return }
    if wheel.nextWakeUp < due[slot.index] { wake(slot, at: wheel.nextWakeUp) }
  }
}
