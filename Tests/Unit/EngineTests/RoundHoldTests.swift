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

  @Test
  func `A job that the writer has refused neither opens the hold of others nor closes one that was given up`()
  {
    var hold = RoundHold()
    let now = Instant(nanoseconds: 0)
    hold.begin(at: now)
    hold.begin(at: now + .seconds(1))
    hold.cancel()
    #expect(hold.isClosed && hold.deadline == now + .seconds(10))
    #expect(hold.giveUp(at: now + .seconds(10)) == true)
    hold.begin(at: now + .seconds(11))
    hold.cancel()
    #expect(!hold.isClosed, "the writer is still silent")
    hold.cancel()
    hold.begin(at: now + .seconds(12))
    #expect(hold.isClosed, "nothing is under way, so the writer gets another chance")
  }
}
