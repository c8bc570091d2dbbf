import Gamepad
import Model
import Platform
import Session

/// Pads that are there before or after their players.
extension PadTable {
  /// What a former daemon has noted of the pad that it has left in `slot`; nil when there is none.
  func formerRecord(of slot: PlayerSlot) -> PadRecord? { store.formerRecord(of: slot) }

  /// Takes over the pad that a former daemon has left in `slot`, at rest, for `owner`, whose controller asks for identity
  /// `wish`; returns false when it is not asked for or does not look as it should.
  mutating func adopt(_ slot: PlayerSlot, wish: UInt8, owner: Roster.Key?, at now: Instant) -> Bool {
    guard isKernel, owner != nil || slot.index < standing else { return false }
    let wanted = identities.identity(of: slot, wish: wish)
    // What could not be made had something else in its place.
    for identity in identities.candidates(of: slot, wish: wish) {
      guard let record = PadRecord(identity, owner: owner, wish: wish),
        plugIn(slot, as: identity, record)
      else { continue }
      places[slot.index].look = wanted
      places[slot.index].isStandIn = identity != wanted
      places[slot.index].isTaken = owner != nil
      guard rest(slot) else { return !unplug(slot) }
      places[slot.index].pad?.takeRequests(at: now)
      return true
    }
    return false
  }

  private mutating func plugIn(_ slot: PlayerSlot, as identity: Identity, _ record: PadRecord) -> Bool {
    let sensors = sensors(beside: identity, of: slot)
    guard let pad = store.adopt(slot, as: identity, record, host: host, sensors: sensors),
      (try? pad.join(poller, token: UInt64(slot.index))) != nil
    else { return false }
    plug(pad, into: slot)
    return true
  }

  /// Keeps the sensors of `slot`, which have been made with the first motion.
  mutating func keepSensors(of slot: PlayerSlot) {
    places[slot.index].keepsSensors = true
    if let pad = places[slot.index].pad { store.keepSensors(beside: pad, slot) }
  }

  /// Gives up what a former daemon has left and nobody has taken over.
  mutating func discardRest() { store.discardRest() }

  /// Lets the player of `slot` go: a standing pad stays, at rest, any other is unplugged; returns whether it stays, nil
  /// when there was none.
  mutating func detach(_ slot: PlayerSlot) -> Bool? {
    wake(slot, at: .distantFuture)
    places[slot.index].isTaken = false
    guard slot.index < standing, isUpToDate(slot, wish: 0), rest(slot) else {
      return unplug(slot) ? false : nil
    }
    store.assign(slot, to: nil, wish: 0)
    return true
  }

  /// Brings the pad of `slot`, where nobody plays, to what is asked for: standing or unplugged; returns whether one was
  /// plugged in.
  mutating func settle(_ slot: PlayerSlot) throws(PadShortage) -> Bool {
    let shallStand = slot.index < standing
    if shallStand && isUpToDate(slot, wish: 0) { return false }
    unplug(slot)
    if shallStand { try make(slot, wish: 0, owner: nil) }
    return shallStand
  }

  /// Why the records could not be written since the last time that this was asked; nil when they could.
  mutating func takeRefusal() -> SystemError? { store.takeRefusal() }
}
