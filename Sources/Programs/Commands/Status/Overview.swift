import Gamepad
import Model
import Wire

/// The state of Tiltpad at one time: the host, its players, the waiting controllers, and the web gateway.
struct Overview: Sendable {
  /// The state of the host, its players and the stage.
  var snapshot: Snapshot
  /// The encrypted controllers with a session or a reserved slot, and those of other projects' protocols.
  var peers: [PeerStatus] = []
  /// The status of the web gateway; nil if it does not answer.
  var gateway: GatewayStatus?
  /// The accepted packets per second of each player; empty if not measured.
  var rates: [PlayerSlot: Double] = [:]

  /// The controllers that wait for admission.
  var waiting: [PeerStatus] { peers.filter { $0.state == .connecting && $0.refusal == .none } }

  /// The number of controllers and pages waiting for a slot or for admission.
  var waitingCount: Int { waiting.count + Int(gateway?.waiting ?? 0) }

  /// Returns the name of the player at `slot`; empty if the player has none.
  func name(of slot: PlayerSlot) -> String {
    gateway?.names[slot]?.text ?? peers.last { $0.slot == slot }?.name.text ?? ""
  }

  /// Records the rates between `former` and this state.
  mutating func measure(since former: Snapshot) {
    let seconds = snapshot.host.uptime.seconds - former.host.uptime.seconds
    for player in snapshot.players where seconds > 0 {
      guard let before = former.players.first(where: { $0.slot == player.slot }),
        before.counts.received <= player.counts.received
      else { continue }
      rates[player.slot] = Double(player.counts.received - before.counts.received) / seconds
    }
  }
}

/// A collector that combines the daemon's messages into overviews, from the first complete one onwards.
struct OverviewGathering {
  private var snapshots = SnapshotGathering()
  private var peers: [PeerStatus] = []
  private var hasPeers = false

  /// Adds the next message; returns the overview if it is complete, otherwise nil.
  mutating func add(_ packet: StatusPacket) -> Overview? {
    if case .peer(let peer) = packet {
      if peer.state == PeerStatus.end.state { hasPeers = true } else { note(peer) }
      return nil
    }
    guard let snapshot = snapshots.add(packet), hasPeers, snapshot.stage != nil else { return nil }
    return Overview(snapshot: snapshot, peers: peers)
  }

  private mutating func note(_ peer: PeerStatus) {
    peers.removeAll { $0.fullFingerprint == peer.fullFingerprint }
    peers.append(peer)
  }
}

extension PlayerStatus {
  /// The name of the pad's identity; empty without a pad, or for an identity unknown to this version.
  var identityName: String {
    let names = Identity.numberedNames
    return identity > 0 && Int(identity) < names.count ? names[Int(identity)] : ""
  }

  /// The share of lost packets, 0…1; nil before the first packet.
  var loss: Double? {
    let total = counts.received + counts.lost
    return total == 0 ? nil : Double(counts.lost) / Double(total)
  }

  /// Returns the percentile `percent` of the delays in the network and on this machine; nil while either is unknown.
  func delay(of percent: Int) -> (network: Interval, machine: Interval)? {
    guard let network = delays.limit(of: percent, first: DelayCounts.network),
      let machine = handling.limit(of: percent, first: DelayCounts.machine)
    else { return nil }
    return (network, machine)
  }

  /// Returns the result of ``delay(of:)`` as text, such as `4 + 0.13 ms`; nil while either delay is unknown.
  func delayText(of percent: Int) -> String? {
    delay(of: percent).map { delay in
      "\((delay.network.seconds * 1_000).fixed(0)) + \((delay.machine.seconds * 1_000).fixed(2)) ms"
    }
  }
}
