public import Model

/// A message from the program at a player's end.
public struct PlayerMessage: Hashable, Sendable {
  /// The slot of the player.
  public let slot: PlayerSlot
  /// The channel, with a meaning that the programs agree on.
  public let channel: UInt8
  /// The bytes, at most ``Message/longest``.
  public let bytes: [UInt8]
  /// True if the message arrives once and in order; false if it may be lost.
  public let isReliable: Bool
}

/// A queue of messages from the players' programs, oldest first.
///
/// The queue is small: a full queue loses no reliable message, as such a message gets no receipt and is repeated.
public struct Inbox: Sendable {
  /// The greatest number of waiting messages.
  static let limit = 64
  /// The greatest number of waiting messages of one player, so that no player takes the room of the others.
  static let limitEach = 16

  private var messages: [PlayerMessage] = []

  /// Returns whether there is room for another message of `slot`.
  func hasRoom(for slot: PlayerSlot) -> Bool {
    messages.count < Inbox.limit && messages.count { $0.slot == slot } < Inbox.limitEach
  }

  /// Adds a message with the content `bytes`; returns false when there is no room.
  mutating func add(
    _ bytes: Span<UInt8>, on channel: UInt8, of slot: PlayerSlot, isReliable: Bool
  ) -> Bool {
    guard hasRoom(for: slot) else { return false }
    messages.append(
      PlayerMessage(
        slot: slot, channel: channel, bytes: bytes.indices.map { bytes[$0] }, isReliable: isReliable))
    return true
  }

  /// Removes and returns the oldest message; nil when the queue is empty.
  public mutating func pop() -> PlayerMessage? {
    messages.isEmpty ? nil : messages.removeFirst()
  }
}
