/// A message from the program at the other end.
public struct ReceivedMessage: Hashable, Sendable {
  /// The channel, whose meaning the programs agree on.
  public let channel: UInt8
  /// The bytes, at most 200.
  public let bytes: [UInt8]
  /// True if the message was sent reliably, to arrive once and in order; an unreliable message may be lost.
  public let isReliable: Bool

  /// Creates a message; an app needs this only to test its delegate.
  public init(channel: UInt8, bytes: [UInt8], isReliable: Bool) {
    (self.channel, self.bytes, self.isReliable) = (channel, bytes, isReliable)
  }
}

/// The reason why a message was not accepted for sending.
public enum SendError: Error, Hashable, Sendable {
  /// The controller is not connected, or the peer is not a player.
  case notConnected
  /// The message has more than 200 bytes.
  case tooLong
  /// Too many messages are already waiting.
  case tooMany
}
