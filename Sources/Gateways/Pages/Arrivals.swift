public import Model

/// The connections that have asked for a WebSocket but have none yet.
///
/// Only a guest's newest connection is listed; an entry lasts as long as its connection.
public struct Arrivals: Sendable {
  /// The owner of a connection, determined only by that connection's request.
  public enum Arrival: Sendable {
    /// The page of the controller with the given number.
    case page(UInt32)
    /// A dashboard or another page of the host.
    case dashboard(Desk.Dashboard)
    /// An overlay.
    case viewer
  }

  /// The decisions on a request for a WebSocket.
  public enum Verdict: Sendable {
    /// The WebSocket may be opened for the page of the visitor.
    case page(TicketBook.Visitor)
    /// The WebSocket may be opened for a dashboard; `hasTicket` if it was admitted by a ticket.
    case dashboard(hasTicket: Bool)
    /// The WebSocket may be opened for an overlay.
    case viewer
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
    if request.door == .overlay {
      guard request.offers(Overlay.socketProtocol), request.address.isLoopback, isHost() else {
        return .refused(.forbidden)
      }
      note(.viewer, of: nil, on: connection)
      return .viewer
    }
    if request.path == "/host", !request.isPlain {
      return admitDashboard(
        request, on: connection, isHost: isHost, book: &book, at: now, using: &generator)
    }
    guard let ticket = request.offered(for: .player),
      let visitor = book.admit(ticket, at: now, using: &generator)
    else { return .refused(.forbidden) }
    note(.page(visitor.controller), of: visitor.controller, on: connection)
    return .page(visitor)
  }

  /// Admits a dashboard on this machine or with a host's ticket.
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
