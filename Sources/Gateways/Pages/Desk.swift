public import Model
import Notation
public import Wire

/// The host's own pages, their orders, and the ticket in their QR code (docs/web.md, "The dashboard").
///
/// Each event leaves actions, which the engine removes with ``next()``, and carries out or passes on.
public struct Desk: Sendable {
  /// A connected page of the host.
  public struct Dashboard: Sendable {
    /// The guest whose ticket admitted the page; nil for a page on this machine that has shown no ticket.
    public internal(set) var guest: TicketBook.Visitor?
    /// The role, which decides what the page may receive and order.
    ///
    /// A user who is the host without a ticket has the role of the host.
    var role: TicketBook.Role { guest?.role ?? .host }
    var queue = PageQueue(textLimit: 256, binaryLimit: 1)
    var allowance = PageAllowance()
    /// The players, by number, for whom this page tries settings; 0 is everybody.
    var tries: Set<UInt8> = []
    /// The ticket in the code for a helper that this page shows.
    var helperOffer: Ticket?

    /// Creates a page of the host on this machine.
    init() {}
  }

  /// An order that waits for the bridge's answer.
  struct Order: Sendable {
    var connection: UInt32
    /// The number that the dashboard has given to the order.
    var number: UInt64
    /// True if the answer contains a PIN to show.
    var isForPIN: Bool
  }

  /// The time between two statuses of the bridge, in ms: 30 statuses a second.
  private static let statusPeriod: UInt16 = 33
  /// The maximum number of orders that wait for answers.
  private static let orderLimit = 64
  /// The maximum number of dashboards without a ticket, which only local users can open; the oldest gives way.
  static let localLimit = 8

  /// The number of refused texts.
  public private(set) var refusals: UInt64 = 0
  /// The host's pages by the numbers of their connections.
  private var dashboards: [UInt32: Dashboard] = [:]
  /// The connections of guests.
  private var sockets = GuestSockets()
  /// The connections without a ticket, oldest first.
  private var locals: [UInt32] = []
  /// The ticket in the QR code that the dashboards show.
  private var offer: Ticket?
  /// The statuses of the host and its players, collected from the bridge until they are complete.
  private var batch = StatusBatch()
  /// True while the questions of the first visit can be answered.
  private var isSetupOpen = false
  private var orders: [UInt32: Order] = [:]
  private var lastOrder: UInt32 = 0
  private var actions: [PageAction] = []

  /// Creates a desk without dashboards.
  public init() {}

  /// True if no dashboard is connected.
  public var isEmpty: Bool { dashboards.isEmpty }

  /// The number of connected dashboards.
  public var count: Int { dashboards.count }

  /// The subscription: the stage and all devices, and for dashboards also the statuses of host and players.
  public var subscription: Watch {
    Watch(
      topics: isEmpty ? [.peers, .stage] : [.status, .peers, .stage], period: Desk.statusPeriod)
  }

  /// Returns whether `connection` belongs to a dashboard.
  public func hasDashboard(on connection: UInt32) -> Bool { dashboards.index(forKey: connection) != nil }

  /// True if there is an action that the gateway has not carried out yet.
  var isUnsettled: Bool { !actions.isEmpty }

  /// Removes and returns the oldest action that the gateway has not carried out; nil if there is none.
  public mutating func next() -> PageAction? { actions.isEmpty ? nil : actions.removeFirst() }

  /// Registers a connected dashboard; closes an earlier one of the same guest, or the oldest of too many local ones.
  public mutating func open(_ dashboard: Dashboard, on connection: UInt32) {
    var former: UInt32?
    if let guest = dashboard.guest {
      former = sockets.attach(connection, to: guest.controller)
    } else {
      locals.append(connection)
      if locals.count > Desk.localLimit { former = locals.removeFirst() }
    }
    if let former, forget(former) { actions.append(.closeReplaced(former)) }
    dashboards[connection] = dashboard
    if isSetupOpen { tell(.setup(isOpen: true), on: connection) }
  }

  /// Forgets the dashboard on `connection`, whose ticket may then be used to reconnect; returns false if there is
  /// none.
  public mutating func close(_ connection: UInt32, book: inout TicketBook, at now: Instant) -> Bool {
    locals.removeAll { $0 == connection }
    if let guest = sockets.detach(connection) { book.note(guest, isHere: false, at: now) }
    return forget(connection)
  }

