import Channel
public import Cryptography
public import Model
import Session
public import Wire

extension Lobby {
  /// A controller with an encrypted session, or whose slot waits for it.
  public struct Peer: Sendable {
    /// How it is with this host, in the numbers of GameKit's GKPeerConnectionState.
    public enum State: UInt8, CaseIterable, Sendable {
      /// It could come in.
      case available
      /// It cannot come in.
      case unavailable
      /// It plays.
      case connected
      /// It is gone, or away while its slot waits.
      case disconnected
      /// It waits for a person.
      case connecting
    }

    /// Its key.
    public var key: PublicKey
    /// What it is called.
    public var name: DeviceName
    /// How it is with this host.
    public var state: State
    /// Its slot; nil without one.
    public var slot: PlayerSlot?
    /// Why it may not come in.
    public var refusal: Refusal = .none
    /// The number that a person compares before letting it in.
    public var code: UInt32?
  }
}

extension Bridge {
  /// Everyone who has an encrypted session.
  public func peers() -> [Lobby.Peer] {
    guard let lobby else { return [] }
    let waiting = lobby.guests.filter { !$0.isLeaving }.map { guest in
      Lobby.Peer(
        key: guest.controller.key, name: lobby.name(of: guest.controller), state: .connecting,
        code: guest.shortCode)
    }
    let playing: [Lobby.Peer] = players.indices.compactMap { index in
      let slot = PlayerSlot(index: index)
      guard let seat = roster[slot], let session = players[index].session,
        let controller = lobby.channel.controller(of: session)
      else { return nil }
      return Lobby.Peer(
        key: controller.key, name: lobby.name(of: controller),
        state: seat.isConnected ? .connected : .disconnected, slot: slot)
    }
    return playing + waiting
  }
}

extension Lobby.News {
  /// How a controller is with this host from now on; nil when that has not changed.
  public var peer: Lobby.Peer? {
    switch self {
    case .paired, .contended, .wishes: nil
    case .waits(let key, let name, let code): Lobby.Peer(key: key, name: name, state: .connecting, code: code)
    case .joined(let key, let name, let slot): Lobby.Peer(key: key, name: name, state: .connected, slot: slot)
    case .away(let key, let name, let slot):
      Lobby.Peer(key: key, name: name, state: .disconnected, slot: slot)
    case .left(let key, let name, _): Lobby.Peer(key: key, name: name, state: .disconnected)
    case .denied(let key, let name, let refusal):
      Lobby.Peer(key: key, name: name, state: .disconnected, refusal: refusal)
    }
  }
}
