import Model
import Motion
import Wire

/// How the host and its players are at one moment.
struct Snapshot: Sendable {
  /// The host as a whole.
  var host: HostStatus
  /// The players in the order of their slots.
  var players: [PlayerStatus] = []
  /// What is on stage; nil as long as nobody has said it, or it was not asked for.
  var stage: StageStatus?
}

/// Puts the daemon's messages together: one of the host, then one of each player.
struct SnapshotGathering {
  private var draft: Snapshot?
  private var stage: StageStatus?

  /// Takes the next message; returns the snapshot that it completes.
  ///
  /// A snapshot of which a message was lost is given up.
  mutating func add(_ packet: StatusPacket) -> Snapshot? {
    switch packet {
    case .host(let host): draft = Snapshot(host: host, stage: stage)
    case .player(let player): draft?.players.append(player)
    case .stage(let stage):
      self.stage = stage
      return nil
    case .trace, .peer, .answer, .message, .delivery: return nil
    }
    guard let snapshot = draft, snapshot.players.count >= Int(snapshot.host.players) else { return nil }
    draft = nil
    return snapshot
  }
}

extension PlayerStatus {
  /// How the controller's silence is seen, in a word.
  var stageName: String {
    guard isConnected else { return "disconnected" }
    return switch DeadMan.Stage(rawValue: stage) {
    case .live: "live"
    case .holding: "holding"
    case .releasing: "releasing"
    case .released: "released"
    case nil: "unknown"
    }
  }

  /// How the controller reaches the host, in a word.
  var transportName: String {
    switch transport {
    case .direct: "udp"
    case .webSocket: "websocket"
    case .http: "http"
    case .webRTC: "webrtc"
    case .other: "other"
    }
  }
}

extension Int16 {
  /// An axis as a share of its way, −1…1.
  var share: Double { Double(self) / 32_767 }
}

extension UInt8 {
  /// A trigger as a share of its way, 0…1.
  var share: Double { Double(self) / 255 }
}
