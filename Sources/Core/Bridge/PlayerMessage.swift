public import Model

/// A message from the program at a player's end.
public struct PlayerMessage: Hashable, Sendable {
  /// The slot of the player.
  public let slot: PlayerSlot
  /// The channel; the programs agree on its meaning.
  public let channel: UInt8
  /// The bytes, at most ``Message/longest``.
  public let bytes: [UInt8]
  /// True if the message arrives once and in order; false if it may be lost.
  public let isReliable: Bool

  init(_ bytes: Span<UInt8>, on channel: UInt8, of slot: PlayerSlot, isReliable: Bool) {
    (self.slot, self.channel, self.isReliable) = (slot, channel, isReliable)
    self.bytes = bytes.indices.map { bytes[$0] }
  }
}
