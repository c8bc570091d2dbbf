import Model
import Wire

/// The controllers of gateways that play by a person's permission or wait for it, in the order in which they came.
///
/// They are listed among the devices under a key that no device can have: the number of the controller, then zeros.
struct Doorstep {
  /// The greatest number of controllers; further ones are not shown until there is room.
  static let limit = 32

  private struct Caller {
    var connection: Int
    var controller: UInt32
    var state: GuestState
    var slot: PlayerSlot?
    var name: DeviceName
  }

  private var callers: [Caller] = []

  /// Notes the state and the name of `controller`, which is behind the gateway at `connection` and plays in `slot`.
  ///
  /// Returns what watching programs are told; nil for a controller that another gateway has announced, or without room.
  mutating func note(
    _ controller: UInt32, _ state: GuestState, _ name: DeviceName, in slot: PlayerSlot?, from connection: Int
  ) -> PeerStatus? {
    let place = callers.firstIndex { $0.controller == controller }
    let caller = Caller(
      connection: connection, controller: controller, state: state, slot: state == .plays ? slot : nil,
      name: name)
    guard let place else {
      guard state != .gone, callers.count < Doorstep.limit else { return nil }
      callers.append(caller)
      return Doorstep.status(caller)
    }
    guard callers[place].connection == connection else { return nil }
    if state == .gone { callers.remove(at: place) } else { callers[place] = caller }
    return Doorstep.status(caller)
  }

  /// Removes the controllers of the gateway at `connection`, which is gone; returns what watching programs are told.
  mutating func remove(_ connection: Int) -> [PeerStatus] {
    var gone = callers.filter { $0.connection == connection }
    callers.removeAll { $0.connection == connection }
    for index in gone.indices { (gone[index].state, gone[index].slot) = (.gone, nil) }
    return gone.map(Doorstep.status)
  }

  /// The status of each controller.
  var peers: [PeerStatus] { callers.map(Doorstep.status) }

  /// Returns the connection and the number of the controller that waits under `key`; nil if none does.
  func controller(waitingAs key: AdmissionOrder.Key) -> (connection: Int, controller: UInt32)? {
    for index in 4..<key.count where key[index] != 0 { return nil }
    let number = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(key[$1]) }
    return callers.first { $0.controller == number && $0.state == .waits }.map {
      ($0.connection, $0.controller)
    }
  }

  private static func status(_ caller: Caller) -> PeerStatus {
    let states: [GuestState: PeerState] = [.gone: .disconnected, .waits: .connecting, .plays: .connected]
    let key = AdmissionOrder.Key {
      $0 < 4 ? UInt8(truncatingIfNeeded: caller.controller >> UInt32(24 - 8 * $0)) : 0
    }
    return PeerStatus(
      state: states[caller.state], slot: caller.slot, refusal: .none, code: nil, key: key, name: caller.name)
  }
}
