import Model
import Testing
import Wire

@testable import Pages

@Suite struct ScreensTests {
  var (screens, book) = (Screens(), TicketBook())
  var random = SystemRandomNumberGenerator()
  var now = Instant(nanoseconds: 1_000_000_000_000)

  mutating func ask(_ place: Int, isRenewed: Bool = true) -> Ticket? {
    screens.answer(
      TicketRequest(isRenewed: isRenewed), of: place, book: &book, at: now, using: &random)
  }

  @Test mutating func `A screen gets another ticket after the use of its own, and a minute before its end`()
    throws
  {
    let ticket = try #require(ask(0))
    _ = ask(1, isRenewed: false)
    var renewed = screens.renew(&book, at: now, using: &random)
    #expect(renewed.isEmpty)
    _ = book.admit(ticket, at: now, using: &random)
    renewed = screens.renew(&book, at: now, using: &random)
    #expect(renewed.map(\.program) == [0] && renewed[0].ticket != nil)
    now = now + TicketBook.offerLifetime - .seconds(60)
    renewed = screens.renew(&book, at: now, using: &random)
    #expect(renewed.map(\.program) == [0])
  }

  @Test mutating func `A screen whose program has gone keeps its ticket for a minute`() throws {
    let ticket = try #require(ask(0))
    let wasShown = screens.close(0, book: &book, at: now)
    let isShown = screens.close(0, book: &book, at: now)
    #expect(wasShown && !isShown && book.end(of: ticket) == now + .seconds(60))
  }

  @Test mutating func `While too many tickets are unused a screen has none, and is told so once`() {
    for _ in 0..<TicketBook.offerLimit { _ = book.issue(at: now, using: &random) }
    let ticket = ask(0)
    #expect(ticket == nil)
    var renewed = screens.renew(&book, at: now, using: &random)
    #expect(renewed.isEmpty)
    now = now + TicketBook.offerLifetime
    renewed = screens.renew(&book, at: now, using: &random)
    #expect(renewed.count == 1 && renewed[0].ticket != nil)
  }

  @Test func `A sign of life is due each second, a look each half minute, and an attempt sooner`() {
    var schedule = Schedule()
    #expect(schedule.isBeatDue(at: now) && !schedule.isBeatDue(at: now))
    #expect(schedule.isLookDue(at: now) && !schedule.isLookDue(at: now + .seconds(29)))
    #expect(schedule.next(after: now, isRestless: false) == now + .seconds(1))
    #expect(schedule.hurry(at: now) == now + .milliseconds(250))
    #expect(schedule.hurry(at: now + .milliseconds(1)) == nil)
    #expect(schedule.next(after: now, isRestless: true) == now + .milliseconds(250))
    #expect(schedule.isBeatDue(at: now + .seconds(1)) && schedule.isLookDue(at: now + .seconds(30)))
  }

  @Test func `A ticket's link leads elsewhere only if data channels have the port of the page`() {
    for (port, isElsewhere) in [(nil, false), (442, false), (443, true), (444, false)] as [(UInt16?, Bool)] {
      var house = EngineHouse(page: "https://own.example/")
      house.engine.channels = port.map { Seating.ChannelPort(port: $0, fingerprint: "FP") }
      let answer = house.engine.answer(with: nil)
      #expect(answer.elsewhere?.page == (isElsewhere ? "https://own.example/" : nil))
      #expect(answer.elsewhere?.fingerprint == (isElsewhere ? "FP" : nil))
      #expect(answer.ticket == nil && answer.domain == "")
      #expect([answer.port, answer.plainPort, answer.seconds] == [443, 80, 600])
    }
  }
}
