import Model
import Wire

/// The gateways' controllers that play with the host's permission or wait for it, in the order of their arrival.
///
/// They are listed among the devices under a key that no device can have: the controller's number followed by zeros.
struct GatewayGuests: Sendable {
  /// The maximum number of controllers; further ones are not shown until there is room.
  static let limit = 32

  private struct Entry {
    var connection: UInt32
    var controller: UInt32
    var state: GuestState
    var slot: PlayerSlot?
    var name: DeviceName
  }

  private var entries: [Entry] = []

  /// Records the state, name and slot of `controller`, which is behind the gateway at `connection`.
  ///
  /// Returns the status for watching programs. The result is nil for a controller that another gateway has
  /// announced, for an unknown controller that is gone, or if there is no room.
  mutating func note(
    _ controller: UInt32, _ state: GuestState, _ name: DeviceName, in slot: PlayerSlot?,
    from connection: UInt32
  ) -> PeerStatus? {
    let entry = Entry(
      connection: connection, controller: controller, state: state, slot: state == .plays ? slot : nil,
      name: name)
    guard let index = entries.firstIndex(where: { $0.controller == controller }) else {
      guard state != .gone, entries.count < GatewayGuests.limit else { return nil }
      entries.append(entry)
      return GatewayGuests.status(entry)
    }
    guard entries[index].connection == connection else { return nil }
    if state == .gone { entries.remove(at: index) } else { entries[index] = entry }
    return GatewayGuests.status(entry)
  }

  /// Removes the controllers of the gateway at `connection`, which is gone; returns their status for watching programs.
  mutating func remove(_ connection: UInt32) -> [PeerStatus] {
    var gone = entries.filter { $0.connection == connection }
    entries.removeAll { $0.connection == connection }
    for index in gone.indices { (gone[index].state, gone[index].slot) = (.gone, nil) }
    return gone.map(GatewayGuests.status)
  }

  /// The status of each controller.
  var peers: [PeerStatus] { entries.map(GatewayGuests.status) }

  /// Returns the connection and the number of the controller that waits under `key`; nil if none does.
  func controller(waitingAs key: AdmissionOrder.Key) -> (connection: UInt32, controller: UInt32)? {
    for index in 4..<key.count where key[index] != 0 { return nil }
    let number = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(key[$1]) }
    return entries.first { $0.controller == number && $0.state == .waits }.map {
      ($0.connection, $0.controller)
    }
  }

  private static func status(_ entry: Entry) -> PeerStatus {
    let states: [GuestState: PeerState] = [.gone: .disconnected, .waits: .connecting, .plays: .connected]
    let key = AdmissionOrder.Key {
      $0 < 4 ? UInt8(truncatingIfNeeded: entry.controller >> UInt32(24 - 8 * $0)) : 0
    }
    return PeerStatus(
      state: states[entry.state], slot: entry.slot, refusal: .none, code: nil, key: key, name: entry.name)
  }
}
