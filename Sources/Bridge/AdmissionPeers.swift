import Channel
public import Cryptography
public import Model
public import Wire

extension Admission {
  /// A controller that has an encrypted session, or whose slot is reserved.
  public struct Peer: Sendable {
    /// The connection state of a controller, in the numbers of GameKit's GKPeerConnectionState.
    public typealias State = PeerState

    /// The public key of the controller.
    public var key: PublicKey
    /// The displayed name.
    public var name: DeviceName
    /// The connection state.
    public var state: State
    /// The slot of the controller; nil without one.
    public var slot: PlayerSlot?
    /// The reason why the controller is not admitted.
    public var refusal: Refusal = .none
    /// The number that a person compares before admitting the controller; nil without one.
    public var code: UInt32?
  }
}

extension Bridge {
  /// Returns the controllers that have an encrypted session: the players, then the waiting guests.
  public func peers() -> [Admission.Peer] {
    guard let admission else { return [] }
    let waiting = admission.guests.filter { !$0.isLeaving }.map { guest in
      Admission.Peer(
        key: guest.controller.key, name: admission.name(of: guest.controller), state: .connecting,
        code: guest.shortCode)
    }
    let playing: [Admission.Peer] = players.indices.compactMap { index in
      let slot = PlayerSlot(index: index)
      guard let seat = roster[slot], let session = players[index].session,
        let controller = admission.channel.controller(of: session)
      else { return nil }
      return Admission.Peer(
        key: controller.key, name: admission.name(of: controller),
        state: seat.isConnected ? .connected : .disconnected, slot: slot)
    }
    return playing + waiting
  }
}

extension Admission.News {
  /// The new state of the controller in this news; nil when the state has not changed.
  public var peer: Admission.Peer? {
    switch self {
    case .paired, .contended, .wishes: nil
    case .waits(let key, let name, let code):
      Admission.Peer(key: key, name: name, state: .connecting, code: code)
    case .joined(let key, let name, let slot):
      Admission.Peer(key: key, name: name, state: .connected, slot: slot)
    case .away(let key, let name, let slot):
      Admission.Peer(key: key, name: name, state: .disconnected, slot: slot)
    case .left(let key, let name, _): Admission.Peer(key: key, name: name, state: .disconnected)
    case .denied(let key, let name, let refusal):
      Admission.Peer(key: key, name: name, state: .disconnected, refusal: refusal)
    }
  }
}