  /// Forgets the dashboard on `connection`, and undoes the settings it tries; returns false if there is none.
  private mutating func forget(_ connection: UInt32) -> Bool {
    for slot in dashboards[connection]?.tries ?? [] {
      actions.append(.order(.setting(SettingOrder(.undo(PlayerSlot(number: Int(slot)))))))
    }
    return dashboards.removeValue(forKey: connection) != nil
  }

  /// Handles a dashboard's request; an invalid request is counted and otherwise ignored.
  ///
  /// `isWatching` is true if the watch on the bridge is open; `layouts` contains the available layouts.
  public mutating func receive(
    _ text: Span<UInt8>, on connection: UInt32, isWatching: Bool, layouts: Set<String>,
    book: inout TicketBook,
    at now: Instant, using generator: inout some RandomNumberGenerator
  ) {
    guard hears(connection, at: now) else { return }
    guard let role = dashboards[connection]?.role, let said = try? JSON(parsing: text),
      let request = DashboardRequest(said), Rights.givers(of: request.kind).contains(role),
      case .integer(let number) = said["number"]
    else {
      refusals += 1
      return
    }
    switch request {
    case .order, .setup, .setting, .share:
      pass(request, numbered: number, on: connection, isWatching: isWatching)
    case .recentre(let slot):
      if isWatching { actions.append(.order(.recentre(slot))) }
      tell(.answer(number: number, isWatching ? .done : .notNow), on: connection)
    case .save, .offer, .remove, .read, .layout(_, .some):
      actions.append(.obey(request, number: number, on: connection))
    case .layout(let layout, nil):
      let isKnown = layout.isEmpty || layouts.contains(layout)
      if isKnown {
        tell(.layout(layout))
        actions.append(.layOut(layout))
      }
      tell(.answer(number: number, isKnown ? .done : .nobody), on: connection)
    case .ticket:
      if let offer { book.withdraw(offer) }
      offerTicket(&book, at: now, using: &generator)
      tell(.answer(number: number, offer == nil ? .full : .done), on: connection)
    case .helper(let main):
      let result = offerTicket(&book, forHelperOf: main, on: connection, at: now, using: &generator)
      tell(.answer(number: number, result), on: connection)
    case .droidPad:
      actions.append(.showDroidPad(on: connection))
      tell(.answer(number: number, .done), on: connection)
    }
  }

  /// Counts an unexpected message on `connection` against the limits, and otherwise ignores it.
  public mutating func refuse(_ connection: UInt32, at now: Instant) {
    if hears(connection, at: now) { refusals += 1 }
  }

  /// Returns whether a message of the dashboard on `connection` is within the limits; otherwise closes the dashboard.
  private mutating func hears(_ connection: UInt32, at now: Instant) -> Bool {
    if dashboards[connection]?.allowance.consumeText(at: now) == .heard { return true }
    refusals += 1
    actions.append(.close(connection))
    return false
  }

  private mutating func pass(
    _ request: DashboardRequest, numbered order: UInt64, on connection: UInt32, isWatching: Bool
  ) {
    if case .setting(let action) = request { dashboards[connection]?.tries.follow(action) }
    let sender = Order(connection: connection, number: order, isForPIN: request.isForPIN)
    guard isWatching, let number = note(sender), let packet = request.packet(numbered: number) else {
      return tell(.answer(number: sender.number, .notNow), on: sender.connection)
    }
    actions.append(.order(packet))
  }

  /// Tells the dashboards whether the questions of the first visit can be answered.
  public mutating func apply(_ notice: SiteNotice) {
    guard isSetupOpen != notice.isSetupOpen else { return }
    isSetupOpen = notice.isSetupOpen
    tell(.setup(isOpen: isSetupOpen))
  }

  /// Records `order` and returns its number for the bridge; nil when too many orders wait for answers.
  mutating func note(_ order: Order) -> UInt32? {
    guard orders.count < Desk.orderLimit else { return nil }
    lastOrder &+= 1
    orders[lastOrder] = order
    return lastOrder
  }

