public import Bridge
public import Cryptography
public import Model
public import Wire

/// How a controller stands to a ``Host``, in the words of GKPeerConnectionState.
public typealias PeerState = Lobby.Peer.State

/// Who is told what happens to a ``Host``; the words are those of GKSessionDelegate and MCSessionDelegate.
///
/// All methods but the first may be left out. Each may call the host.
public protocol HostDelegate: AnyObject {
  /// The controller `peer` stands to the host in another way (session(_:peer:didChange:)).
  ///
  /// `available`: it was paired. `connecting`: it waits to be let in. `connected`: it plays. `disconnected`: it is not
  /// heard any more, and its place is kept; or it was not let in. `unavailable`: it is gone for good.
  func host(_ host: Host, peer: PublicKey, didChange state: PeerState)

  /// The controller `peer` asks to be let in (session(_:didReceiveConnectionRequestFromPeer:)): ``Host/accept(_:)`` or
  /// ``Host/deny(_:)``.
  ///
  /// Where it shows a number, 0 to 999,999, a person compares that with `code` first.
  func host(
    _ host: Host, didReceiveRequestFrom peer: PublicKey, called name: DeviceName, showing code: UInt32?)

  /// Bytes of the program at the end of `peer` have come (session(_:didReceive:fromPeer:)).
  func host(_ host: Host, didReceive message: ReceivedMessage, fromPeer peer: PublicKey)

  /// What `peer` does now: its pad as a game reads it, tilt mapped to axes and smoothed.
  func host(_ host: Host, peer: PublicKey, didMove report: PadReport)

  /// No session has come about, or two controllers have the same key (session(_:connectionWithPeerFailed:withError:)).
  func host(_ host: Host, connectionWithPeerFailed peer: PublicKey, for reason: Refusal)

  /// `device` is known from now on: keep it for the next ``Host``, in the place of the one of the same key.
  func host(_ host: Host, didPair device: Lobby.Device)
}

extension HostDelegate {
  /// Nothing: it waits on.
  public func host(
    _ host: Host, didReceiveRequestFrom peer: PublicKey, called name: DeviceName, showing code: UInt32?
  ) {}
  /// Nothing.
  public func host(_ host: Host, didReceive message: ReceivedMessage, fromPeer peer: PublicKey) {}
  /// Nothing.
  public func host(_ host: Host, peer: PublicKey, didMove report: PadReport) {}
  /// Nothing.
  public func host(_ host: Host, connectionWithPeerFailed peer: PublicKey, for reason: Refusal) {}
  /// Nothing.
  public func host(_ host: Host, didPair device: Lobby.Device) {}
}
