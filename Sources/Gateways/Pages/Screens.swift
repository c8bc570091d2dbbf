public import Model
public import Wire

/// The tickets on the screens of local programs, by the programs' numbers.
///
/// A ticket is replaced after its use, and a minute before it expires.
public struct Screens: Sendable {
  private struct Shown: Sendable {
    var role: TicketBook.Role
    /// The ticket; nil while too many tickets are unused.
    var ticket: Ticket?
  }

  private var screens: [Int: Shown] = [:]

  /// Creates a table without screens.
  public init() {}

  /// Returns the ticket for program number `program`, which asked for it; nil if too many are unused.
  public mutating func answer(
    _ request: TicketRequest, of program: Int, book: inout TicketBook, at now: Instant,
    using generator: inout some RandomNumberGenerator
  ) -> Ticket? {
    let role = TicketBook.Role(request.role)
    let ticket = book.issue(for: role, at: now, using: &generator)
    if let former = screens.removeValue(forKey: program)?.ticket { book.release(former, at: now) }
    if request.isRenewed { screens[program] = Shown(role: role, ticket: ticket) }
    return ticket
  }

  /// Returns a new ticket for each screen whose ticket is missing, was used or is about to expire.
  ///
  /// A ticket in the result is nil if too many tickets are unused.
  public mutating func renew(
    _ book: inout TicketBook, at now: Instant, using generator: inout some RandomNumberGenerator
  ) -> [(program: Int, ticket: Ticket?)] {
    var renewed: [(program: Int, ticket: Ticket?)] = []
    for (program, screen) in screens where screen.ticket.map({ book.needsRenewal($0, at: now) }) ?? true {
      let ticket = book.issue(for: screen.role, at: now, using: &generator)
      guard ticket != nil || screen.ticket != nil else { continue }
      screens[program]?.ticket = ticket
      renewed.append((program, ticket))
    }
    return renewed
  }

  /// Handles the end of program number `program`; returns whether its screen had a ticket.
  public mutating func close(_ program: Int, book: inout TicketBook, at now: Instant) -> Bool {
    guard let ticket = screens.removeValue(forKey: program)?.ticket else { return false }
    book.release(ticket, at: now)
    return true
  }
}
