import Cryptography
import Model
import STUN
import TestSupport
import Testing
import Wire

@testable import Pages

/// A table of browsers, with tickets and a clock of its own.
struct ChannelHall {
  var table = DataChannelTable()
  var book = TicketBook()
  var credentials = Credentials()
  var random = SystemRandomNumberGenerator()
  var now = Instant(nanoseconds: 1_000_000_000_000)

  mutating func issue() throws -> Ticket {
    let ticket = book.issue(at: now, using: &random)
    return try #require(ticket)
  }

  /// Receives a check from port `port`; returns the reason if it is dropped.
  mutating func check(
    _ ticket: Ticket, _ own: String = "browser", from port: UInt16 = 1, nominates: Bool = false
  ) -> DatagramDrop? {
    check(ticket, own, from: place(port), nominates: nominates)
  }

  /// Receives a check from `sender`; returns the reason if it is dropped.
  mutating func check(
    _ ticket: Ticket, _ own: String, from sender: Endpoint, nominates: Bool = false
  ) -> DatagramDrop? {
    credentials.renew(from: book)
    let request = Check(
      "\(ticket.user.text):\(own)",
      [(Check.Kind.priority, [1, 2, 3, 4])] + (nominates ? [(Check.Kind.useCandidate, [])] : []),
      with: Array(ticket.password.text.utf8))
    do throws(DatagramDrop) {
      _ = try table.check(request.bytes.span, from: sender, by: credentials, at: now)
    } catch {
      return error
    }
    return nil
  }