  /// Passes the bridge's answer on to the dashboard that gave the order, and a PIN to all dashboards.
  public mutating func apply(_ answer: LocalAnswer) {
    guard let order = order(answeredAs: answer.number) else { return }
    if order.isForPIN, answer.result == .done { tell(.pin(answer.pin, seconds: answer.seconds)) }
    guard dashboards[order.connection] != nil else { return }
    tell(.answer(number: order.number, answer.result), on: order.connection)
  }

  /// Removes and returns the order that the bridge has answered under `number`; nil if there is none.
  mutating func order(answeredAs number: UInt32) -> Order? { orders.removeValue(forKey: number) }

  /// Removes and returns the unanswered orders, since no more answers can arrive.
  mutating func forgetOrders() -> [Order] {
    defer { orders = [:] }
    return Array(orders.values)
  }

  /// Records that the bridge is no longer watched, so that no more answers will arrive.
  public mutating func loseBridge() {
    batch.stage = []
    for order in forgetOrders() where dashboards[order.connection] != nil {
      tell(.answer(number: order.number, .notNow), on: order.connection)
    }
    tell(.bridge(isThere: false))
  }

  /// Collects the status in `bytes`; once complete, it replaces an earlier one that is still unsent.
  public mutating func collect(_ bytes: Span<UInt8>, _ packet: StatusPacket) {
    guard let complete = batch.add(bytes, packet) else { return }
    for connection in dashboards.keys {
      dashboards[connection]?.queue.add(binary: complete)
      actions.append(.wake(connection))
    }
  }

  /// Shows `newcomer` the current ticket or, if that is no longer usable, shows all dashboards a new one.
  public mutating func offerTicket(
    _ book: inout TicketBook, at now: Instant, to newcomer: UInt32? = nil,
    using generator: inout some RandomNumberGenerator
  ) {
    guard !dashboards.isEmpty else { return }
    if let offer, book.isOffered(offer, at: now) {
      if newcomer != nil { showTicket(in: book, at: now, on: newcomer) }
      return
    }
    offer = book.issue(at: now, using: &generator)
    actions.append(.keepTickets)
    showTicket(in: book, at: now, on: nil)
  }

  /// Shows all dashboards the current ticket again after its link has changed.
  public mutating func repeatTicket(_ book: TicketBook, at now: Instant) {
    if offer != nil { showTicket(in: book, at: now, on: nil) }
  }

  /// Shows a new ticket for a helper of the player `main` to the dashboard that has asked for it; returns the answer.
  private mutating func offerTicket(
    _ book: inout TicketBook, forHelperOf main: PlayerSlot, on connection: UInt32, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> LocalAnswer.Result {
    if let former = dashboards[connection]?.helperOffer { book.withdraw(former) }
    let ticket = book.issue(helping: main, at: now, using: &generator)
    dashboards[connection]?.helperOffer = ticket
    actions += [
      .keepTickets,
      .showTicket(ticket, lasts: TicketBook.offerLifetime, on: connection, helps: main),
    ]
    return ticket == nil ? .full : .done
  }

  private mutating func showTicket(in book: TicketBook, at now: Instant, on connection: UInt32?) {
    let ends = offer.flatMap { book.end(of: $0) }
    actions.append(
      .showTicket(
        ends == nil ? nil : offer, lasts: ends.map { $0 - now } ?? .zero, on: connection, helps: nil))
  }

  /// Sends `text` to every dashboard.
  public mutating func tell(_ text: DashboardText) {
    for connection in dashboards.keys { tell(text, on: connection) }
  }

  /// Sends `text` to a dashboard if its role may receive it; closes the connection of a dashboard that does not read.
  public mutating func tell(_ text: DashboardText, on connection: UInt32) {
    guard let role = dashboards[connection]?.role, let text = text.heard(by: role) else { return }
    if let state = text.state {
      dashboards[connection]?.queue.add(state, text: text.text)
      actions.append(.wake(connection))
    } else {
      let isTaken = dashboards[connection]?.queue.add(text: text.text) == true
      actions.append(isTaken ? .wake(connection) : .close(connection))
    }
  }

  /// Removes and returns the next message for a dashboard; nil if none waits.
  public mutating func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    guard let index = dashboards.index(forKey: connection),
      let message = dashboards.values[index].queue.next()
    else { return nil }
    return (message.bytes, message.isText, !dashboards.values[index].queue.isEmpty)
  }
}
