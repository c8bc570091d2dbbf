import Guards
import Model
import Motion
import Wire

/// The packets that the room receives.
extension Bridge {
  /// Stores an accepted packet for the room, and acknowledges its BUZZ.
  ///
  /// A BUZZ is acknowledged only if the player's app gets presses, and if the packet proves its sender.
  mutating func hear(
    _ frames: ControllerFrames, of slot: PlayerSlot, isNewest: Bool, awaitedEdge: UInt16?, isPage: Bool,
    hasReservedPress: Bool, at now: Instant
  ) {
    if isNewest, let buzz = frames.buzz, players[slot].modeState.recipients.contains(.presses),
      players.roster[slot]?.key.provesSender == true
    {
      players[slot].noteBuzz(buzz.round, at: now)
    }
    heard = AcceptedPacket(
      of: slot, frames, isNewest: isNewest, awaitedEdge: awaitedEdge,
      nextEdge: players[slot].input.nextEdge, clock: players[slot].offset(at: now),
      isPage: isPage, hasReservedPress: hasReservedPress)
    waiting.append(.heard)
  }
}

extension Player {
  /// Returns the bounds of the controller clock's lead at `now`; nil before the first answer.
  ///
  /// The method is mutating, so that its caller reads the bounds in place (CONTRIBUTING.md, "Traps").
  fileprivate mutating func offset(at now: Instant) -> ClockOffset? { clock.bounds.offset(at: now) }
}
