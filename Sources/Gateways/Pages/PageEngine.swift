public import Model
public import Wire

/// The engine that makes the web gateway's decisions (docs/web.md): on requests, pages, dashboards, tickets, and local
/// programs' screens.
///
/// Each event changes the engine. The resulting actions come from ``next(at:using:)``, one at a time, until it returns
/// nil.
public struct PageEngine: Sendable {
  /// The files of the page, and the names by which this machine may be addressed.
  public var site: Site
  /// The tickets.
  public internal(set) var book: TicketBook
  /// The admitted pages.
  public var pages: PageTable { reception.pages }
  /// The connected dashboards.
  public internal(set) var desk = Desk()
  /// The SHA-256 fingerprint of the certificate, which dashboards show.
  public var fingerprint = ""
  /// The port for data channels; nil without one.
  public var channels: Seating.ChannelPort? {
    get { reception.seating.host.channels }
    set { reception.seating.host.channels = newValue }
  }

  let facts: Facts
  /// The connected overlays.
  var viewers = Viewers()
  /// The number of overlays that were closed because they sent something.
  var viewerRefusals: UInt64 = 0
  var reception: Reception
  private var arrivals = Arrivals()
  var screens = Screens()
  /// The crowd that plays one pad; nil without one.
  var crowd: Crowd?
  /// The pages of the crowd that are closed after a last text.
  var leavers = CrowdLeavers()
  /// The time from which the crowd's next texts may go out.
  var nextCrowdSlice = Instant(nanoseconds: 1)
  /// The local programs that are informed of the crowd's changes.
  var crowdWatchers: Set<Int> = []
  /// The local program with which the crowd ends; nil if it plays until a program ends it.
  var crowdLeader: Int?
  /// The number of refused texts of the crowd's pages.
  var crowdRefusals: UInt64 = 0
  /// The games that users' programs have seen.
  var games = SeenGames()
  /// The bridge's latest notice: whether the set-up is open, where the page is, and how motion is used.
  var notice = SiteNotice()
  /// The engine's own actions, which precede those of its parts.
  var actions: [PageAction] = []

  /// The facts about the gateway that do not change while it runs.
  public struct Facts: Sendable {
    /// The TCP port of the page with TLS.
    public var port: UInt16
    /// The TCP port of the page without TLS; 0 without one.
    public var plainPort: UInt16
    /// The address of the page on another host to which phones are sent; nil to follow the bridge's notice.
    public var page: String?
    /// True if the app DroidPad can play here.
    public var hasDroidPad: Bool

    /// Creates the facts.
    public init(port: UInt16, plainPort: UInt16 = 0, page: String? = nil, hasDroidPad: Bool = false) {
      (self.port, self.plainPort, self.page, self.hasDroidPad) = (port, plainPort, page, hasDroidPad)
    }
  }

  /// Creates the engine of a gateway named `name`, with the tickets of `book`; `session` is a random identifier of this
  /// run.
  public init(
    _ facts: Facts, name: String, session: String, site: Site, book: TicketBook, shelf: Shelf = Shelf(),
    checks: Checks = Checks()
  ) {
    (self.facts, self.site, self.book) = (facts, site, book)
    reception = Reception(
      host: Seating.Host(name: name, session: session, layouts: site.files.layouts), shelf: shelf)
    reception.seating.checks = checks
    resumeCrowd()
  }

  /// The name of the host.
  public var name: String { reception.seating.host.name }

  /// The number of refused messages of pages, dashboards, overlays, voters, and programs that report games.
  public var refusals: UInt64 {
    reception.refusals + desk.refusals + viewerRefusals + games.refusals + crowdRefusals
  }

  /// True if a connected page, a dashboard or an overlay needs the bridge's statuses.
  public var needsWatch: Bool { !desk.isEmpty || !viewers.isEmpty || pages.connected > 0 }

  /// True if something has to be done or retried soon while the bridge can be reached.
  public var isRestless: Bool {
    pages.isAnyAsking || !desk.isEmpty || !viewers.isEmpty || games.isRestless || crowd?.pad.isWaiting == true
  }

