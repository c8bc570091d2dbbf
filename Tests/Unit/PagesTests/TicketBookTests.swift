import Model
import Testing

@testable import Pages

@Suite struct TicketBookTests {
  var random = SystemRandomNumberGenerator()
  var book = TicketBook()
  var now = Instant(nanoseconds: 1_000_000_000_000)

  mutating func issue() throws -> Ticket {
    let ticket = book.issue(at: now, using: &random)
    return try #require(ticket)
  }

  mutating func admit(_ ticket: Ticket) -> TicketBook.Visitor? {
    let guest = book.admit(ticket, at: now, using: &random)
    if let guest { book.note(guest.controller, isHere: true, at: now) }
    return guest
  }

  @Test mutating func `A ticket lets one page in, and no other`() throws {
    let ticket = try issue()
    let guest = admit(ticket)
    #expect(guest != nil)
    #expect(admit(ticket) == nil)
    now = now + TicketBook.grace
    book.note(guest?.controller ?? 0, isHere: false, at: now)
    #expect(admit(ticket) == nil)
  }

  @Test mutating func `A stolen old ticket lets nobody in and moves nobody`() throws {
    let ticket = try issue()
    let guest = try #require(admit(ticket))
    now = now + .seconds(10)
    #expect(admit(ticket) == nil)
    #expect(book.controller(of: ticket, at: now) == nil)
    #expect(book.controller(of: guest.resume, at: now) == guest.controller)
  }

  @Test mutating func `A page whose connection broke at once comes back by its first ticket`() throws {
    let ticket = try issue()
    let guest = try #require(admit(ticket))
    now = now + .seconds(2)
    book.note(guest.controller, isHere: false, at: now)
    #expect(admit(ticket)?.controller == guest.controller)
  }

  @Test mutating func `A page comes back as the same controller, again and again`() throws {
    let guest = try #require(admit(try issue()))
    for _ in 0..<5 {
      now = now + .seconds(3_600)
      book.note(guest.controller, isHere: false, at: now)
      #expect(admit(guest.resume)?.controller == guest.controller)
    }
  }

  @Test mutating func `Who is forgotten needs a new ticket`() throws {
    let guest = try #require(admit(try issue()))
    book.forget(guest.controller)
    #expect(admit(guest.resume) == nil)
    #expect(book.resume(of: guest.controller) == nil)
  }

  @Test mutating func `A ticket that nobody uses ends after ten minutes`() throws {
    let ticket = try issue()
    #expect(book.end(of: ticket) == now + .seconds(600))
    now = now + TicketBook.offerLifetime
    #expect(admit(ticket) == nil)
  }

  @Test mutating func `Who was away for half a day needs a new ticket, who is here does not`() throws {
    let guest = try #require(admit(try issue()))
    now = now + TicketBook.guestLifetime + .seconds(1)
    #expect(admit(guest.resume)?.controller == guest.controller)
    book.note(guest.controller, isHere: false, at: now)
    now = now + TicketBook.guestLifetime
    #expect(admit(guest.resume) == nil)
  }

  @Test mutating func `Tickets that nobody uses are few`() throws {
    for _ in 0..<TicketBook.offerLimit { _ = try issue() }
    let more = book.issue(at: now, using: &random)
    #expect(more == nil)
    let last = try #require(book.text.split(separator: "\n").last)
    #expect(TicketBook(book.text, at: now) != nil, "a full book can be read again")
    #expect(TicketBook(book.text + last + "\n", at: now) == nil)
  }

