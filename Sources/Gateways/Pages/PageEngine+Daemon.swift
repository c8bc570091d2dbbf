public import Model
import Wire

/// The messages from the daemon, on the connection for packets and on the watch.
extension PageEngine {
  /// Records that the bridge is connected, and asks for slots for the waiting pages.
  public mutating func findBridge(at now: Instant) {
    reception.seating.findBridge(book, at: now)
    findBridgeForCrowd(at: now)
    repeatGame(at: now)
  }

  /// Records that the bridge is away; all pages wait until it returns.
  public mutating func loseBridge(at now: Instant) {
    reception.seating.loseBridge(at: now)
    loseBridgeForCrowd(at: now)
    games.repetition = .distantFuture
  }

  /// Handles a message from the bridge; ignores an invalid one.
  public mutating func receive(fromBridge bytes: Span<UInt8>, at now: Instant) {
    switch try? GatewayPacket(parsing: bytes) {
    case .frames(let header):
      if crowd?.pad.controller == header.controller {
        crowd?.pad.receive(bytes, from: GatewayHeader.size)
        return driveCrowd(at: now)
      }
      let frames = (GatewayHeader.size..<bytes.count).map { bytes[$0] }
      reception.seating.deliver(frames, to: header.controller)
    case .seat(let notice) where notice.controller == crowd?.pad.controller: apply(crowd: notice, at: now)
    case .seat(let notice): reception.seating.apply(notice, book: &book, at: now)
    case .site(let notice): apply(notice, at: now)
    case .answer(let answer): apply(game: answer)
    case .verdict, nil: break
    }
  }

  /// Applies the bridge's notice: whether the set-up is open, where the page is, and how motion is used.
  ///
  /// If the page has moved, later links lead to the new one.
  private mutating func apply(_ fresh: SiteNotice, at now: Instant) {
    let former = page
    notice = fresh
    desk.apply(notice)
    reception.seating.site = notice
    guard page != former else { return }
    desk.repeatTicket(book, at: now)
    actions.append(.reportPage)
  }

  /// Tells the dashboards whether the watch on the bridge is open.
  public mutating func noteWatch(isOpen: Bool) { desk.tell(.bridge(isThere: isOpen)) }

  /// Records that the bridge has closed the watch.
  public mutating func loseWatch(at now: Instant) {
    reception.seating.apply(nil)
    desk.loseBridge()
    viewers.clear()
    wakeViewers()
    actions.append(.hurry(at: now))
  }

  /// Handles a message on the watch; ignores an invalid one.
  public mutating func receive(onWatch bytes: Span<UInt8>) {
    guard let packet = try? StatusPacket(parsing: bytes) else { return }
    showViewers(packet)
    switch packet {
    case .host, .player, .otherVersion: desk.collect(bytes, packet)
    case .stage(let stage):
      desk.collect(bytes, packet)
      reception.seating.apply(stage)
      let gone = PlayerSlots.all.subtracting(stage.players.taken)
      if book.withdrawHelp(for: gone) { actions.append(.keepTickets) }
    case .peer(let peer) where peer.state != PeerStatus.end.state:
      reception.seating.note(peer)
      desk.tell(.peer(peer))
    case .answer(let answer): desk.apply(answer)
    case .setting(let notice): desk.tell(.setting(notice))
    default: break
    }
  }
}