  /// Receives the greeting of a page that has `ticket`; returns the ticket of the browser's checks if the greeting shows it.
  mutating func greet(_ browser: UInt32, _ ticket: Ticket) -> Ticket? {
    table.greet(browser, Array(#"{"type":"hello","ticket":"\#(ticket.text)"}"#.utf8).span)
  }

  func place(_ port: UInt16) -> Endpoint { Endpoint(address: Address(v4: 0x0a00_0001), port: port) }

  /// Returns the browser that sends from `port`; nil if no browser does.
  func browser(_ port: UInt16) -> UInt32? { try? table.browser(at: place(port)) }

  /// Sends `count` datagrams at once from `port`; returns how many of them count as those of a known browser.
  mutating func send(_ count: Int, from port: UInt16) -> Int {
    var known = 0
    for _ in 0..<count where table.note(datagramFrom: place(port), at: now) { known += 1 }
    return known
  }

  /// Receives a record from `port` with which the browser reaches `stage`.
  mutating func record(_ browser: UInt32, from port: UInt16, _ stage: DataChannelTable.Progress) {
    table.note(browser, from: place(port), stage, at: now)
  }

  /// Returns the port to which answers to `browser` go.
  func answered(_ browser: UInt32) -> UInt16? { table.endpoint(of: browser)?.port }

  mutating func ended() -> [UInt32] {
    var ended: [UInt32] = []
    while let browser = table.nextEnded(at: now) {
      table.remove(browser)
      ended.append(browser)
    }
    return ended
  }
}

@Suite struct DataChannelTests {
  var hall = ChannelHall()

  @Test mutating func `The name and the password of a ticket have the letters of ICE`() throws {
    let ticket = try #require(Ticket("-_-_-_-_-_-_-_-_-_-_-w"))
    #expect(ticket.password.text == "+/+/+/+/+/+/+/+/+/+/+w")
    for _ in 0..<100 {
      let ticket = Ticket(from: &hall.random)
      let letters = ticket.text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
      #expect(ticket.password.text == String(letters))
      let whole = SHA256.digest(ticket.bytes.span)
      let digest = Base64.text(of: whole.indices.map { whole[$0] })
      #expect(ticket.user.text == String(digest.prefix(8)))
    }
  }

  @Test mutating func `A browser that sends more than browsers do counts as a stranger for a second`() throws
  {
    let (ticket, other) = (try hall.issue(), try hall.issue())
    #expect(hall.check(ticket, from: 1) == nil && hall.check(other, from: 2) == nil)
    #expect(hall.send(1, from: 3) == 0)
    // This is the load of a page with 500 messages a second, and as many acknowledgements.
    for _ in 0..<100 {
      #expect(hall.send(10, from: 1) == 10)
      hall.now = hall.now + .milliseconds(10)
    }
    #expect(hall.send(1_000, from: 1) == 400)
    #expect(hall.send(1, from: 2) == 1)
    #expect(hall.table.quietEndpoints(at: hall.now) == [hall.place(2)])
    hall.now = hall.now + .milliseconds(999)
    #expect(hall.table.quietEndpoints(at: hall.now) == [hall.place(2)])
    hall.now = hall.now + .milliseconds(1)
    #expect(Set(hall.table.quietEndpoints(at: hall.now)) == [hall.place(1), hall.place(2)])
    #expect(hall.send(1, from: 1) == 1)
  }

  @Test mutating func `A check with a ticket makes a browser, whose records are read from then on`() throws {
    let ticket = try hall.issue()
    #expect(hall.browser(1) == nil)
    #expect(hall.check(ticket) == nil)
    let browser = try #require(hall.browser(1))
    #expect(DataChannelTable.isChannel(browser))
    #expect(hall.answered(browser) == 1)
    #expect(hall.browser(2) == nil)
    #expect(hall.check(ticket) == nil)
    #expect(hall.browser(1) == browser)
  }

  @Test mutating func `A stranger's check is dropped by its reason and makes no browser`() throws {
    let (ticket, other) = (try hall.issue(), Ticket(from: &hall.random))
    #expect(hall.check(other) == .unknownUser)
    let mixed = Check("\(ticket.user.text):browser", with: Array(other.password.text.utf8))
    #expect(throws: DatagramDrop.integrity) {
      _ = try hall.table.check(mixed.bytes.span, from: hall.place(1), by: hall.credentials, at: hall.now)
    }
    #expect(throws: DatagramDrop.stranger) { try hall.table.browser(at: hall.place(1)) }
    #expect(hall.table.isEmpty)
    for drop in DatagramDrop.allCases { hall.table.count(drop) }
    hall.table.count(.integrity)
    #expect(hall.table.count(of: .integrity) == 2)
    #expect(hall.table.refusals == UInt64(DatagramDrop.allCases.count) + 1)
  }

  @Test mutating func `Tickets of the host's pages open no channel`() throws {
    let ticket = hall.book.issue(for: .host, at: hall.now, using: &hall.random)
    #expect(hall.check(try #require(ticket)) == .unknownUser)
  }

  @Test mutating func `A used ticket and one that has ended are still known, for telling the page`()
    throws
  {
    let ticket = try hall.issue()
    let guest = hall.book.admit(ticket, at: hall.now, using: &hall.random)
    let resume = try #require(guest).resume
    #expect(hall.check(ticket, from: 1) == nil)
    #expect(hall.check(resume, from: 2) == nil)
    hall.book.forget(try #require(guest).controller)
    #expect(hall.check(resume, from: 3) == nil)
    let expired = try hall.issue()
    hall.now = hall.now + TicketBook.offerLifetime
    #expect(hall.book.admit(expired, at: hall.now, using: &hall.random) == nil)
    #expect(hall.check(expired, from: 5) == nil)
    for _ in 0..<TicketBook.spentLimit { hall.book.withdraw(try hall.issue()) }
    #expect(hall.check(expired, from: 5) == .unknownUser)
  }

  @Test mutating func `Answers go where the browser has chosen, until one endpoint has proven itself`() throws
  {
    let ticket = try hall.issue()
    #expect(hall.check(ticket, from: 1) == nil)
    let browser = try #require(hall.browser(1))
    #expect(hall.check(ticket, from: 2) == nil)
    #expect(hall.answered(browser) == 1)
    hall.record(browser, from: 2, .checked)
    #expect(hall.answered(browser) == 2)
    #expect(hall.check(ticket, from: 1, nominates: true) == nil)
    #expect(hall.answered(browser) == 1)
    hall.record(browser, from: 2, .checked)
    hall.record(browser, from: 2, .proven)
    #expect(hall.check(ticket, from: 1, nominates: true) == nil)
    hall.record(browser, from: 1, .proven)
    #expect(hall.answered(browser) == 2)
  }

  @Test mutating func `An open channel moves with an authentic record, and with nothing else`() throws {
    let ticket = try hall.issue()
    #expect(hall.check(ticket, from: 1) == nil)
    let browser = try #require(hall.browser(1))
    hall.record(browser, from: 1, .encrypted)
    #expect(hall.greet(browser, ticket)?.isSame(as: ticket) == true)
    hall.table.admit(browser)
    for port: UInt16 in 2...20 { #expect(hall.check(ticket, from: port, nominates: true) == nil) }
    hall.record(browser, from: 20, .checked)
    #expect(hall.answered(browser) == 1)
    #expect(hall.browser(1) == browser)
    hall.record(browser, from: 20, .encrypted)
    #expect(hall.answered(browser) == 20)
  }

  @Test mutating func `Only the greeting with the ticket of the checks opens a channel`() throws {
    let (ticket, other) = (try hall.issue(), try hall.issue())
    #expect(hall.check(ticket) == nil)
    let browser = try #require(hall.browser(1))
    let texts = ["", "{}", "hello", #"{"type":"hello"}"#, #"{"type":"bye","ticket":"\#(ticket.text)"}"#]
    for text in texts { #expect(hall.table.greet(browser, Array(text.utf8).span) == nil) }
    #expect(hall.greet(browser, other) == nil)
    #expect(!hall.table.hasGreeted(browser))
    #expect(hall.greet(browser, ticket) != nil)
    #expect(hall.table.hasGreeted(browser))
  }

  @Test mutating func `A browser has four places, and the oldest gives way`() throws {
    let ticket = try hall.issue()
    for port: UInt16 in 1...9 { #expect(hall.check(ticket, from: port, nominates: port == 1) == nil) }
    let browser = hall.browser(1)
    #expect((1...9).map { hall.browser($0) == browser } == (1...9).map { $0 == 1 || $0 > 6 })
  }

  @Test mutating func `Thirty seconds without a check end a channel, and ten an attempt`() throws {
    let ticket = try hall.issue()
    #expect(hall.check(ticket, "playing", from: 1) == nil)
    #expect(hall.check(ticket, "waiting", from: 2) == nil)
    let (open, attempt) = (try #require(hall.browser(1)), try #require(hall.browser(2)))
    _ = hall.greet(open, ticket)
    hall.now = hall.now + .seconds(9)
    #expect(hall.check(ticket, "playing", from: 1) == nil)
    #expect(hall.check(ticket, "waiting", from: 2) == nil)
    #expect(hall.ended() == [])
    hall.now = hall.now + .seconds(1)
    #expect(hall.ended() == [attempt])
    #expect(hall.browser(2) == nil)
    hall.now = hall.now + .seconds(28)
    #expect(hall.ended() == [])
    hall.now = hall.now + .seconds(1)
    #expect(hall.ended() == [open])
    #expect(hall.table.isEmpty)
  }

  @Test mutating func `Who comes by a ticket that is over may listen for two seconds`() throws {
    let ticket = try hall.issue()
    #expect(hall.check(ticket) == nil)
    let browser = try #require(hall.browser(1))
    _ = hall.greet(browser, ticket)
    hall.table.refuse(browser, at: hall.now)
    #expect(hall.table.count(of: .ticket) == 1)
    #expect(hall.ended() == [])
    hall.now = hall.now + .seconds(2)
    #expect(hall.ended() == [browser])
  }

  @Test mutating func `A ticket has three attempts, the next one takes the oldest place but one a second`()
    throws
  {
    let ticket = try hall.issue()
    for port: UInt16 in 1...3 { #expect(hall.check(ticket, "browser\(port)", from: port) == nil) }
    let first = try #require(hall.browser(1))
    _ = hall.greet(first, ticket)
    hall.table.admit(first)
    #expect(hall.check(ticket, "browser4", from: 4) == .full)
    hall.now = hall.now + .seconds(1)
    #expect(hall.check(ticket, "browser4", from: 4) == nil)
    #expect(hall.check(ticket, "browser5", from: 5) == nil)
    #expect(hall.check(ticket, "browser6", from: 6) == .full)
    #expect(hall.ended().count == 2)
    #expect(hall.browser(1) == first, "a channel that is open gives way last")
    #expect(hall.browser(2) == nil)
  }

  @Test mutating func `Numbers are never the same`() throws {
    let ticket = try hall.issue()
    var numbers: Set<UInt32> = []
    for turn in 0..<500 {
      #expect(hall.check(ticket, "browser\(turn)") == nil)
      numbers.insert(try #require(hall.browser(1)))
      hall.now = hall.now + .seconds(1)
      _ = hall.ended()
    }
    #expect(numbers.count == 500)
  }

  @Test func `A welcome offers a data channel by the page's own ticket, where there is a port`() throws {
    var hall = Hall()
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    let controller = try hall.greet("Aki", on: 7)
    hall.answer(controller, slot: 1)
    #expect(!(hall.texts(7).first ?? "rtc").contains("rtc"))
    hall.reception.seating.host.channels = Seating.ChannelPort(port: 28_443, fingerprint: "FP")
    let channel: UInt32 = 1 << 31 | 7
    hall.reception.open(channel, .webRTC, for: controller, book: &hall.book, at: hall.now)
    hall.say(#"{"type":"hello","name":"Aki"}"#, controller)
    hall.answer(controller, slot: 1)
    let ticket = try #require(hall.book.resume(of: controller))
    let (user, password) = (ticket.user.text, ticket.password.text)
    let offer = #""rtc":{"port":28443,"user":"\#(user)","password":"\#(password)","fingerprint":"FP"}}"#
    #expect(hall.texts(channel).first?.hasSuffix(offer) == true)
  }
}
