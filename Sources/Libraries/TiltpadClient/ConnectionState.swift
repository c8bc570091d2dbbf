public import Cryptography
public import Model
public import Wire

/// The state of a controller's connection to its host, in the terms of GameKit.
public enum ConnectionState: Hashable, Sendable {
  /// The controller is pairing, shaking hands, or looking for a host that has fallen silent or shut down.
  case connecting
  /// The host has answered, and someone there has to admit the controller.
  case waiting
  /// The controller plays, as this player.
  case connected(PlayerSlot)
  /// The host has refused the controller for this reason.
  case denied(Refusal)
  /// No session exists: the controller has left or never connected, or the host has refused or ended the
  /// session for this reason.
  case disconnected(Refusal)
}

/// The reason why no session was established.
public enum ConnectionError: Error, Hashable, Sendable {
  /// No answer has arrived for 10 s.
  case unanswered
  /// The host refuses, for example because of a wrong PIN, because pairing is closed, or because the host is full.
  case refused(Refusal)
  /// The host's key is not a valid public key.
  case invalidHostKey
}

/// The way in which a controller and a host come to trust each other.
public enum Pairing: Sendable {
  /// Controller and host were paired before, and share this secret.
  case known(Secret)
  /// The controller has read a QR code, from which this secret was derived.
  case code(Secret)
  /// The user has entered the six digits that the host shows, 0 to 999,999.
  case pin(UInt32)
  /// The user compares six digits on both screens.
  case confirm
}

extension ReceivedMessage {
  /// Creates the message that has arrived; nil if the arrival is not a message for a program.
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
