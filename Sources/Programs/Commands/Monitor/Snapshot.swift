import Model
import Wire

/// The state of the host and its players at one time.
struct Snapshot: Sendable {
  /// The state of the host as a whole.
  var host: HostStatus
  /// The players in the order of their slots.
  var players: [PlayerStatus] = []
  /// The modes and the state of the quiz; nil if they were not requested or have not arrived.
  var stage: StageStatus?
}

/// A collector that combines the daemon's messages into snapshots.
///
/// A snapshot consists of one message about the host, and then one about each player.
struct SnapshotGathering {
  private var draft: Snapshot?
  private var stage: StageStatus?

  /// Adds the next message; returns the snapshot if it is complete, otherwise nil.
  ///
  /// A snapshot with a lost message is discarded.
  mutating func add(_ packet: StatusPacket) -> Snapshot? {
    switch packet {
    case .host(let host): draft = Snapshot(host: host, stage: stage)
    case .player(let player): draft?.players.append(player)
    case .stage(let stage):
      self.stage = stage
      return nil
    case .trace, .peer, .answer, .message, .delivery, .report, .setting, .otherVersion: return nil
    }
    guard let snapshot = draft, snapshot.players.count >= Int(snapshot.host.players) else { return nil }
    draft = nil
    return snapshot
  }
}

extension PlayerStatus {
  /// The phase of the controller's silence, in a word.
  var stageName: String { isConnected ? phase.label : "disconnected" }

  /// The transport between controller and host, in a word.
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
