import Model
import Testing

@testable import Daemon

@Suite struct QuietMomentTests {
  @Test func `The moment comes once, when the players have been the same for two seconds`() {
    var moment = QuietMoment()
    let start = Instant(nanoseconds: 0)
    #expect(moment.deadline == .distantFuture)
    moment.noteChange(at: start)
    moment.noteChange(at: start + .seconds(1))
    #expect(moment.hasCome(at: start + .milliseconds(2_999)) == false)
    #expect(moment.deadline == start + .seconds(3))
    #expect(moment.hasCome(at: start + .seconds(3)) == true)
    #expect(moment.hasCome(at: start + .seconds(4)) == false)
    #expect(moment.deadline == .distantFuture)
  }
}
