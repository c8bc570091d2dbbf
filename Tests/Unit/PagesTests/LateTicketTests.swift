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

  @Test
  mutating func
    `A page whose ticket is good again when it greets has a place of its own, and no longer a late one`()
    throws
  {
    let ticket = try used(try hall.issue(), .usedWhileItsPageIsHere)
    #expect(hall.check(ticket, "page", from: 1) == nil)
    let browser = try #require(hall.browser(1))
    #expect(hall.table.isLate(browser) && hall.send(1, from: 1) == 0)
    #expect(hall.greet(browser, ticket) != nil)
    hall.table.admit(browser)
    #expect(!hall.table.isLate(browser) && hall.send(1, from: 1) == 1)
    for turn: UInt16 in 2...3 {
      let over = try used(try hall.issue(), .sentAway)
      #expect(hall.check(over, "late\(turn)", from: turn) == nil)
    }
    #expect((1...3).allSatisfy { hall.browser($0) != nil } && hall.ended() == [])
  }

  @Test
  mutating func `A page whose place another has taken keeps its channel, and takes nothing from the other`()
    throws
  {
    let ticket = try used(try hall.issue(), .usedWhileItsPageIsHere)
    #expect(hall.check(ticket, "page", from: 1) == nil)
    let browser = try #require(hall.browser(1))
    #expect(hall.check(try hall.issue(), "other", from: 1) == nil)
    let other = try #require(hall.browser(1))
    hall.table.admit(browser)
    #expect(hall.browser(1) == other && other != browser && !hall.table.isLate(browser))
  }

  @Test mutating func `A late browser that ends makes room for another`() throws {
    for turn: UInt16 in 1...2 {
      #expect(hall.check(try used(try hall.issue(), .sentAway), "late\(turn)", from: turn) == nil)
    }
    let last = try used(try hall.issue(), .sentAway)
    #expect(hall.check(last, "late3", from: 3) == .full)
    hall.table.remove(try #require(hall.browser(1)))
    #expect(hall.check(last, "late3", from: 3) == nil && hall.browser(2) != nil)
  }
}
