import Model
import Platform
import Wire

/// The connection to the bridge, one for all pages, which is opened again whenever it is lost.
extension Gateway {
  /// Connects to the bridge if the bridge runs, and asks for slots for the pages that wait.
  func connect(at now: Instant) {
    guard let connection = try? LocalConnection(connectingTo: settings.bridgePath),
      (try? poller.add(connection.descriptor, token: Token.bridge)) != nil
    else { return }
    bridge = consume connection
    LocalPacket.page(port: settings.port).datagram.withBytes { post($0) }
    sendLife()
    tell(.bridgeFound)
    for controller in hopeful { ask(for: controller, at: now) }
  }

  /// The controllers of the pages that play or want to play.
  private var hopeful: [UInt32] {
    pages.values.filter(\.isHopeful).map(\.controller)
  }

  /// Drops the connection; all pages wait until the bridge is back.
  private func lose(at now: Instant) {
    bridge = nil
    tell(.bridgeLost)
    hurry(at: now)
    for controller in hopeful { wait(controller, .none, at: now) }
  }

  /// Sends a controller's frames to the bridge.
  func send(_ header: GatewayHeader, _ frames: Span<UInt8>) {
    var datagram = Datagram<640>()
    header.write(to: &datagram)
    datagram.append(contentsOf: frames)
    datagram.withBytes { post($0) }
  }

  private func post(_ bytes: Span<UInt8>) {
    _ = bridge?.send(bytes)
  }

  /// Tells the bridge the name that the player of a page has chosen.
  func sendName(of controller: UInt32, _ name: String) {
    LocalPacket.name(controller: controller, DeviceName(name)).datagram.withBytes { post($0) }
  }

  /// Tells the bridge that the gateway's loop runs.
  func sendLife() {
    LocalPacket.alive.datagram.withBytes { post($0) }
  }

  /// Tells the bridge that a page has left.
  func sendGone(_ controller: UInt32) {
    LocalPacket.gone(controller: controller).datagram.withBytes { post($0) }
  }

  /// Reads and handles all messages of the bridge that have arrived.
  func drainBridge() {
    var buffer = InlineArray<640, UInt8>(repeating: 0)
    while let transfer = bridge?.receive(into: &buffer) {
      switch transfer {
      case .wouldBlock: return
      case .done(let count) where count > 0: take(buffer.span.extracting(first: min(count, buffer.count)))
      case .done, .failed: lose(at: Clock.now())
      }
    }
  }

  private func take(_ bytes: Span<UInt8>) {
    switch try? GatewayPacket(parsing: bytes) {
    case .frames(let header):
      let frames = (GatewayHeader.size..<bytes.count).map { bytes[$0] }
      guard let connection = pages[header.controller]?.connection else { return }
      pages[header.controller]?.queue.add(binary: frames)
      server?.wantWrite(connection)
    case .seat(let notice): take(notice, at: Clock.now())
    case nil: break
    }
  }

  private func take(_ notice: SeatNotice, at now: Instant) {
    guard let page = pages[notice.controller], page.stage != .quiet, page.stage != .denied else { return }
    if let slot = notice.slot {
      welcome(notice.controller, to: slot, limit: notice.limit)
    } else if let reason = notice.refusal.pageReason {
      deny(notice.controller, reason)
    } else if notice.refusal == .timeout {
      pages[notice.controller]?.slot = nil
    } else {
      wait(notice.controller, notice.refusal == .full ? .full : .none, at: now)
    }
  }
}
