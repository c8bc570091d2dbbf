import Model
public import Wire

/// The notices for gateways: which of their controllers got a slot, lost it, or got none.
extension Bridge {
  /// A notice, and the connection of the gateway that gets it.
  struct GatewayNotice: Sendable {
    var connection: UInt32
    var notice: SeatNotice
  }

  /// Returns the next notice for a gateway, and its connection; nil when no notice is left.
  public mutating func takeSeatNotice() -> (connection: UInt32, notice: SeatNotice)? {
    guard !letters.isEmpty else { return nil }
    let letter = letters.removeFirst()
    return (letter.connection, letter.notice)
  }

  /// Queues a notice for the gateway of `peer`: the slot of the controller, or the reason why it has none.
  mutating func tell(_ peer: PeerID?, slot: PlayerSlot? = nil, _ refusal: Refusal = .none) {
    guard case .gateway(let connection, let controller) = peer else { return }
    let notice = SeatNotice(
      controller: controller, slot: slot, refusal: refusal, limit: UInt8(roster.settings.limit))
    letters.append(GatewayNotice(connection: connection, notice: notice))
  }

  /// Checks that the controller of `envelope` may have a slot: while the host is locked, only a controller that has one may.
  ///
  /// The admission has already checked controllers with an encrypted session.
  mutating func checkLock(_ envelope: Envelope) throws(Drop) {
    guard admission.settings.policy == .locked, !envelope.key.isProven, !hasSlot(envelope.key) else { return }
    tell(envelope.peer, .locked)
    throw .notAllowed
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
