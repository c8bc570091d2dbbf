import Model
import Notation
import Platform
import Wire

/// The messages from and to pages.
extension Gateway {
  /// The time after a refusal until the bridge is asked again.
  private static let retryPeriod = Interval.milliseconds(500)

  func open(_ connection: UInt32) {
    switch arrivals.removeValue(forKey: connection) {
    case .dashboard(let dashboard): openDashboard(dashboard, connection)
    case .page(let controller) where hearsText(of: controller): attach(connection, .webSocket, to: controller)
    case .page, nil: server?.close(connection)
    }
  }

  /// Makes `connection` the one that `controller`'s page listens on; its earlier connection is closed.
  func attach(_ connection: UInt32, _ transport: GatewayHeader.Transport, to controller: UInt32) {
    guard var page = pages[controller] else { return }
    if let former = page.connection, former != connection {
      owners[former] = nil
      server?.close(former)
    }
    if page.stage != .quiet { sendGone(controller) }
    (page.connection, page.transport, page.stage, page.slot) = (connection, transport, .quiet, nil)
    page.counter = 0
    (page.queue, page.quiz, page.players) = (PageQueue(), QuizView(), "")
    pages[controller] = page
    owners[connection] = controller
    book.note(controller, isHere: true, at: Clock.now())
    keepWatch()
  }

  func close(_ connection: UInt32) {
    if case .dashboard(let dashboard) = arrivals.removeValue(forKey: connection) { leave(dashboard) }
    closeDashboard(connection)
    guard let controller = owners.removeValue(forKey: connection), pages[controller]?.connection == connection
    else { return }
    leave(controller)
  }

  /// Marks the page as away; the bridge keeps its slot waiting.
  private func leave(_ controller: UInt32) {
    if pages[controller]?.stage != .quiet { sendGone(controller) }
    pages[controller]?.connection = nil
    pages[controller]?.stage = .quiet
    pages[controller]?.slot = nil
    if book.resume(of: controller) == nil { pages[controller] = nil }
    book.note(controller, isHere: false, at: Clock.now())
    showPlayers()
  }

  func receive(_ message: Span<UInt8>, isText: Bool, on connection: UInt32) {
    if desk.dashboards[connection] != nil, isText { return receive(wish: message, on: connection) }
    guard let controller = owners[connection] else { return }
    if isText {
      receive(text: message, of: controller)
    } else {
      receive(packet: message, .webSocket, of: controller)
    }
  }

  /// Handles a text of a page; an invalid text is ignored.
  func receive(text: Span<UInt8>, of controller: UInt32) {
    guard hearsText(of: controller), let said = try? JSON(parsing: text) else { return }
    switch said["type"]?.string {
    case "hello":
      greet(controller, said)
    case "bye": dismiss(controller)
    case "team": chooseTeam(controller, said)
    default: break
    }
  }

  /// Takes over a page's name and colour, and asks for a slot unless the page has one.
  private func greet(_ controller: UInt32, _ hello: JSON) {
    pages[controller]?.greet(hello)
    if pages[controller]?.stage == .playing { return showPlayers() }
    ask(for: controller, at: Clock.now())
  }

  /// Relays the frames of a page to the bridge; `transport` is the way by which the packet arrived.
  func receive(packet: Span<UInt8>, _ transport: GatewayHeader.Transport, of controller: UInt32) {
    guard hearsPacket(of: controller) else { return }
    guard let page = pages[controller], page.stage == .playing, let read = PagePacket(packet) else {
      refusals += 1
      return
    }
    pages[controller]?.counter = max(page.counter, read.counter)
    let header = GatewayHeader(
      transport: transport, controller: controller, counter: read.counter, received: Clock.now())
    send(header, packet.extracting(PagePacket.start..<packet.count))
  }

  /// Asks the bridge for a slot by a receipt for no message, which has no other effect.
  func ask(for controller: UInt32, at now: Instant) {
    guard let page = pages[controller], page.connection != nil, book.resume(of: controller) != nil
    else { return }
    pages[controller]?.stage = .asking
    pages[controller]?.retry = now + Gateway.retryPeriod
    hurry(at: now)
    guard bridge != nil else { return wait(controller, .none, at: now) }
    sendName(of: controller, page.name)
    var frames = ControllerFrames()
    frames.controlReceipt = 0
    let header = GatewayHeader(
      transport: page.transport, controller: controller, counter: page.counter, received: now)
    frames.packed().withBytes { send(header, $0) }
  }

  /// Asks again for a page that waits, if the time has come.
  func retry(_ controller: UInt32, at now: Instant) {
    guard let page = pages[controller], page.connection != nil, page.retry <= now else { return }
    switch page.stage {
    case .asking, .waiting: ask(again: controller, at: now)
    case .quiet, .playing, .denied: break
    }
  }

