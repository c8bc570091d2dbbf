public import Bridge
public import Cryptography
public import Model
public import Wire

/// The delegate of a ``Host``, named after GKSessionDelegate and MCSessionDelegate.
///
/// All methods but the first are optional. Each method may call the host.
public protocol HostDelegate: AnyObject {
  /// Tells the delegate that the connection of the controller `peer` has a new state (session(_:peer:didChange:)).
  ///
  /// `available`: the controller was paired. `connecting`: it waits to be admitted. `connected`: it plays.
  /// `disconnected`: it is silent, and its slot is reserved; or it was refused or removed, has left, or waits
  /// no longer. `unavailable`: it is gone for good.
  func host(_ host: Host, peer: PublicKey, didChange state: PeerState)

  /// Tells the delegate that `peer` asks to be admitted (session(_:didReceiveConnectionRequestFromPeer:)).
  ///
  /// Call ``Host/accept(_:)`` or ``Host/deny(_:)``.
  ///
  /// If the controller shows a number, 0 to 999,999, the user compares it with `code` first.
  func host(
    _ host: Host, didReceiveRequestFrom peer: PublicKey, called name: DeviceName, showing code: UInt32?)

  /// Tells the delegate that the program of `peer` has sent a message (session(_:didReceive:fromPeer:)).
  func host(_ host: Host, didReceive message: ReceivedMessage, fromPeer peer: PublicKey)

  /// Tells the delegate the new state of the pad of `peer` as a game reads it, with tilt mapped to axes and smoothed.
  func host(_ host: Host, peer: PublicKey, didMove report: PadReport)

  /// Tells the delegate that no session was established (session(_:connectionWithPeerFailed:withError:)).
  ///
  /// The method is also called when two controllers use the same key.
  func host(_ host: Host, connectionWithPeerFailed peer: PublicKey, for reason: Refusal)

  /// Tells the delegate that `device` is now paired; store it for the next ``Host``.
  ///
  /// It replaces any stored device with the same key.
  func host(_ host: Host, didPair device: Admission.Device)
}

extension HostDelegate {
  /// Does nothing: the controller keeps waiting.
  public func host(
    _ host: Host, didReceiveRequestFrom peer: PublicKey, called name: DeviceName, showing code: UInt32?
  ) {}
  /// Does nothing.
  public func host(_ host: Host, didReceive message: ReceivedMessage, fromPeer peer: PublicKey) {}
  /// Does nothing.
  public func host(_ host: Host, peer: PublicKey, didMove report: PadReport) {}
  /// Does nothing.
  public func host(_ host: Host, connectionWithPeerFailed peer: PublicKey, for reason: Refusal) {}
  /// Does nothing.
  public func host(_ host: Host, didPair device: Admission.Device) {}
}
