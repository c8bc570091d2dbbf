import Model
import Session
public import Wire

/// What gateways are told of their controllers: who has got a slot, who has lost it, and who gets none.
extension Bridge {
  /// A notice, and the gateway's connection that it goes to.
  struct Letter: Sendable {
    var connection: UInt32
    var notice: SeatNotice
  }

  /// The next notice for a gateway, and its connection; nil when there is nothing more.
  public mutating func takeSeatNotice() -> (connection: UInt32, notice: SeatNotice)? {
    guard !letters.isEmpty else { return nil }
    let letter = letters.removeFirst()
    return (letter.connection, letter.notice)
  }

  /// Notes for the gateway that `peer` is behind whether it has a slot, or why it has none.
  mutating func tell(_ peer: PeerID?, slot: PlayerSlot? = nil, _ refusal: Refusal = .none) {
    guard case .gateway(let connection, let controller) = peer else { return }
    let notice = SeatNotice(
      controller: controller, slot: slot, refusal: refusal, limit: UInt8(settings.roster.limit))
    letters.append(Letter(connection: connection, notice: notice))
  }

  /// Holds that the controller of `envelope` may have a slot: while the host is locked, only who has one already.
  ///
  /// Those with an encrypted session have been asked by the lobby.
  mutating func checkLock(_ envelope: Envelope) throws(Drop) {
    guard settings.lobby.policy == .locked, !envelope.key.isProven, !hasSlot(envelope.key) else { return }
    tell(envelope.peer, .locked)
    throw .notAllowed
  }
}

extension Drop {
  /// The reason of the roster as one of the counters.
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
  /// What a gateway is told of a controller that is denied a slot.
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
