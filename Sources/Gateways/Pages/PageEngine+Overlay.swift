import Model
public import Wire

/// The overlays, which receive the players' pads and send nothing.
extension PageEngine {
  /// The subscription that pages, dashboards and overlays need.
  public var subscription: Watch {
    let watch = desk.subscription
    return viewers.isEmpty ? watch : Watch(topics: watch.topics.union(.status), period: Viewers.statusPeriod)
  }

  /// Registers the overlay on `connection`.
  mutating func openViewer(on connection: UInt32, at now: Instant) {
    viewers.open(connection)
    actions += [.wake(connection), .subscribe, .hurry(at: now)]
  }

  /// Closes the overlay on `connection`, which has sent something: no overlay does.
  mutating func refuseViewer(on connection: UInt32) {
    viewerRefusals += 1
    actions.append(.close(connection))
  }

  /// Forgets the overlay on `connection`; does nothing if there is none.
  mutating func closeViewer(on connection: UInt32) {
    if viewers.close(connection), viewers.isEmpty { actions.append(.subscribe) }
  }

  /// Shows the overlays what `packet` says about the players.
  mutating func showViewers(_ packet: StatusPacket) {
    guard !viewers.isEmpty else { return }
    switch packet {
    case .host(let host): viewers.begin(Int(host.players))
    case .player(let player): viewers.add(player.isConnected ? seen(player) : nil)
    case .otherVersion: viewers.clear()
    default: return
    }
    wakeViewers()
  }

  /// Makes the gateway send the newest text to the overlays that do not have it.
  mutating func wakeViewers() { actions += viewers.waiting.map { .wake($0) } }

  /// Returns the part of `player` that the audience may see.
  private func seen(_ player: PlayerStatus) -> Viewers.Player {
    let page = pages.playing.first { $0.slot == player.slot }
    return Viewers.Player(
      slot: player.slot.number, name: page?.name ?? reception.seating.deviceName(in: player.slot),
      colour: page?.colour ?? "", report: player.report, roll: player.tilt?.roll)
  }
}
