public import Model
public import Wire

/// The overlays, which receive the players' pads and send nothing.
extension PageEngine {
  /// The subscription that pages, dashboards and overlays need.
  public var subscription: Watch {
    let watch = desk.subscription
    return viewers.isEmpty ? watch : Watch(topics: watch.topics.union(.status), period: Viewers.statusPeriod)
  }

  /// Registers the overlay on `connection`, which has a `ticket` unless it came through the overlay's port.
  ///
  /// Closes the connection if, since the request, the ticket was revoked or others have taken the room.
  mutating func openViewer(with ticket: Ticket?, on connection: UInt32, at now: Instant) {
    let link = ticket.flatMap(book.viewers.number(of:))
    guard ticket == nil || link != nil, viewers.hasRoom(for: link) else {
      return actions.append(.close(connection))
    }
    if let giver = viewers.giver(for: link) { endViewer(giver) }
    viewers.open(connection, by: link)
    actions += [.wake(connection), .subscribe, .hurry(at: now)]
  }

  /// Returns whether the WebSocket on `connection` was opened by a ticket that many may have: that of the crowd, or of a
  /// link of overlays.
  public func isShared(_ connection: UInt32) -> Bool {
    viewers.link(of: connection) != nil || hasVoter(on: connection)
  }

  /// The number of open overlays, 0 to 16.
  public var overlayCount: UInt8 { UInt8(viewers.count) }

  /// Closes and counts the overlay on `connection`, which has sent something, as a genuine overlay never
  /// does.
  mutating func refuseViewer(on connection: UInt32) {
    viewerRefusals += 1
    actions.append(.close(connection))
  }

  /// Forgets the overlay on `connection`; does nothing if there is none.
  mutating func closeViewer(on connection: UInt32) {
    if viewers.close(connection), viewers.isEmpty { actions.append(.subscribe) }
  }

  /// Closes the overlay on `connection`, to which nothing more is sent.
  private mutating func endViewer(_ connection: UInt32) {
    closeViewer(on: connection)
    actions.append(.close(connection))
  }

  /// Shows the players' status in `packet` on the overlays.
  mutating func showViewers(_ packet: StatusPacket) {
    guard !viewers.isEmpty else { return }
    switch packet {
    case .host(let host): viewers.begin(Int(host.players))
    case .player(let player): viewers.add(player.isConnected ? seen(player) : nil)
    case .otherVersion: viewers.clear()
    default: return
    }
    wakeViewers()
  }

  /// Makes the gateway send the newest text to the overlays that do not have it.
  mutating func wakeViewers() { actions += viewers.waiting.map { .wake($0) } }

  /// Returns the part of `player` that the audience may see.
  private func seen(_ player: PlayerStatus) -> Viewers.Player {
    let page = pages.playing.first { $0.slot == player.slot }
    return Viewers.Player(
      slot: player.slot.number, name: page?.name ?? reception.seating.deviceName(in: player.slot),
      colour: page?.colour ?? "", report: player.report, roll: player.tilt?.roll)
  }
}

/// The links of overlays on other machines, which local programs make and revoke.
extension PageEngine {
  /// Handles the request of local program number `program` about the links of overlays.
  public mutating func receive(
    _ request: OverlayRequest, from program: Int, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) {
    var answer = OverlayAnswer()
    switch request.verb {
    case .list: break
    case .make:
      let made = book.viewers.issue(at: now, using: &random)
      if let made { actions += [.keepTickets, .answer(self.answer(with: made.ticket), program: program)] }
      (answer.result, answer.made) = (made == nil ? .full : .done, made?.number)
    case .revoke:
      let revoked = book.viewers.revoke(request.link)
      if !revoked.isEmpty { actions.append(.keepTickets) }
      for connection in revoked.flatMap(viewers.admitted(by:)) { endViewer(connection) }
      if revoked.isEmpty, request.link != nil { answer.result = .unknown }
    }
    answer.links = links(at: now)
    actions.append(.answerOverlays(answer, program: program))
  }

  private func links(at now: Instant) -> [OverlayLink] {
    book.viewers.entries.map { entry in
      OverlayLink(
        number: entry.number, overlays: UInt8(clamping: viewers.admitted(by: entry.number).count),
        age: UInt32(clamping: (now - entry.made).nanoseconds / 1_000_000_000))
    }
  }
}
