public import Model
import Wire

/// The messages from the daemon, on the connection for packets and on the watch.
extension PageEngine {
  /// Records that the bridge is connected, and asks for slots for the waiting pages.
  public mutating func findBridge(at now: Instant) { reception.seating.findBridge(book, at: now) }

  /// Records that the bridge is away; all pages wait until it returns.
  public mutating func loseBridge(at now: Instant) { reception.seating.loseBridge(at: now) }

  /// Handles a message from the bridge; ignores an invalid one.
  public mutating func receive(fromBridge bytes: Span<UInt8>, at now: Instant) {
    switch try? GatewayPacket(parsing: bytes) {
    case .frames(let header):
      let frames = (GatewayHeader.size..<bytes.count).map { bytes[$0] }
      reception.seating.deliver(frames, to: header.controller)
    case .seat(let notice): reception.seating.apply(notice, book: &book, at: now)
    case .site(let notice): apply(notice, at: now)
    case .verdict, nil: break
    }
  }

  /// Adopts the bridge's notice about the first visit, the page and motion; the next links lead to that page.
  private mutating func apply(_ fresh: SiteNotice, at now: Instant) {
    let former = page
    notice = fresh
    desk.apply(notice)
    reception.seating.site = notice
    guard page != former else { return }
    desk.repeatTicket(book, at: now)
    actions.append(.reportPage)
  }

  /// Records whether the watch on the bridge is open.
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
    case .peer(let peer) where peer.state != PeerStatus.end.state:
      reception.seating.note(peer)
      desk.tell(.peer(peer))
    case .answer(let answer): desk.apply(answer)
    case .setting(let notice): desk.tell(.setting(notice))
    default: break
    }
  }
}
