public import Cryptography
public import Model
public import Wire

/// Who is told what happens to a ``Client``; the words are those of GKSessionDelegate and MCSessionDelegate.
///
/// All methods but the first may be left out.
public protocol ClientDelegate: AnyObject {
  /// The controller stands to `host` in another way (session(_:peer:didChange:)).
  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState)

  /// Bytes of the program at the host's end have come (session(_:didReceive:fromPeer:)).
  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey)

  /// Games want this of the controller's motors and light, until they want something else.
  ///
  /// Stop the motors when `Feedback.duration` is over and nothing more was said.
  func client(_ client: Client, didReceive feedback: Feedback)

  /// A round of the quiz begins, is decided, or is over: every press of a button counts in it by itself.
  func client(_ client: Client, didAdvanceTo round: Round)

  /// The player does something else from now on (docs/modes.md); until the host says so, it is `Mode.play`.
  func client(_ client: Client, didChange mode: Mode)

  /// No session has come about (session(_:connectionWithPeerFailed:withError:)).
  func client(_ client: Client, connectionWithHostFailed error: ConnectionError)

  /// The controller and `host` share `secret` from now on: keep it for ``Pairing/known(_:)``.
  func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret)

  /// Show these six digits, 0 to 999,999: a person compares them with the host's.
  func client(_ client: Client, didCompute shortCode: UInt32)
}

extension ClientDelegate {
  /// Nothing.
  public func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {}
  /// Nothing.
  public func client(_ client: Client, didReceive feedback: Feedback) {}
  /// Nothing.
  public func client(_ client: Client, didAdvanceTo round: Round) {}
  /// Nothing.
  public func client(_ client: Client, didChange mode: Mode) {}
  /// Nothing.
  public func client(_ client: Client, connectionWithHostFailed error: ConnectionError) {}
  /// Nothing.
  public func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret) {}
  /// Nothing.
  public func client(_ client: Client, didCompute shortCode: UInt32) {}
}
