public import Model
public import Notation
public import Wire

/// A complete status of host, players and stage in the bridge's own encoding: records `u16 length · packet`.
///
/// A status of another version is handed on as it is, because the pages tell the user.
struct StatusBatch: Sendable {
  /// The record of the stage, which follows each status; empty until the bridge has sent it.
  var stage: [UInt8] = []
  private var bytes: [UInt8] = []
  private var missing = -1

  /// Adds a packet of the bridge; returns all records once the status is complete, otherwise nil.
  mutating func add(_ packet: Span<UInt8>, _ read: StatusPacket) -> [UInt8]? {
    switch read {
    case .host(let host): (bytes, missing) = ([], Int(host.players))
    case .player where missing > 0: missing -= 1
    case .stage:
      stage = StatusBatch.record(packet)
      return nil
    case .otherVersion: return StatusBatch.record(packet)
    default: return nil
    }
    bytes += StatusBatch.record(packet)
    return missing == 0 ? bytes + stage : nil
  }

  private static func record(_ packet: Span<UInt8>) -> [UInt8] {
    [UInt8(truncatingIfNeeded: packet.count), UInt8(truncatingIfNeeded: packet.count >> 8)]
      + packet.indices.map { packet[$0] }
  }
}

/// A request of a dashboard.
public enum DashboardWish: Sendable {
  /// An order that the bridge carries out.
  case order(LocalOrder)
  /// The request that the present tilt becomes the centre, for one player or, with nil, for all.
  case recentre(PlayerSlot?)
  /// The layout that all players are to have; empty if each player chooses.
  case layout(String)
  /// The request for another QR code.
  case ticket

  /// Decodes the request in `said`; returns nil if it is invalid.
  public init?(_ said: JSON) {
    switch said["type"]?.string {
    case "accept": self.init(AdmissionOrder.accept, said)
    case "deny": self.init(AdmissionOrder.deny, said)
    case "kick":
      guard let slot = said["slot"]?.slot else { return nil }
      self = .order(LocalOrder(.kick(slot)))
    case "policy":
      guard let policy = said["policy"]?.string.flatMap(AdmissionPolicy.init(text:)) else { return nil }
      self = .order(LocalOrder(.policy(policy)))
    case "recentre": self = .recentre(said["slot"]?.slot)
    case "layout": self = .layout(said["layout"]?.string ?? "")
    case "pin": self = .order(LocalOrder(.offerPIN))
    case "ticket": self = .ticket
    default:
      guard let order = LocalOrder(forStage: said) else { return nil }
      self = .order(order)
    }
  }

  private init?(_ order: (AdmissionOrder.Key) -> AdmissionOrder, _ said: JSON) {
    // The key has to be written exactly as the dashboard was told it.
    guard let text = said["key"]?.string, let key = InlineArray<32, UInt8>(hexadecimal: text),
      key.span.hexadecimal == text
    else { return nil }
    self = .order(LocalOrder(order(key)))
  }
}

extension JSON {
  fileprivate var slot: PlayerSlot? {
    guard case .integer(let number) = self, number <= UInt64(PlayerSlot.limit) else { return nil }
    return PlayerSlot(number: Int(number))
  }
}