  /// The address of the page on another host to which phones are sent; nil for this machine's own page.
  public var page: String? { facts.page ?? notice.page }

  /// Returns the next action; nil when nothing is left.
  public mutating func next(at now: Instant, using random: inout some RandomNumberGenerator) -> PageAction? {
    while let action = nextOfAll() {
      switch action {
      case .renewScreens: renewScreens(at: now, using: &random)
      case .inform(let text): desk.tell(text)
      case .layOut(let layout): reception.seating.layOut(layout)
      case .obey(let request, let number, let connection): obey(request, number, on: connection, at: now)
      case .showTicket(let ticket, let lasts, let connection, let main):
        return .showLink(answer(with: ticket), lasts: lasts, on: connection, helps: main)
      case .keepTickets:
        reception.seating.prune(keeping: book)
        reception.seating.shelf.release(keeping: book)
        return action
      default: return action
      }
    }
    return nil
  }

  /// True if there may be an action that ``next(at:using:)`` has not returned yet.
  public var isUnsettled: Bool {
    !actions.isEmpty || reception.seating.isUnsettled || desk.isUnsettled
      || reception.seating.shelf.isUnsettled || reception.seating.checks.isUnsettled
  }

  private mutating func nextOfAll() -> PageAction? {
    repeat {
      if let action = actions.isEmpty ? reception.next() ?? desk.next() : actions.removeFirst() {
        return action
      }
    } while serveShelf() || serveChecks()
    return nil
  }

  /// Removes and returns the next message for `connection`, in the form of its transport; nil if none waits.
  public mutating func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    desk.next(for: connection) ?? reception.next(for: connection) ?? viewers.next(for: connection)
      ?? nextVote(for: connection)
  }

  /// Does everything that is due by `now`.
  public mutating func advance(to now: Instant, using random: inout some RandomNumberGenerator) {
    desk.offerTicket(&book, at: now, using: &random)
    renewScreens(at: now, using: &random)
    reception.seating.retry(book, at: now)
    reception.seating.shelf.expire(at: now)
    if games.isOver(at: now) { show(game: nil, at: now) }
    if games.repetition <= now { tellGame(at: now) }
    advanceCrowd(to: now)
  }

  /// Adopts the reloaded files of the page.
  public mutating func adopt(_ files: PageFiles) {
    site.files = files
    reception.seating.host.layouts = files.layouts
    reception.seating.host.offered = PageFiles.offered(of: files.layouts)
    showShelf()
  }

  /// Forgets absent pages with invalid tickets, and closes pages with invalid tickets that have sent nothing.
  public mutating func prune() { reception.seating.prune(keeping: book) }
}

