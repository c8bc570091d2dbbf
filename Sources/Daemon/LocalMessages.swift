import Bridge
package import Model
package import Platform
import Wire

/// The effects of the local socket's messages.
extension Executor {
  /// Takes a message of the program at connection `index`; an unreadable message is dropped and counted.
  mutating func take(
    _ bytes: inout MutableSpan<UInt8>, from index: Int, through network: borrowing DatagramSocket,
    at now: Instant
  ) {
    let origin = Bridge.Origin.local(connection: UInt32(index))
    let packet = try? LocalPacket(parsing: bytes.span)
    if LocalClients.gateways.contains(index), packet?.isForGateways == false {
      return bridge.refuse(.notAllowed, from: origin)
    }
    switch packet {
    case .frames, nil:
      execute(receive(&bytes, from: origin, at: now), through: network, at: now)
    case .gone(let controller):
      bridge.disconnect(connection: UInt32(index), controller: controller, at: now)
    case .page(let port):
      clients.note(pagePort: port, of: index)
      showPagePort()
    case .name(let controller, let name):
      pageNames.note(name, of: controller)
    case .alive:
      alive = clients.process(at: index)
    case .watch(let watch) where watch.isOfOtherVersion: clients.tellVersion(to: index)
    case .watch(let watch):
      clients.follow(watch, for: index, at: now)
      if watch.topics.contains(.peers) { sendPeers(to: index) }
      if watch.topics.contains(.stage) { sendStage(to: index) }
    case .recentre(let slot):
      recentre(slot, at: now)
    case .order(let order):
      obey(order, from: index, through: network, at: now)
    case .message(let message):
      pass(message, in: bytes.span, from: index, through: network, at: now)
    }
  }

  /// Closes the connection at `index`; the controllers behind it are disconnected.
  mutating func hangUp(_ index: Int, at now: Instant) {
    bridge.disconnect(connection: UInt32(index), controller: nil, at: now)
    clients.remove(index)
    showPagePort()
  }

  /// Updates the page's port in the announcement, if the port has changed.
  private mutating func showPagePort() {
    guard bridge.greeting.webPort != clients.pagePort else { return }
    bridge.greeting.webPort = clients.pagePort
    presenceIsStale = true
  }

  /// Sends the status of the host and of each player to every program whose status is due.
  package mutating func sendDueStatus(through network: borrowing DatagramSocket, at now: Instant) {
    while let index = clients.takeDueStatus(at: now) {
      sendStatus(to: index, dropsInKernel: network.dropsInKernel, at: now)
    }
  }

  private mutating func sendStatus(to index: Int, dropsInKernel: UInt32, at now: Instant) {
    var host = HostStatus(
      limit: UInt8(bridge.settings.roster.limit), players: UInt8(bridge.playerCount),
      hasKernelPads: pads.isKernel)
    (host.policy, host.uptime, host.reports) = (bridge.policy, now - started, pads.reports)
    (host.drops, host.dropsInKernel) = (bridge.drops, dropsInKernel)
    var datagram = LocalDatagram()
    host.write(to: &datagram)
    datagram.withBytes { clients.send($0, to: index) }
    for player in 0..<PlayerSlot.limit {
      guard let status = bridge.status(of: PlayerSlot(index: player), at: now) else { continue }
      datagram.removeAll()
      status.write(to: &datagram)
      datagram.withBytes { clients.send($0, to: index) }
    }
    // The stage is sent once more, in case the program had no room for the last one.
    if clients.isWatching(.stage, at: index) { sendStage(to: index) }
  }

  private mutating func recentre(_ slot: PlayerSlot?, at now: Instant) {
    for index in 0..<PlayerSlot.limit where slot == nil || slot?.index == index {
      bridge.recentre(PlayerSlot(index: index), at: now)
    }
  }
}
