public import Model

/// The connections that have asked for a WebSocket but have none yet.
///
/// Only a guest's newest connection is listed, until its WebSocket opens or the connection ends.
public struct Arrivals: Sendable {
  /// The owner of a connection, determined only by that connection's request.
  public enum Arrival: Sendable {
    /// The page of the controller with the given number.
    case page(UInt32)
    /// A dashboard or another page of the host.
    case dashboard(Desk.Dashboard)
    /// An overlay, with its ticket; nil for one at the overlay's own port.
    case viewer(Ticket?)
    /// A page of the crowd, with its browser's secret.
    case voter(Ticket, at: Address)
  }

  /// The decisions on a request for a WebSocket.
  public enum Verdict: Sendable {
    /// The WebSocket may be opened for the page of the visitor.
    case page(TicketBook.Visitor)
    /// The WebSocket may be opened for a dashboard; `hasTicket` is true if a ticket admitted the dashboard.
    case dashboard(hasTicket: Bool)
    /// The WebSocket may be opened for an overlay.
    ///
    /// `link` is the number of the link whose ticket admitted the overlay; nil at the overlay's own port.
    case viewer(link: UInt8?)
    /// The WebSocket may be opened for a page of the crowd.
    case voter
    /// The request is refused.
    case refused(HTTPResponse.Status)
  }

  private var waiting: [UInt32: Arrival] = [:]
  private var sockets = GuestSockets()

  /// Creates the arrivals of a gateway without connections.
  public init() {}

  /// Handles the end of `connection`; the ticket of a dashboard may then be used to reconnect.
  public mutating func close(_ connection: UInt32, book: inout TicketBook, at now: Instant) {
    guard case .dashboard(let dashboard) = remove(connection), let guest = dashboard.guest else { return }
    book.note(guest.controller, isHere: false, at: now)
  }

  /// Removes and returns the owner of `connection`; nil if the connection has not asked for a WebSocket.
  public mutating func remove(_ connection: UInt32) -> Arrival? {
    _ = sockets.detach(connection)
    return waiting.removeValue(forKey: connection)
  }

  /// Records the owner of `connection`; the same guest's earlier connection can no longer open a WebSocket.
  private mutating func note(_ arrival: Arrival, of guest: UInt32?, on connection: UInt32) {
    if let former = guest.flatMap({ sockets.attach(connection, to: $0) }) { waiting[former] = nil }
    waiting[connection] = arrival
  }

  /// Decides on a request for a WebSocket.
  ///
  /// `isHost` returns true if the request came from a user who is the host without a ticket.
  public mutating func admit(
    _ request: WebRequest, on connection: UInt32, isHost: () -> Bool, book: inout TicketBook,
    at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> Verdict {
    guard request.door != .overlay || request.path == Overlay.path else { return .refused(.notFound) }
    if request.path == Overlay.path {
      return admitViewer(request, on: connection, isHost: isHost, tickets: book.viewers)
    }
    if request.path == "/host", !request.isPlain {
      return admitDashboard(
        request, on: connection, isHost: isHost, book: &book, at: now, using: &generator)
    }
    if request.path == Crowd.path {
      guard request.offers(Crowd.socketProtocol), let ticket = request.offered(as: "ticket"),
        book.crowd?.ticket.isSame(as: ticket) == true, let device = request.offered(as: "device")
      else { return .refused(.forbidden) }
      note(.voter(device, at: request.address), of: nil, on: connection)
      return .voter
    }
    guard let ticket = request.offered(for: .player),
      let visitor = book.admit(ticket, at: now, using: &generator)
    else { return .refused(.forbidden) }
    note(.page(visitor.controller), of: visitor.controller, on: connection)
    return .page(visitor)
  }

  /// Admits an overlay with a ticket over TLS, or one that the host opens on this machine, at the overlay's
  /// own port.
  private mutating func admitViewer(
    _ request: WebRequest, on connection: UInt32, isHost: () -> Bool, tickets: ViewerTickets
  ) -> Verdict {
    let ticket = request.door == .secure ? request.offered(as: "ticket") : nil
    let link = ticket.flatMap(tickets.number(of:))
    let isOwn = request.door == .overlay && request.address.isLoopback
    guard request.offers(Overlay.socketProtocol), link != nil || isOwn && isHost() else {
      return .refused(.forbidden)
    }
    note(.viewer(ticket), of: nil, on: connection)
    return .viewer(link: link)
  }

  /// Admits a dashboard with a host's or a television's ticket, or one that the host opens on this machine.
  private mutating func admitDashboard(
    _ request: WebRequest, on connection: UInt32, isHost: () -> Bool, book: inout TicketBook,
    at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> Verdict {
    var dashboard = Desk.Dashboard()
    if let ticket = request.offered(for: .host) {
      let host = book.admit(ticket, as: .host, at: now, using: &generator)
      guard let guest = host ?? book.admit(ticket, as: .television, at: now, using: &generator)
      else { return .refused(.forbidden) }
      dashboard.guest = guest
      book.note(guest.controller, isHere: true, at: now)
    } else if !request.address.isLoopback || !isHost() {
      return .refused(.forbidden)
    }
    note(.dashboard(dashboard), of: dashboard.guest?.controller, on: connection)
    return .dashboard(hasTicket: dashboard.guest != nil)
  }
}
