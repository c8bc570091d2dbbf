import Guards
public import Model
import Motion
import Wire

/// The room's side of the bridge: the packets and events that the room hears.
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

  /// Keeps an accepted packet for the room, and acknowledges its BUZZ.
  mutating func hear(
    _ frames: ControllerFrames, of slot: PlayerSlot, isNewest: Bool, awaitedEdge: UInt16?, isPage: Bool,
    hasReservedPress: Bool, at now: Instant
  ) {
    if let buzz = frames.buzz, players[slot].part.recipients.contains(.presses),
      players.roster[slot]?.key.provesSender == true
    {
      players[slot].noteBuzz(buzz.round, at: now)
    }
    heard = AcceptedPacket(
      of: slot, frames, isNewest: isNewest, awaitedEdge: awaitedEdge,
      nextEdge: players[slot].input.nextEdge, clock: players[slot].offset(at: now),
      isPage: isPage, hasReservedPress: hasReservedPress)
  }
}

extension Player {
  /// Returns the bounds of the lead of the controller's clock at `now`; nil before the first answer.
  ///
  /// The method is mutating, so that its caller reads the bounds in place (CONTRIBUTING.md, "Traps").
  fileprivate mutating func offset(at now: Instant) -> ClockOffset? { clock.bounds.offset(at: now) }
}