/// The requests and connections of browsers.
extension PageEngine {
  /// Answers a request; the answer may be a stream, which stays open.
  public mutating func answer(
    _ request: WebRequest, on connection: UInt32, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> WebAnswer {
    if let response = site.response(to: request) { return site.answer(response) }
    if request.method == .post {
      return site.answer(Posts.answer(request, by: &reception, book: &book, at: now, using: &random))
    }
    let isOpen = reception.openStream(
      site.stream(request), on: connection, isLocal: site.rules.isOwn(request.address), book: &book, at: now)
    return isOpen ? site.open(request) : site.answer(HTTPResponse(.forbidden))
  }

  /// Decides on a request for a WebSocket; returns the refusal, or nil if the WebSocket may be opened.
  ///
  /// `isHost` returns true if the request came from a user who is the host without a ticket.
  public mutating func refusal(
    of request: WebRequest, on connection: UInt32, isHost: () -> Bool, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    if let status = site.refusal(ofSocketFor: request) { return site.refuse(status) }
    let verdict = arrivals.admit(
      request, on: connection, isHost: isHost, book: &book, at: now, using: &random)
    switch verdict {
    case .page(let visitor): reception.admit(visitor, isLocal: site.rules.isOwn(request.address))
    case .dashboard(let hasTicket): if hasTicket { actions.append(.keepTickets) }
    case .viewer(let link): if !viewers.hasRoom(for: link) { return site.refuse(.unavailable) }
    case .voter: break
    case .refused(let status): return site.refuse(status)
    }
    return nil
  }

  /// Handles the opening of the WebSocket on `connection`.
  public mutating func open(
    _ connection: UInt32, at now: Instant, using random: inout some RandomNumberGenerator
  ) {
    switch arrivals.remove(connection) {
    case .dashboard(let dashboard): open(dashboard, on: connection, at: now, using: &random)
    case .page(let controller): reception.open(connection, for: controller, book: &book, at: now)
    case .viewer(let ticket): openViewer(with: ticket, on: connection, at: now)
    case .voter(let device, let address): openVoter(device, at: address, on: connection, at: now)
    case nil: actions.append(.close(connection))
    }
  }

  /// Opens a data channel from `address` for the page with `ticket`; returns false if the ticket admits nobody.
  public mutating func open(
    channel: UInt32, by ticket: Ticket, from address: Address, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    guard let visitor = book.admit(ticket, at: now, using: &random) else { return false }
    reception.admit(visitor, isLocal: site.rules.isOwn(address))
    reception.open(channel, .webRTC, for: visitor.controller, book: &book, at: now)
    return true
  }

  /// Registers a connected dashboard, and sends it the current state.
  mutating func open(
    _ dashboard: Desk.Dashboard, on connection: UInt32, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) {
    let host = reception.seating.host
    desk.open(dashboard, on: connection)
    desk.tell(
      .welcome(
        DashboardWelcome(
          host: host.name, layouts: host.offered, layout: reception.seating.layout, fingerprint: fingerprint,
          hasDroidPad: facts.hasDroidPad, resume: dashboard.guest?.resume.text,
          shelf: reception.seating.shelf.list)),
      on: connection)
    desk.tell(.names(pages.playing), on: connection)
    actions += [.subscribe, .hurry(at: now)]
    desk.offerTicket(&book, at: now, to: connection, using: &random)
  }

  /// Handles a message on `connection`; returns the header for passing the message's frames to the bridge, or
  /// nil without frames.
  ///
  /// `isWatching` is true if the watch on the bridge is open.
  public mutating func receive(
    _ message: Span<UInt8>, isText: Bool, on connection: UInt32, isWatching: Bool, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> GatewayHeader? {
    if desk.hasDashboard(on: connection) {
      guard isText else {
        desk.refuse(connection, at: now)
        return nil
      }
      desk.receive(
        message, on: connection, isWatching: isWatching, layouts: reception.seating.knownLayouts,
        book: &book, at: now, using: &random)
    } else if let controller = pages.controller(on: connection) {
      guard isText else {
        return reception.receive(
          packet: message, DataChannelTable.isChannel(connection) ? .webRTC : .webSocket, of: controller,
          at: now)
      }
      reception.receive(text: message, of: controller, book: &book, at: now)
    } else if viewers.has(connection) {
      refuseViewer(on: connection)
    } else if crowd != nil {
      receiveVote(message, isText: isText, on: connection, at: now)
    }
    return nil
  }

  /// Forgets the page, dashboard, overlay, voter or request for a WebSocket on `connection`, which has ended.
  public mutating func close(_ connection: UInt32, at now: Instant) {
    arrivals.close(connection, book: &book, at: now)
    _ = endTrial(on: connection)
    if desk.close(connection, book: &book, at: now), desk.isEmpty { actions.append(.subscribe) }
    closeViewer(on: connection)
    closeVoter(on: connection, at: now)
    reception.close(connection, book: &book, at: now)
  }

  /// Sends `code`, which sets up a gamepad in the app DroidPad, to the dashboard on `connection`.
  ///
  /// `code` is nil if the app cannot play here.
  public mutating func show(droidPad code: String?, on connection: UInt32) {
    desk.tell(.droidPad(code), on: connection)
  }
}
