import Model
import Pages
import Testing

@Suite struct ScheduleTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)

  @Test func `A heartbeat is due each second, and a look at the addresses every thirty`() {
    var schedule = Schedule()
    let due = (0...60_000).filter { schedule.isBeatDue(at: start + .milliseconds($0)) }
    #expect(due == Array(stride(from: 0, through: 60_000, by: 1_000)))
    let looks = (0...60_000).filter { schedule.isLookDue(at: start + .milliseconds($0)) }
    #expect(looks == [0, 30_000, 60_000])
  }

  @Test func `The timer waits for the next beat, or a quarter of a second if something is to be retried`() {
    var schedule = Schedule()
    _ = (schedule.isBeatDue(at: start), schedule.isLookDue(at: start))
    #expect(schedule.next(after: start, isRestless: false) == start + .seconds(1))
    #expect(schedule.next(after: start, isRestless: true) == start + .milliseconds(250))
    for second in 1..<30 as Range<Int64> { _ = schedule.isBeatDue(at: start + .seconds(second)) }
    _ = schedule.isBeatDue(at: start + .milliseconds(29_500))
    #expect(schedule.next(after: start + .seconds(29), isRestless: false) == start + .seconds(30))
  }

  @Test func `The timer waits for the crowd's work too, and is brought forward for it alone`() {
    var schedule = Schedule()
    _ = (schedule.isBeatDue(at: start), schedule.isLookDue(at: start))
    let due = start + .milliseconds(7)
    #expect(schedule.next(after: start, isRestless: true, due: due) == due)
    #expect(schedule.bringForward(to: due) == nil && schedule.bringForward(to: start + .seconds(1)) == nil)
    #expect(schedule.bringForward(to: start + .milliseconds(3)) == start + .milliseconds(3))
    #expect(schedule.bringForward(to: start + .milliseconds(3)) == nil)
  }

  @Test func `A hurry brings the timer forward, and never puts it off`() {
    var schedule = Schedule()
    _ = (schedule.isBeatDue(at: start), schedule.isLookDue(at: start))
    #expect(schedule.hurry(at: start) == start + .milliseconds(250), "nothing is planned yet")
    _ = schedule.next(after: start, isRestless: false)
    #expect(schedule.hurry(at: start) == start + .milliseconds(250))
    #expect(schedule.hurry(at: start + .milliseconds(1)) == nil, "it expires soon")
    #expect(schedule.hurry(at: start) == nil, "it expires then")
  }
}
