import Model
import Wire

/// The state of the host and its players at one moment.
struct Snapshot: Sendable {
  /// The state of the host as a whole.
  var host: HostStatus
  /// The players in the order of their slots.
  var players: [PlayerStatus] = []
  /// The modes and the state of the quiz; nil when they were not asked for or have not arrived yet.
  var stage: StageStatus?
}

/// A collector that combines the daemon's messages, one of the host and then one of each player, into snapshots.
struct SnapshotGathering {
  private var draft: Snapshot?
  private var stage: StageStatus?

  /// Adds the next message; returns the snapshot that the message completes, or nil.
  ///
  /// A snapshot with a lost message is discarded.
  mutating func add(_ packet: StatusPacket) -> Snapshot? {
    switch packet {
    case .host(let host): draft = Snapshot(host: host, stage: stage)
    case .player(let player): draft?.players.append(player)
    case .stage(let stage):
      self.stage = stage
      return nil
    case .trace, .peer, .answer, .message, .delivery, .report, .otherVersion: return nil
    }
    guard let snapshot = draft, snapshot.players.count >= Int(snapshot.host.players) else { return nil }
    draft = nil
    return snapshot
  }
}

extension PlayerStatus {
  /// The stage of the controller's silence, in a word.
  var stageName: String { isConnected ? phase.label : "disconnected" }

  /// The transport by which the controller reaches the host, in a word.
  var transportName: String { transport.name }
}

extension Int16 {
  /// The position of an axis as a share of its travel, −1…1.
  var share: Double { Double(self) / 32_767 }
}

extension UInt8 {
  /// The position of a trigger as a share of its travel, 0…1.
  var share: Double { Double(self) / 255 }
}
