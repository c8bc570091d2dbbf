/// What a gateway may say at the socket of its own (docs/protocol.md, "The local socket"): what its pages need, and the
/// orders that the dashboard has.
extension LocalPacket {
  /// Whether a gateway may send it.
  public var isForGateways: Bool {
    switch self {
    case .frames, .gone, .page, .name, .alive, .recentre: true
    case .watch(let watch): watch.topics.isSubset(of: .ofGateways)
    case .order(let order): LocalOrder.Verb.ofGateways.contains(order.verb)
    case .message: false
    }
  }
}

extension Watch.Topics {
  /// What gateways may watch: nothing of what players send.
  public static let ofGateways: Watch.Topics = [.status, .peers, .stage]
}

extension LocalOrder.Verb {
  /// The orders of dashboards (who comes in, a PIN, the stage) and the team that a page chooses.
  ///
  /// Missing are the secret of a QR code, paired devices, and what deletes rounds and points.
  public static let ofGateways: Set<LocalOrder.Verb> = [
    .accept, .deny, .kick, .policy, .offerPIN, .mode, .arm, .right, .wrong, .shared, .again, .midpoint,
    .clear, .undo,
    .automatic, .reset, .team, .points, .choose,
  ]
}
