import Model
import Notation
import Platform
import Wire

/// The host's own pages: admission, requests and updates.
extension Gateway {
  /// Admits a dashboard on this machine or with a host's ticket; returns nil, or the status of the refusal.
  func admitDashboard(_ request: WebRequest, on connection: UInt32) -> HTTPResponse.Status? {
    var dashboard = Desk.Dashboard()
    if let ticket = request.offered(for: .host) {
      guard let guest = admitHost(ticket, at: Clock.now()) else { return .forbidden }
      dashboard.guest = guest
      book.note(guest.controller, isHere: true, at: Clock.now())
      keepBook()
    } else if !request.address.isLoopback || !isHost(connection) {
      return .forbidden
    }
    arrivals[connection] = .dashboard(dashboard)
    return nil
  }

  /// Returns the guest that comes in by a ticket for the host's pages; nil if the ticket is not valid for them.
  private func admitHost(_ ticket: Ticket, at now: Instant) -> TicketBook.Visitor? {
    book.admit(ticket, as: .host, at: now, using: &random)
      ?? book.admit(ticket, as: .television, at: now, using: &random)
  }

  /// Returns whether the process at the other end of `connection` belongs to a user who is the host without a ticket.
  private func isHost(_ connection: UInt32) -> Bool {
    server?.descriptor(of: connection).flatMap(Account.user(behind:)).map(LocalUsers.isHost) ?? false
  }

  /// Registers a connected dashboard and sends it the present state of everything.
  func openDashboard(_ dashboard: Desk.Dashboard, _ connection: UInt32) {
    let now = Clock.now()
    let resume = dashboard.guest?.resume.text
    desk.dashboards[connection] = dashboard
    tell(
      connection,
      .welcome(
        host: hostName, layouts: files.layouts, layout: desk.layout, fingerprint: fingerprint, resume: resume)
    )
    tell(connection, .names(playingPages))
    if watch == nil { watchBridge() } else { askForStatus() }
    if watch == nil { tell(connection, .bridge(isThere: false)) }
    offerTicket(at: now, to: connection)
    hurry(at: now)
  }

  /// Forgets a dashboard; without any dashboard the bridge no longer sends the players' statuses.
  func closeDashboard(_ connection: UInt32) {
    guard let dashboard = desk.dashboards.removeValue(forKey: connection) else { return }
    leave(dashboard)
    keepWatch()
    if desk.dashboards.isEmpty { askForStatus() }
  }

  /// Notes that the dashboard is away, so that its ticket may be used to come back.
  func leave(_ dashboard: Desk.Dashboard) {
    if let guest = dashboard.guest { book.note(guest.controller, isHere: false, at: Clock.now()) }
  }

  /// Handles a request of a dashboard; invalid requests are counted as refused and otherwise ignored.
  func receive(wish text: Span<UInt8>, on connection: UInt32) {
    guard hearsWish(on: connection) else { return }
    guard desk.dashboards[connection]?.givesOrders == true,
      let said = try? JSON(parsing: text), let wish = DashboardWish(said),
      case .integer(let number) = said["number"]
    else {
      refusals += 1
      return
    }
    switch wish {
    case .order(let order):
      pass(order, Desk.Order(connection: connection, number: number, isForPIN: order.verb == .offerPIN))
    case .recentre(let slot):
      let isSent = sendToBridge(.recentre(slot))
      tell(connection, .answer(number: number, isSent ? .done : .notNow))
    case .layout(let layout):
      let isKnown = layout.isEmpty || files.layouts.contains(layout)
      if isKnown { push(layout) }
      tell(connection, .answer(number: number, isKnown ? .done : .nobody))
    case .ticket:
      if let offer = desk.offer { book.withdraw(offer) }
      offerTicket(at: Clock.now())
      tell(connection, .answer(number: number, desk.offer == nil ? .full : .done))
    }
  }

  private func pass(_ order: LocalOrder, _ sender: Desk.Order) {
    var order = order
    guard watch != nil, let number = desk.note(sender) else {
      return tell(sender.connection, .answer(number: sender.number, .notNow))
    }
    order.number = number
    _ = sendToBridge(.order(order))
  }

  /// Sets the layout of all players from now on; an empty one lets each player choose.
  private func push(_ layout: String) {
    desk.layout = layout
    tellDashboards(.layout(layout))
    guard !layout.isEmpty else { return }
    for page in pages.values where page.stage == .playing { say(.layout(layout), to: page.controller) }
  }

  /// Makes sure that the dashboards have a usable ticket to show; tells all dashboards of a new ticket, or `newcomer` of the
  /// present one.
  func offerTicket(at now: Instant, to newcomer: UInt32? = nil) {
    guard !desk.dashboards.isEmpty else { return }
    if let offer = desk.offer, book.isOffered(offer, at: now) {
      if let newcomer { tell(newcomer, ticketText(at: now)) }
      return
    }
    desk.offer = book.issue(at: now, using: &random)
    keepBook()
    tellDashboards(ticketText(at: now))
  }

  private func ticketText(at now: Instant) -> DashboardText {
    guard let offer = desk.offer, let ends = book.end(of: offer) else {
      return .ticket(link: nil, lasts: .zero)
    }
    return .ticket(
      link: "https://\(NetworkInterface.likelyAddress.inURL):\(settings.port)/j/#\(offer.text)",
      lasts: ends - now)
  }

  /// The pages that have a slot, in the order of their slots.
  var playingPages: [Page] {
    pages.values.filter { $0.slot != nil }.sorted { ($0.slot?.index ?? 0) < ($1.slot?.index ?? 0) }
  }

  /// Sends `text` to every dashboard.
  func tellDashboards(_ text: DashboardText) {
    for connection in desk.dashboards.keys { tell(connection, text) }
  }

  /// Sends `text` to a dashboard; closes the connection of a dashboard that does not read.
  func tell(_ connection: UInt32, _ text: DashboardText) {
    if let state = text.state {
      desk.dashboards[connection]?.queue.add(state, text: text.text)
      server?.wantWrite(connection)
    } else if desk.dashboards[connection]?.queue.add(text: text.text) == true {
      server?.wantWrite(connection)
    } else {
      server?.close(connection)
    }
  }

  /// Sends a complete status to every dashboard; it replaces an earlier one that is not sent yet.
  func showDashboards(_ batch: [UInt8]) {
    for connection in desk.dashboards.keys {
      desk.dashboards[connection]?.queue.add(binary: batch)
      server?.wantWrite(connection)
    }
  }
}
