public import Model

/// A player's packet that the bridge has accepted, as the room receives it.
public struct AcceptedPacket: Sendable {
  /// The coarsest step of browser clocks, in µs.
  public static let pageClockStep: UInt32 = 1_000

  /// The slot of the player.
  public let slot: PlayerSlot
  /// The frames of the packet.
  public let frames: ControllerFrames
  /// True if the packet's number is higher than that of every earlier packet of the player.
  public let isNewest: Bool
  /// The number of the edge that was expected before this packet; nil if the sender had numbered none.
  public let awaitedEdge: UInt16?
  /// The number of the edge that is expected after this packet.
  public let nextEdge: UInt16
  /// The bounds of the offset of the controller's clock; nil when the clock is unknown.
  public let clock: ClockOffset?
  /// True if the controller is behind a gateway, as pages are; its clock may step by up to ``pageClockStep``.
  public let isPage: Bool
  /// True if the player pressed the button that is reserved for the host, and the packet proves its sender.
  public let hasReservedPress: Bool

  /// Creates the record of an accepted packet.
  public init(
    of slot: PlayerSlot, _ frames: ControllerFrames, isNewest: Bool, awaitedEdge: UInt16?, nextEdge: UInt16,
    clock: ClockOffset?, isPage: Bool, hasReservedPress: Bool
  ) {
    (self.slot, self.frames, self.isNewest) = (slot, frames, isNewest)
    (self.awaitedEdge, self.nextEdge) = (awaitedEdge, nextEdge)
    (self.clock, self.isPage, self.hasReservedPress) = (clock, isPage, hasReservedPress)
  }
}
