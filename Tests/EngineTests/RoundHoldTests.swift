import Model
import Testing

@testable import Engine

@Suite struct RoundHoldTests {
  @Test func `The hold opens when its jobs are finished, or when the writer has been silent for 10 s`() {
    var hold = RoundHold()
    let now = Instant(nanoseconds: 0)
    #expect(!hold.isClosed && hold.deadline == .distantFuture)
    hold.begin(at: now)
    hold.begin(at: now + .seconds(3))
    hold.end(at: now + .seconds(4))
    #expect(hold.isClosed && hold.deadline == now + .seconds(14))
    #expect(hold.giveUp(at: now + .seconds(13)) == false)
    #expect(hold.giveUp(at: now + .seconds(14)) == true)
    #expect(!hold.isClosed && hold.deadline == .distantFuture)
    hold.begin(at: now + .seconds(15))
    #expect(!hold.isClosed, "nothing waits for a writer that is silent")
    hold.end(at: now + .seconds(16))
    #expect(hold.isClosed && hold.deadline == now + .seconds(26), "the writer is back")
    hold.end(at: now + .seconds(17))
    #expect(!hold.isClosed)
  }
}
