public import Cryptography
public import Model
public import Wire

/// The delegate of a ``Client``, named after GKSessionDelegate and MCSessionDelegate.
///
/// All methods but the first are optional.
public protocol ClientDelegate: AnyObject {
  /// Tells the delegate that the connection to `host` has a new state (session(_:peer:didChange:)).
  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState)

  /// Tells the delegate that the host's program has sent a message (session(_:didReceive:fromPeer:)).
  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey)

  /// Tells the delegate the state of the motors and the light that games request; the state applies until the
  /// next call.
  ///
  /// Stop the motors when `Feedback.duration` has passed without another call.
  func client(_ client: Client, didReceive feedback: Feedback)

  /// Tells the delegate the torque that pushes the wheel, if the controller takes forces (``Client/ask(forForces:)``).
  ///
  /// Let the torque fall to 0 within 50 ms when `Torque.lifetime` has passed without another call.
  func client(_ client: Client, didPushWith torque: Torque)

  /// Tells the delegate the conditions that act on the wheel, if the controller computes them itself.
  ///
  /// End the conditions when a second has passed without another call.
  func client(_ client: Client, didSet conditions: NumberedConditions)

  /// Tells the delegate that a round begins, is decided or is over.
  ///
  /// The client itself reports the presses in the round to the host, without any further call.
  func client(_ client: Client, didAdvanceTo round: Round)

  /// Tells the delegate that the player has a new mode (docs/modes.md); before the first call, the mode is `Mode.play`.
  func client(_ client: Client, didChange mode: Mode)

  /// Tells the delegate that no session was established (session(_:connectionWithPeerFailed:withError:)).
  func client(_ client: Client, connectionWithHostFailed error: ConnectionError)

  /// Tells the delegate that the controller and `host` now share `secret`; store it for ``Pairing/known(_:)``.
  func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret)

  /// Asks the delegate to show these six digits, 0 to 999,999, which the user compares with those of the host.
  func client(_ client: Client, didCompute shortCode: UInt32)
}

extension ClientDelegate {
  /// Does nothing.
  public func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {}
  /// Does nothing.
  public func client(_ client: Client, didReceive feedback: Feedback) {}
  /// Does nothing.
  public func client(_ client: Client, didPushWith torque: Torque) {}
  /// Does nothing.
  public func client(_ client: Client, didSet conditions: NumberedConditions) {}
  /// Does nothing.
  public func client(_ client: Client, didAdvanceTo round: Round) {}
  /// Does nothing.
  public func client(_ client: Client, didChange mode: Mode) {}
  /// Does nothing.
  public func client(_ client: Client, connectionWithHostFailed error: ConnectionError) {}
  /// Does nothing.
  public func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret) {}
  /// Does nothing.
  public func client(_ client: Client, didCompute shortCode: UInt32) {}
}
