public import Model

/// Bytes that the program at a player's end has sent.
public struct PlayerMessage: Hashable, Sendable {
  /// Whose controller it is.
  public let slot: PlayerSlot
  /// What they are for, by agreement of the programs.
  public let channel: UInt8
  /// The bytes, at most ``Message/longest``.
  public let bytes: [UInt8]
  /// Whether they come once and in order, or perhaps not at all.
  public let isReliable: Bool
}

/// Messages of the players' programs that nobody has taken yet, oldest first.
///
/// It is small: nobody's reliable messages are lost when it is full, as they get no receipt and come again.
struct Inbox: Sendable {
  /// The most messages that wait.
  static let limit = 64
  /// The most of one player, so that nobody takes the room of the others.
  static let limitEach = 16

  private var messages: [PlayerMessage] = []

  /// Whether there is room for another message of `slot`.
  func hasRoom(for slot: PlayerSlot) -> Bool {
    messages.count < Inbox.limit && messages.count { $0.slot == slot } < Inbox.limitEach
  }

  /// Adds a message whose bytes are `bytes`; false when there is no room.
  mutating func add(
    _ bytes: Span<UInt8>, on channel: UInt8, of slot: PlayerSlot, isReliable: Bool
  ) -> Bool {
    guard hasRoom(for: slot) else { return false }
    messages.append(
      PlayerMessage(
        slot: slot, channel: channel, bytes: bytes.indices.map { bytes[$0] }, isReliable: isReliable))
    return true
  }

  /// The oldest message, which is then gone; nil when there is none.
  mutating func next() -> PlayerMessage? {
    messages.isEmpty ? nil : messages.removeFirst()
  }
}
