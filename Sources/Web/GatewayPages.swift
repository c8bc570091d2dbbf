import Local
import Model
import Pages
import Platform
import Settings
import Wire

/// The requests and messages of browsers.
extension Gateway: WebListener {
  func answer(_ request: WebRequest, on connection: UInt32) -> WebAnswer {
    defer { settle() }
    let now = Clock.now()
    ports.advance(connection, to: .asked)
    if let response = site.response(to: request) { return site.answer(response) }
    if request.method == .post {
      return site.answer(
        Posts.answer(request, by: &reception, book: &book, at: now, using: &random))
    }
    let isOpen = reception.openStream(
      site.stream(request), on: connection, isLocal: site.rules.isOwn(request.address), book: &book, at: now)
    guard isOpen else { return site.answer(HTTPResponse(.forbidden)) }
    ports.advance(connection, to: .open)
    return site.open(request)
  }

  func refusal(of request: WebRequest, on connection: UInt32) -> [UInt8]? {
    // An earlier admission on this connection has not led to a WebSocket.
    leave(connection)
    defer { settle() }
    ports.advance(connection, to: .asked)
    if let status = site.refusal(ofSocketFor: request) { return site.refuse(status) }
    let verdict = arrivals.admit(
      request, on: connection, isHost: { LocalUsers.isHost(behind: server?.descriptor(of: connection)) },
      book: &book, at: Clock.now(), using: &random)
    switch verdict {
    case .page(let visitor): reception.admit(visitor, isLocal: site.rules.isOwn(request.address))
    case .dashboard(let hasTicket): if hasTicket { keepTickets() }
    case .refused(let status): return site.refuse(status)
    }
    return nil
  }

  func open(_ connection: UInt32) {
    ports.advance(connection, to: .open)
    switch arrivals.remove(connection) {
    case .dashboard(let dashboard): open(dashboard, on: connection)
    case .page(let controller):
      reception.open(connection, for: controller, book: &book, at: Clock.now())
    case nil: server?.close(connection)
    }
    settle()
  }

  /// Sends a connected dashboard the current state of everything.
  private func open(_ dashboard: Desk.Dashboard, on connection: UInt32) {
    let now = Clock.now()
    let host = reception.seating.host
    desk.open(dashboard, on: connection)
    desk.tell(
      .welcome(
        host: host.name, layouts: host.layouts.keys.sorted(), layout: reception.seating.layout,
        fingerprint: fingerprint, hasDroidPad: settings.droidPadPort != nil,
        resume: dashboard.guest?.resume.text), on: connection)
    desk.tell(.names(reception.pages.playing), on: connection)
    if watch.isOpen { askForStatus() } else { watchBridge() }
    if !watch.isOpen { desk.tell(.bridge(isThere: false), on: connection) }
    desk.offerTicket(&book, at: now, to: connection, using: &random)
    hurry(at: now)
  }

  func receive(_ message: Span<UInt8>, isText: Bool, on connection: UInt32) {
    let now = Clock.now()
    if desk.hasDashboard(on: connection) {
      guard isText else {
        desk.refuse(connection, at: now)
        return settle()
      }
      desk.receive(
        message, on: connection, isWatching: watch.isOpen, layouts: Set(reception.seating.host.layouts.keys),
        book: &book, at: now,
        using: &random)
    } else if let controller = reception.pages.controller(on: connection) {
      if isText {
        reception.receive(text: message, of: controller, book: &book, at: now)
      } else if let header = reception.receive(
        packet: message, DataChannelTable.isChannel(connection) ? .webRTC : .webSocket, of: controller,
        at: now)
      {
        bridge.send(header, message.extracting(PagePacket.start..<message.count))
      }
    }
    settle()
  }

  func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    desk.next(for: connection) ?? reception.next(for: connection)
  }

  func close(_ connection: UInt32) {
    ports.close(connection)
    leave(connection)
  }

  /// Forgets the page or dashboard of `connection`, and a request for one.
  private func leave(_ connection: UInt32) {
    let now = Clock.now()
    arrivals.close(connection, book: &book, at: now)
    if desk.close(connection, book: &book, at: now) {
      keepWatch()
      if desk.isEmpty { askForStatus() }
    }
    reception.close(connection, book: &book, at: now)
    settle()
  }
}
