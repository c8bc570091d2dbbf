import Model
import STUN
import Testing

@testable import Pages

/// Tickets that no longer admit anyone, on the port for data channels.
@Suite struct LateTicketTests {
  var hall = ChannelHall()

  /// The ways in which a player's ticket ends.
  enum End: CaseIterable {
    case used, usedWhileItsPageIsHere, withdrawn, expired, expiredUnseen, sentAway, forgotten, absentTooLong
  }

  /// Returns a ticket that no longer admits anyone.
  mutating func late(_ end: End) throws -> Ticket {
    let ticket = try hall.issue()
    switch end {
    case .withdrawn: hall.book.withdraw(ticket)
    case .expired, .expiredUnseen:
      hall.now = hall.now + TicketBook.offerLifetime
      if end == .expired { _ = try hall.issue() }
    default: return try used(ticket, end)
    }
    return ticket
  }

  private mutating func used(_ ticket: Ticket, _ end: End) throws -> Ticket {
    let admitted = hall.book.admit(ticket, at: hall.now, using: &hall.random)
    let guest = try #require(admitted)
    hall.book.note(guest.controller, isHere: end == .usedWhileItsPageIsHere, at: hall.now)
    switch end {
    case .used: hall.now = hall.now + TicketBook.grace
    case .sentAway: hall.book.forget(guest.controller)
    case .forgotten:
      hall.book.forget(guest.controller)
      return guest.resume
    case .absentTooLong:
      hall.now = hall.now + TicketBook.guestLifetime
      return guest.resume
    default: break
    }
    return ticket
  }

  @Test(arguments: End.allCases)
  mutating func `A ticket that is over has two browsers in all, and none of the places of others`(_ end: End)
    throws
  {
    var tickets: [Ticket] = []
    for _ in 0..<8 { tickets.append(try late(end)) }
    for (turn, ticket) in (tickets + tickets + tickets).enumerated() {
      _ = hall.check(ticket, "browser\(turn)", from: UInt16(100 + turn))
    }
    #expect((100..<124).count { hall.browser(UInt16($0)) != nil } == 2)
    let good = try hall.issue()
    #expect(hall.check(good, from: 1) == nil)
    #expect(hall.browser(1) != nil)
  }

  @Test(arguments: End.allCases)
  mutating func `A check with a ticket that is over takes no page's address`(_ end: End) throws {
    let over = try late(end)
    let good = try hall.issue()
    #expect(hall.check(good, from: 1) == nil)
    let page = try #require(hall.browser(1))
    for turn in 0..<20 {
      _ = hall.check(over, "forger\(turn)", from: 1, nominates: true)
      hall.now = hall.now + .milliseconds(500)
      #expect(hall.browser(1) == page)
    }
  }

  @Test(arguments: End.allCases)
  mutating func `A ticket that is over sends nothing in its page's name`(_ end: End) throws {
    let over = try late(end)
    #expect(hall.book.controller(of: over, at: hall.now) == nil)
  }

  @Test mutating func `A check with the good ticket of another takes no page's address`() throws {
    let (good, other) = (try hall.issue(), try hall.issue())
    #expect(hall.check(good, from: 1) == nil)
    let page = hall.browser(1)
    #expect(hall.check(other, "forger", from: 1, nominates: true) != nil)
    #expect(hall.browser(1) == page)
    #expect(hall.check(other, "other", from: 2) == nil)
  }
}
