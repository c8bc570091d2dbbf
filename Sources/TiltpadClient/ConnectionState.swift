public import Cryptography
public import Model
public import Wire

/// How a controller stands to its host, in the words of GameKit.
public enum ConnectionState: Hashable, Sendable {
  /// It pairs, shakes hands, or looks for a host that has fallen silent.
  case connecting
  /// The host is there, and a person has to let the controller in.
  case waiting
  /// It plays, as this player.
  case connected(PlayerSlot)
  /// The host does not let it in, for this reason.
  case denied(Refusal)
  /// There is no session: it has left or was never there, or the host has ended it for a reason.
  case disconnected(Refusal)
}

/// Why no session came about.
public enum ConnectionError: Error, Hashable, Sendable {
  /// Nobody has answered for 10 s.
  case unanswered
  /// The host refuses: a wrong PIN, no pairing open, no room.
  case refused(Refusal)
  /// The host's key is none that can be spoken to.
  case invalidHostKey
}

/// Why a message was not taken.
public enum SendError: Error, Hashable, Sendable {
  /// There is no player to speak for.
  case notConnected
  /// It has more bytes than `Message.longest`.
  case tooLong
  /// Too many wait already.
  case tooMany
}

/// How a controller comes to share something with a host.
public enum Pairing: Sendable {
  /// They were paired before, and share this.
  case known(Secret)
  /// Through a QR code, from whose secret this was derived.
  case code(Secret)
  /// Through the six digits that the host shows, 0 to 999,999.
  case pin(UInt32)
  /// Through a person who compares six digits on both screens.
  case confirm
}

/// Bytes that a program at the host's end has sent.
public struct ReceivedMessage: Hashable, Sendable {
  /// What they are for, by agreement of the programs.
  public let channel: UInt8
  /// The bytes, at most `Message.longest`.
  public let bytes: [UInt8]
  /// Whether they come once and in order, or perhaps not at all.
  public let isReliable: Bool

  /// A message; an app makes one only to try out its delegate.
  public init(channel: UInt8, bytes: [UInt8], isReliable: Bool) {
    (self.channel, self.bytes, self.isReliable) = (channel, bytes, isReliable)
  }
}

extension ReceivedMessage {
  /// The message that has arrived; nil when it is something else.
  init?(_ arrival: Mailbox.Arrival) {
    switch arrival {
    case .message(let channel, let bytes):
      self.init(channel: channel, bytes: bytes, isReliable: false)
    case .control(ControlMessage.Code.message.rawValue, let channel, let text):
      self.init(channel: channel, bytes: text, isReliable: true)
    case .control: return nil
    }
  }
}
