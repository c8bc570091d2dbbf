import Guards
import Model
import STUN
import TestSupport
import Testing
import Wire

@testable import Pages

@Suite struct DataChannelLimitTests {
  var hall = ChannelHall()

  private let total = DataChannelTable.limits.total - DataChannelTable.limits.reserve

  private func lan(_ number: Int) -> Endpoint {
    Endpoint(address: Address(v4: 0x0a00_0100 + UInt32(number)), port: 1)
  }

  private func neighbour(_ number: Int) -> Endpoint {
    Endpoint(address: Address(high: 0xfd00 << 48, low: UInt64(number)), port: 1)
  }

  /// Plays over a channel from `sender`.
  private mutating func play(_ ticket: Ticket, _ own: String, from sender: Endpoint) throws {
    #expect(hall.check(ticket, own, from: sender) == nil)
    let browser = try hall.table.browser(at: sender)
    _ = hall.greet(browser, ticket)
    hall.table.admit(browser)
  }

  @Test mutating func `Browsers are limited in all, even if all their pages have greeted`() throws {
    var number = 0
    while number < total {
      let ticket = try hall.issue()
      for turn in 0..<min(DataChannelTable.ticketLimit, total - number) {
        number += 1
        try play(ticket, "browser\(turn)", from: lan(number))
      }
      hall.book.withdraw(ticket)
    }
    #expect(hall.check(try hall.issue(), "browser", from: lan(number + 1)) == .full)
    #expect((1...number).allSatisfy { (try? hall.table.browser(at: lan($0))) != nil })
  }

  @Test mutating func `A browser that checks again displaces none of its other endpoints`() throws {
    let ticket = try hall.issue()
    let places = (1...ChannelBrowser.endpointLimit).map { neighbour($0) }
    for place in places + [places[0], places[0]] {
      #expect(hall.check(ticket, "browser", from: place) == nil)
    }
    for place in places { #expect((try? hall.table.browser(at: place)) != nil) }
  }

  @Test mutating func `Of attempts the address and then the network with the most gives way`() throws {
    let page = try hall.issue()
    #expect(hall.check(page, "page", from: lan(1)) == nil)
    #expect(hall.check(page, "phone", from: neighbour(1)) == nil)
    hall.table.note(try hall.table.browser(at: neighbour(1)), from: neighbour(1), .proven, at: hall.now)
    var number = 1
    for _ in 0..<40 {
      let ticket = try hall.issue()
      for turn in 0..<DataChannelTable.ticketLimit {
        number += 1
        let sender = number % 2 == 0 ? neighbour(number) : lan(2)
        #expect(hall.check(ticket, "browser\(turn)", from: sender) != .full)
      }
      hall.book.withdraw(ticket)
      for browser in hall.ended() { hall.table.remove(browser) }
    }
    #expect((try? hall.table.browser(at: lan(1))) != nil)
    #expect((try? hall.table.browser(at: neighbour(1))) != nil)
  }

  @Test mutating func `A channel that was refused gives way before the one that plays, however old that is`()
    throws
  {
    let ticket = try hall.issue()
    for port: UInt16 in 1...3 {
      #expect(hall.check(ticket, "browser\(port)", from: port) == nil)
      let browser = try #require(hall.browser(port))
      #expect(hall.greet(browser, ticket) != nil)
      if port > 1 { hall.table.refuse(browser, at: hall.now) } else { hall.table.admit(browser) }
      hall.now = hall.now + .milliseconds(100)
    }
    let (player, refused) = (hall.browser(1), try #require(hall.browser(2)))
    hall.now = hall.now + .seconds(1)
    #expect(hall.check(ticket, "browser4", from: 4) == nil)
    #expect(hall.ended() == [refused])
    #expect(hall.browser(1) == player)
  }

  @Test mutating func `An endpoint is held for ten seconds after an authentic record, and after no other`()
    throws
  {
    for (stage, isHeld) in [
      (.checked, false), (.proven, false), (.encrypted, true),
    ] as [(DataChannelTable.Progress, Bool)] {
      hall = ChannelHall()
      let (ticket, other) = (try hall.issue(), try hall.issue())
      #expect(hall.check(ticket, "page", from: 1) == nil && hall.check(ticket, "page", from: 2) == nil)
      let page = try #require(hall.browser(1))
      hall.record(page, from: 1, stage)
      hall.now = hall.now + Interval(nanoseconds: 9_999_999_999)
      #expect(hall.check(other, "other", from: 1) == .taken && hall.check(other, "other", from: 2) == .taken)
      #expect(hall.check(ticket, "second", from: 1) == (isHeld ? .taken : nil), "\(stage)")
      #expect(hall.check(ticket, "third", from: 2) == nil, "no record has come from there")
      hall.now = hall.now + Interval(nanoseconds: 1)
      #expect(hall.check(ticket, "second", from: 1) == nil && hall.browser(1) != page)
    }
  }

  @Test(arguments: [("abcd", 72), ("abcdefg", 72), ("abcdefgh", 76)])
  mutating func `An answer that would be longer than its check is not sent`(_ own: String, _ size: Int) throws
  {
    let ticket = try hall.issue()
    hall.credentials.renew(from: hall.book)
    let check = Check("\(ticket.user.text):\(own)", with: Array(ticket.password.text.utf8))
    #expect(check.bytes.count == size)
    for (sender, length) in [(lan(1), 64), (neighbour(1), 76)] {
      var count = 0
      do throws(DatagramDrop) {
        count = try hall.table.check(
          check.bytes.span, from: sender, by: hall.credentials, at: hall.now
        ).count
      } catch {
        #expect(error == .size)
      }
      #expect(count == (length <= size ? length : 0))
    }
  }

  @Test mutating func `The table forgets late browsers that have gone`() throws {
    func late() -> [UInt32]? { Mirror(reflecting: hall.table).descendant("late") as? [UInt32] }
    let ticket = try hall.issue()
    hall.book.withdraw(ticket)
    #expect(hall.check(ticket, "page", from: 1) == nil)
    let browser = try #require(hall.browser(1))
    #expect(late() == [browser])
    hall.table.remove(browser)
    #expect(late() == [] && hall.table.isEmpty)
  }

  @Test mutating func `A refused page stays two seconds, and an attempt is replaced after one, no sooner`()
    throws
  {
    let (ticket, other) = (try hall.issue(), try hall.issue())
    #expect(hall.check(other, "refused", from: 9) == nil)
    let refused = try #require(hall.browser(9))
    hall.table.refuse(refused, at: hall.now)
    for port: UInt16 in 1...3 { #expect(hall.check(ticket, "browser\(port)", from: port) == nil) }
    hall.now = hall.now + Interval(nanoseconds: 999_999_999)
    #expect(hall.check(ticket, "browser4", from: 4) == .full)
    hall.now = hall.now + Interval(nanoseconds: 1)
    #expect(hall.check(ticket, "browser4", from: 4) == nil && hall.ended().count == 1)
    hall.now = hall.now + Interval(nanoseconds: 999_999_999)
    #expect(hall.ended() == [])
    hall.now = hall.now + Interval(nanoseconds: 1)
    #expect(hall.ended() == [refused])
  }
}