  @Test mutating func `The guest who was away longest makes room, and nobody who is here`() throws {
    var guests: [TicketBook.Visitor] = []
    for _ in 0..<TicketBook.guestLimit {
      guests.append(try #require(admit(try issue())))
      book.note(guests.last?.controller ?? 0, .greeted)
      now = now + .seconds(1)
    }
    #expect(TicketBook(book.text, at: now) != nil, "a full book can be read again")
    #expect(admit(try issue()) == nil)
    book.note(guests[7].controller, isHere: false, at: now)
    #expect(admit(try issue()) != nil)
    #expect(book.resume(of: guests[7].controller) == nil)
    #expect(book.resume(of: guests[6].controller) != nil)
  }

  @Test mutating func `A host with a crowd has room for it`() throws {
    book = TicketBook(guestLimit: 1_000)
    for _ in 0..<1_000 {
      let guest = try #require(admit(try issue()))
      now = now + .milliseconds(1)
      book.note(guest.controller, isHere: true, at: now)
    }
    #expect(admit(try issue()) == nil)
    #expect(TicketBook(book.text, guestLimit: 1_000, at: now)?.text == book.text)
    let fewer = TicketBook(book.text, guestLimit: 100, at: now)?.guests.map(\.controller)
    #expect(fewer == book.guests.suffix(100).map(\.controller))
  }

  @Test mutating func `Whoever has used a ticket and said nothing makes room before a player who sleeps`()
    throws
  {
    let player = try #require(admit(try issue()))
    book.note(player.controller, .seated)
    book.note(player.controller, isHere: false, at: now)
    let host = book.issue(for: .host, at: now, using: &random)
    let dashboard = book.admit(try #require(host), as: .host, at: now, using: &random)
    for _ in 2..<TicketBook.guestLimit { _ = try #require(admit(try issue())) }
    for _ in 0..<2 * TicketBook.guestLimit {
      now = now + .seconds(1)
      #expect((admit(try issue()) == nil) == (now < player.firstEnds))
    }
    #expect(book.resume(of: player.controller) != nil)
    #expect(book.resume(of: dashboard?.controller ?? 0) != nil)
  }

  @Test mutating func `A ticket is good for one role`() throws {
    let host = book.issue(for: .host, at: now, using: &random)
    let hosts = try #require(host)
    let players = try issue()
    let wrong = book.admit(players, as: .host, at: now, using: &random)
    #expect(admit(hosts) == nil && wrong == nil)
    let guest = book.admit(hosts, as: .host, at: now, using: &random)
    let resume = try #require(guest).resume
    #expect(book.controller(of: resume, at: now) == nil)
    #expect(admit(resume) == nil)
    var again = try #require(TicketBook(book.text, at: now))
    let back = again.admit(resume, as: .host, at: now, using: &random)
    #expect(back?.role == .host)
  }

  @Test mutating func `A ticket that was withdrawn lets nobody in`() throws {
    let ticket = try issue()
    #expect(book.isOffered(ticket, at: now))
    #expect(!book.isOffered(ticket, at: now + TicketBook.offerLifetime - .seconds(1)))
    book.withdraw(ticket)
    #expect(!book.isOffered(ticket, at: now) && book.end(of: ticket) == nil)
    #expect(admit(ticket) == nil)
  }

  @Test mutating func `A screen needs another ticket when its own was used, and a minute before it ends`()
    throws
  {
    let used = try issue()
    #expect(!book.needsRenewal(used, at: now))
    _ = admit(used)
    #expect(book.needsRenewal(used, at: now))
    let waiting = try issue()
    now = now + TicketBook.offerLifetime - .seconds(61)
    #expect(!book.needsRenewal(waiting, at: now))
    now = now + .seconds(1)
    #expect(book.needsRenewal(waiting, at: now))
    #expect(admit(waiting) != nil, "a phone that has read it still comes in")
  }

  @Test mutating func `The ticket of a screen that is gone is good for a minute`() throws {
    let (read, late) = (try issue(), try issue())
    book.release(read, at: now)
    book.release(late, at: now)
    now = now + .seconds(59)
    #expect(admit(read) != nil)
    now = now + .seconds(1)
    #expect(admit(late) == nil)
  }

  @Test func `No ticket that was not issued is good`() {
    var book = TicketBook()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      let guest = book.admit(Ticket(from: &random), at: now, using: &random)
      #expect(guest == nil)
    }
  }

  @Test mutating func `The book is read as it was written, and nobody is here yet`() throws {
    let waiting = try issue()
    let guest = try #require(admit(try issue()))
    var again = try #require(TicketBook(book.text, at: now))
    #expect(again.text == book.text)
    #expect(again.admit(guest.resume, at: now, using: &random)?.controller == guest.controller)
    #expect(again.admit(waiting, at: now, using: &random) != nil)
    #expect(!again.guests[0].isHere)
  }

  @Test(arguments: [
    "", "tiltpad tickets 1\n", "tiltpad tickets 2", "tiltpad tickets 2\noffer player x 1\n",
    "tiltpad tickets 2\nguest player 1\n", "tiltpad tickets 2\noffer king AAAAAAAAAAAAAAAAAAAAAA 1\n",
    "tiltpad tickets 2\noffer player AAAAAAAAAAAAAAAAAAAAAA z\n", "tiltpad tickets 2\n\n",
    "tiltpad tickets 2\n offer\n", "tiltpad tickets 2\ncrowd\n", "tiltpad tickets 2\nviewer\n",
  ])
  func `A book that is damaged is none`(_ text: String) {
    #expect(TicketBook(text, at: now) == nil)
  }

  @Test mutating func `Lines of another version are left out, and the others are read`() throws {
    let ticket = try issue()
    var again = try #require(TicketBook(book.text + "odd\nfuture player 1 2\n", at: now))
    #expect(again.unknownLines == 2 && again.text == book.text)
    let guest = again.admit(ticket, at: now, using: &random)
    #expect(guest != nil)
  }

  @Test func `A ticket is 22 letters and nothing else`() {
    var random = SystemRandomNumberGenerator()
    let ticket = Ticket(from: &random)
    #expect(ticket.text.utf8.count == 22)
    #expect(Ticket(ticket.text)?.isSame(as: ticket) == true)
    for text in ["", "AAAA", ticket.text + "A", "?" + ticket.text.dropFirst()] {
      #expect(Ticket(text) == nil)
    }
  }

  @Test
  mutating func `A ticket is on offer until ten seconds before its end, and on a screen until a minute`()
    throws
  {
    let ticket = try issue()
    let (ends, moment) = (now + .seconds(600), Interval(nanoseconds: 1))
    let (late, later) = (ends - .seconds(60), ends - .seconds(10))
    #expect(!book.needsRenewal(ticket, at: late - moment) && book.needsRenewal(ticket, at: late))
    #expect(book.isOffered(ticket, at: later - moment) && !book.isOffered(ticket, at: later))
    for seconds: Int64 in [1, 100] { book.release(ticket, at: now + .seconds(seconds)) }
    #expect(book.end(of: ticket) == now + .seconds(61), "nothing prolongs it")
    now = now + .seconds(61) - moment
    #expect(admit(ticket) != nil)
  }

  @Test(arguments: [true, false])
  mutating func `A helper helps once, and not ten minutes after the first ticket has ended`(isEarly: Bool)
    throws
  {
    let main = PlayerSlot(index: 2)
    let ticket = book.issue(helping: main, at: now, using: &random)
    let known = try #require(ticket)
    let guest = try #require(admit(known))
    let late = now + .seconds(610) - Interval(nanoseconds: isEarly ? 1 : 0)
    let helped = [0, guest.controller, guest.controller].map { book.consumeHelp(of: $0, at: late) }
    #expect(helped == [nil, isEarly ? main : nil, nil])
  }

  @Test mutating func `A guest's progress never decreases, and is nobody else's`() throws {
    let controllers = try (0..<2).map { _ in try #require(admit(try issue())).controller }
    for progress in [TicketBook.Progress.greeted, .seated, .greeted, .admitted] {
      book.note(controllers[0], progress)
    }
    #expect(book.guests.map(\.progress) == [.seated, .admitted])
  }
}
