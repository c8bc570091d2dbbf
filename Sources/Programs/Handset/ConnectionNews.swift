package import Model
package import TiltpadClient
package import Wire

/// An event of the connection that is reported to the user once.
package enum ConnectionNews: Hashable, Sendable {
  /// The state of the connection to the host has changed.
  case state(ConnectionState)
  /// Both users should compare these six digits.
  case shortCode(UInt32)
  /// The program at the host's end has sent a message.
  case message(ReceivedMessage)
  /// The host has changed the player's mode.
  case mode(Mode)
  /// The host has announced a new state of the round.
  case round(Round)
}

/// The reason why a controller cannot continue with its host.
package enum SessionFailure: Error, Sendable {
  /// The controller and the host are not paired.
  case unpaired
  /// No session was established.
  case connection(ConnectionError)
  /// The host has refused the controller, or ended the session.
  case state(ConnectionState)
  /// The host has not made a device for the described stick.
  ///
  /// The verdict is nil if the host is too old for such descriptions.
  case stick(StickVerdict?)
  /// The secret of a new pairing could not be saved.
  case file(ControllerFile.Fault)

  /// Creates the failure that corresponds to a session's `state`; nil if `state` is not a failure.
  init?(_ state: ConnectionState) {
    switch state {
    case .denied: self = .state(state)
    case .disconnected(let refusal) where refusal != .none: self = .state(state)
    case .connecting, .waiting, .connected, .disconnected: return nil
    }
  }
}
