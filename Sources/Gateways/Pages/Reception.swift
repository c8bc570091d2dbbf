public import Model
import Notation
public import Wire

/// The admitted pages: their connections, their texts and packets, and their limits.
///
/// Each event leaves actions, which the engine removes with ``next()``, and carries out or passes on.
public struct Reception: Sendable {
  /// The time within which a page has to open the stream promised to it.
  private static let streamPatience = Interval.seconds(10)

  /// The seating, which gives pages their slots.
  public var seating: Seating
  /// The number of refused packets, texts, requests and connections.
  public private(set) var refusals: UInt64 = 0

  /// Creates the reception of a host without pages.
  public init(host: Seating.Host, shelf: Shelf = Shelf()) { seating = Seating(host: host, shelf: shelf) }

  /// The admitted pages.
  public var pages: PageTable { seating.pages }

  /// Removes and returns the oldest action that the gateway has not carried out; nil if there is none.
  public mutating func next() -> PageAction? { seating.next() }

  /// Adds a page for the visitor, unless the visitor has a page already.
  ///
  /// `isLocal` is true if the page runs on this machine, and nil if that is unknown.
  public mutating func admit(_ visitor: TicketBook.Visitor, isLocal: Bool? = nil) {
    if seating.pages.add(visitor.controller) { seating.actions += [.keepTickets, .renewScreens] }
    if let isLocal { seating.pages[visitor.controller]?.isLocal = isLocal }
  }

  /// Promises the stream `id` to the page of `controller`; returns false if the page exceeds its limits.
  mutating func promiseStream(_ id: Ticket, to controller: UInt32, at now: Instant) -> Bool {
    guard hearsText(of: controller, at: now) else { return false }
    seating.pages[controller]?.streamID = id
    seating.pages[controller]?.streamEnds = now + Reception.streamPatience
    return true
  }

  /// Opens the promised stream `id` on `connection`; returns false if there is no such promise.
  public mutating func openStream(
    _ id: Ticket?, on connection: UInt32, isLocal: Bool, book: inout TicketBook, at now: Instant
  ) -> Bool {
    guard let id, let controller = seating.pages.openStream(id, at: now) else { return false }
    seating.pages[controller]?.isLocal = isLocal
    attach(connection, .http, to: controller, book: &book, at: now)
    return true
  }

  /// Handles the opening of a WebSocket or a data channel for the page of `controller`.
  public mutating func open(
    _ connection: UInt32, _ transport: GatewayHeader.Transport = .webSocket, for controller: UInt32,
    book: inout TicketBook, at now: Instant
  ) {
    guard hearsText(of: controller, at: now) else { return seating.actions.append(.close(connection)) }
    attach(connection, transport, to: controller, book: &book, at: now)
  }

  /// The text for a ticket that no longer admits anyone: the only text on a data channel without a page.
  public static let refusal = PageText.denied("ticket").text

  /// Assigns `connection` to the page of `controller`; closes the page's earlier connection.
  private mutating func attach(
    _ connection: UInt32, _ transport: GatewayHeader.Transport, to controller: UInt32,
    book: inout TicketBook, at now: Instant
  ) {
    guard let page = seating.pages[controller] else { return }
    if let former = seating.pages.attach(connection, transport, to: controller) {
      seating.actions.append(.close(former))
    }
    if page.stage != .quiet, !page.isSeated {
      seating.actions.append(.send(.gone(controller: controller)))
    }
    book.note(controller, isHere: true, at: now)
    seating.actions.append(.watch)
  }

  /// Handles the end of a connection: its page is away, and the bridge reserves the page's slot.
  public mutating func close(_ connection: UInt32, book: inout TicketBook, at now: Instant) {
    guard let controller = seating.pages.detach(connection) else { return }
    if seating.pages[controller]?.stage != .quiet {
      seating.actions.append(.send(.gone(controller: controller)))
    }
    seating.pages[controller]?.leave()
    if book.resume(of: controller) == nil { _ = seating.pages.remove(controller) }
    book.note(controller, isHere: false, at: now)
    seating.showPlayers()
  }

