import Model
import Platform
import Wire

/// The watch of the bridge on behalf of dashboards and pages, by a connection that carries no packets of players.
extension Gateway {
  /// The time between two statuses of the bridge, in ms: 30 statuses a second.
  private static let statusPeriod: UInt16 = 33

  /// The states of devices that have a slot: connected and disconnected.
  private static let placed: ClosedRange<UInt8> = 2...3

  /// Watches the bridge as long as a dashboard or a page needs it, and ends the watch otherwise.
  func keepWatch() {
    if !isWatchWanted { watch = nil } else if watch == nil { watchBridge() }
  }

  /// Connects to the bridge for a watch, if the bridge runs.
  func watchBridge() {
    guard let connection = try? LocalConnection(connectingTo: settings.bridgePath),
      (try? poller.add(connection.descriptor, token: Token.watch)) != nil
    else { return }
    watch = consume connection
    tellDashboards(.bridge(isThere: true))
    askForStatus()
  }

  /// Subscribes to the stage and to all devices, and for dashboards also to the statuses of host and players.
  func askForStatus() {
    let topics: Watch.Topics = desk.dashboards.isEmpty ? [.peers, .stage] : [.status, .peers, .stage]
    _ = sendToBridge(.watch(Watch(topics: topics, period: Gateway.statusPeriod)))
  }

  /// Sends a message to the bridge over the watch; returns false if the bridge is away.
  func sendToBridge(_ packet: LocalPacket) -> Bool {
    guard watch != nil else { return false }
    packet.datagram.withBytes { bytes in _ = watch?.send(bytes) }
    return true
  }

  /// Reads and handles all messages on the watch that have arrived.
  func drainWatch() {
    var buffer = InlineArray<640, UInt8>(repeating: 0)
    while let transfer = watch?.receive(into: &buffer) {
      switch transfer {
      case .wouldBlock: return
      case .done(let count) where count > 0:
        take(status: buffer.span.extracting(first: min(count, buffer.count)))
      case .done, .failed: loseWatch()
      }
    }
  }

  private func take(status bytes: Span<UInt8>) {
    guard let packet = try? StatusPacket(parsing: bytes) else { return }
    switch packet {
    case .host, .player: if let batch = desk.batch.add(bytes, packet) { showDashboards(batch) }
    case .stage(let stage):
      _ = desk.batch.add(bytes, packet)
      take(stage: stage)
    case .peer(let peer) where peer.state != PeerStatus.end.state: take(peer)
    case .answer(let answer): take(answer)
    default: break
    }
  }

  private func take(_ peer: PeerStatus) {
    if let slot = peer.slot, Gateway.placed.contains(peer.state) {
      desk.deviceNames[slot] = peer.name.text
      showQuiz()
    }
    tellDashboards(.peer(peer))
  }

  private func take(_ answer: LocalAnswer) {
    guard let order = desk.order(answeredAs: answer.number) else { return }
    if order.isForPIN, answer.result == .done { tellDashboards(.pin(answer.pin, seconds: answer.seconds)) }
    guard desk.dashboards[order.connection] != nil else { return }
    tell(order.connection, .answer(number: order.number, answer.result))
  }

  private func loseWatch() {
    watch = nil
    take(stage: nil)
    for order in desk.forgetOrders() where desk.dashboards[order.connection] != nil {
      tell(order.connection, .answer(number: order.number, .notNow))
    }
    tellDashboards(.bridge(isThere: false))
    hurry(at: Clock.now())
  }
}
