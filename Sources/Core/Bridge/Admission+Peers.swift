import Channel
public import Cryptography
public import Model
public import Wire

extension Admission {
  /// A controller that has or had an encrypted session.
  public struct Peer: Sendable {
    /// The public key of the controller.
    public var key: PublicKey
    /// The displayed name.
    public var name: DeviceName
    /// The connection state.
    public var state: PeerState
    /// The slot of the controller; nil if it has none.
    public var slot: PlayerSlot?
    /// The reason why the controller is not admitted.
    public var refusal: Refusal = .none
    /// The short code to compare before admitting the controller; nil if there is none.
    public var code: UInt32?
  }

  /// An event for the host's user or the device store.
  public enum News: Sendable {
    /// A device was paired; it replaces any device with the same key.
    case paired(Device, PairingMode)
    /// A controller waits to be admitted; both sides show the code, if there is one.
    case waits(PublicKey, DeviceName, code: UInt32?)
    /// A controller has been given a slot, or has returned to its slot.
    case joined(PublicKey, DeviceName, PlayerSlot)
    /// The controller of a slot fell silent; its slot stays reserved.
    case away(PublicKey, DeviceName, PlayerSlot)
    /// The controller of a slot is gone for good.
    case left(PublicKey, DeviceName, PlayerSlot)
    /// A waiting controller is gone, for example because it has said goodbye or fallen silent.
    case gone(PublicKey, DeviceName)
    /// A controller was turned away.
    case denied(PublicKey, DeviceName, Refusal)
    /// A paired controller asks to be called by the second name; the first name is displayed.
    case asksForName(PublicKey, DeviceName, DeviceName)
    /// Two controllers keep taking over each other's session; their common key is shut out for a while.
    case contended(PublicKey)
  }

  /// The controllers that wait for the host's decision or, once admitted, for their slot.
  var waitingPeers: [Peer] {
    guests.filter { !$0.isLeaving }.map { guest in
      Peer(
        key: guest.controller.key, name: devices.name(of: guest.controller), state: .connecting,
        code: guest.shortCode)
    }
  }
}

extension Admission.News {
  /// The controller of this news in its new state; nil when the state has not changed.
  public var peer: Admission.Peer? {
    switch self {
    case .paired, .contended, .asksForName: nil
    case .waits(let key, let name, let code):
      Admission.Peer(key: key, name: name, state: .connecting, code: code)
    case .joined(let key, let name, let slot):
      Admission.Peer(key: key, name: name, state: .connected, slot: slot)
    case .away(let key, let name, let slot):
      Admission.Peer(key: key, name: name, state: .disconnected, slot: slot)
    case .left(let key, let name, _), .gone(let key, let name):
      Admission.Peer(key: key, name: name, state: .disconnected)
    case .denied(let key, let name, let refusal):
      Admission.Peer(key: key, name: name, state: .disconnected, refusal: refusal)
    }
  }
}
