import Games
public import Model
public import Wire

/// The seating, which gets slots for the pages and queues the resulting texts.
public struct Seating: Sendable {
  /// The facts about the host that pages receive.
  public struct Host: Sendable {
    /// The host's display name.
    public var name: String
    /// A random identifier of this run of the gateway.
    public var session: String
    /// The available layouts by their names, each as the text of its file.
    public var layouts: [String: String]
    /// The names of layouts in the list for pages, in order; fewer than all if the list would be too long.
    public var offered: [String]
    /// The port for data channels; nil without one.
    public var channels: ChannelPort?

    /// Creates the facts.
    public init(name: String, session: String, layouts: [String: String]) {
      (self.name, self.session, self.layouts) = (name, session, layouts)
      offered = PageFiles.offered(of: layouts)
    }
  }

  /// The layout of players as long as the host has set none.
  private static let usualLayout = "pad"
  /// The denial reason after which a page needs another ticket.
  private static let removal = "kicked"
  /// The time after a request or a refusal before the bridge is asked again.
  static let retryPeriod = Interval.milliseconds(500)
  /// The number of waiting pages for which the bridge is asked again.
  ///
  /// It equals the maximum number of slots, so that a longer queue costs the host nothing.
  private static let askers = PlayerSlot.limit

  /// The facts about the host.
  public var host: Host {
    didSet { shelf.shipped = Set(host.layouts.keys) }
  }
  /// The layouts that players and the host have made.
  var shelf: Shelf
  /// The rows of checked phones.
  var checks = Checks()
  /// The bridge's last notice, for the use of motion and the minimum press in welcomes.
  var site = SiteNotice()
  /// The layout that the host has set for all players; empty if each player chooses.
  public internal(set) var layout = ""
  /// The game whose layout pages show unless the host has set a layout; nil if no game wants a layout.
  var game: GameNotice?
  /// The admitted pages.
  public internal(set) var pages = PageTable()
  /// The actions that the gateway has not carried out yet.
  var actions: ArraySlice<PageAction> = []
  private var board = Board()
  /// True if the list of players may have changed since it was last sent to the pages.
  private var isBoardStale = false
  /// True while the bridge can be reached.
  private(set) var isBridgeThere = false

  /// Creates the seating of a host without pages, which keeps the layouts of `shelf`.
  public init(host: Host, shelf: Shelf = Shelf()) {
    (self.host, self.shelf) = (host, shelf)
    self.shelf.shipped = Set(host.layouts.keys)
  }

  /// The status of the stage; nil until the bridge has sent it.
  var stage: StageStatus? { board.stage }

  /// Returns the name of the device in `slot`; empty for a page, or without a name.
  func deviceName(in slot: PlayerSlot) -> String { board.deviceNames[slot] ?? "" }

  /// True if there is an action that the gateway has not carried out yet.
  var isUnsettled: Bool { isBoardStale || !actions.isEmpty }

  /// Removes and returns the oldest action; nil if there is none.
  ///
  /// The list of players is made after all other actions, so only once, even if many pages have left
  /// meanwhile.
  mutating func next() -> PageAction? {
    if actions.isEmpty, isBoardStale {
      isBoardStale = false
      actions += board.showPlayers(on: &pages)
    }
    return actions.popFirst()
  }

  /// Records that the bridge is connected, and asks for slots for the waiting pages.
  public mutating func findBridge(_ book: TicketBook, at now: Instant) {
    isBridgeThere = true
    for controller in pages.hopeful { ask(for: controller, book, at: now) }
  }

  /// Records that the bridge is away; all pages wait until it returns.
  public mutating func loseBridge(at now: Instant) {
    isBridgeThere = false
    actions.append(.hurry(at: now))
    for controller in pages.hopeful { wait(controller, .none, at: now) }
  }

  /// Queues the host's frames for the page of `controller`.
  public mutating func deliver(_ frames: [UInt8], to controller: UInt32) {
    if let action = pages.add(frames: frames, to: controller) { actions.append(action) }
  }

