/// The messages that a gateway may send to the gateways' own socket (docs/protocol.md, "The local socket").
///
/// They are the messages that a gateway's controllers need, and the dashboard's orders.
extension LocalPacket {
  /// True if a gateway may send this message.
  public var isForGateways: Bool {
    switch self {
    case .frames, .gone, .page, .name, .alive, .guest, .recentre, .rumble, .setup, .setting, .share:
      true
    case .watch(let watch): watch.isOfOtherVersion || watch.topics.isSubset(of: .ofGateways)
    case .order(let order): LocalOrder.Verb.ofGateways.contains(order.verb)
    // Another identity unplugs pads, which only a local program may ask for.
    case .game(let order): order.request?.identity ?? 0 == 0
    case .message: false
    }
  }
}

extension Watch.Topics {
  /// The topics that gateways may watch; packets and messages from players are not among them.
  ///
  /// Reports reveal no more than any game on this machine can read.
  public static let ofGateways: Watch.Topics = [.status, .peers, .stage, .reports]
}

extension LocalOrder.Verb {
  /// The orders that dashboards give about admission, PIN and stage, and the choice of a team by a page.
  ///
  /// Gateways may not open a pairing with a QR code, close a pairing, revoke or rename a paired device, or
  /// delete the stored quizzes (``QuizOrder/forget``).
  public static let ofGateways: Set<LocalOrder.Verb> = [
    .accept, .deny, .kick, .policy, .offerPIN, .mode, .arm, .right, .wrong, .shared, .again, .midpoint,
    .clear, .undo,
    .automatic, .reset, .team, .points, .choose,
  ]
}
