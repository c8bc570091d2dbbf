import Model
public import Wire

/// A queue of notices that tell gateways which of their controllers got a slot, lost it, or got none.
public struct GatewayNotices: Sendable {
  private var waiting: [(connection: UInt32, notice: SeatNotice)] = []

  /// Removes and returns the oldest notice, and the connection of its gateway; nil when no notice is left.
  public mutating func pop() -> (connection: UInt32, notice: SeatNotice)? {
    waiting.isEmpty ? nil : waiting.removeFirst()
  }

  /// Adds a notice for the gateway of `peer`, if there is one: the slot of the controller, or the reason why it has none, and the
  /// `limit` of players.
  mutating func add(_ peer: PeerID?, _ slot: PlayerSlot?, _ refusal: Refusal, limit: Int) {
    guard case .gateway(let connection, let controller) = peer else { return }
    let notice = SeatNotice(controller: controller, slot: slot, refusal: refusal, limit: UInt8(limit))
    waiting.append((connection, notice))
  }
}

extension Drop {
  /// Creates the drop counter that corresponds to the roster's reason.
  init(_ denial: Roster.Denial) {
    switch denial {
    case .notAllowed: self = .notAllowed
    case .foreignEndpoint: self = .foreignEndpoint
    case .full: self = .full
    case .flooding: self = .flooding
    case .gone: self = .gone
    }
  }
}

extension Refusal {
  /// Creates the refusal that a gateway gets for a controller that is denied a slot.
  init(_ denial: Roster.Denial) {
    switch denial {
    case .notAllowed: self = .deniedByHost
    case .foreignEndpoint: self = .takeover
    case .full: self = .full
    case .flooding: self = .rate
    case .gone: self = .busy
    }
  }
}
