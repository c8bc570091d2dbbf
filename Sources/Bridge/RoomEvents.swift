import Guards
public import Model
import Motion
public import Wire

/// The room's side of the bridge: the packets and events that the room hears, and the room's three verbs.
extension Bridge {
  /// An event for the room, with its time.
  public enum RoomEvent: Hashable, Sendable {
    /// A new player has got a slot.
    case joined(PlayerSlot, at: Instant)
    /// A player is gone for good.
    case left(PlayerSlot, at: Instant)
    /// The controllers that are there may be others than before.
    case presence(at: Instant)
  }

  /// Removes and returns the oldest event for the room; nil when no event is left.
  public mutating func popEvent() -> RoomEvent? { events.isEmpty ? nil : events.removeFirst() }

  /// The players whose controllers are connected.
  public var connectedPlayers: PlayerSlots { slots { $0.isConnected } }

  /// The connected players whose packets prove their sender.
  public var provenPlayers: PlayerSlots {
    slots { $0.isConnected && $0.key.provesSender }
  }

  /// Puts the player of `slot` in `mode`, in which `recipients` get the input; the pad comes to rest at once.
  public mutating func enter(
    _ mode: Mode, for recipients: Recipients, _ slot: PlayerSlot, at now: Instant
  ) {
    let part = players[slot.index].part
    guard roster[slot] != nil, part.mode != mode || part.recipients != recipients else { return }
    players[slot.index].enter(mode, for: recipients, at: now)
    schedule(slot, at: now)
  }

  /// Sets the state of the round that the controller of `slot` is told, repeatedly; nil ends it.
  public mutating func post(_ round: Round?, to slot: PlayerSlot, at now: Instant) {
    guard roster[slot] != nil else { return }
    players[slot.index].notice.want(round, at: now)
    schedule(slot, at: now)
  }

  /// Sets whether the clock of the controller of `slot` is asked for 20 times a second.
  public mutating func hurryClock(_ isHurried: Bool, of slot: PlayerSlot, at now: Instant) {
    guard roster[slot] != nil else { return }
    players[slot.index].clock.hurry(isHurried, at: now)
    schedule(slot, at: now)
  }

  /// Keeps an accepted packet for the room, and acknowledges its BUZZ.
  mutating func hear(
    _ frames: ControllerFrames, of slot: PlayerSlot, isNewest: Bool, awaitedEdge: UInt16?, isPage: Bool,
    hasReservedPress: Bool, at now: Instant
  ) {
    if let buzz = frames.buzz, players[slot.index].part.recipients.contains(.presses),
      roster[slot]?.key.provesSender == true
    {
      players[slot.index].noteBuzz(buzz.round, at: now)
    }
    heard = AcceptedPacket(
      of: slot, frames, isNewest: isNewest, awaitedEdge: awaitedEdge,
      nextEdge: players[slot.index].input.nextEdge, clock: players[slot.index].clock.bounds.offset(at: now),
      isPage: isPage, hasReservedPress: hasReservedPress)
  }

  private func slots(where isMember: (Roster.Seat) -> Bool) -> PlayerSlots {
    var slots: PlayerSlots = []
    for index in 0..<PlayerSlot.limit {
      let slot = PlayerSlot(index: index)
      if let seat = roster[slot], isMember(seat) { slots.insert(PlayerSlots(slot)) }
    }
    return slots
  }
}
