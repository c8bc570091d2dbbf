import Model
import STUN
import Testing

@testable import Pages

@Suite struct DataChannelLimitTests {
  var hall = ChannelHall()

  @Test mutating func `Browsers are limited in all, even if all their pages have greeted`() throws {
    var port: UInt16 = 0
    for _ in 0...DataChannelTable.limit / DataChannelTable.ticketLimit {
      let ticket = try hall.issue()
      for turn in 0..<DataChannelTable.ticketLimit {
        port += 1
        let drop = hall.check(ticket, "browser\(turn)", from: port)
        #expect(drop == (port <= DataChannelTable.limit ? nil : .full))
        if let browser = hall.browser(port) { _ = hall.greet(browser, ticket) }
      }
      hall.book.withdraw(ticket)
    }
    #expect(port > DataChannelTable.limit)
  }

  @Test mutating func `A channel that was refused gives way before the one that plays, however old that is`()
    throws
  {
    let ticket = try hall.issue()
    for port: UInt16 in 1...3 {
      #expect(hall.check(ticket, "browser\(port)", from: port) == nil)
      let browser = try #require(hall.browser(port))
      #expect(hall.greet(browser, ticket) != nil)
      if port > 1 { hall.table.refuse(browser, at: hall.now) }
      hall.now = hall.now + .milliseconds(100)
    }
    let (player, refused) = (hall.browser(1), try #require(hall.browser(2)))
    hall.now = hall.now + .seconds(1)
    #expect(hall.check(ticket, "browser4", from: 4) == nil)
    #expect(hall.ended() == [refused])
    #expect(hall.browser(1) == player)
  }
}
