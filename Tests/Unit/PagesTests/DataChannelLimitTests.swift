import Guards
import Model
import STUN
import Testing

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
        _ = hall.check(ticket, "browser\(turn)", from: number % 2 == 0 ? neighbour(number) : lan(2))
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
}