  /// Reports the page as gone and asks once more: the first answer may be lost, and the bridge answers only new or returning controllers.
  private func ask(again controller: UInt32, at now: Instant) {
    let stage = pages[controller]?.stage ?? .quiet
    guard bridge != nil else { return }
    sendGone(controller)
    ask(for: controller, at: now)
    if case .waiting = stage { pages[controller]?.stage = stage }
  }

  /// Tells a page that it has to wait, and its place if all slots are taken.
  func wait(_ controller: UInt32, _ reason: Refusal, at now: Instant) {
    guard let page = pages[controller] else { return }
    if case .waiting(reason) = page.stage { return }
    if case .waiting = page.stage {} else { pages[controller]?.since = now }
    pages[controller]?.stage = .waiting(reason)
    pages[controller]?.slot = nil
    pages[controller]?.retry = now + Gateway.retryPeriod
    hurry(at: now)
    let others = pages.values.filter { $0.stage == .waiting(.full) && $0.since < page.since }
    say(.waiting(place: reason == .full ? others.count + 1 : nil), to: controller)
  }

  /// Notes that the page plays in `slot`, and tells the page.
  func welcome(_ controller: UInt32, to slot: PlayerSlot, limit: UInt8) {
    guard let page = pages[controller], page.connection != nil, let resume = book.resume(of: controller)
    else { return }
    pages[controller]?.stage = .playing
    pages[controller]?.slot = slot
    let layout = desk.layout.isEmpty ? Gateway.usualLayout : desk.layout
    say(
      .welcome(
        slot, limit: limit, host: hostName, session: session, resume: resume.text, layout: layout,
        layouts: files.layouts, isLocal: page.isLocal), to: controller)
    // A page that is welcomed again may have forgotten what it was told.
    if page.quiz != QuizView() { pages[controller]?.quiz = nil }
    pages[controller]?.players = ""
    showPlayers()
  }

  /// Notes that the page gets no slot, and tells the page the reason.
  func deny(_ controller: UInt32, _ reason: String) {
    pages[controller]?.stage = .denied
    pages[controller]?.slot = nil
    say(.denied(reason), to: controller)
    if reason == "kicked" {
      book.forget(controller)
      keepBook()
    }
    showPlayers()
  }

  /// Handles the goodbye of a page: its slot becomes free, and its tickets become invalid.
  private func dismiss(_ controller: UInt32) {
    guard let page = pages.removeValue(forKey: controller) else { return }
    var frames = ControllerFrames()
    frames.control = ControlMessage(id: .max, code: ControlMessage.Code.bye.rawValue)
    let header = GatewayHeader(
      transport: page.transport, controller: controller, counter: page.counter &+ 1, received: Clock.now())
    // The stream may have ended before the goodbye arrives; then the slot still waits for the page.
    let hasLeft = page.connection == nil && page.counter > 0
    if page.stage == .playing || hasLeft { frames.packed().withBytes { send(header, $0) } }
    if let connection = page.connection {
      owners[connection] = nil
      server?.close(connection)
    }
    book.forget(controller)
    keepBook()
    showPlayers()
  }

  /// Sends the list of players to all pages and dashboards that do not have its newest version.
  private func showPlayers() {
    let players = playingPages
    let text = PageText.players(players.compactMap { page in page.slot.map { ($0, page.name) } }).text
    for page in pages.values where page.stage == .playing && page.players != text {
      if show(.players, text, to: page.controller) { pages[page.controller]?.players = text }
    }
    let names = DashboardText.names(players)
    if desk.names != names.text {
      desk.names = names.text
      tellDashboards(names)
    }
    showQuiz()
  }

  func say(_ text: PageText, to controller: UInt32) {
    if let state = text.state {
      _ = show(state, text.text, to: controller)
    } else if let connection = pages[controller]?.connection {
      let isTaken = pages[controller]?.queue.add(text: text.text) == true
      if isTaken { server?.wantWrite(connection) } else { server?.close(connection) }
    }
  }

  /// Sends a page the present text of `state`; returns false if the page is away.
  func show(_ state: PageQueue.State, _ text: String, to controller: UInt32) -> Bool {
    guard let connection = pages[controller]?.connection else { return false }
    pages[controller]?.queue.add(state, text: text)
    server?.wantWrite(connection)
    return true
  }

  func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    if let message = desk.dashboards[connection]?.queue.next() {
      return (message.bytes, message.isText, desk.dashboards[connection]?.queue.isEmpty == false)
    }
    guard let controller = owners[connection], let message = pages[controller]?.queue.next() else {
      return nil
    }
    let isMore = pages[controller]?.queue.isEmpty == false
    if pages[controller]?.transport == .http { return (message.event, true, isMore) }
    return (message.bytes, message.isText, isMore)
  }
}