  /// Applies the bridge's answer about the slot of a page.
  public mutating func apply(_ notice: SeatNotice, book: inout TicketBook, at now: Instant) {
    guard let page = pages[notice.controller], page.stage != .denied else { return }
    // The host can also remove a page that is away; all other notices are for pages that have asked.
    guard page.stage != .quiet || notice.refusal.pageReason == Seating.removal else { return }
    if let slot = notice.slot {
      book.note(notice.controller, .seated)
      welcome(notice.controller, to: slot, limit: notice.limit, book)
      if let main = book.consumeHelp(of: notice.controller, at: now) {
        actions += [
          .order(.share(ShareOrder(.begin(main, helpers: PlayerSlots(slot), nil)))), .keepTickets,
        ]
      }
    } else if let reason = notice.refusal.pageReason {
      deny(notice.controller, reason, book: &book)
    } else if notice.refusal == .timeout {
      pages[notice.controller]?.slot = nil
    } else {
      wait(notice.controller, notice.refusal == .full ? .full : .none, at: now)
    }
  }

  /// Applies the status of the stage; nil means that the bridge is away.
  public mutating func apply(_ stage: StageStatus?) { actions += board.apply(stage, on: &pages) }

  /// Records the name of a device with a slot.
  public mutating func note(_ peer: PeerStatus) { actions += board.note(peer, on: &pages) }

  /// Moves the slot of `controller` to the page's new connection, or asks for a slot.
  ///
  /// A page whose packet numbers do not continue from `former` has been reloaded; the bridge releases what the old page
  /// held.
  mutating func seat(_ controller: UInt32, after former: UInt32, _ book: TicketBook, at now: Instant) {
    guard let page = pages[controller], page.stage == .moving, let slot = page.slot else {
      return ask(for: controller, book, at: now)
    }
    guard page.counter > 0, page.counter >= former else {
      actions.append(.send(.gone(controller: controller)))
      return ask(for: controller, book, at: now)
    }
    welcome(controller, to: slot, limit: page.limit, book)
  }

  /// Asks the bridge for a slot by sending a receipt for no message, which has no other effect.
  mutating func ask(for controller: UInt32, _ book: TicketBook, at now: Instant) {
    guard let page = pages[controller], page.connection != nil, book.resume(of: controller) != nil
    else { return }
    pages[controller]?.stage = .asking
    pages[controller]?.retry = now + Seating.retryPeriod
    actions.append(.hurry(at: now))
    guard isBridgeThere else { return wait(controller, .none, at: now) }
    actions.append(.send(.name(controller: controller, DeviceName(page.name))))
    var frames = ControllerFrames()
    frames.controlReceipt = 0
    let header = GatewayHeader(
      transport: page.transport, controller: controller, counter: page.counter, received: now)
    actions.append(.sendFrames(header, frames))
  }

  /// Asks the bridge again for unanswered pages and for those that have waited longest, if that is due.
  ///
  /// The other waiting pages receive their positions. Requests for those that have waited longest are sent
  /// together and in order, so that a free slot goes to the first.
  public mutating func retry(_ book: TicketBook, at now: Instant) {
    guard isBridgeThere else { return }
    for page in pages.unanswered(at: now) { askAgain(for: page, book, at: now) }
    let waiting = pages.waiting
    let first = waiting.prefix(Seating.askers)
    if first.contains(where: { $0.isDue(at: now) }) {
      for page in first {
        askAgain(for: page, book, at: now)
        pages[page.controller]?.stage = page.stage
      }
    }
    var place = first.count { $0.stage == .waiting(.full) }
    for page in waiting.dropFirst(Seating.askers) {
      if page.stage == .waiting(.full) { place += 1 }
      guard page.isDue(at: now) else { continue }
      pages[page.controller]?.retry = now + Seating.retryPeriod
      if let former = page.place, former != place { move(page.controller, to: place) }
    }
  }

  /// Reports the page as gone, and asks again.
  ///
  /// The first answer may have been lost, and the bridge answers only new or returning controllers.
  private mutating func askAgain(for page: Page, _ book: TicketBook, at now: Instant) {
    actions.append(.send(.gone(controller: page.controller)))
    ask(for: page.controller, book, at: now)
  }

