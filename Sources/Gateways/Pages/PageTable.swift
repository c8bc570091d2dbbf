import Model
public import Wire

/// The admitted pages by the numbers of their controllers, and the connections on which they listen.
public struct PageTable: Sendable {
  private var pages: [UInt32: Page] = [:]
  /// The open WebSockets, streams and data channels of the controllers.
  private var owners = GuestSockets()

  /// The crowd as a player; nil without one.
  ///
  /// It is no page, and receives nothing.
  var crowd: Page?

  /// Creates an empty table.
  public init() {}

  /// The page of `controller`; nil if there is none.
  subscript(controller: UInt32) -> Page? {
    get { pages[controller] }
    _modify { yield &pages[controller] }
  }

  /// Changes the page of `controller` in place; returns nil if there is none.
  ///
  /// Copying the page for each packet would take longer than handling the packet.
  mutating func change<Result>(_ controller: UInt32, _ body: (inout Page) -> Result) -> Result? {
    guard let index = pages.index(forKey: controller) else { return nil }
    return body(&pages.values[index])
  }

  /// All pages.
  var all: Dictionary<UInt32, Page>.Values { pages.values }

  /// The crowd, and the pages that have a slot, in the order of their slots.
  public var playing: [Page] {
    let seated = (filter { $0.slot != nil } + [crowd].compactMap(\.self)).map { ($0.slot?.index ?? 0, $0) }
    let bySlot = Dictionary(seated) { $0.controller < $1.controller ? $0 : $1 }
    return bySlot.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The controllers of the pages that play or want to play, in the order in which they began to wait.
  var hopeful: [UInt32] { inOrder(\.isHopeful).map(\.controller) }

  /// True if a page is asking or waiting for a slot.
  public var isAnyAsking: Bool { asking > 0 }

  /// The number of connected pages.
  public var connected: Int { pages.values.count { $0.connection != nil } }

  /// The number of pages that are asking or waiting for a slot.
  public var asking: Int { pages.values.count { $0.isHopeful && !$0.isSeated } }

  /// The pages that wait for a slot, in the order in which they began to wait.
  var waiting: [Page] { inOrder { $0.connection != nil && $0.isWaiting } }

  /// Returns the pages that have no answer from the bridge and are due to ask again at `now`.
  func unanswered(at now: Instant) -> [Page] {
    filter { $0.stage == .asking && $0.isDue(at: now) }
  }

  /// Returns the pages that satisfy `isWanted`; examines them in place, since copying a thousand would take a
  /// millisecond.
  func filter(_ isWanted: (Page) -> Bool) -> [Page] {
    let wanted = pages.values.indices.filter { isWanted(pages.values[$0]) }
    return wanted.map { pages.values[$0] }
  }

  private func inOrder(_ isWanted: (Page) -> Bool) -> [Page] {
    filter(isWanted).sorted { $0.since < $1.since }
  }

  /// Returns the number of connected pages that use `transport`.
  public func connected(by transport: GatewayHeader.Transport) -> Int {
    pages.values.count { $0.connection != nil && $0.transport == transport }
  }

  /// Returns the controller of the page that listens on `connection`; nil if there is none.
  public func controller(on connection: UInt32) -> UInt32? { owners.guest(on: connection) }

  /// Returns the position of a page among the pages that wait for a free slot, counted from 1.
  func place(of controller: UInt32) -> Int {
    guard let page = pages[controller] else { return 1 }
    return pages.values.count { $0.stage == .waiting(.full) && $0.since < page.since } + 1
  }

  /// Adds a page for `controller`; returns false if there is one already.
  mutating func add(_ controller: UInt32) -> Bool {
    guard pages[controller] == nil else { return false }
    pages[controller] = Page(controller: controller)
    return true
  }

  /// Assigns `connection` to the page of `controller`; returns the page's earlier connection, which has to be closed.
  mutating func attach(
    _ connection: UInt32, _ transport: GatewayHeader.Transport, to controller: UInt32
  ) -> UInt32? {
    pages[controller]?.attach(connection, transport)
    return owners.attach(connection, to: controller)
  }

  /// Forgets an ended connection; returns the controller of the page that listened on it, or nil.
  mutating func detach(_ connection: UInt32) -> UInt32? {
    owners.detach(connection).flatMap { pages[$0]?.connection == connection ? $0 : nil }
  }

  /// Removes and returns the page of `controller`.
  mutating func remove(_ controller: UInt32) -> Page? {
    owners.remove(controller)
    return pages.removeValue(forKey: controller)
  }

  /// Removes the absent pages whose tickets are not in `book`.
  mutating func prune(keeping book: TicketBook) {
    pages = pages.filter { $0.value.connection != nil || book.resume(of: $0.key) != nil }
  }

  /// Returns the controller that may open the stream `id` at `now`, and makes `id` invalid; nil if there is no such
  /// stream.
  mutating func openStream(_ id: Ticket, at now: Instant) -> UInt32? {
    var found: UInt32?
    for page in pages.values where page.streamID?.isSame(as: id) == true && now < page.streamEnds {
      found = page.controller
    }
    if let found { pages[found]?.streamID = nil }
    return found
  }

  /// Queues `text` for the page of `controller`; returns nil if the page is away.
  ///
  /// For a page that does not read its texts, the action closes the connection.
  mutating func say(_ text: PageText, to controller: UInt32) -> PageAction? {
    guard Rights.hearers(of: text.kind).contains(.player) else { return nil }
    if let state = text.state { return show(state, text.text, to: controller) }
    guard let connection = pages[controller]?.connection else { return nil }
    let isTaken = pages[controller]?.queue.add(text: text.text) == true
    return isTaken ? .wake(connection) : .close(connection)
  }

  /// Queues the current text of `state` for the page of `controller`; returns nil if the page is away.
  mutating func show(_ state: PageQueue.State, _ text: String, to controller: UInt32) -> PageAction? {
    guard let connection = pages[controller]?.connection else { return nil }
    pages[controller]?.queue.add(state, text: text)
    return .wake(connection)
  }

  /// Queues the host's frames for the page of `controller`; returns nil if the page is away.
  mutating func add(frames: [UInt8], to controller: UInt32) -> PageAction? {
    let connection = change(controller) { page in
      if page.connection != nil { page.queue.add(binary: frames) }
      return page.connection
    }
    return connection.flatMap { $0 }.map(PageAction.wake)
  }

  /// Removes and returns the next message for `connection`, in the form of its transport; nil if none waits.
  public mutating func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    guard let controller = owners.guest(on: connection) else { return nil }
    return change(controller) { page in
      guard let message = page.queue.next() else { return nil }
      let isMore = !page.queue.isEmpty
      if page.transport == .http { return (message.event, true, isMore) }
      return (message.bytes, message.isText, isMore)
    } ?? nil
  }

  /// Records that the page of `controller` has sent packet number `counter`; returns false unless the page plays.
  mutating func note(packet counter: UInt32, of controller: UInt32) -> Bool {
    change(controller) { page in
      guard page.stage == .playing else { return false }
      page.counter = max(page.counter, counter)
      return true
    } ?? false
  }
}
