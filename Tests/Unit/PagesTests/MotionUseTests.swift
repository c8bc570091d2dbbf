import Model
import Testing
import Wire

@testable import Pages

@Suite struct MotionUseTests {
  var hall = Hall()

  @Test(arguments: [(false, [], 1), (false, [2], 0), (true, [2], 2), (false, [1, 3], 1)])
  mutating func `A welcome names the use of motion for the page's own pad`(
    turnsView: Bool, motionless: [Int], use: Int
  ) throws {
    hall.reception.seating.findBridge(hall.book, at: hall.now)
    hall.reception.seating.site.turnsView = turnsView
    hall.reception.seating.site.minimumPress = 35
    hall.reception.seating.site.motionless = PlayerSlots(
      motionless.map { PlayerSlots(PlayerSlot(index: $0 - 1)) })
    let controller = try hall.greet("Aki", on: 7)
    hall.answer(controller, slot: 2)
    #expect(hall.texts(7)[0].contains(#""motion":\#(use),"press":35,"#))
  }
}
