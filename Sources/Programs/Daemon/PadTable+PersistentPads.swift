import Bridge
import Gamepad
import Model
import Platform

/// Pads that exist before or after their players.
extension PadTable {
  /// Returns the record of a previous daemon's pad at `slot`; nil if there is no such pad or record.
  func formerRecord(of slot: PlayerSlot) -> PadRecord? { store.formerRecord(of: slot) }

  /// Adopts a previous daemon's pad at `slot`, at rest, for `owner`, whose controller requests identity number
  /// `request`.
  ///
  /// Returns false if no pad is needed, or if no pad with a suitable identity could be adopted.
  mutating func adopt(_ slot: PlayerSlot, request: UInt8, owner: Roster.Key?, at now: Instant) -> Bool {
    guard isKernel, owner != nil || slot.index < standing else { return false }
    let wanted = identities.identity(of: slot, request: request)
    // The previous daemon may have made a stand-in, so the identities of stand-ins are tried too.
    for identity in identities.candidates(of: slot, request: request) {
      guard let record = PadRecord(identity, owner: owner, request: request),
        plugIn(slot, as: identity, record)
      else { continue }
      places[slot.index].look = wanted
      places[slot.index].number = identity.number
      places[slot.index].isStandIn = identity != wanted
      places[slot.index].isTaken = owner != nil
      guard rest(slot) else { return !unplug(slot) }
      // The controller immediately gets the requests that games made in the meantime.
      places[slot.index].pad?.receiveRequests(at: now)
      wake(slot, at: Instant(nanoseconds: .min))
      return true
    }
    return false
  }

  private mutating func plugIn(_ slot: PlayerSlot, as identity: Identity, _ record: PadRecord) -> Bool {
    let sensors = sensors(beside: identity, of: slot)
    guard
      let pad = store.adopt(
        slot, as: identity, record, host: host, sensors: sensors, wheel: wheel),
      (try? pad.join(poller, token: UInt64(slot.index))) != nil
    else { return false }
    plug(pad, into: slot)
    return true
  }

  /// Stores the sensor device of `slot`, which is created with the first motion, in the service manager.
  mutating func keepSensors(of slot: PlayerSlot) {
    places[slot.index].keepsSensors = true
    if let pad = places[slot.index].pad { store.keepSensors(beside: pad, slot) }
  }

  /// Discards the previous daemon's pads that were not adopted.
  mutating func discardRest() { store.discardRest() }

  /// Detaches the player at `slot`: a standing pad with the usual identity rests, and any other is unplugged.
  ///
  /// Returns whether the pad stays; nil if there was no pad.
  mutating func detach(_ slot: PlayerSlot) -> Bool? {
    wake(slot, at: .distantFuture)
    places[slot.index].isTaken = false
    guard slot.index < standing, isUpToDate(slot, request: 0), rest(slot) else {
      return unplug(slot) ? false : nil
    }
    store.assign(slot, to: nil, request: 0)
    return true
  }

  /// Plugs in or unplugs the pad at `slot`, which has no player, according to the settings.
  ///
  /// Returns whether a pad was plugged in.
  mutating func settle(_ slot: PlayerSlot) throws(PadShortage) -> Bool {
    let shallStand = slot.index < standing
    if shallStand && isUpToDate(slot, request: 0) { return false }
    unplug(slot)
    if shallStand { try make(slot, request: 0, owner: nil) }
    return shallStand
  }

  /// Removes and returns the error of the last failed write of the records; nil if there is none.
  mutating func nextRefusal() -> SystemError? { store.nextRefusal() }
}