  /// Removes absent pages with invalid tickets, and closes pages whose tickets became invalid before they sent
  /// anything.
  public mutating func prune(keeping book: TicketBook) {
    pages.prune(keeping: book)
    for page in pages.all where page.stage == .quiet && book.resume(of: page.controller) == nil {
      if let connection = page.connection { actions.append(.close(connection)) }
    }
  }

  /// Tells a page to wait, with its position if all slots are taken.
  private mutating func wait(_ controller: UInt32, _ reason: Refusal, at now: Instant) {
    guard let page = pages[controller] else { return }
    if !page.isWaiting { pages[controller]?.since = now }
    let isNew = page.stage != .waiting(reason)
    pages[controller]?.stage = .waiting(reason)
    let place = reason == .full ? pages.place(of: controller) : nil
    guard isNew || place != page.place else { return }
    pages[controller]?.slot = nil
    pages[controller]?.retry = now + Seating.retryPeriod
    actions.append(.hurry(at: now))
    move(controller, to: place)
  }

  /// Tells a page its position in the queue, or with nil that it waits for something else.
  private mutating func move(_ controller: UInt32, to place: Int?) {
    pages[controller]?.place = place
    say(.waiting(place: place), to: controller)
  }

  /// Records that the page plays in `slot`, and tells the page.
  private mutating func welcome(
    _ controller: UInt32, to slot: PlayerSlot, limit: UInt8, _ book: TicketBook
  ) {
    guard let page = pages[controller], page.connection != nil, let resume = book.resume(of: controller)
    else { return }
    pages[controller]?.slot = slot
    pages[controller]?.limit = limit
    prepareLayout(of: controller)
    pages[controller]?.stage = .playing
    noteShelf(of: controller)
    let wanted = pages[controller]?.wanted ?? ""
    pages[controller]?.told = wanted
    say(
      .welcome(
        slot, limit: limit, host: host.name, session: host.session, resume: resume.text,
        layout: layout.isEmpty ? Seating.usualLayout : layout,
        wanted: wanted, layouts: host.offered,
        isLocal: page.isLocal, motion: site.motionUse(of: slot), press: site.minimumPress,
        rtc: host.channels?.entrance(for: resume), shelf: entries(for: controller),
        maySave: shelf.admits(.page(controller))),
      to: controller)
    followGame()
    // A page that is welcomed again may have lost what was sent to it before.
    if page.quiz != QuizView() { pages[controller]?.quiz = nil }
    pages[controller]?.players = ""
    // A page that has shown a shared pad always gets a new text, even if the pad is not shared any more.
    if !page.share.isEmpty { pages[controller]?.share = "{}" }
    showPlayers()
  }

  /// Records that the page gets no slot, and tells the page why.
  private mutating func deny(_ controller: UInt32, _ reason: String, book: inout TicketBook) {
    pages[controller]?.stage = .denied
    pages[controller]?.slot = nil
    say(.denied(reason), to: controller)
    if reason == Seating.removal {
      book.forget(controller)
      actions.append(.keepTickets)
    }
    showPlayers()
  }

  /// Handles a page's goodbye: frees its slot, and makes its tickets invalid.
  mutating func dismiss(_ controller: UInt32, book: inout TicketBook, at now: Instant) {
    guard let page = pages.remove(controller) else { return }
    let header = GatewayHeader(
      transport: page.transport, controller: controller, counter: page.counter &+ 1, received: now)
    // The stream may have ended before the goodbye arrives, in which case the slot is still reserved for the page.
    let hasLeft = page.connection == nil && page.counter > 0
    // A page that asks or waits may have been given a slot just now.
    if page.isHopeful || hasLeft { actions.append(.sendFrames(header, .goodbye)) }
    if let connection = page.connection { actions.append(.close(connection)) }
    book.forget(controller)
    actions.append(.keepTickets)
    showPlayers()
  }

  /// Makes ``next()`` send changes of the players, the quiz and shared pads to the pages and dashboards.
  mutating func showPlayers() { isBoardStale = true }

  mutating func say(_ text: PageText, to controller: UInt32) {
    if let action = pages.say(text, to: controller) { actions.append(action) }
  }
}
