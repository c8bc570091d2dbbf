public import Model
import Wire

/// The outcome of a message: each addressed player is in exactly one of the sets.
public struct Delivery: Hashable, Sendable {
  /// The players to whom the message is sent.
  public internal(set) var taken: PlayerSlots = []
  /// The slots without a player, and the players who read no answers, such as senders of bare TILT.
  public internal(set) var nobody: PlayerSlots = []
  /// The players who are away while their slot is reserved.
  public internal(set) var away: PlayerSlots = []
  /// The players for whom too many messages are already queued.
  public internal(set) var tooMany: PlayerSlots = []
  /// The players who get nothing because the message has more bytes than ``Message/longest``.
  public internal(set) var tooLong: PlayerSlots = []
}

/// Messages between programs on this host and programs on the players' side (docs/protocol.md, "Messages").
extension Player {
  /// The maximum size of the frames in an encrypted packet, in bytes.
  static let sealedLimit = 512 - SealedHeader.overhead

  /// Applies a reliable message, whose text is in `bytes`, unless it is too long.
  mutating func apply(
    _ control: ControlMessage, of slot: PlayerSlot, in bytes: Span<UInt8>, into outputs: inout [Bridge.Output]
  ) {
    guard control.text.count <= Message.longest else { return noteUnread() }
    pass(bytes.extracting(control.text), on: control.argument, of: slot, isReliable: true, into: &outputs)
  }

  /// Applies an unreliable message, whose payload is in `bytes`, unless its packet is late.
  mutating func apply(
    _ message: Message, of slot: PlayerSlot, in bytes: Span<UInt8>, isNewest: Bool,
    into outputs: inout [Bridge.Output]
  ) {
    guard isNewest else { return noteUnread() }
    pass(bytes.extracting(message.payload), on: message.channel, of: slot, isReliable: false, into: &outputs)
  }

  private mutating func noteUnread() { counts.unread += 1 }

  private mutating func pass(
    _ bytes: Span<UInt8>, on channel: UInt8, of slot: PlayerSlot, isReliable: Bool,
    into outputs: inout [Bridge.Output]
  ) {
    counts.messages += 1
    outputs.append(.message(PlayerMessage(bytes, on: channel, of: slot, isReliable: isReliable)))
  }

  /// Pauses the player while the controller is away: unreliable messages are discarded, reliable ones wait.
  mutating func pause() {
    feedback.pause()
    force.pause()
    outbox.pause()
    unreliable.withdraw()
    notice.pause()
    clock.end()
  }
}
