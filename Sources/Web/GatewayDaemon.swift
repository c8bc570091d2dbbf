import Local
import Model
import Pages
import Platform
import Settings
import Wire

/// The two connections to the daemon: one for the packets of all pages, and one that watches the bridge for dashboards and pages.
extension Gateway {
  /// Connects to the bridge if it runs, and asks for slots for the pages that wait.
  func connect(at now: Instant) {
    guard (try? bridge.open(in: poller, token: Token.bridge)) != nil else { return }
    bridge.send(.page(port: settings.port))
    bridge.send(.alive)
    tell(.bridgeFound)
    reception.seating.findBridge(book, at: now)
    settle()
  }

  /// Reads and handles all messages of the bridge that have arrived.
  func drainBridge() {
    var buffer = LocalBuffer(repeating: 0)
    while let count = bridge.receive(into: &buffer) {
      if count > 0 {
        receive(buffer.span.extracting(first: count))
      } else {
        tell(.bridgeLost)
        reception.seating.loseBridge(at: Clock.now())
      }
      settle()
    }
  }

  private func receive(_ bytes: Span<UInt8>) {
    switch try? GatewayPacket(parsing: bytes) {
    case .frames(let header):
      let frames = (GatewayHeader.size..<bytes.count).map { bytes[$0] }
      reception.seating.deliver(frames, to: header.controller)
    case .seat(let notice): reception.seating.apply(notice, book: &book, at: Clock.now())
    case .site(let notice): apply(notice)
    case .verdict, nil: break
    }
  }

  /// Adopts the bridge's notice about the first visit and the page, which the next links contain.
  private func apply(_ fresh: SiteNotice) {
    let former = page
    notice = fresh
    desk.apply(notice)
    guard page != former else { return }
    desk.repeatTicket(book, at: Clock.now())
    tellPage()
  }

  /// True if a dashboard or a connected page needs the statuses of the bridge.
  var isWatchWanted: Bool { !desk.isEmpty || reception.pages.connected > 0 }

  /// Watches the bridge as long as a dashboard or a page needs it, and ends the watch otherwise.
  func keepWatch() {
    if !isWatchWanted { watch.close() } else if !watch.isOpen { watchBridge() }
  }

  /// Connects to the bridge for a watch, if the bridge runs.
  func watchBridge() {
    guard (try? watch.open(in: poller, token: Token.watch)) != nil else { return }
    desk.tell(.bridge(isThere: true))
    askForStatus()
  }

  /// Subscribes to the statuses that dashboards and pages need.
  func askForStatus() {
    watch.send(.watch(desk.subscription))
  }

  /// Reads and handles all messages on the watch that have arrived.
  func drainWatch() {
    var buffer = LocalBuffer(repeating: 0)
    while let count = watch.receive(into: &buffer) {
      if count > 0 { receive(status: buffer.span.extracting(first: count)) } else { loseWatch() }
      settle()
    }
  }

  private func receive(status bytes: Span<UInt8>) {
    guard let packet = try? StatusPacket(parsing: bytes) else { return }
    switch packet {
    case .host, .player, .otherVersion: desk.collect(bytes, packet)
    case .stage(let stage):
      desk.collect(bytes, packet)
      reception.seating.apply(stage)
    case .peer(let peer) where peer.state != PeerStatus.end.state:
      reception.seating.note(peer)
      desk.tell(.peer(peer))
    case .answer(let answer): desk.apply(answer)
    default: break
    }
  }

  private func loseWatch() {
    reception.seating.apply(nil)
    desk.loseBridge()
    hurry(at: Clock.now())
  }
}