  /// Handles a text from a page; ignores an invalid text.
  public mutating func receive(
    text: Span<UInt8>, of controller: UInt32, book: inout TicketBook, at now: Instant
  ) {
    guard hearsText(of: controller, at: now), let said = try? JSON(parsing: text) else { return }
    guard let order = said["type"]?.string.flatMap(PageOrder.init), Rights.givers(of: order).contains(.player)
    else { return }
    switch order {
    case .hello:
      // Another guest may have replaced this one.
      guard book.resume(of: controller) != nil || seating.pages[controller]?.stage != .quiet else {
        return seating.dismiss(controller, book: &book, at: now)
      }
      book.note(controller, .greeted)
      let former = seating.pages[controller]?.counter ?? 0
      seating.pages[controller]?.greet(said)
      switch seating.pages[controller]?.stage {
      case .playing: seating.showPlayers()
      // The page still waits for its turn; the bridge gets the new name with the next request.
      case .waiting: break
      default: seating.seat(controller, after: former, book, at: now)
      }
    case .layout: if let id = said["id"]?.string { seating.show(id, to: controller) }
    case .save, .discard: if !seating.changeShelf(order, said, of: controller, at: now) { refusals += 1 }
    case .check: if !seating.keepCheck(said, of: controller) { refusals += 1 }
    case .bye: seating.dismiss(controller, book: &book, at: now)
    case .apart:
      guard let slot = seating.pages[controller]?.slot else { return }
      seating.actions.append(.order(.share(ShareOrder(.leave(slot)))))
    case .team:
      // The bridge decides whether the player changes teams too often.
      guard let page = seating.pages[controller], page.stage == .playing, let slot = page.slot,
        let order = LocalOrder(teamFor: slot, on: seating.stage, said)
      else { return }
      seating.actions.append(.order(.order(order)))
    }
  }

  /// Checks a page's packet that arrived by `transport`; returns the header for its frames, or nil if it is dropped.
  public mutating func receive(
    packet: Span<UInt8>, _ transport: GatewayHeader.Transport, of controller: UInt32, at now: Instant
  ) -> GatewayHeader? {
    guard hearsPacket(of: controller, at: now) else { return nil }
    guard let read = PagePacket(packet), seating.pages.note(packet: read.counter, of: controller) else {
      refusals += 1
      return nil
    }
    return GatewayHeader(transport: transport, controller: controller, counter: read.counter, received: now)
  }

  /// Passes on a packet that arrived by POST, unless it is dropped.
  mutating func receive(posted packet: Span<UInt8>, of controller: UInt32, at now: Instant) {
    guard let header = receive(packet: packet, .http, of: controller, at: now) else { return }
    seating.actions.append(.sendPacket(header, (PagePacket.start..<packet.count).map { packet[$0] }))
  }

  /// Removes and returns the next message for `connection`, in the form of its transport; nil if none waits.
  ///
  /// `isMore` is true if another message waits.
  public mutating func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    seating.pages.next(for: connection)
  }

  /// Returns whether a text or a new connection of `controller` is within the limits.
  ///
  /// Otherwise the page is closed, but it may return.
  private mutating func hearsText(of controller: UInt32, at now: Instant) -> Bool {
    let verdict = seating.pages[controller]?.allowance.consumeText(at: now)
    return hears(verdict, of: controller)
  }

  /// Returns whether a packet or a request of `controller` is within the limits.
  ///
  /// A page that exceeds them for three seconds is closed.
  mutating func hearsPacket(of controller: UInt32, at now: Instant) -> Bool {
    let verdict = seating.pages.change(controller) { $0.allowance.consumePacket(at: now) }
    return hears(verdict, of: controller)
  }

  private mutating func hears(_ verdict: PageAllowance.Verdict?, of controller: UInt32) -> Bool {
    if verdict == .heard { return true }
    refusals += 1
    if verdict == .tooMuch, let connection = seating.pages[controller]?.connection {
      seating.actions.append(.close(connection))
    }
    return false
  }
}
