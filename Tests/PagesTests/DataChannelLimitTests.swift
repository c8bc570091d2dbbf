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
}
