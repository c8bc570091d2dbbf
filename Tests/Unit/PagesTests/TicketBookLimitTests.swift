import Model
import Testing

@testable import Pages

/// The moments at which tickets end, and the numbers that guests get.
@Suite struct TicketBookLimitTests {
  private static let moment = Interval(nanoseconds: 1)
  private static let halfDay = Interval.seconds(43_200)
  private static let past = Instant(nanoseconds: .min)

  /// A generator that returns the given numbers, and then counts.
  private struct Script: RandomNumberGenerator {
    var numbers: [UInt64]
    private var count: UInt64 = 1_000

    init(_ numbers: [UInt64]) { self.numbers = numbers }

    mutating func next() -> UInt64 {
      if !numbers.isEmpty { return numbers.removeFirst() }
      count += 1
      return count
    }
  }

  var random = SystemRandomNumberGenerator()
  var book = TicketBook()
  let start = Instant(nanoseconds: 1_000_000_000_000)

  mutating func issue(for role: TicketBook.Role = .player) throws -> Ticket {
    let ticket = book.issue(for: role, at: start, using: &random)
    return try #require(ticket)
  }

  mutating func admit(_ ticket: Ticket, as role: TicketBook.Role = .player, at now: Instant) -> UInt32? {
    book.admit(ticket, as: role, at: now, using: &random)?.controller
  }

  /// Admits a guest at ``start``; the guest is away afterwards.
  mutating func guest() throws -> TicketBook.Visitor {
    let guest = book.admit(try issue(), at: start, using: &random)
    return try #require(guest)
  }

  @Test(arguments: [false, true])
  mutating func `An unused ticket admits a page for ten minutes`(isLate: Bool) throws {
    let ticket = try issue()
    let controller = admit(ticket, at: start + .seconds(600) - (isLate ? .zero : Self.moment))
    #expect((controller == nil) == isLate)
  }

  @Test(arguments: [false, true])
  mutating func `A used ticket admits its page again for ten seconds, while the page is away`(isLate: Bool)
    throws
  {
    let guest = try guest()
    let late = start + .seconds(10) - (isLate ? .zero : Self.moment)
    #expect(admit(guest.first, at: late) == (isLate ? nil : guest.controller))
    #expect(book.controller(of: guest.first, at: late) == nil, "it is not the ticket for returning")
  }

  @Test(arguments: [false, true])
  mutating func `A guest may be away for half a day`(isLate: Bool) throws {
    let guest = try guest()
    let late = start + Self.halfDay - (isLate ? .zero : Self.moment)
    #expect(book.controller(of: guest.resume, at: late) == (isLate ? nil : guest.controller))
    #expect(admit(guest.resume, at: late) == (isLate ? nil : guest.controller))
    #expect(book.guests.count == (isLate ? 0 : 1))
  }

  @Test mutating func `The tickets of players are known with their ends, and those of hosts are not`() throws
  {
    let host = try issue(for: .host)
    _ = admit(try issue(for: .host), as: .host, at: start)
    let offered = try issue()
    let guest = try guest()
    func ends(_ ticket: Ticket) -> [Instant] {
      book.credentials.filter { $0.ticket.isSame(as: ticket) }.map(\.ends)
    }
    #expect(book.credentials.count == 3 && ends(host).isEmpty)
    #expect(ends(offered) == [start + .seconds(600)])
    #expect(ends(guest.first) == [start + .seconds(10)] && ends(guest.resume) == [start + Self.halfDay])
    book.note(guest.controller, isHere: true, at: start)
    #expect(ends(guest.first) == [Self.past] && ends(guest.resume) == [.distantFuture])
    book.withdraw(host)
    book.withdraw(offered)
    book.forget(guest.controller)
    #expect(book.credentials.count == 3, "the host's ticket is not remembered")
    for ticket in [offered, guest.first, guest.resume] { #expect(ends(ticket) == [Self.past]) }
  }

  @Test mutating func `The thirty-two tickets that ended last are remembered`() throws {
    var tickets: [Ticket] = []
    for _ in 0..<33 {
      tickets.append(try issue())
      book.withdraw(tickets[tickets.count - 1])
    }
    #expect(book.credentials.map(\.ticket.text) == tickets.dropFirst().map(\.text))
  }

  @Test mutating func `The number of a guest is not 0, nor that of another`() throws {
    for (numbers, controller) in [([0, 7], 7), ([7, 0, 1 << 32 | 9], 9)] as [([UInt64], UInt32)] {
      var script = Script(numbers)
      let guest = book.admit(try issue(), at: start, using: &script)
      #expect(guest?.controller == controller)
    }
  }

  @Test mutating func `The number of the book's state changes with its tickets alone`() throws {
    let guest = try guest()
    let (ticket, other) = (try issue(), Ticket(from: &random))
    let main = PlayerSlot(index: 1)
    _ = book.issue(helping: main, at: start, using: &random)
    func isNew(_ change: (inout TicketBook) -> Void) -> Bool {
      let former = book.revision
      change(&book)
      return book.revision != former
    }
    #expect(!isNew { $0.withdraw(other) } && !isNew { $0.forget(guest.controller &+ 1) })
    #expect(!isNew { $0.release(other, at: start) } && !isNew { $0.note(guest.controller, .admitted) })
    #expect(isNew { $0.note(guest.controller, .greeted) } && isNew { $0.release(ticket, at: start) })
    let withdrawn = [PlayerSlot(index: 0), main, main].map { book.withdrawHelp(for: PlayerSlots($0)) }
    #expect(withdrawn == [false, true, false] && book.offers.count == 1)
    #expect(isNew { $0.withdraw(ticket) } && isNew { $0.forget(guest.controller) })
  }
}
