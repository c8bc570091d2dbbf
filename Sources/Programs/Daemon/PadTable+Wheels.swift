import Gamepad
import Model

/// The pads that games can push.
extension PadTable {
  /// Lets a controller with `abilities` hold the wheel at `slot`, now and after an exchange of the pad.
  mutating func follow(_ abilities: ForceAbilities, at slot: PlayerSlot, now: Instant) {
    self.abilities[slot.index] = abilities
    guard let wheel = places[slot.index].pad as? ForcePad else { return }
    wheel.follow(abilities)
    wake(slot, at: now)
  }

  /// Returns the state of the wheel at `slot`; nil if the pad there is none.
  func force(of slot: PlayerSlot) -> PadForce? {
    guard places[slot.index].hasForces else { return nil }
    return (places[slot.index].pad as? ForcePad)?.force
  }

  /// Makes the wheel at `slot`, which a report may have set in motion, due in time for its next step.
  @inline(never)
  mutating func wakeWheel(_ slot: PlayerSlot) {
    guard let wheel = places[slot.index].pad as? ForcePad else { return }
    if wheel.nextWakeUp < due[slot.index] { wake(slot, at: wheel.nextWakeUp) }
  }
}
